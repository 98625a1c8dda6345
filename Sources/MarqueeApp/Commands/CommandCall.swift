import ArgumentParser
import JSON
import JSONRPC
import Logging
import MovieAggregation
import MovieDomain
import MovieService
import MovieStore
import Platform
import Synchronization

/// The method call of a command, without a connection: prints the answer, or prints the error and throws its `ExitCode`.
struct CommandCall {
    var settings: EngineSettings
    var kinds: [ProviderKind]
    var method: String
    var parameters: JSONElement?
    /// The parameters for which a person may write a title, a row of the last table, or the address of a page.
    var films: [FilmParameter] = []
    /// The options and arguments that give the parameters, by the names of these; `nil` if the user wrote these names.
    var spellings: [String: String]?
    /// `nil` means a table on a terminal, and JSON elsewhere.
    var format: AnswerFormat?
    /// The members that JSON, CSV, and TSV are to have; if there are none, the usual ones.
    var fields: [String] = []
    /// Whether a table that is longer than the screen is shown a page at a time.
    var usesPager = false
    /// The words of a command of this kind that the built-in recording answers; none if it answers none.
    var demonstration: [String] = []
    /// The measure that a trend shows.
    var measure = TrendMeasure.audience
    /// Whether only the places are shown where a film can be watched.
    var showsOffers = false
    /// The file with the data of the call; mistakes are in it, and not in the command line.
    var dataFile: String?
    /// What a terminal shows while the call waits; `nil` for the sources that are asked.
    var waitingText: String?
    /// Whether a failure is not said.
    var isQuiet = false
    /// What is said after a change that can be taken back; `nil` if a later call of the command says it.
    var undoNote: String? = "marquee undo takes it back"

    private typealias Outcome = Result<any WireObject, RPCError>

    func run() async throws {
        let (answer, lateness) = try await called()
        try await show(answer)
        if let lateness { CommandErrors.write(lateness.printable) }
        let hasNoFilm = (answer as? SearchResult)?.movies.isEmpty ?? false
        if isTable, hasNoFilm, method == "movies/search" { try await noteNearFilms() }
        try checkOutcome(of: answer)
    }

    /// Throws the `ExitCode` of an answer that says that nothing was found or done.
    func checkOutcome(of answer: any WireObject) throws {
        guard let outcome = (answer as? any Conclusive)?.outcome else { return }
        if let reason = outcome.whyNoAnswer { throw CommandError(reason, .unavailable) }
        let isUnchanged = outcome.removed == 0 && MethodDeclaration.named(method)?.unchanged != nil
        if outcome.isNothing || isUnchanged { throw ExitCode.noInput }
    }

    /// Returns the value of the answer; prints a failure and throws its `ExitCode`.
    ///
    /// Not inlined, because the optimizer of Swift 6.3.1 crashes on a caller that it is inlined into.
    @inline(never)
    func answer<Answer: WireObject>(as type: Answer.Type) async throws -> Answer {
        try await called().answer.expected(type)
    }

    private static func json(of answer: any WireObject) async throws -> JSONElement {
        try JSONDocument(await ServiceHandler.written(answer), limits: .ofFiles).root
    }

    /// Returns the answer, and which sources were not waited for to the end; prints a failure and throws
    /// its `ExitCode`.
    @inline(never)
    private func called() async throws -> (answer: any WireObject, lateness: String?) {
        try SystemLimits.check(for: settings)
        try await checkValues()
        try checkLibrary()
        var lateness: String?
        let outcome = try await Application.run(settings, kinds: kinds) { application in
            let catalogue = try await application.configuration.load()
            let waiting = waitingText.map { WaitingLine(text: $0) } ?? catalogue.waitingLine
            let call: RPCCall
            do {
                var finder = FilmFinder(application: application, waiting: waiting)
                // The page itself begins with the film, and so does what a change prints.
                finder.announcesFilm = !isTable || !namesFilm
                call = RPCCall(method: method, params: try await finder.parameters(parameters, films: films))
            } catch let error as RPCError {
                return Outcome.failure(error)
            }
            let watch = CallWatch()
            let (outcome, late) = await waiting.during(watch, endingEarly: mayEndEarly) { () async -> Outcome in
                do throws(RPCError) {
                    return .success(try await application.handler.answer(call, watch: watch))
                } catch {
                    return .failure(error)
                }
            }
            if !late.isEmpty {
                let names = late.map(\.rawValue).joined(separator: " and ")
                let limit = max(1, catalogue.timeLimit.wholeMilliseconds / 1_000)
                lateness = "\(names) \(late.count == 1 ? "is" : "are") late; --timeout \(limit) waits longer"
            }
            for line in await catalogue.unreadable {
                CommandErrors.write(String(decoding: application.mask.masking(Array(line.utf8)), as: UTF8.self))
            }
            if case .success = outcome, application.lacksLibrary {
                CommandErrors.write(
                    "warning: the library cannot be read: bookmarks and corrections of matches are not known"
                )
            }
            return outcome
        }
        switch outcome {
        case .success(let answer): return (answer, lateness)
        case .failure(let error): try fail(error)
        }
    }

