import ArgumentParser
import MovieMatching

/// The steps of a matching that several machines share.
struct MatchSteps: ParsableArguments {
    @Flag(help: "First: print what only the whole lists tell.")
    var survey = false

    @Flag(help: "Print each film under the keys under which it meets others; lines of one key are then put together.")
    var keys = false

    @Flag(help: "Read lines of --keys, those of a key together, and print the pairs that may be one film.")
    var block = false

    @Option(help: "Last: match along the pairs in a file that --block has printed.", completion: .file())
    var pairs: String?

    @Option(help: "With --keys and --block: the file that --survey has printed.", completion: .file())
    var surveyed: String?

    @Option(help: "With --keys: the list that the films on standard input are of, as the survey names it.")
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

    /// Runs the requested step; returns `false` if the output is closed.
    func run(_ paths: [String], duplicates: MatchDuplicates, isStrict: Bool, threads: Int) throws -> Bool {
        if survey {
            var films = FilmFiles(paths, keepingLines: false)
            try films.read(isStrict: isStrict, threads: threads) { CommandErrors.showProgress("\($0) films read") }
            CommandErrors.showProgress("")
            let names = films.names
            return SurveyFile.write(ListSurvey(films.takeTable(), names: names, duplicates: duplicates))
        }
        let survey = try SurveyFile.read(surveyed ?? "-")
        if block {
            var printer = BlockPrinter(survey)
            return try paths.allSatisfy { try printer.print($0) }
        }
        let printer = KeyPrinter(survey: survey, isStrict: isStrict, threads: threads)
        return try zip(paths, FilmFiles.names(of: paths)).allSatisfy { path, name in
            try printer.print(path, list: path == "-" ? list ?? name : name)
        }
    }
}
