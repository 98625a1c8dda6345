import MarqueeTestKit
import Testing

#if canImport(Glibc)
import Glibc
#elseif canImport(Darwin)
import Darwin
#endif

/// The gateway of `docs/scaling/nginx.conf`, as it stands there but for its places, in front of a scripted source.
struct Gateway {
    static let key = "5ec2e7f00dfeedc0ffee5ec2e7f00d42"

    let folder: String
    let origin: String
    let nginx: RunningProcess

    /// Runs `body` with the gateway listening; it is killed afterwards.
    static func with(
        source: ScriptedServer,
        _ body: @Sendable (Gateway) async throws -> Void
    ) async throws {
        let program = try #require(StressRun.nginx)
        try await ProjectFiles.withTemporaryFolder { folder in
            let port = try freePort()
            try await write(to: folder, port: port, source: source)
            let plan = ProcessPlan(program, ["-c", folder + "/nginx.conf", "-g", "daemon off;"])
            try await RunningProcess.withProcess(plan) { nginx in
                try await nginx.waitForErrors(containing: "start worker process", upTo: .seconds(20))
                try await body(Gateway(folder: folder, origin: "http://127.0.0.1:\(port)", nginx: nginx))
            }
        }
    }

    /// The editors' `providers.yaml`: the page's, but for the address.
    func writeProviders() throws -> String {
        let path = folder + "/providers.yaml"
        let published = try text(ProjectFiles.root + "/docs/scaling/providers.yaml")
        try ProjectFiles.write(try published.replacing("https://10.0.0.5", with: origin), to: path)
        return path
    }

    /// Everything that the gateway keeps, and that it has said.
    func everythingKept() async throws -> String {
        let files = try await ProcessOutcome.of(
            ProcessPlan("/bin/sh", ["-c", #"cat "$1"/logs/* ; find "$1/cache" -type f -exec cat {} +"#, "sh", folder])
        )
        return files.outputText + nginx.errors
    }

    private static func write(to folder: String, port: Int, source: ScriptedServer) async throws {
        let made = ProcessPlan("/bin/mkdir", ["-p", folder + "/logs", folder + "/cache"])
        _ = try await ProcessOutcome.of(made)
        try ProjectFiles.write("listen 127.0.0.1:\(port);\n", to: folder + "/listen.conf")
        try ProjectFiles.write("set $kofic_key \"\(key)\";\n", to: folder + "/key.conf")
        let published = try text(ProjectFiles.root + "/docs/scaling/nginx.conf")
        let places = [
            ("user www-data;", geteuid() == 0 ? "user root;" : ""),
            ("error_log /var/log/marquee-gateway/error.log warn;", "error_log stderr notice;"),
            ("/run/marquee-gateway", folder + "/gateway"), ("/etc/marquee-gateway", folder),
            ("/var/log/marquee-gateway", folder + "/logs"), ("/var/cache/marquee-gateway", folder + "/cache"),
            ("server www.kobis.or.kr:443;", "server 127.0.0.1:\(source.port);"), ("https://kofic", "http://kofic"),
        ]
        let placed = try places.reduce(published) { try $0.replacing($1.0, with: $1.1) }
        try ProjectFiles.write(placed, to: folder + "/nginx.conf")
    }

    private static func text(_ path: String) throws -> String {
        String(decoding: try ProjectFiles.read(path), as: UTF8.self)
    }

    private func text(_ path: String) throws -> String { try Self.text(path) }

    /// A port that was free a moment ago.
    private static func freePort() throws -> Int {
        let server = try ScriptedServer()
        defer { server.stop() }
        return server.port
    }
}

extension String {
    /// This text with another in all the places of `part`, of which there must be one.
    fileprivate func replacing(_ part: String, with other: String) throws -> String {
        let replaced = split(separator: part, omittingEmptySubsequences: false).joined(separator: other)
        try #require(replaced != self, "there is no \(part)")
        return replaced
    }
}
