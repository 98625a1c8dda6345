import MarqueeTestKit
import Testing

#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

@Suite("Nothing but the protocol reaches the wire")
struct WireGuardTests {
    /// The descriptors of a running program: where each leads, and whether a child would inherit it.
    private func descriptors(of program: RunningProcess) throws -> [Int: (target: String, isInherited: Bool)] {
        let folder = "/proc/\(program.identifier)"
        var found: [Int: (target: String, isInherited: Bool)] = [:]
        for name in try FileManager.default.contentsOfDirectory(atPath: folder + "/fd") {
            guard let number = Int(name) else { continue }
            let target = try FileManager.default.destinationOfSymbolicLink(atPath: "\(folder)/fd/\(name)")
            let facts = try String(contentsOfFile: "\(folder)/fdinfo/\(name)", encoding: .utf8)
            let flags = facts.split(separator: "\n").first { $0.hasPrefix("flags:") }
            let bits = flags.flatMap { Int($0.dropFirst(6).filter { !$0.isWhitespace }, radix: 8) } ?? 0
            // O_CLOEXEC of Linux.
            found[number] = (target, bits & 0o2_000_000 == 0)
        }
        return found
    }

    @Test(
        "C26: input is /dev/null, output goes where errors go, and a child inherits neither the wire nor files",
        .enabled(if: ProjectFiles.isReadable("/proc/self/fdinfo/0"), "needs /proc")
    )
    func descriptors() async throws {
        try await FilmServer.with { films, arguments in
            films.onYTS("/list_movies.json", [:], .silence)
            try await RunningProcess.withProcess(try Program.plan(arguments + ["--trace", "/dev/null"])) { program in
                program.send(Talk.request(5, "movies/search", #"{"query":"x"}"#))
                // With a connection to a source open, the pools of threads and all else are there too.
                let isAsked = await films.server.waitForLog { !$0.requests.isEmpty }
                #expect(isAsked)
                let descriptors = try descriptors(of: program)
                #expect(descriptors[0]?.target == "/dev/null")
                #expect(descriptors[1]?.target == descriptors[2]?.target)
                #expect(descriptors.count > 6)
                let pipes = descriptors.filter { $0.value.target.hasPrefix("pipe:") && $0.key > 2 }
                // The wire's two ends, and the pipes by which threads wake each other.
                #expect(pipes.count >= 4)
                #expect(pipes.allSatisfy { !$0.value.isInherited }, "\(pipes)")
                #expect(descriptors.values.count { $0.target == "/dev/null" && $0.isInherited } == 1)
            }
        }
    }
}
