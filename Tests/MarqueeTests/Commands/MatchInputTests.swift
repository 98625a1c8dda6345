import JSON
import MarqueeTestKit
import Testing

@Suite("marquee match with irregular lists")
struct MatchInputTests {
    /// Runs the program on two files that are called `a.ndjson` and `b.ndjson`.
    private func run(_ ours: String, _ theirs: String, _ arguments: String...) async throws -> ProcessOutcome {
        try await ProjectFiles.withTemporaryFolder { folder in
            let files = [(folder + "/a.ndjson", ours), (folder + "/b.ndjson", theirs)]
            for (file, text) in files { try ProjectFiles.write(text, to: file) }
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
        "A file that is compressed or in UTF-16 is refused in one line that says what to do",
        arguments: [
            ([0x1F, 0x8B, 8, 0, 10, 1, 10, 2], "a file compressed by gzip; try gunzip "),
            ([0xFF, 0xFE, 0x7B, 0, 0x0A, 0, 0x7D, 0], "text in UTF-16; try iconv -f UTF-16 -t UTF-8 "),
            ([0xFE, 0xFF, 0, 0x7B, 0, 0x0A, 0, 0x7D], "text in UTF-16; try iconv -f UTF-16 -t UTF-8 "),
        ] as [([UInt8], String)]
    )
    func otherForms(bytes: [UInt8], found: String) async throws {
        let outcome = try await ProjectFiles.withTemporaryFolder { folder in
            let file = folder + "/a.ndjson"
            try ProjectFiles.write(bytes, to: file)
            return try await Program.run(["match", file])
        }
        #expect(outcome.status == .exited(65))
        #expect(outcome.errors.contains("/a.ndjson: expected films as lines of text in UTF-8, found \(found)"))
        #expect(outcome.errors.split(separator: "\n").count == 1)
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

    @Test("The id of a line may be a number, too")
    func numberedLines() async throws {
        let film = #","title":"The Salt Road","year":2011}"# + "\n"
        let outcome = try await run(#"{"id":603"# + film, #"{"id":"603""# + film)
        #expect(try pairs(outcome) == [["603", "603"]])
        #expect(outcome.outputText.contains("record id equal"))
        #expect(outcome.errors == "")
        let text = try await run(#"{"id":603"# + film, #"{"id":"603""# + film, "--explain", "603", "603").outputText
        #expect(text.contains("603 in "), "\(text)")
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

    @Test(
        "A value of a wrong type is left out with a warning, and the film stays",
        arguments: [
            (#""title":5"#, "\"title\": expected a string, found a number; it is left out"),
            (#""titles":"One""#, "\"titles\": expected an array, found \"One\"; it is left out"),
            (
                #""titles":["One",7,{"text":null}]"#,
                "\"titles\": expected strings or objects with a \"text\", found a number; 2 of 3 are left out"
            ),
            (#""year":"ca. 2011""#, "\"year\": expected an integer, found \"ca. 2011\"; it is left out"),
            (#""year":2011.5"#, "\"year\": expected an integer, found 2011.5; it is left out"),
            (#""releaseDate":20110304"#, "\"releaseDate\": expected a string, found a number; it is left out"),
            (#""runtimeMinutes":[97]"#, "\"runtimeMinutes\": expected an integer, found an array; it is left out"),
            (#""series":"no""#, "\"series\": expected a bool, found \"no\"; it is left out"),
            (#""directors":{"name":"A"}"#, "\"directors\": expected an array, found an object; it is left out"),
            (#""cast":[1,"A",true]"#, "\"cast\": expected strings or objects, found a number; 2 of 3 are left out"),
            (#""countries":[1]"#, "\"countries\": expected strings, found a number; 1 of 1 is left out"),
            (#""ids":"tt9""#, "\"ids\": expected an object, found \"tt9\"; it is left out"),
            (
                #""ids":{"imdb":false,"tmdb":null}"#,
                "\"ids\": expected strings or numbers, found a bool; 1 of 2 is left out"
            ),
        ]
    )
    func wrongTypes(field: String, warning: String) async throws {
        let film = #""originalTitle":"The Salt Road","year":2011,"releaseDate":"2011-03-04","runtimeMinutes":97"#
        let name = field.prefix { $0 != ":" }
        let rest = film.split(separator: ",").filter { !$0.hasPrefix(name + ":") }.joined(separator: ",")
        let outcome = try await run("{\"id\":\"a:1\",\(field),\(rest)}\n", "{\"id\":\"b:1\",\(film)}\n", "--clusters")
        #expect(outcome.status == .exited(0))
        let films = outcome.outputText.split(separator: "\n")
        #expect(films.count == 1 && films[0].hasPrefix(#"{"ids":["a:1","b:1"],"#), "\(outcome.outputText)")
        #expect(outcome.errors.hasSuffix("/a.ndjson:1: \(warning)\n"), "\(outcome.errors)")
        #expect(outcome.errors.split(separator: "\n").count == 1)
    }

    @Test("Numbers may be texts, and an impossible year is in no merged film")
    func numbersAsTexts() async throws {
        let outcome = try await run(
            #"{"id":"a:1","title":"The Salt Road","year":"2011","runtimeMinutes":"97"}"# + "\n",
            #"{"id":"b:1","title":"The Salt Road","runtimeMinutes":97,"year":20110}"# + "\n",
            "--clusters"
        )
        let film = try JSONDocument(outcome.outputText.filter { $0 != "\n" }).root
        #expect(film["ids"]?.count == 2)
        #expect(film["movie"]?["year"]?.int == 2011)
        #expect(film["movie"]?["runtimeMinutes"]?.int == 97)
        #expect(film["movie"]?["provenance"]?["year"]?.description == #"["a"]"#)
        #expect(outcome.errors.split(separator: "\n").count == 1)
    }

    @Test(
        "A file without a readable line ends the run with 65 and says what was expected",
        arguments: [
            ("id;title\n1;One\n", "none of its 2 lines is one"), ("", "found no line"), ("\n \n", "found no line"),
            (String(repeating: "x\n", count: 30), "none of its 30 lines is one"),
        ]
    )
    func noFilm(text: String, found: String) async throws {
        let film = #"{"id":"a:1","title":"The Salt Road"}"# + "\n"
        for arguments in [[], ["--survey"]] {
            let outcome = try await ProjectFiles.withTemporaryFolder { folder in
                let files = [(folder + "/a.ndjson", film), (folder + "/b.ndjson", text)]
                for (file, text) in files { try ProjectFiles.write(text, to: file) }
                return try await Program.run(["match"] + arguments + files.map(\.0))
            }
            #expect(outcome.status == .exited(65))
            #expect(outcome.outputText == "")
            let last = outcome.errors.split(separator: "\n").last ?? ""
            #expect(last.hasPrefix("error: "))
            #expect(last.contains("/b.ndjson: expected films, one JSON object on each line; "))
            #expect(last.hasSuffix(found), "\(last)")
        }
    }

    @Test("Of the remarks about a file's lines, twenty are printed and the rest are counted")
    func manyRemarks() async throws {
        let film = #"{"id":"a:1","title":"The Salt Road","year":2011}"# + "\n"
        let wrong = #"{"id":"a:2","title":"Cedar Harbour","year":true}"# + "\n"
        let ours = film + String(repeating: "x\n", count: 30) + wrong + String(repeating: "y\n", count: 40_000)
        let outcome = try await run(ours, film.replacing("a:1", with: "b:1") + "z\n")
        #expect(try pairs(outcome) == [["a:1", "b:1"]])
        let remarks = outcome.errors.split(separator: "\n")
        #expect(remarks.count == 22)
        #expect(remarks.prefix(20).allSatisfy { $0.contains("/a.ndjson:") && $0.hasSuffix("; skipped") })
        #expect(remarks[20].hasSuffix("/a.ndjson: 40011 more remarks; 40010 more lines are skipped"))
        #expect(remarks[21].contains("/b.ndjson:2: "))
    }

    @Test("A file that is given twice, also by another path, is refused")
    func sameFile() async throws {
        try await ProjectFiles.withTemporaryFolder { folder in
            let path = folder + "/a.ndjson"
            try ProjectFiles.write("{\"id\":\"a:1\"}\n", to: path)
            let link = folder + "/b.ndjson"
            _ = try await ProcessOutcome.of(ProcessPlan("/bin/ln", ["-s", path, link]))
            for other in [path, folder + "/./a.ndjson", link] {
                let outcome = try await Program.run(["match", path, other])
                #expect(outcome.status == .exited(64))
                #expect(outcome.errors.contains("\(path) and \(other) are one file"), "\(outcome.errors)")
            }
        }
    }

    @Test(
        "Different films of one file with an equal id are named, and equal ones are not",
        arguments: [
            (#""id":"a:1""#, #""id":"a:1""#, "a:1"), (#""id":"imdb:tt1""#, #""id":"imdb:tt1""#, "imdb:tt1"),
            (#""id":"a:1","ids":{"imdb":"tt1"}"#, #""id":"a:2","ids":{"imdb":"tt1"}"#, "a:1 and a:2"),
        ]
    )
    func equalIDs(left: String, right: String, named: String) async throws {
        let first = "{\(left),\"title\":\"The Salt Road\",\"year\":2011}\n"
        let second = "{\(right),\"title\":\"Cedar Harbour\",\"year\":1975}\n"
        let twin = "{\(right),\"title\":\"The Salt Road\",\"year\":2011}\n"
        let rest = #"{"id":"b:9","title":"Long Winter"}"# + "\n"
        let outcome = try await run(first + second + second, rest)
        #expect(outcome.status == .exited(0))
        #expect(
            outcome.errors.hasSuffix(
                "/a.ndjson: 2 records have the id of another film of the file that looks different; "
                    + "the first: \(named)\n"
            ),
            "\(outcome.errors)"
        )
        #expect(try await run(first + twin, rest).errors == "")
    }

    @Test("An explanation of ids that both files have is about the film of each file, and names the files")
    func explanationOfBareIDs() async throws {
        let ours = #"{"id":"1","title":"The Salt Road","year":2011}"# + "\n" + #"{"id":"3","title":"Cedar Harbour"}"#
        let theirs = #"{"id":"1","title":"Long Winter","year":1975}"# + "\n" + #"{"id":"2","title":"The Salt Road"}"#
        func heading(_ left: String, _ right: String) async throws -> String {
            let text = try await run(ours + "\n", theirs + "\n", "--explain", left, right).outputText
            // The folder is another one in each run.
            return String(text.prefix { $0 != "\n" }.replacing(/\/[^ ]*\//, with: ""))
        }
        #expect(try await heading("1", "1") == "1 in a.ndjson and 1 in b.ndjson: different, confidence 0.0")
        #expect(try await heading("1", "2").hasPrefix("1 in a.ndjson and 2: same"))
        #expect(try await heading("2", "1").hasPrefix("2 and 1 in a.ndjson: same"))
        #expect(try await heading("1", "3").hasPrefix("1 in b.ndjson and 3: different"))
        let same = try await run(ours + "\n", theirs + "\n", "--explain", "2", "2")
        #expect(same.status == .exited(65))
        #expect(same.errors.hasSuffix("error: expected the ids of two films, found one film with the id 2\n"))
    }

    @Test("Ten thousand records of one film in one file are a film without pairs", .timeLimit(.minutes(15)))
    func oneFilm() async throws {
        let lines = (0..<10_000).map { #"{"id":"a:\#($0)","ids":{"imdb":"tt1"},"title":"The Salt Road"}"# + "\n" }
        let outcome = try await run(lines.joined(), #"{"id":"b:1","title":"Cedar Harbour"}"# + "\n")
        #expect(outcome.status == .exited(0))
        #expect(outcome.outputText == "")
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
                try ProjectFiles.write(film + "\n", to: path)
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

    @Test(
        "A list that holds a film several times gets a hint, unless it is known to list films twice",
        arguments: [2, 5, 64]
    )
    func repeated(count: Int) async throws {
        let film = #""title":"The Salt Road","year":2011,"runtimeMinutes":97}"#
        let many = (0..<count).map { #"{"id":"a:\#($0)",\#(film)"# + "\n" }.joined()
        let one = #"{"id":"b:1",\#(film)"# + "\n"
        let outcome = try await run(many, one)
        #expect(outcome.outputText == "")
        #expect(outcome.errors.contains("a.ndjson: \(count) records are ambiguous"))
        #expect(outcome.errors.contains("try --many-to-one"))
        #expect(try pairs(try await run(many, one, "--many-to-one")).count == count)
        #expect(try await run(many, one, "--one-to-one").errors == "")
    }

    @Test(
        "HTML references in titles and names are read as what they stand for",
        arguments: [
            ("Don&#39;t Ring Hilda", "Don't Ring Hilda"), ("Salt &amp; Sorrel", "Salt and Sorrel"),
            ("Salt &amp;amp; Sorrel", "Salt & Sorrel"), ("&quot;Dusk&quot; of Herons", "Dusk of Herons"),
            ("Caf&eacute; Sorrel", "Café Sorrel"), ("R&D Sorrel; a Report", "R and D Sorrel: A Report"),
        ]
    )
    func references(left: String, right: String) async throws {
        let outcome = try await run(
            #"{"id":"a:1","title":"\#(left)","year":2012}"# + "\n",
            #"{"id":"b:1","title":"\#(right)","year":2012}"# + "\n"
        )
        #expect(try pairs(outcome) == [["a:1", "b:1"]])
    }

    @Test(
        "A film and a series with one number are two, except for IMDb, which counts both together",
        arguments: [("tmdb", 0), ("tvdb", 0), ("trakt", 0), ("imdb", 1)]
    )
    func filmAndSeries(namespace: String, expected: Int) async throws {
        let id = namespace == "imdb" ? "tt9900417" : "9900417"
        for marked in [#","series":false"#, ""] {
            let outcome = try await run(
                #"{"id":"a:1","title":"Pewter Gums","year":2009,"ids":{"\#(namespace)":"\#(id)"}\#(marked)}"# + "\n",
                #"{"id":"b:1","title":"Harbor Clerks","year":2020,"ids":{"\#(namespace)":"\#(id)"},"series":true}"#
                    + "\n"
            )
            #expect(try pairs(outcome).count == expected)
        }
    }

    @Test("A merged film does not depend on the order of files and lines")
    func orderOfMerging() async throws {
        let left = #"{"id":"a:1","title":"Felt Pier, The","year":2012,"runtimeMinutes":101,"directors":["Ola Brandt"]}"#
        let right = #"{"id":"b:1","title":"The Felt Pier","year":2013,"runtimeMinutes":102,"directors":["Ola Brandt"]}"#
        let twin = #"{"id":"b:10","title":"The Felt Pier","year":2013,"runtimeMinutes":102,"directors":["Ola Brandt"]}"#
        let movies = try await ProjectFiles.withTemporaryFolder { folder in
            var movies: [String?] = []
            for isTurned in [false, true] {
                try ProjectFiles.write(left + "\n", to: folder + "/one.ndjson")
                let lines = isTurned ? [twin, right] : [right, twin]
                try ProjectFiles.write(lines.map { $0 + "\n" }.joined(), to: folder + "/two.ndjson")
                let files = ["one", "two"].map { folder + "/\($0).ndjson" }
                let outcome = try await Program.run(
                    ["match", "--clusters", "--many-to-one"] + (isTurned ? files.reversed() : files)
                )
                movies.append(try JSONDocument(outcome.outputText.filter { $0 != "\n" }).root["movie"]?.description)
            }
            return movies
        }
        #expect(movies[0] != nil)
        #expect(movies[0] == movies[1])
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

    @Test("A list of films that share too much is named in one line")
    func crowded() async throws {
        func lines(_ source: String) -> String {
            (1...400).map {
                #"{"id":"\#(source):\#($0)","title":"Show \#($0)","year":2000,"directors":["Ada"]}"# + "\n"
            }
            .joined()
        }
        let outcome = try await run(lines("a"), lines("b"))
        #expect(try pairs(outcome).count == 400)
        #expect(
            outcome.errors.contains(" films share titles or people with too many others to be compared with all of")
        )
        #expect(outcome.errors.split(separator: "\n").count == 1)
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
