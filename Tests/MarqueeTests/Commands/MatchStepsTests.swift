import JSON
import MarqueeTestKit
import Testing

@Suite("marquee match in steps that several machines share")
struct MatchStepsTests {
    /// Returns what one machine prints for the lists, and what the steps print, with `sort` in place of a cluster, each
    /// with the options of the last step.
    private func pairs(
        _ lists: [String],
        in folder: String,
        _ options: [[String]] = [[]]
    ) async throws -> [(one: ProcessOutcome, steps: ProcessOutcome)] {
        let survey = folder + "/survey.tsv"
        // What is printed is chosen in the last step, and which list holds films twice in the first one, too.
        let cardinality = options.joined().filter { $0.hasSuffix("-to-one") }
        try await write(["--survey"] + cardinality + lists, to: survey)
        let keyed = try await Program.run(["match", "--keys", "--surveyed", survey] + lists)
        #expect(keyed.status == .exited(0), "\(keyed.errors)")
        let sorted = keyed.outputText.split(separator: "\n").sorted().map { $0 + "\n" }.joined()
        try ProjectFiles.write(sorted, to: folder + "/keyed.tsv")
        try await write(["--block", "--surveyed", survey, folder + "/keyed.tsv"], to: folder + "/scored.ndjson")
        var found: [(ProcessOutcome, ProcessOutcome)] = []
        for option in options {
            let one = try await Program.run(["match"] + option + lists)
            found.append(
                (one, try await Program.run(["match", "--pairs", folder + "/scored.ndjson"] + option + lists))
            )
        }
        return found
    }

    private func write(_ arguments: [String], to path: String) async throws {
        let outcome = try await Program.run(["match"] + arguments)
        #expect(outcome.status == .exited(0), "\(outcome.errors)")
        try ProjectFiles.write(outcome.outputText, to: path)
    }

    @Test(
        "The steps print what one machine prints, byte for byte",
        arguments: [[[], ["--clusters"], ["--ambiguous"]], [["--many-to-one"]], [["--one-to-one"]]]
    )
    func same(options: [[String]]) async throws {
        try await ProjectFiles.withTemporaryFolder { folder in
            let lists = try MadeUpLists.write(to: folder)
            for (option, found) in zip(options, try await pairs(lists, in: folder, options)) {
                #expect(found.steps.outputText == found.one.outputText)
                #expect(found.steps.errors == found.one.errors)
                #expect(found.one.outputText.split(separator: "\n").count > (option == ["--ambiguous"] ? 5 : 100))
            }
        }
    }

    @Test(
        "The steps print what one machine prints for real films in ../shared/datasets, in long runs for all of them",
        .enabled(if: RealLists.areThere, "../shared/datasets is missing"),
        arguments: RealLists.all.suffix(StressRun.isWanted ? 3 : 1)
    )
    func real(lists: [String]) async throws {
        try await ProjectFiles.withTemporaryFolder { folder in
            let found = try #require(try await pairs(lists, in: folder).first)
            #expect(found.steps.outputText == found.one.outputText)
            #expect(found.one.outputText.split(separator: "\n").count > 300)
        }
    }

    @Test("A film has few keys, each with its number of films, and only the compared fields are sent")
    func keys() async throws {
        try await ProjectFiles.withTemporaryFolder { folder in
            let film = #""title":"Harbour Road","overview":"long","year":1999,"directors":[{"name":"Ann Lee"}]}"#
            try ProjectFiles.write("{\"id\":\"a:1\",\(film)\n", to: folder + "/a.ndjson")
            try ProjectFiles.write("{\"id\":\"b:1\",\(film)\n", to: folder + "/b.ndjson")
            let lists = ["a", "b"].map { folder + "/\($0).ndjson" }
            try await write(["--survey"] + lists, to: folder + "/survey.tsv")
            let keyed = try await Program.run(["match", "--keys", "--surveyed", folder + "/survey.tsv"] + lists)
            let lines = keyed.outputText.split(separator: "\n").map { $0.split(separator: "\t") }
            #expect(lines.map { String($0[0].prefix(1)) }.sorted() == ["p", "p", "t", "t", "w", "w", "w", "w"])
            #expect(lines.allSatisfy { $0[1] == "2" && $0[2] == "looks" })
            #expect(Set(lines.map { $0[3] }) == ["a", "b"])
            let sent = #""titles":["Harbour Road"],"year":1999,"directors":[{"name":"Ann Lee"}]}"#
            #expect(Set(lines.map { $0[4] }) == ["{\"id\":\"a:1\",\(sent)", "{\"id\":\"b:1\",\(sent)"])
        }
    }

