import ArgumentParser
import JSON
import JSONRPC
import Logging
import MovieAggregation
import MovieDomain
import MovieService
import MovieStore
import Platform
import ProviderLanguage

struct CallCommand: DefinitionCommand {
    static let configuration = CommandConfiguration(
        commandName: "call",
        abstract: "Make one call and print the answer: a table on a terminal, JSON elsewhere.",
        discussion: """
            The parameters are a JSON object, or NAME=VALUE pairs:

              marquee call movies/search '{"query": "Parasite", "year": 2019}'
              marquee call movies/search query=Parasite year=2019

            With -, the object is read from standard input.
            """
    )

    private static let largestInput = 64 << 20

    @Argument(help: "The method, such as boxOffice/daily.", completion: .list(Completions.methods))
    var method: String

    @Argument(help: "Its parameters.", completion: .custom(Completions.parameters))
    var parameters: [String] = []
    @OptionGroup var options: CallOptions

    /// Whether its words are parameters, and not those of some other command.
    var isReadable: Bool {
        do {
            if parameters != ["-"] { _ = try CallParameters(parameters, of: method) }
            return true
        } catch {
            return false
        }
    }

    func run(kinds: [ProviderKind]) async throws {
        var parameters = parameters
        if parameters == ["-"] {
            let bytes = try InputFile(path: "-").read(atMost: Self.largestInput)
            guard let text = String(validating: bytes, as: UTF8.self), text.contains(where: { !$0.isWhitespace }) else {
                throw CommandError("standard input: expected a JSON object with the parameters", .usage)
            }
            parameters = [text]
        }
        var call = CommandCall(settings: options.engine.settings, kinds: kinds, method: method, format: options.format)
        call.fields = options.fieldNames
        call.usesPager = !options.noPager
        call.parameters = try CallParameters(parameters, of: method).element
        try await call.run()
    }
}

/// The parameters of `marquee call`, from one JSON object or from `NAME=VALUE` pairs.
struct CallParameters {
    let element: JSONElement?

    init(_ words: [String], of method: String) throws {
        guard let first = words.first else {
            element = nil
            return
        }
        let isObject = words.count == 1 && first.drop(while: \.isWhitespace).hasPrefix(scalars: "{")
        element = try isObject ? CallParameters.object(first) : CallParameters.pairs(words, of: method)
    }

    private static func object(_ text: String) throws -> JSONElement {
        do {
            return try JSONDocument(text, limits: .ofFiles).root
        } catch {
            throw CommandError("the parameters are not JSON: \(error)", .usage)
        }
    }

