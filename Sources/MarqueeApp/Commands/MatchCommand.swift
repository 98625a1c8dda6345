import ArgumentParser
import FilmLists
import MovieDomain
import MovieMatching
import Platform

struct MatchCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "match",
        abstract: "Match films across files of JSON lines, and print pairs or merged films.",
        discussion: """
            Each file is one source, and - is standard input. Each line is a film in the shape that the methods return, \
            with at least an id: {"id": "a:1", "title": "…", "year": 2019, "directors": [{"name": "…"}], …}

              marquee match ours.ndjson theirs.ndjson > pairs.ndjson
              marquee match --clusters *.ndjson > films.ndjson
              marquee match ours.ndjson theirs.ndjson --explain a:1 b:7

            If a file lists films twice (one in a hundred or more), several of its records can become one film. This \
            is detected; --many-to-one forces it, and --one-to-one disables it.

            If the lists are too long for one machine, match them in steps, on several machines:

              marquee match --survey ours.ndjson theirs.ndjson > survey.tsv
              marquee match --keys --surveyed survey.tsv ours.ndjson theirs.ndjson | sort |
                marquee match --block --surveyed survey.tsv > scored.ndjson
              marquee match --pairs scored.ndjson ours.ndjson theirs.ndjson > pairs.ndjson
            """
    )

    @Flag(help: "Print merged films with all their ids instead of pairs.")
    var clusters = false

    @Flag(name: .customLong("many-to-one"), help: "A file lists films twice.")
    var manyToOne = false

    @Flag(name: .customLong("one-to-one"), help: "No file lists a film twice.")
    var oneToOne = false

    @Flag(help: "Print the films that have several equally good candidates instead of pairs.")
    var ambiguous = false

    @Flag(help: "Stop at the first bad line.")
    var strict = false

    @Option(help: "Score against a file of known pairs: two ids per line, separated by a tab.", completion: .file())
    var gold: String?

    @Flag(
        name: .customLong("partial-gold"),
        help: "The file does not list all pairs: do not judge pairs in which neither film is in a known one."
    )
    var partialGold = false

    @Option(
        parsing: .unconditional,
        help: "How many threads to use (default: the number of processors). The output is the same.",
        transform: MatchCommand.threadCount
    )
    var threads: Int?

    @Option(parsing: .upToNextOption, help: "Two ids: show every comparison of the two films and its weight.")
    var explain: [String] = []

    @OptionGroup(title: "Steps")
    var steps: MatchSteps

    @Argument(help: "Files of films.", completion: .file())
    var files: [String] = []

    /// The paths of the files, including those after the two ids of `--explain`, which consumes them.
    private var paths: [String] {
        let paths = Array(explain.dropFirst(2)) + files
        return paths.isEmpty && steps.block ? ["-"] : paths
    }

    func validate() throws {
        guard !paths.isEmpty else { throw ValidationError("expected files of films; - is standard input") }
        guard explain.isEmpty || explain.count >= 2 else { throw ValidationError("--explain: expected two ids") }
        guard !(manyToOne && oneToOne) else {
            throw ValidationError("--many-to-one and --one-to-one exclude each other")
        }
        guard gold != nil || !partialGold else { throw ValidationError("--partial-gold: expected --gold, too") }
        try refuseIdleOptions()
        try refuseTwins()
    }

    /// Refuses options that have no effect together.
    private func refuseIdleOptions() throws {
        let outputs = given(
            ("--clusters", clusters),
            ("--ambiguous", ambiguous),
            ("--gold", gold != nil),
            ("--explain", !explain.isEmpty)
        )
        guard outputs.count <= 1 else {
            throw ValidationError(
                "expected one of --clusters, --ambiguous, --gold, and --explain, found "
                    + outputs.joined(separator: " and ")
            )
        }
        guard steps.list == nil || paths.contains("-") else {
            throw ValidationError("--list: expected standard input (-) among the files, the only one without a name")
        }
        guard let step = given(("--survey", steps.survey), ("--keys", steps.keys), ("--block", steps.block)).first
        else { return }
        let idle =
            outputs
            + given(
                ("--many-to-one", manyToOne && !steps.survey),
                ("--one-to-one", oneToOne && !steps.survey),
                ("--strict", strict && steps.block),
                ("--threads", threads != nil && steps.block)
            )
        if let first = idle.first { throw ValidationError("\(first) has no effect with \(step)") }
    }

    private func given(_ options: (name: String, isGiven: Bool)...) -> [String] {
        options.filter(\.isGiven).map(\.name)
    }

    /// Refuses a file that is given twice, also by another path.
    private func refuseTwins() throws {
        guard paths.count(where: { $0 == "-" }) <= 1 else {
            throw ValidationError("standard input can be read only once")
        }
        var known: [FileStamp: String] = [:]
        for path in paths where path != "-" {
            guard let stamp = FileStamp(of: path) else { continue }
            if let first = known.updateValue(path, forKey: stamp) {
                throw ValidationError("\(first) and \(path) are one file; expected each list once")
            }
        }
    }

    private static func threadCount(_ text: String) throws -> Int {
        guard let count = Int(text), count > 0 else {
            throw ValidationError("expected a number of at least 1, found \(text)")
        }
        return count
    }

    func run() throws {
        do {
            try match()
        } catch FilmListError.outputClosed {
            // What is to be said of it was said when it was written.
            throw ExitCode.inputOutput
        }
    }

    private func match() throws {
        let threads = threads ?? Parallel.processors
        if steps.isOne {
            return try steps.run(paths, duplicates: duplicates, isStrict: strict, threads: threads)
        }
        let known = try gold.map { try KnownPairs.read($0) }
        var films = FilmFiles(paths, keepingLines: clusters && gold == nil && explain.isEmpty, to: .command)
        try films.read(isStrict: strict, threads: threads) { CommandErrors.showProgress("\($0) films read") }
        CommandErrors.showProgress("\(films.ids.count) films read, matching")
        let matcher = Matcher(threads: threads)
        let matching =
            if let scored = steps.pairs {
                matcher.match(films.takeTable(), duplicates: duplicates, along: try ScoredPairs.read(scored))
            } else {
                matcher.match(films.takeTable(), duplicates: duplicates)
            }
        CommandErrors.showProgress("")
        if let scored = steps.pairs, matching.strangers > 0 {
            let pairs = matching.strangers == 1 ? "1 pair has" : "\(matching.strangers) pairs have"
            CommandErrors.write("\(scored): \(pairs) a film that is in no file; expected the lists of the survey")
        }
        tellDuplicates(matching, films)
        if !oneToOne, explain.isEmpty { tellRepeated(matching, films) }
        tellDisbelieved(matching, films)
        tellContradictions(matching, films)
        tellCrowded(matching, films)
        try show(matching, films, known)
    }

    private var duplicates: MatchDuplicates {
        manyToOne ? .expected : oneToOne ? .forbidden : .detected
    }

    private func show(_ matching: FilmMatching, _ films: FilmFiles, _ known: [(String, String)]?) throws {
        if !explain.isEmpty { return try showExplanation(matching, films) }
        let found = matching.clusters()
        let report = MatchReport(
            files: films,
            matching: matching,
            threads: threads ?? Parallel.processors,
            to: .command
        )
        defer { if CommandErrors.isTerminal { CommandErrors.write(summary(found, films)) } }
        if let known {
            try CommandOutput.print(goldReport(known, found, report, matching))
        } else if clusters {
            try report.printClusters(found)
        } else if ambiguous {
            try report.printAmbiguous(found)
        } else {
            try report.printPairs(found)
        }
    }

    private func summary(_ found: [MatchCluster], _ films: FilmFiles) -> String {
        let undecided = found.count(where: \.isAmbiguous)
        return "\(films.ids.count) records, \(found.count) films, \(undecided) of them ambiguous"
            + (films.badLineCount == 0 ? "" : ", \(films.badLineCount) bad lines skipped")
    }

    private func showExplanation(_ matching: FilmMatching, _ films: FilmFiles) throws {
        let positions = films.positions(explain[0], explain[1])
        guard let left = positions.left, let right = positions.right else {
            throw CommandError("no film has the id \(positions.left == nil ? explain[0] : explain[1])", .dataError)
        }
        guard left != right else {
            throw CommandError("expected the ids of two films, found one film with the id \(explain[0])", .dataError)
        }
        let decision = matching.decision(left, right)
        let text = MatchExplanationText(
            left: films.name(left),
            right: films.name(right),
            decision: decision,
            candidates: decision.rivals.map { films.name($0) }
        )
        try CommandOutput.print(text.text)
    }

    private func goldReport(
        _ known: [(String, String)],
        _ found: [MatchCluster],
        _ report: MatchReport,
        _ matching: FilmMatching
    ) throws -> String {
        let score = GoldScore(known: known, isPartial: partialGold, found: found, by: report)
        guard !score.knowsNone else {
            throw CommandError(
                "\(gold ?? ""): expected pairs of ids of the films, found none of them among \(known.count) pairs",
                .dataError
            )
        }
        return GoldReport(score, report, matching).text
    }

    private func tellDuplicates(_ matching: FilmMatching, _ films: FilmFiles) {
        guard case .duplicates(let sources) = matching.cardinality, !oneToOne else { return }
        let names = sources.sorted().map { paths[$0] }.joined(separator: ", ")
        CommandErrors.write("\(names): lists films twice, so several of its records may be one film")
    }

    private func tellRepeated(_ matching: FilmMatching, _ films: FilmFiles) {
        let pairs = Dictionary(grouping: matching.repeated()) { films.sources[$0.0] }
        for (source, pairs) in pairs.sorted(by: { $0.key < $1.key }) {
            let records = Set(pairs.flatMap { [$0.0, $0.1] }).sorted()
            CommandErrors.write(
                "\(paths[Int(source)]): \(records.count) records are ambiguous because others of the file seem to be the "
                    + "same film; the first: \(films.ids[records[0]]). If they are, try --many-to-one"
            )
        }
    }

    private func tellDisbelieved(_ matching: FilmMatching, _ films: FilmFiles) {
        guard let first = matching.disbelieved.first else { return }
        let count = matching.disbelieved.count
        CommandErrors.write(
            "\(count) equal id\(count == 1 ? " is" : "s are") of different films in different files, and no evidence; "
                + "the first: \(films.ids[first.0]) in \(paths[Int(films.sources[first.0])]) "
                + "and \(paths[Int(films.sources[first.1])])"
        )
    }

    private func tellContradictions(_ matching: FilmMatching, _ films: FilmFiles) {
        let pairs = Dictionary(grouping: matching.contradictions()) { films.sources[$0.1] }
        for (source, pairs) in pairs.sorted(by: { $0.key < $1.key }) {
            let (first, other) = (films.ids[pairs[0].0], films.ids[pairs[0].1])
            let records = pairs.count == 1 ? "1 record has" : "\(pairs.count) records have"
            CommandErrors.write(
                "\(paths[Int(source)]): \(records) the id of another film of the file that looks different; "
                    + "the first: \(first == other ? first : "\(first) and \(other)")"
            )
        }
    }

    private func tellCrowded(_ matching: FilmMatching, _ films: FilmFiles) {
        guard let first = matching.crowded.first else { return }
        let count = matching.crowded.count
        CommandErrors.write(
            "\(count) film\(count == 1 ? " shares" : "s share") titles or people with too many others to be compared with "
                + "all of them, so matches may be missing; the first: \(films.ids[first]) in "
                + "\(paths[Int(films.sources[first])]). Titles and directors that few films have lead to more matches"
        )
    }
}