    /// Refuses a value that the method does not take, before a source is asked which film is meant.
    private func checkValues() async throws {
        guard !films.isEmpty, let declaration = MethodDeclaration.named(method),
            let error = await declaration.problem(withValuesOf: parameters)
        else { return }
        try fail(error)
    }

    /// Prints a failure, and throws its `ExitCode`.
    private func fail(_ error: RPCError) throws -> Never {
        if isQuiet { throw error }
        var failure = try CallFailure(error, spellings, dataFile: dataFile)
        failure.isTable = isTable
        failure.film = parameters["id"]?.string
        failure.suggestion = Marquee.ofProcess
        if shownFormat == .json { CommandOutput.write(failure.json) }
        Self.say(failure)
        if let source = failure.sourceWithoutKey, settings.recording == nil {
            let words = ["login", source] + (settings.configurationFile.map { ["--config", $0] } ?? [])
            CommandErrors.write("To keep a key: \(CommandSuggestion.line(words).printable)")
        }
        if !demonstration.isEmpty, failure.lacksKey || failure.isUnreachable, settings.recording == nil {
            let line = CommandSuggestion.line(demonstration + ["--demo"])
            CommandErrors.write("To see an answer without a key and without network: \(line.printable)")
        }
        throw failure.exitCode
    }

    /// Returns the id of the one film that has a title; `nil` if there is none, or several.
    func id(ofFilmCalled title: String) async throws -> String? {
        try SystemLimits.check(for: settings)
        try await checkValues()
        return try await Application.run(settings, kinds: kinds) { application in
            let waiting = try await application.configuration.load().waitingLine
            let finder = FilmFinder(application: application, waiting: waiting)
            do {
                return try await finder.onlyFilm(called: title, isStored: films.contains(where: \.isStored))?.id
            } catch is RPCError {
                // The call itself tells what is wrong.
                return nil
            }
        }
    }

    /// Says what went wrong; if another film of the same command fails for the same reason, only that.
    private static func say(_ failure: CallFailure) {
        let text = failure.text
        let isNew = said.withLock { $0.insert(text).inserted }
        CommandErrors.write(isNew ? text : "error: \(failure.film ?? "the next film"): same as above".printable)
    }

    private static let said = Mutex(Set<String>())

    private static let hasNotedRecording = Atomic(false)

    /// Refuses a call about the library if there is none to read or change; beside a recording, it is kept in a named folder only.
    private func checkLibrary() throws(CommandError) {
        guard let effect = MethodDeclaration.named(method)?.effect, effect != .none else { return }
        if let reason = RunContext(settings, kinds: kinds).reasonForNoLibrary {
            throw CommandError("the library is not kept in a file: \(reason)", .unavailable)
        }
        if settings.recording != nil, settings.dataFolder == nil || !settings.keepsAnswers, effect.isChange {
            if !Self.hasNotedRecording.exchange(true, ordering: .relaxed) {
                CommandErrors.write("note: a recording answers, so nothing is kept after this command")
            }
        }
    }

    func show(_ answer: any WireObject) async throws {
        note(answer)
        if shownFormat == .table { return try showPage(of: answer) }
        try showData(try await Self.json(of: answer), (type(of: answer) as? any Tabular.Type)?.table)
    }