    /// Each value gets the type that the method declares: `limit=5` is a number, `query=2012` is text, and
    /// `providers=kofic,yts` is a list.
    private static func pairs(_ words: [String], of method: String) throws -> JSONElement {
        let declared = MethodDeclaration.named(method)?.parameters ?? []
        var members: [JSONValue.Member] = []
        for word in words {
            guard let equals = word.firstIndex(scalar: "="), equals > word.startIndex else {
                let required = declared.filter(\.isRequired)
                let meant = words.count == 1 && required.count == 1 ? required.first : nil
                let line = meant.map { parameter in
                    "; did you mean: " + CommandSuggestion.line(["call", method, "\(parameter.name)=\(word)"])
                }
                throw ValidationError(
                    "expected NAME=VALUE or one JSON object, found '\(word.printable)'" + (line ?? "").printable
                )
            }
            let name = String(word[..<equals])
            guard !members.contains(where: { $0.name == name }) else {
                throw ValidationError("'\(name.printable)' is given twice")
            }
            let text = String(word[word.index(after: equals)...])
            let shape = declared.first { $0.name == name }?.schema.shape
            members.append(JSONValue.Member(name, JSONValue(text, as: shape)))
        }
        return try JSONDocument(JSONValue.object(members).jsonBytes).root
    }
}

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
    /// What is said after a change that can be taken back; `nil` if a later call of the command says it.
    var undoNote: String? = "marquee undo takes it back"

    func run() async throws {
        let (text, lateness) = try await called()
        try show(try JSONDocument(text, limits: .ofFiles).root)
        if let lateness { CommandErrors.write(wrapping: lateness.printable) }
    }

    /// Returns the answer; prints a failure and throws its `ExitCode`.
    ///
    /// Not inlined, because the optimizer of Swift 6.3.1 crashes on a caller that it is inlined into.
    @inline(never)
    func answer() async throws -> JSONElement {
        let text = try await text()
        return try JSONDocument(text, limits: .ofFiles).root
    }

    /// Returns the JSON text of the answer; prints a failure and throws its `ExitCode`.
    func text() async throws -> [UInt8] { try await called().text }

    /// Returns the JSON text of the answer, and which sources were not waited for to the end; prints a failure and throws
    /// its `ExitCode`.
    @inline(never)
    private func called() async throws -> (text: [UInt8], lateness: String?) {
        try SystemLimits.check(for: settings)
        try checkLibrary()
        var lateness: String?
        let reply = try await Application.run(settings, kinds: kinds) { application in
            let catalogue = try await application.configuration.load()
            let waiting = waitingText.map { WaitingLine(text: $0) } ?? catalogue.waitingLine
            let call: RPCCall
            do {
                var finder = FilmFinder(application: application, waiting: waiting)
                // The page itself begins with the film.
                finder.announcesFilm = method != "movies/get" || showsOffers || !CommandOutput.isTerminal
                call = RPCCall(method: method, params: try await finder.parameters(parameters, films: films))
            } catch let error as RPCError {
                return RPCReply.failure(error)
            }
            let watch = CallWatch()
            let (reply, late) = await waiting.during(watch, endingEarly: mayEndEarly) {
                await application.handler.handle(call, watch: watch)
            }
            if !late.isEmpty {
                let names = late.map(\.rawValue).joined(separator: " and ")
                let limit = max(1, catalogue.timeLimit.wholeMilliseconds / 1_000)
                lateness = "\(names) \(late.count == 1 ? "is" : "are") late; --timeout \(limit) waits longer"
            }
            for line in await catalogue.unreadable {
                CommandErrors.write(String(decoding: application.mask.masking(Array(line.utf8)), as: UTF8.self))
            }
            if case .result = reply, application.lacksLibrary {
                CommandErrors.write(
                    "warning: the library cannot be read: bookmarks and corrections of matches are not known"
                )
            }
            return reply
        }
        switch reply {
        case .result(let bytes): return (bytes, lateness)
        case .failure(let error):
            let failure = try CallFailure(error, spellings, dataFile: dataFile)
            if shownFormat == .json { CommandOutput.write(failure.json) }
            CommandErrors.write(wrapping: failure.text)
            if let sources = failure.sources, isTable { CommandErrors.write(wrapping: sources) }
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
    }

    /// Returns the id of the one film that has a title; `nil` if there is none, or several.
    func id(ofFilmCalled title: String) async throws -> String? {
        try SystemLimits.check(for: settings)
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

    /// Refuses a call about the library if there is none to read or change; beside a recording, it is kept in a named folder only.
    private func checkLibrary() throws(CommandError) {
        guard let effect = MethodDeclaration.named(method)?.effect, effect != .none else { return }
        if let reason = RunContext(settings, kinds: kinds).reasonForNoLibrary {
            throw CommandError("the library is not kept in a file: \(reason)", .unavailable)
        }
        if settings.recording != nil, settings.dataFolder == nil || !settings.keepsAnswers, effect.isChange {
            CommandErrors.write("note: a recording answers, so nothing is kept after this command")
        }
    }

    func show(_ answer: JSONElement) throws {
        var table = AnswerTable(method: method, answer: answer, style: .output, measure: measure)
        if spellings == nil { table.hasOptions = false }
        table.showsOffers = showsOffers
        table.hasPositions = Self.keepOrder.isSuperset(of: parameters?.members.map { String($0.name) } ?? [])
        note(answer)
        let rows = AnswerRows(answer, fields: fields, showsOffers: showsOffers)
        for line in fields.isEmpty ? [] : rows.unknownFields { CommandErrors.write(line) }
        switch shownFormat {
        case .table:
            keepRows(of: table)
            if usesPager, let pager = Pager(for: table.text) { return try pager.show(table.text) }
            try CommandOutput.print(styled: table.text)
        case .json:
            let shown = fields.isEmpty ? JSONValue(answer) : rows.json
            let isPlain = !CommandOutput.isTerminal
            try CommandOutput.print(
                isPlain && fields.isEmpty ? answer.description : Self.text(of: shown, isPlain: isPlain)
            )
        case .csv: try CommandOutput.print(bytes: Array(rows.csv.utf8))
        case .tsv: try CommandOutput.print(bytes: Array(rows.tsv.utf8))
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

    /// Keeps the films of a table for the next command, which may name them by their rows.
    private func keepRows(of table: AnswerTable) {
        let films = table.films
        let context = RunContext(settings, kinds: kinds)
        guard films.contains(where: { $0 != nil }), let last = LastTable(context) else { return }
        do throws(PrivateFileError) {
            try last.keep(films)
        } catch {
            context.logger.info("the table is not kept for @1: \(error)")
        }
    }

    /// Says what a change has not done although it succeeded.
    func note(_ answer: JSONElement) {
        switch method {
        case "bookmarks/add", "cards/put", "lists/add":
            let movie = answer["movie"] ?? answer["card"]["movie"]
            guard let id = movie["id"]?.string, movie["title"] == nil else { return }
            let line = CommandSuggestion.line(["movie", id])
            CommandErrors.write(
                wrapping:
                    "note: stored by its id only, because no source answered; to add its title later, run: \(line)"
                    .printable
            )
        case "library/import" where AnswerTable.isChange(answer): noteUndo()
        case "bookmarks/remove" where answer["removed"]?.int == 0: CommandErrors.write("note: it was not bookmarked")
        case "cards/remove" where answer["removed"]?.int == 0: CommandErrors.write("note: it has no card")
        case "lists/remove" where answer["removed"]?.int == 0: CommandErrors.write("note: it was not in the list")
        case "bookmarks/remove", "cards/remove", "lists/remove", "lists/delete", "matches/pin", "matches/split",
            "matches/forget":
            if answer["removed"]?.int != 0 { noteUndo() }
        case "bookmarks/offers": noteServices(answer)
        default: break
        }
    }

    private func noteUndo() {
        if isTable, let undoNote { CommandErrors.write(undoNote) }
    }

    /// Says which of the wanted services has none of the films, because its name may be mistyped.
    private func noteServices(_ answer: JSONElement) {
        let offered = answer["services"].texts
        let wanted = parameters["services"].list.compactMap(\.string)
        guard !offered.isEmpty else { return }
        for name in wanted where !offered.contains(where: { ServiceName($0).isOf(ServiceName(name)) }) {
            let near = NearestName.hint(for: name, among: offered)
            let known = "the services that have any of these films are \(offered.joined(separator: ", "))"
            CommandErrors.write(wrapping: "note: '\(name)' has none of these films; \(near ?? known)".printable)
        }
    }

    private var shownFormat: AnswerFormat {
        // Chosen members make no page for people.
        format ?? (!fields.isEmpty && CommandOutput.isTerminal ? .tsv : CommandOutput.isTerminal ? .table : .json)
    }

    private var isTable: Bool { shownFormat == .table }

    /// What a person looks at, which is of use without the sources that are late; `--timeout` waits for them.
    private static let shown: Set<String> = [
        "movies/search", "movies/list", "movies/trending", "movies/get", "movies/related", "people/search",
    ]

    private var mayEndEarly: Bool { isTable && Self.shown.contains(method) && parameters["timeout"] == nil }
}

/// An error of a method, as the commands print it.
struct CallFailure {
    private let error: RPCError
    private let data: JSONElement?
    /// The options and arguments that gave the parameters, by the names of these; `nil` if the user wrote these names.
    private let spellings: [String: String]?
    private let dataFile: String?

    init(_ error: RPCError, _ spellings: [String: String]?, dataFile: String? = nil) throws {
        (self.error, self.spellings, self.dataFile) = (error, spellings, dataFile)
        data = try error.data.map { try JSONDocument($0.jsonBytes).root }
    }

    /// The message with its source, a hint, and when to try again, one line each.
    var text: String {
        let source = data["provider"]?.string.map { "\($0): " } ?? ""
        let lines = [
            "error: " + (message.contains(source) ? "" : source) + message,
            data["hint"]?.string.map { "hint: \($0)" },
            data["retryAfterSeconds"]?.int.map { "try again in \($0) s" },
        ]
        let films = data["films"].list.compactMap { FoundFilm($0) }.map { "  " + $0.choice }
        return (lines.compactMap(\.self) + films).map(\.printable).joined(separator: "\n")
    }

    /// The message, which names the option or the argument that gave a parameter.
    private var message: String {
        guard let spellings, error.code == .invalidParams, error.message.hasPrefix(scalars: Self.mark) else {
            return error.message
        }
        let message = String(error.message.dropFirst(Self.mark.count))
        guard let field = data["field"]?.string, message.hasPrefix(scalars: field + ": ") else { return message }
        let name = String(field.prefix { $0 != "[" && $0 != "." })
        if let dataFile, name == "library" {
            let place = field.dropFirst(name.count).drop { $0 == "." }
            return "\(dataFile): " + (place.isEmpty ? "" : "\(place): ") + message.dropFirst(field.count + 2)
        }
        return spellings[name].map { $0 + message.dropFirst(field.count) } ?? message
    }

    private static let mark = "Invalid params: "

    /// A line for each source that could answer, if there are several.
    var sources: String? {
        let sources = data["sources"].list.filter { $0["status"]?.string != "unsupported" }
        return sources.count > 1 ? sources.map { ProviderLines.line($0) }.joined(separator: "\n") : nil
    }

    /// Whether a key or a login is missing.
    var lacksKey: Bool { data["kind"].words == "disabled" }

    /// Whether no source could be reached.
    var isUnreachable: Bool { data["kind"].words == "unavailable" }

    /// The source of which a key is missing that could be kept; `nil` if there is none.
    var sourceWithoutKey: String? {
        lacksKey && error.message.hasSuffix(scalars: " is not set") ? data["provider"]?.string : nil
    }

    /// The error as scripts read it: `{"error": {"code": …, "message": …, "data": …}}`.
    var json: String {
        let code = JSONValue.number(JSONNumber(error.code.rawValue))
        let shown: JSONValue = ["code": code, "message": .string(error.message), "data": error.data ?? .null]
        return (["error": shown] as JSONValue).jsonText
    }

    /// `usage` for a mistake in the call, `dataError` for one in its file or for a title that several films have,
    /// `noInput` for a film that does not exist, and `unavailable` for a failed source, which may recover.
    var exitCode: ExitCode {
        switch data["kind"].words {
        case "ambiguous": return .dataError
        case "not_found": return .noInput
        default: break
        }
        return switch error.code {
        case .invalidParams where dataFile != nil: .dataError
        case .methodNotFound, .invalidParams, .invalidRequest: .usage
        case .internalError: .software
        default: .unavailable
        }
    }
}

extension JSONLimits {
    /// For what the user's own files and answers hold, which may be long.
    static let ofFiles = JSONLimits(maximumBytes: .max)
}

enum AnswerFormat: String, ExpressibleByArgument, CaseIterable {
    case table, json, csv, tsv, ids
}

/// The formats of what has no rows.
enum PageFormat: String, ExpressibleByArgument, CaseIterable {
    case table, json
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
