import JSON
import MarqueeTestKit
import Platform
import Testing

#if canImport(Glibc)
import Glibc
#elseif canImport(Darwin)
import Darwin
#endif

@Suite("The user's library, through the program", .serialized)
struct LibraryTests {
    /// Runs a test with the environment of a user whose home is empty.
    private static func withHome(_ body: ([String: String]) async throws -> Void) async throws {
        try await ProjectFiles.withTemporaryFolder { folder in
            try await body(["HOME": folder, "PATH": "/usr/bin:/bin"])
        }
    }

    /// A film as another program would hand it over.
    private static func film(_ number: Int) -> String {
        #"{"movie":{"id":"imdb:tt\#(number)","title":"Film \#(number)"},"addedAt":"2026-01-01T00:00:00Z"}"#
    }

    private static func importing(_ id: Int, _ films: String) -> String {
        Talk.request(id, "library/import", #"{"library":{"version":1,"bookmarks":[\#(films)]}}"#)
    }

    @Test("What one run keeps, the next one has")
    func kept() async throws {
        try await Self.withHome { environment in
            let bookmark = try await Program.answers(
                [],
                [Self.importing(1, Self.film(7))],
                environment: environment
            )
            #expect(bookmark[1]?["result"]?["bookmarks"]?.int == 1)
            let list = try await Program.result([], "bookmarks/list", environment: environment)
            #expect(list["movies"]?[0]?["title"]?.string == "Film 7")
            #expect(list["movies"]?[0]?["bookmarked"]?.bool == true)
        }
    }

    @Test("A change by one process is announced by another within a second")
    func announced() async throws {
        try await Self.withHome { environment in
            let plan = try Program.plan([], environment: environment)
            try await RunningProcess.withProcess(plan) { watching in
                watching.send(Talk.ping)
                _ = try await watching.readLine(upTo: .seconds(60))
                watching.send(Talk.request(2, "bookmarks/list"))
                _ = try await watching.readLine(upTo: .seconds(60))
                _ = try await Program.answers([], [Self.importing(1, Self.film(1))], environment: environment)
                try await watching.expectLine(#"{"jsonrpc":"2.0","method":"library/changed","params":{}}"#)
            }
        }
    }

    @Test("Two processes write at random and are killed: every acknowledged write is there")
    func killed() async throws {
        let rounds = SystemEnvironment.current.variable("MARQUEE_LONG") == "1" ? 100 : 6
        try await Self.withHome { environment in
            var acknowledged: Set<Int> = []
            for round in 0..<rounds {
                let plan = try Program.plan([], environment: environment)
                async let first = Self.writeUntilKilled(plan, from: round * 2_000)
                async let second = Self.writeUntilKilled(plan, from: round * 2_000 + 1_000)
                acknowledged.formUnion(try await first)
                acknowledged.formUnion(try await second)
            }
            #expect(acknowledged.count > rounds)
            let exported = try await Program.result([], "library/export", environment: environment)
            let kept = exported["library"]?["bookmarks"]?.elements.compactMap { $0["movie"]?["id"]?.string } ?? []
            #expect(Set(kept).isSuperset(of: acknowledged.map { "imdb:tt\($0)" }))
        }
    }

    /// Adds films one by one, kills the process in the middle of it, and gives those that were answered.
    private static func writeUntilKilled(_ plan: ProcessPlan, from start: Int) async throws -> Set<Int> {
        try await RunningProcess.withProcess(plan) { process in
            for number in 1...100 { process.send(importing(number, film(start + number))) }
            var answered: Set<Int> = []
            let most = Int.random(in: 1...60)
            while answered.count < most {
                let answer = try JSONDocument(Array(try await process.readLine(upTo: .seconds(60)).utf8)).root
                // Another process has written.
                guard let id = answer["id"]?.int else { continue }
                if answer["result"] != nil { answered.insert(start + id) }
            }
            process.signal(SIGKILL)
            return answered
        }
    }
}