    @Test("Lists with files of one name are refused, because the next steps could not tell them apart")
    func oneName() async throws {
        try await ProjectFiles.withTemporaryFolder { one in
            try await ProjectFiles.withTemporaryFolder { other in
                let lists = [one, other].map { $0 + "/my.films.ndjson" }
                for list in lists { try ProjectFiles.write("{\"id\":\"1\",\"title\":\"Harbour Road\"}\n", to: list) }
                let outcome = try await Program.run(["match", "--survey"] + lists)
                #expect(outcome.status == .exited(64))
                #expect(outcome.errors.contains("\(lists[1]): expected another file name than that of an earlier list"))
                let alone = try await Program.run(["match", "--survey", lists[0]])
                #expect(alone.outputText.contains(#"{"name":"my.films","films":1"#))
            }
        }
    }

    @Test("Lines of a key that are not together are reported")
    func unsorted() async throws {
        try await ProjectFiles.withTemporaryFolder { folder in
            let lists = ["a", "b"].map { folder + "/\($0).ndjson" }
            for list in lists { try ProjectFiles.write("{\"id\":\"1\",\"title\":\"Harbour Road\"}\n", to: list) }
            let survey = folder + "/survey.tsv"
            try await write(["--survey"] + lists, to: survey)
            let lines = try await Program.run(["match", "--keys", "--surveyed", survey] + lists).outputText
            func remarks(_ lines: [Substring]) async throws -> String {
                try ProjectFiles.write(lines.map { $0 + "\n" }.joined(), to: folder + "/keyed.tsv")
                return try await Program.run(["match", "--block", "--surveyed", survey, folder + "/keyed.tsv"]).errors
            }
            let keyed = lines.split(separator: "\n")
            #expect(try await remarks(keyed.sorted()) == "")
            #expect(try await remarks(keyed).contains(": 6 keys have fewer lines together than films; expected"))
        }
    }

    @Test("A film in which a sound repeats has a line and a count of one under it")
    func repeatedSound() async throws {
        try await ProjectFiles.withTemporaryFolder { folder in
            let films = ["a": "소머즈비 소머즈비 소머즈비", "b": "Somersby"]
            for (list, title) in films {
                let film = #"{"id":"\#(list):1","title":"\#(title)","year":1993}"# + "\n"
                try ProjectFiles.write(film, to: folder + "/\(list).ndjson")
            }
            let lists = ["a", "b"].map { folder + "/\($0).ndjson" }
            let survey = folder + "/survey.tsv"
            try await write(["--survey"] + lists, to: survey)
            let keyed = try await Program.run(["match", "--keys", "--surveyed", survey] + lists)
            let lines = keyed.outputText.split(separator: "\n").map { $0.split(separator: "\t") }
            #expect(!lines.isEmpty)
            #expect(lines.allSatisfy { $0[0].hasPrefix("s") && $0[1] == "1" })
            let sorted = keyed.outputText.split(separator: "\n").sorted().map { $0 + "\n" }.joined()
            try ProjectFiles.write(sorted, to: folder + "/keyed.tsv")
            let block = try await Program.run(["match", "--block", "--surveyed", survey, folder + "/keyed.tsv"])
            #expect(block.errors == "")
        }
    }

    @Test(
        "Input that does not fit the other steps is reported, with 65, 64, or a remark",
        arguments: [
            (["--keys"], "{}", 64, "--keys: expected --surveyed FILE; --survey prints it"),
            (["--survey", "--keys"], "{}", 64, "expected one of --survey, --keys, --block, and --pairs, found 2"),
            (["--keys", "--surveyed", "LIST", "LIST"], "{}", 65, "expected a survey of version 1"),
            (
                ["--keys", "--surveyed", "SURVEY", "-"], "{}", 65,
                "one of the lists of the survey (a, b), found stdin; --list"
            ),
            (
                ["--block", "--surveyed", "SURVEY"], "w12\t2\tlooks\ta\t{}", 65,
                "-:1: expected a line of marquee match --keys"
            ),
            (
                ["--block", "--surveyed", "SURVEY"], "w0123456789abcdef\t2\tlooks\tc\t{\"id\":\"c:1\"}", 65,
                "-:1: the list c is not in the survey"
            ),
            (["--pairs", "LIST", "LIST"], "{}", 65, ":1: expected a pair of marquee match --block"),
            (
                ["--pairs", "PAIRS", "LIST"], "{}", 0,
                "1 pair has a film that is in no file; expected the lists of the survey"
            ),
        ] as [([String], String, Int32, String)]
    )
    func mistakes(arguments: [String], input: String, status: Int32, message: String) async throws {
        try await ProjectFiles.withTemporaryFolder { folder in
            let files = [
                "LIST": #"{"id":"a:1","title":"One"}"#,
                "SURVEY":
                    #"{"survey":1,"comparesSounds":false,"lists":[{"name":"a","films":1},{"name":"b","films":1}]}"#,
                "PAIRS": #"{"a":"a:1","b":"b:1","bits":2,"marks":["0123456789abcdef","0123456789abcde0"]}"#,
            ]
            for (name, text) in files {
                try ProjectFiles.write(text + "\n", to: "\(folder)/\(name)")
            }
            let named = arguments.map { files[$0] == nil ? $0 : "\(folder)/\($0)" }
            let outcome = try await Program.run(["match"] + named, lines: [input])
            #expect(outcome.status == .exited(status))
            #expect(outcome.errors.contains(message), "\(outcome.errors)")
        }
    }
}

