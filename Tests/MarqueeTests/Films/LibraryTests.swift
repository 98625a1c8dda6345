import JSON
import MarqueeTestKit
import Platform
import Testing

#if canImport(Glibc)
import Glibc
#elseif canImport(Darwin)
import Darwin
#endif

@Suite("User's library, through the program")
struct LibraryTests {
    /// Returns a bookmark as another program would export it.
    private static func film(_ number: Int) -> String {
        #"{"movie":{"id":"imdb:tt\#(number)","title":"Film \#(number)"},"addedAt":"2026-01-01T00:00:00Z"}"#
    }

    private static func importing(_ id: Int, _ films: String) -> String {
        Talk.request(id, "library/import", #"{"library":{"version":1,"bookmarks":[\#(films)]}}"#)
    }

    @Test("A bookmark of one run is there in the next one")
    func kept() async throws {
        try await Program.withHome { _, environment in
            let bookmark = try await Program.answers([], [Self.importing(1, Self.film(7))], environment: environment)
            #expect(bookmark[1]?["result"]?["bookmarks"]?.int == 1)
            let list = try await Program.result([], "bookmarks/list", environment: environment)
            #expect(list["movies"]?[0]?["title"]?.string == "Film 7")
            #expect(list["movies"]?[0]?["bookmarked"]?.bool == true)
        }
    }

    @Test("A method without an id is carried out without an answer, and a failure is logged")
    func notifications() async throws {
        try await Program.withHome { _, environment in
            let lines = [
                #"{"jsonrpc":"2.0","method":"cards/put","params":{"id":"imdb:tt6751668","stars":9}}"#,
                Self.importing(1, Self.film(7)).replacing(#""id":1,"#, with: ""),
            ]
            let outcome = try await Program.run([], lines: lines, environment: environment)
            #expect(outcome.status == .exited(0))
            #expect(outcome.outputText.isEmpty)
            #expect(outcome.errors.contains("the notification cards/put failed (-32602)"), "\(outcome.errors)")
            let list = try await Program.result([], "bookmarks/list", environment: environment)
            #expect(list["movies"]?[0]?["title"]?.string == "Film 7")
        }
    }

    @Test("A change by one process is announced by another")
    func announced() async throws {
        try await Program.withHome { _, environment in
            let plan = try Program.plan([], environment: environment)
            try await RunningProcess.withProcess(plan) { watching in
                watching.send(Talk.ping)
                _ = try await watching.readLine()
                watching.send(Talk.request(2, "bookmarks/list"))
                _ = try await watching.readLine()
                _ = try await Program.answers([], [Self.importing(1, Self.film(1))], environment: environment)
                let news = try await watching.readJSON()
                #expect(news["method"]?.string == "library/changed")
                #expect(news["params"]?["changed"]?.description == #"["bookmarks"]"#)
                #expect(news["params"]?["ids"]?.description == #"["imdb:tt0000001"]"#)
                #expect(news["params"]?["revision"]?.int ?? 0 > 0)
            }
        }
    }

    @Test("The hint about a library of a newer program tells to update, and not to remove the file")
    func newer() async throws {
        try await Program.withHome { folder, environment in
            let arguments = ["--data-dir", folder + "/library"]
            _ = try await Program.result(arguments, "bookmarks/list", environment: environment)
            // SQLite keeps the number of the schema in the header.
            let path = folder + "/library/library.sqlite"
            var bytes = try ProjectFiles.read(path)
            bytes.replaceSubrange(60..<64, with: [0, 0, 3, 231])
            try ProjectFiles.write(bytes, to: path)
            let error = try await Program.error(arguments, "bookmarks/list", environment: environment)
            #expect(error["message"]?.string?.contains("(schema 999, this one knows") == true, "\(error)")
            #expect(
                error["data"]?["hint"]?.string == "Nothing was changed. Update marquee, or use another --data-dir."
            )
            #expect(try ProjectFiles.read(path) == bytes)
        }
    }

    @Test("The log tells that a library was empty, and a new one begun")
    func emptied() async throws {
        try await Program.withHome { folder, environment in
            let arguments = ["--data-dir", folder + "/library"]
            _ = try await Program.result(arguments, "bookmarks/list", environment: environment)
            try ProjectFiles.write("", to: folder + "/library/library.sqlite")
            let lines = [Talk.request(1, "bookmarks/list")]
            let outcome = try await Program.run(arguments, lines: lines, environment: environment)
            let warning = "the file was empty or gone, and a new library was started"
            #expect(outcome.errors.contains(warning), "\(outcome.errors)")
        }
    }

    @Test("Every acknowledged write survives although two writing processes are killed repeatedly")
    func killed() async throws {
        let total = SystemEnvironment.current.variable("MARQUEE_LONG") == "1" ? 10_000 : 1_000
        try await Program.withHome { _, environment in
            let plan = try Program.plan([], environment: environment)
            var expected: [LibraryWrite.Entry: Bool] = [:]
            var (count, round) = (0, 0)
            while count < total {
                // Each process removes its own share of films of earlier rounds, and adds films that only it adds.
                let kept = expected.filter(\.value).map(\.key).shuffled().prefix(80)
                let writes = (0..<2).map { part in
                    LibraryWrite.mix(
                        adding: (round * 2 + part) * 1_000 + 1,
                        removing: kept.filter { $0.film % 2 == part }
                    )
                }
                async let first = Self.writeUntilKilled(plan, writes[0])
                async let second = Self.writeUntilKilled(plan, writes[1])
                let acknowledged = [try await first, try await second]
                for (writes, acknowledged) in zip(writes, acknowledged) {
                    for (place, write) in writes.enumerated() {
                        // An unanswered write may or may not be there.
                        expected[write.entry] = acknowledged.contains(place) ? write.adds : nil
                    }
                    count += acknowledged.count
                }
                round += 1
            }
            let library = try await Program.result([], "library/export", environment: environment)["library"]
            let kept = Set(
                LibraryWrite.Entry.Kind.allCases.flatMap { kind in
                    let films = library?[kind.rawValue]?.elements.compactMap { $0["movie"]?["id"]?.string } ?? []
                    return films.compactMap { Int($0.dropFirst("imdb:tt".count)) }.map { LibraryWrite.Entry(kind, $0) }
                }
            )
            #expect(expected.values.contains(false), "something was removed")
            let wrong = expected.filter { kept.contains($0.key) != $0.value }
            #expect(wrong.isEmpty, "\(wrong.count) of \(count) writes in \(round) rounds")
        }
    }

    /// Sends all writes, kills the process before it has answered all of them, and returns the indices of the answered
    /// ones.
    private static func writeUntilKilled(_ plan: ProcessPlan, _ writes: [LibraryWrite]) async throws -> Set<Int> {
        try await RunningProcess.withProcess(plan) { process in
            process.write(writes.enumerated().map { $1.request($0) + "\n" }.joined())
            var answered: Set<Int> = []
            let most = Int.random(in: 1..<writes.count)
            while answered.count < most {
                let answer = try await process.readJSON()
                // Skip the notification that the other process has written.
                guard let id = answer["id"]?.int else { continue }
                #expect(answer["error"] == nil, "\(answer), \(process.errors)")
                answered.insert(id)
            }
            process.signal(SIGKILL)
            return answered
        }
    }
}

/// A change of the library that needs no source.
private struct LibraryWrite {
    /// The item that is added or removed.
    struct Entry: Hashable {
        enum Kind: String, CaseIterable {
            case bookmarks, cards
        }