    private func showPage(of answer: any WireObject) throws {
        var page = AnswerPage(answer, for: reader, style: .output)
        page.measure = measure
        keep(page.films)
        let text = try page.text()
        if usesPager, let pager = Pager(for: text) { return try pager.show(text) }
        try CommandOutput.print(styled: text)
    }

    private func showData(_ answer: JSONElement, _ table: AnswerTable?) throws {
        let rows = AnswerRows(answer, table, fields: fields, showsOffers: showsOffers)
        for line in fields.isEmpty ? [] : rows.unknownFields { CommandErrors.write(line) }
        switch shownFormat {
        case .table: break
        case .json:
            let shown = fields.isEmpty ? JSONValue(answer) : rows.json
            let isPlain = !CommandOutput.isTerminal
            try CommandOutput.print(
                isPlain && fields.isEmpty ? answer.description : Self.text(of: shown, isPlain: isPlain)
            )
        case .csv: try CommandOutput.print(cells: rows.csv)
        case .tsv: try CommandOutput.print(cells: rows.tsv)
        case .ids: try CommandOutput.print(bytes: Array(rows.ids.utf8))
        }
    }

    /// Returns JSON, which is indented for people.
    private static func text(of value: JSONValue, isPlain: Bool) -> String {
        var writer = JSONWriter(pretty: !isPlain)
        writer.value(value)
        return String(decoding: writer.bytes, as: UTF8.self)
    }

    /// The parameters of a list that neither sort nor filter its films.
    private static let keepOrder: Set<String> = ["list", "page", "limit", "cursor", "languages", "imageWidth"]

    /// Who sees the answer.
    private var reader: Reader {
        var reader = Reader(.person)
        reader.showsDates = method == "movies/list"
        reader.showsPositions = Self.keepOrder.isSuperset(of: parameters?.members.map { String($0.name) } ?? [])
        reader.showsOffers = showsOffers
        reader.hasOptions = spellings != nil
        return reader
    }

    /// Keeps the films of a table for the next command, which may name them by their rows.
    private func keep(_ films: [FoundFilm?]) {
        let context = RunContext(settings, kinds: kinds)
        guard films.contains(where: { $0 != nil }), let last = LastTable(context) else { return }
        do throws(PrivateFileError) {
            try last.keep(films)
        } catch {
            context.logger.info("the table is not kept for @1: \(error)")
        }
    }

    private var shownFormat: AnswerFormat {
        // Chosen members make no page for people.
        format ?? (!fields.isEmpty && CommandOutput.isTerminal ? .tsv : CommandOutput.isTerminal ? .table : .json)
    }

    var isTable: Bool { shownFormat == .table }

    /// What a person looks at, which is useful without the late sources; `--timeout` waits for them.
    private static let shown: Set<String> = [
        "movies/search", "movies/list", "movies/trending", "movies/get", "movies/related", "people/search",
    ]

    /// Whether the answer begins with the film that it is about.
    private var namesFilm: Bool {
        ["movies/get", "bookmarks/add", "bookmarks/remove", "cards/put", "cards/remove", "lists/add"].contains(method)
    }

    private var mayEndEarly: Bool { isTable && Self.shown.contains(method) && parameters["timeout"] == nil }
}

extension Catalogue {
    fileprivate var waitingLine: WaitingLine {
        let sources = repositories.map(\.profile).filter { $0.availability == .available }.map(\.id)
        let names = sources.map(\.rawValue).joined(separator: ", ")
        return WaitingLine(text: "asking \(names)", sources: sources)
    }

    /// A line for each reason for which rows were left out, and for each field whose values could not be converted.
    fileprivate var unreadable: [String] {
        get async {
            await monitor.health().flatMap { health in
                let rows = health.mapping.leftOut.map {
                    "warning: \(health.provider): \($0.operation): \($0.message)"
                }
                let values = health.mapping.failures.map { failure in
                    let times = failure.count == 1 ? "" : " (\(failure.count) values)"
                    return "warning: \(health.provider): \(failure.operation): '\(failure.field)' at "
                        + "'\(failure.examplePath)'\(times): \(failure.exampleDetail)"
                }
                return rows + values
            }
        }
    }
}