extension ListOutput {
    /// Standard output and standard error.
    fileprivate static let command = ListOutput(
        write: { CommandOutput.writes($0) },
        tell: { CommandErrors.write($0) }
    )
}

extension FilmListError: CommandFailure {
    var exitCode: ExitCode { if case .malformed = self { .dataError } else { .inputOutput } }
}

/// The steps of a matching that several machines share.
struct MatchSteps: ParsableArguments {
    @Flag(help: "Step 1: print the survey, which needs the whole lists.")
    var survey = false

    @Flag(help: "Step 2: print each film under the keys that it shares with others; then group the lines by key.")
    var keys = false

    @Flag(help: "Step 3: read lines of --keys, grouped by key, and print the pairs that may match.")
    var block = false

    @Option(help: "Step 4: match the pairs in a file printed by --block.", completion: .file())
    var pairs: String?

    @Option(help: "With --keys and --block: the file printed by --survey.", completion: .file())
    var surveyed: String?

    @Option(help: "With --keys: the list of the films on standard input, as the survey names it.")
    var list: String?

    func validate() throws {
        let chosen = [survey, keys, block, pairs != nil].count(where: \.self)
        guard chosen <= 1 else {
            throw ValidationError("expected one of --survey, --keys, --block, and --pairs, found \(chosen)")
        }
        guard keys || block || surveyed == nil else { throw ValidationError("--surveyed: expected --keys or --block") }
        guard !(keys || block) || surveyed != nil else {
            throw ValidationError("\(keys ? "--keys" : "--block"): expected --surveyed FILE; --survey prints it")
        }
        guard keys || list == nil else { throw ValidationError("--list: expected --keys, too") }
    }