/// Runs Spark in local mode, as a cluster of one machine.
@Suite(
    "marquee match on Spark",
    .enabled(if: PythonClients.spark.missing == nil, "\(PythonClients.spark.missing ?? "")")
)
struct SparkTests {
    @Test("The job in docs/scaling prints the pairs that one machine prints, also for real films if present")
    func job() async throws {
        try await ProjectFiles.withTemporaryFolder { folder in
            for lists in [try MadeUpLists.write(to: folder)] + RealLists.all {
                try await PythonClients.spark.check(lists)
            }
        }
    }
}

/// Films with known matches, from outside this repository.
private enum RealLists {
    private static let folder = ProjectFiles.root + "/../shared/datasets"
    static let areThere = ProjectFiles.isReadable(folder)
    static let all: [[String]] =
        !areThere
        ? []
        : ["tmdb10k-imdb5k", "tmdb_ko-tmdb10k", "kobis-tmdb_ko"].map { task in
            ["a", "b"].map { "\(folder)/\(task)/\($0).ndjson" }
        }
}

/// Three lists of made-up films whose titles, years, people, and ids coincide in many ways: one in Hangul, and one that
/// lists films twice.
private enum MadeUpLists {
    private static let words = [
        ("Harbour", "하버"), ("Salt", "솔트"), ("Road", "로드"), ("Lantern", "랜턴"), ("Marina", "마리나"), ("Titan", "타이탄"),
        ("Velvet", "벨벳"), ("Monsoon", "몬순"), ("Carnival", "카니발"), ("Orchid", "오키드"), ("Samba", "삼바"),
        ("Tornado", "토네이도"),
    ]

    static func write(to folder: String) throws -> [String] {
        var random = SeededGenerator(seed: 11)
        var lists = ["a": "", "b": "", "c": ""]
        for number in 0..<500 {
            let chosen = (0..<Int.random(in: 1...3, using: &random)).map { _ in
                words[Int.random(in: 0..<words.count, using: &random)]
            }
            let part = Int.random(in: 0..<9, using: &random) == 0 ? " \(Int.random(in: 2...3, using: &random))" : ""
            let year = Int.random(in: 1960..<2020, using: &random)
            let (month, day) = (Int.random(in: 1...9, using: &random), Int.random(in: 10...28, using: &random))
            let minutes = Int.random(in: 80..<140, using: &random)
            let director = "Director \(Int.random(in: 0..<120, using: &random)) Kovacs"
            for list in ["a", "b", "b", "c"] where Int.random(in: 0..<5, using: &random) > 1 {
                let title = (list == "c" ? chosen.map(\.1) : chosen.map(\.0)).joined(separator: " ") + part
                var film = "{\"id\":\"\(list):\(number)-\(lists[list]?.utf8.count ?? 0)\",\"title\":\"\(title)\""
                if Int.random(in: 0..<12, using: &random) > 0 { film += ",\"year\":\(year)" }
                if Bool.random(using: &random) { film += ",\"releaseDate\":\"\(year)-0\(month)-\(day)\"" }
                if Bool.random(using: &random) { film += ",\"runtimeMinutes\":\(minutes)" }
                if list != "c", Bool.random(using: &random) { film += ",\"directors\":[{\"name\":\"\(director)\"}]" }
                if Int.random(in: 0..<9, using: &random) == 0 { film += ",\"ids\":{\"imdb\":\"tt\(number)\"}" }
                lists[list]? += film + "}\n"
            }
        }
        return try lists.sorted { $0.key < $1.key }.map { name, text in
            let path = "\(folder)/\(name).ndjson"
            try ProjectFiles.write(text, to: path)
            return path
        }
    }
}
