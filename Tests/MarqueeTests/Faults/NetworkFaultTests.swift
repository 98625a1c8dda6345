import JSON
import MarqueeTestKit
import Platform
import Testing

#if canImport(Glibc)
import Glibc
#elseif canImport(Darwin)
import Darwin
#endif

@Suite("Names, redirects and hosts, through the whole program")
struct NetworkFaultTests {
    private static let key = "netw0rkkey.0123456789"
    private static let environment = ["NETWORK_KEY": key]

    /// A definition with much time, for machines under load, and its key in a header.
    private static func source(_ id: String, at origin: String) -> String {
        """
          - id: \(id)
            base_url: "\(origin)"
            allow_http: true
            connect_timeout: 20s
            timeout: 20s
            retry: { attempts: 1 }
            headers: { X-Api-Key: "${env.NETWORK_KEY}" }
            operations:
              search:
                get: /films
                rows: films
                item: { ids: { \(id): id }, title: { path: title, required: true }, year: year }

        """
    }

    private static func write(_ sources: [String], to folder: String) throws -> String {
        let path = folder + "/providers.yaml"
        try ProjectFiles.write("version: 1\nsettings: { deadline: 30s }\nproviders:\n" + sources.joined(), to: path)
        return path
    }

    private static func search(_ id: Int, _ title: String, at source: String? = nil) -> String {
        let filter = source.map { #","providers":["\#($0)"]"# } ?? ""
        return Talk.request(id, "movies/search", #"{"query":"\#(title)"\#(filter)}"#)
    }

    @Test(
        "U20: a redirect from https to http: no byte goes there",
        .enabled(if: ProjectFiles.isExecutable("/usr/bin/openssl"), "needs the program openssl")
    )
    func downgrade() async throws {
        try await ProjectFiles.withTemporaryFolder { folder in
            let clear = try ScriptedServer()
            defer { clear.stop() }
            clear.on("*", .json(FaultScene.films("tls", count: 1)))
            let line = """
                openssl req -x509 -newkey rsa:2048 -nodes -keyout key.pem -out cert.pem -days 2 -subj /CN=localhost \
                -addext subjectAltName=DNS:localhost 2>/dev/null && \
                printf 'HTTP/1.0 302 Found\\r\\nLocation: http://localhost:\(clear.port)/films\\r\\n\\r\\n' > films && \
                exec openssl s_server -accept 127.0.0.1:0 -HTTP -cert cert.pem -key key.pem
                """
            let plan = ProcessPlan(
                "/bin/sh",
                ["-c", line],
                environment: ["PATH": "/usr/bin:/bin"],
                workingDirectory: folder
            )
            try await RunningProcess.withProcess(plan) { server in
                let port = try await Self.port(of: server)
                let file = try Self.write([Self.source("tls", at: "https://localhost:\(port)")], to: folder)
                let outcome = try await Program.run(
                    ["--config", file, "--no-cache"],
                    lines: [Self.search(1, "first")],
                    environment: Self.environment.merging(["SSL_CERT_FILE": folder + "/cert.pem"]) { $1 }
                )
                #expect(outcome.status == .exited(0))
                let failure = try JSONDocument(outcome.output).root["error"]
                #expect(failure?["data"]?["kind"]?.string == "unavailable", "\(outcome.outputText)")
                #expect(outcome.outputText.contains("redirects from https to http"), "\(outcome.outputText)")
                #expect(clear.log.bytes.isEmpty)
                #expect(!(outcome.outputText + outcome.errors).contains(Self.key))
            }
        }
    }

    private static func port(of server: RunningProcess) async throws -> Int {
        while true {
            let line = try await server.readLine(upTo: .seconds(120))
            if line.hasPrefix("ACCEPT"), let port = line.split(separator: ":").last.flatMap({ Int($0) }) { return port }
        }
    }

    #if os(Linux)
    @Test(
        "U2: a name server that says nothing: another source answers meanwhile, and the call ends by its deadline",
        .enabled(if: geteuid() == 0 && ProjectFiles.isExecutable("/usr/bin/unshare"), "needs root and unshare")
    )
    func silentNames() async throws {
        try await ProjectFiles.withTemporaryFolder { folder in
            let (descriptor, address) = try Self.silentNameServer()
            defer { close(descriptor) }
            let good = try ScriptedServer()
            defer { good.stop() }
            good.on("*", .json(FaultScene.films("good", count: 2)))
            let sources = [
                Self.source("dead", at: "https://films.dead.example"),
                // Its name is looked up too, in the file of hosts.
                Self.source("good", at: "http://localhost:\(good.port)"),
            ]
            let file = try Self.write(sources, to: folder)
            try ProjectFiles.write("nameserver \(address)\n", to: folder + "/resolv.conf")
            var plan = try Program.plan(["--config", file, "--no-cache"], environment: Self.environment)
            let line = #"mount --bind "$NAMES" /etc/resolv.conf && exec "$0" "$@""#
            plan.arguments = ["-m", "/bin/sh", "-c", line, plan.executable] + plan.arguments
            plan.executable = "/usr/bin/unshare"
            plan.environment["NAMES"] = folder + "/resolv.conf"
            plan.environment["PATH"] = "/usr/bin:/bin"
            try await RunningProcess.withProcess(plan) { program in
                program.send(Self.search(1, "first", at: "dead"), Self.search(2, "second", at: "good"))
                let first = try JSONDocument(try await program.readLine(upTo: .seconds(120))).root
                #expect(first["id"]?.int == 2, "G: \(first)")
                #expect(first["result"]?["movies"]?.count == 2, "C: \(first)")
                let second = try JSONDocument(try await program.readLine(upTo: .seconds(120))).root
                #expect(second["id"]?.int == 1)
                #expect(["timeout", "unavailable"].contains(second["error"]?["data"]?["kind"]?.string), "\(second)")
                program.closeInput()
                try await program.expectExit(.exited(0))
            }
        }
    }

    /// A socket at an address of its own that takes every question and answers none.
    private static func silentNameServer() throws -> (descriptor: Int32, address: String) {
        let descriptor = socket(AF_INET, Int32(SOCK_DGRAM.rawValue | SOCK_CLOEXEC.rawValue), 0)
        for number in 1..<200 as Range<UInt32> {
            var address = sockaddr_in()
            address.sin_family = sa_family_t(AF_INET)
            address.sin_port = UInt16(53).bigEndian
            address.sin_addr.s_addr = (0x7F61_3500 + number).bigEndian
            let result = withUnsafePointer(to: &address) { pointer in
                pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                    bind(descriptor, $0, socklen_t(MemoryLayout<sockaddr_in>.size))
                }
            }
            if result == 0 { return (descriptor, "127.97.53.\(number)") }
        }
        close(descriptor)
        throw SystemError("bind")
    }

    @Test("U34: many titles of many hosts: memory, descriptors and threads stay bounded")
    func manyHosts() async throws {
        let (hosts, titles) = (40, ProjectFiles.environment("MARQUEE_LONG") == "1" ? 250 : 8)
        try await ProjectFiles.withTemporaryFolder { folder in
            let server = try ScriptedServer(isForAllAddresses: true)
            defer { server.stop() }
            server.on("*", .json(FaultScene.films("any", count: 2)))
            let sources = (1...hosts).map { Self.source("host\($0)", at: "http://127.3.0.\($0):\(server.port)") }
            let file = try Self.write(sources, to: folder)
            let plan = try Program.plan(["--config", file, "--no-cache"], environment: Self.environment)
            try await RunningProcess.withProcess(plan) { program in
                for title in 1...titles {
                    program.send(Self.search(title, "title \(title)"))
                    let answer = try JSONDocument(try await program.readLine(upTo: .seconds(120))).root
                    #expect(answer["id"]?.int == title)
                    let statuses = answer["result"]?["sources"]?.elements.compactMap { $0["status"]?.string }
                    #expect(statuses == [String](repeating: "ok", count: hosts), "\(answer)")
                }
                #expect(server.log.requests.count == hosts * titles)
                #expect((program.peakResidentBytes ?? 0) < 150 << 20, "D")
                // 64 connections are kept at most, and the threads are those of the processors and of some lookups.
                #expect((program.descriptorCount ?? 0) < 140, "I")
                #expect((program.threadCount ?? 0) < 64, "I")
                program.closeInput()
                try await program.expectExit(.exited(0))
            }
            #expect(await server.waitForLog { $0.openConnectionCount == 0 })
        }
    }
    #endif
}
