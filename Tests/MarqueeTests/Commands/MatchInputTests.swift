import JSON
import MarqueeTestKit
import Testing

#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

@Suite("marquee match with irregular lists")
struct MatchInputTests {
    /// Runs the program on two files that are called `a.ndjson` and `b.ndjson`.
    private func run(_ ours: String, _ theirs: String, _ arguments: String...) async throws -> ProcessOutcome {
        try await ProjectFiles.withTemporaryFolder { folder in
            let files = [(folder + "/a.ndjson", ours), (folder + "/b.ndjson", theirs)]
            for (file, text) in files { try text.write(toFile: file, atomically: true, encoding: .utf8) }
            return try await Program.run(["match"] + files.map(\.0) + arguments)
        }
    }

    private func pairs(_ outcome: ProcessOutcome) throws -> [[String]] {
        try outcome.outputText.split(separator: "\n").map { line in
            let pair = try JSONDocument(String(line)).root
            return ["a", "b"].compactMap { pair[$0]?.string }
        }
    }

    @Test("A byte order mark is not part of the first film")
    func byteOrderMark() async throws {
        let film = #"{"id":"a:1","title":"The Salt Road","year":2011}"#
        let outcome = try await run("\u{FEFF}" + film + "\n", film.replacing("a:1", with: "b:1") + "\n")
        #expect(try pairs(outcome) == [["a:1", "b:1"]])
        #expect(outcome.errors == "")
    }