        let kind: Kind
        let film: Int

        init(_ kind: Kind, _ film: Int) {
            self.kind = kind
            self.film = film
        }
    }

    let entry: Entry
    let adds: Bool

    /// Adds 400 films starting at a number and removes others, in random order.
    static func mix(adding start: Int, removing entries: [Entry]) -> [LibraryWrite] {
        let added = (start..<(start + 400)).map { film in
            LibraryWrite(entry: Entry(Entry.Kind.allCases[Int.random(in: 0...1)], film), adds: true)
        }
        return (added + entries.map { LibraryWrite(entry: $0, adds: false) }).shuffled()
    }

    func request(_ id: Int) -> String {
        guard adds else { return Talk.request(id, "\(entry.kind)/remove", #"{"id":"imdb:tt\#(entry.film)"}"#) }
        let film = #""movie":{"id":"imdb:tt\#(entry.film)","title":"Film \#(entry.film)"}"#
        let row =
            switch entry.kind {
            case .bookmarks: #"{\#(film),"addedAt":"2026-01-01T00:00:00Z"}"#
            case .cards: #"{\#(film),"stars":3.5,"comment":"Kept","changedAt":"2026-01-01T00:00:00Z"}"#
            }
        return Talk.request(id, "library/import", #"{"library":{"version":1,"\#(entry.kind)":[\#(row)]}}"#)
    }
}