    /// Whether one of the steps before the last one is requested.
    var isOne: Bool { survey || keys || block }

    /// Runs the requested step.
    func run(_ paths: [String], duplicates: MatchDuplicates, isStrict: Bool, threads: Int) throws {
        if survey {
            var films = FilmFiles(paths, keepingLines: false, to: .command)
            try films.read(isStrict: isStrict, threads: threads) { CommandErrors.showProgress("\($0) films read") }
            CommandErrors.showProgress("")
            let names = films.names
            if let repeated = names.indices.first(where: { names[$0] != FilmFiles.names(of: [paths[$0]])[0] }) {
                throw ValidationError(
                    "\(paths[repeated]): expected another file name than that of an earlier list, by which the next steps "
                        + "know it"
                )
            }
            return try SurveyFile.write(
                ListSurvey(films.takeTable(), names: names, duplicates: duplicates, threads: threads),
                to: .command
            )
        }
        let survey = try SurveyFile.read(surveyed ?? "-")
        if block {
            var printer = BlockPrinter(survey, to: .command)
            for path in paths { try printer.print(path) }
            return
        }
        let printer = KeyPrinter(survey: survey, isStrict: isStrict, threads: threads, to: .command)
        for (path, name) in zip(paths, FilmFiles.names(of: paths)) {
            try printer.print(path, list: path == "-" ? list ?? name : name)
        }
    }
}