    @Test(
        "An id may be a number, and its namespace may be in capitals",
        arguments: [
            (#""ids":{"tmdb":603}"#, #""ids":{"tmdb":"603"}"#), (#""ids":{"IMDB":"tt7"}"#, #""ids":{"imdb":"tt7"}"#),
            (#""ids":{"imdb":114709}"#, #""ids":{"imdb":"tt0114709"}"#),
        ]
    )
    func formsOfIDs(left: String, right: String) async throws {
        let outcome = try await run(
            "{\"id\":\"a:1\",\"title\":\"One\",\(left)}\n",
            "{\"id\":\"b:1\",\"title\":\"Other\",\(right)}\n"
        )
        #expect(try pairs(outcome) == [["a:1", "b:1"]])
        #expect(outcome.outputText.contains("id equal"))
    }

    @Test(
        "An impossible year or day is left out with a warning, and the film stays",
        arguments: [
            (
                #""year":67526,"releaseDate":"2011-03-04""#,
                "\"year\": expected 1870 to 2100, found 67526; the year is left out"
            ),
            (
                #""year":2011,"releaseDate":"1990""#,
                "\"releaseDate\": expected a day such as 2026-11-19, found \"1990\"; the day is left out"
            ),
        ]
    )
    func impossibleFields(fields: String, warning: String) async throws {
        let outcome = try await run(
            "{\"id\":\"a:1\",\"title\":\"The Salt Road\",\(fields)}\n",
            #"{"id":"b:1","title":"The Salt Road","year":2011}"# + "\n"
        )
        #expect(try pairs(outcome) == [["a:1", "b:1"]])
        #expect(outcome.errors.hasSuffix("/a.ndjson:1: \(warning)\n"))
    }

    @Test("People may be listed by their names alone")
    func namesOfPeople() async throws {
        let outcome = try await run(
            #"{"id":"a:1","title":"The Salt Road","year":2011,"directors":["Ada Byron"]}"# + "\n",
            #"{"id":"b:1","title":"The Salt Road","year":2011,"directors":[{"name":"Ada Byron"}]}"# + "\n"
        )
        #expect(outcome.outputText.contains("director equal"))
    }

    @Test("A film that a hundred files list is one film")
    func manyFiles() async throws {
        try await ProjectFiles.withTemporaryFolder { folder in
            let paths = (0..<100).map { "\(folder)/m\($0).ndjson" }
            for (number, path) in paths.enumerated() {
                let film =
                    #"{"id":"s\#(number):1","title":"The Salt Road","year":2011,"directors":[{"name":"Ada Byron"}]}"#
                try (film + "\n").write(toFile: path, atomically: true, encoding: .utf8)
            }
            let outcome = try await Program.run(["match", "--clusters"] + paths)
            #expect(outcome.outputText.split(separator: "\n").count == 1)
        }
    }

    @Test("Equal ids without a namespace don't join different films, and a remark says so")
    func bareIDs() async throws {
        let outcome = try await run(
            #"{"id":"1","title":"The Salt Road","year":2011}"# + "\n"
                + #"{"id":"2","title":"Cedar Harbour","year":1990}"#,
            #"{"id":"1","title":"Long Winter","year":1975}"# + "\n" + #"{"id":"2","title":"Cedar Harbour","year":1990}"#
        )
        #expect(try pairs(outcome) == [["2", "2"]])
        #expect(
            outcome.errors.hasPrefix(
                "1 equal id is of different films in different files, and no evidence; the first: 1 in "
            )
        )
    }

    @Test("If a file lists a film twice, the merged film has the ids of both records")
    func idsOfTwins() async throws {
        let film = #""title":"The Salt Road","year":2011,"runtimeMinutes":97}"#
        let outcome = try await run(
            #"{"id":"a:1",\#(film)"# + "\n",
            #"{"id":"b:1",\#(film)"# + "\n" + #"{"id":"b:2",\#(film)"# + "\n",
            "--clusters",
            "--many-to-one"
        )
        let line = try JSONDocument(outcome.outputText.filter { $0 != "\n" }).root
        #expect(line["ids"]?.description == #"["a:1","b:1","b:2"]"#)
        #expect(line["movie"]?["ids"]?.description == #"{"a":"1","b":["1","2"]}"#)
    }

    @Test("Only enough pairs to name each record of a very large cluster are printed, and a remark says so")
    func crowd() async throws {
        func lines(_ source: String) -> String {
            (0..<300).map { #"{"id":"\#(source):\#($0)","ids":{"imdb":"tt1"},"title":"Film \#($0)"}"# + "\n" }.joined()
        }
        let outcome = try await run(lines("a"), lines("b"))
        let pairs = try pairs(outcome)
        #expect(pairs.count == 599)
        #expect(Set(pairs.joined()).count == 600)
        #expect(outcome.errors.contains("599 of 90000 pairs printed"))
    }

    @Test("A film with very many titles or directors gets a warning that only the first are compared")
    func manyTitles() async throws {
        let titles = (0..<500).map { "\"Salt Road \($0)\"" }.joined(separator: ",")
        let people = (0..<500).map { "{\"name\":\"Ada Stone \($0)\"}" }.joined(separator: ",")
        let film = #"{"id":"a:1","titles":[\#(titles)],"directors":[\#(people)]}"# + "\n"
        let outcome = try await run(film, film.replacing("a:1", with: "b:1"))
        #expect(outcome.errors.contains("a.ndjson:1: \"titles\": 500 of them, the first 64 are compared\n"))
        #expect(outcome.errors.contains("b.ndjson:1: \"directors\": 500 of them, the first 24 are compared\n"))
    }

    @Test("The number of threads does not change the output")
    func threads() async throws {
        func lines(_ source: String, _ shift: Int) -> String {
            (0..<4_000).map { number in
                let film = number * 7_919 % 4_001
                let title = ["Salt Road", "Cedar Harbour", "소금길", "등대지기"][film % 4]
                let rest = #""title":"\#(title) \#(film % 997)","year":\#(1950 + film % 70 + shift)"#
                return #"{"id":"\#(source):\#(number)",\#(rest),"runtimeMinutes":\#(80 + film % 60)}"# + "\n"
            }.joined()
        }
        let (ours, theirs) = (lines("a", 0), lines("b", 0))
        let one = try await run(ours, theirs, "--threads", "1").outputText
        #expect(one.utf8.count > 100_000)
        for threads in ["2", "3", "8"] {
            #expect(try await run(ours, theirs, "--threads", threads).outputText == one)
        }
        let none = try await run(ours, theirs, "--threads", "0")
        #expect(none.status == .exited(64))
    }
}
