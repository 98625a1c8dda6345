import ArgumentParser
import JSON
import MovieDomain
import MovieService
import Platform

/// A command that is a view of a method: its options and arguments are parameters of the method.
///
/// `@Option(Self["year"]) var year: ParameterValue?` offers the parameter `year` with the name, the words, and the
/// completions of its declaration. What is given is passed to the method, wherever it stands in the command.
protocol MethodCommand: DefinitionCommand {
    /// The name of the method, and of those that some options call in its place.
    static var methods: [String] { get }
    /// The words of a command of this kind that the built-in recording answers; none if it answers none.
    static var demonstration: [String] { get }
    var options: CallOptions { get }
}

extension MethodCommand {
    static var demonstration: [String] { [] }

    /// The declaration of a parameter, in the first of the methods that has it.
    static subscript(name: String) -> ParameterDescription {
        let declared = methods.lazy.flatMap { MethodDeclaration.named($0)?.parameters ?? [] }
        guard let parameter = declared.first(where: { $0.name == name }) else {
            preconditionFailure("\(name) is no parameter of \(methods.joined(separator: " or "))")
        }
        return parameter
    }

    /// Returns a configuration whose discussion begins with the call that the command stands for.
    ///
    /// The old words name it, too, for one version; help does not show them.
    static func view(
        named name: String,
        _ abstract: String,
        _ discussion: String = "",
        oldWords: [String] = []
    ) -> CommandConfiguration {
        let calls = methods.map { method in
            let required = MethodDeclaration.named(method)?.parameters.filter(\.isRequired) ?? []
            return ([method] + required.map { $0.name + "=…" }).joined(separator: " ")
        }
        let text = "The same as: marquee call " + calls.joined(separator: ", or ")
        return CommandConfiguration(
            commandName: name,
            abstract: abstract,
            discussion: discussion.isEmpty ? text : text + "\n\n" + discussion,
            aliases: oldWords
        )
    }

    /// Returns the call of a method with the given values, where `added` take the place of those of the same name.
    func call(
        _ method: String = Self.methods[0],
        adding added: [ParameterValue?] = [],
        kinds: [ProviderKind]
    ) throws -> CommandCall {
        let added = added.compactMap(\.self)
        let values = given(in: self).filter { value in !added.contains { $0.name == value.name } } + added
        let declared = MethodDeclaration.named(method)?.parameters.map(\.name) ?? []
        if let stray = values.first(where: { !declared.contains($0.name) }) {
            throw CommandError("\(stray.spelling) is not for \(method), which the other words call", .usage)
        }
        var call = CommandCall(settings: options.engine.settings, kinds: kinds, method: method, format: options.format)
        let members = values.map { JSONValue.Member($0.name, $0.json) }
        call.parameters = try JSONDocument(JSONValue.object(members).jsonBytes, limits: .ofFiles).root
        call.spellings = Dictionary(values.map { ($0.name, $0.spelling) }) { first, _ in first }
        call.fields = options.fieldNames
        call.usesPager = !options.noPager
        call.demonstration = Self.demonstration
        call.films = FilmParameter.all(of: method)
        return call
    }

    func run(kinds: [ProviderKind]) async throws { try await call(kinds: kinds).run() }

    /// Returns the values in the properties of the command, or of a group of options: each ``ParameterValue``, and each
    /// flag that has the name of a parameter.
    private func given(in part: Any) -> [ParameterValue] {
        Mirror(reflecting: part).children.flatMap { label, child -> [ParameterValue] in
            switch child {
            case let value as ParameterValue: return [value]
            case let values as [ParameterValue]: return [ParameterValue(joining: values)].compactMap(\.self)
            case let flag as Flag<Bool>:
                let name = String((label ?? "").drop { $0 == "_" })
                let isParameter = Self.methods.contains { method in
                    MethodDeclaration.named(method)?.parameters.contains { $0.name == name } == true
                }
                return flag.wrappedValue && isParameter ? [ParameterValue(name, true)] : []
            default: return given(in: child)
            }
        }
    }
}

/// What a command line gives for a parameter of a method.
struct ParameterValue: Sendable {
    let name: String
    let json: JSONValue
    /// The option or the argument: `--rating`, `ID`.
    let spelling: String

    init(_ name: String, _ json: JSONValue, spelling: String? = nil) {
        (self.name, self.json) = (name, json)
        self.spelling = spelling ?? "--" + name.kebabCase
    }

    /// Joins the values of an argument that is repeated: the elements of a list, or the words of a text.
    init?(joining values: [ParameterValue]) {
        guard let first = values.first else { return nil }
        let words = values.compactMap(\.text)
        let json = words.isEmpty ? .array(values.flatMap(\.elements)) : JSONValue.string(words.joined(separator: " "))
        self.init(first.name, json, spelling: first.spelling)
    }

    /// The text; `nil` if it is a value of another type.
    var text: String? { if case .string(let text) = json { text } else { nil } }

    /// The elements of a list; empty if it is no list.
    var elements: [JSONValue] { if case .array(let elements) = json { elements } else { [] } }
}

// MARK: - Options and arguments

extension Option where Value == ParameterValue? {
    /// Creates the option of a parameter; `name` and `summary` are for what a command calls otherwise than the reference.
    init(
        _ parameter: ParameterDescription,
        as name: String? = nil,
        help summary: String? = nil,
        completion: CompletionKind? = nil
    ) {
        let name = name ?? parameter.name.kebabCase
        self.init(
            name: parameter.name == "limit"
                ? [.customShort("n", allowingJoined: true), .customLong(name)] : .customLong(name),
            // A negative number is a value that the method refuses, rather than an option in the place of the value.
            parsing: parameter.isNumber ? .unconditional : .next,
            help: ArgumentHelp(parameter.help(summary)),
            completion: completion ?? parameter.completion
        ) { ParameterValue(parameter.name, parameter.json(of: $0), spelling: "--" + name) }
    }
}

extension Flag where Value == Bool {
    /// Creates the flag of a parameter; the property must have its name.
    init(wrappedValue: Bool, _ parameter: ParameterDescription, help summary: String? = nil) {
        self.init(
            wrappedValue: wrappedValue,
            name: .customLong(parameter.name.kebabCase),
            help: ArgumentHelp(summary ?? parameter.summary)
        )
    }
}

extension Argument where Value == ParameterValue {
    init(_ parameter: ParameterDescription, as name: String? = nil, help summary: String? = nil) {
        self.init(help: parameter.argumentHelp(name, summary), completion: parameter.completion) {
            ParameterValue(argument: $0, of: parameter, as: name)
        }
    }
}

extension Argument where Value == ParameterValue? {
    init(_ parameter: ParameterDescription, as name: String? = nil, help summary: String? = nil) {
        self.init(help: parameter.argumentHelp(name, summary), completion: parameter.completion) {
            ParameterValue(argument: $0, of: parameter, as: name)
        }
    }
}

extension Argument where Value == [ParameterValue] {
    init(
        wrappedValue: [ParameterValue],
        _ parameter: ParameterDescription,
        as name: String? = nil,
        help summary: String? = nil,
        completion: CompletionKind? = nil
    ) {
        self.init(
            wrappedValue: wrappedValue,
            help: parameter.argumentHelp(name, summary),
            completion: completion ?? parameter.completion
        ) { ParameterValue(argument: $0, of: parameter, as: name) }
    }
}

extension ParameterValue {
    fileprivate init(argument text: String, of parameter: ParameterDescription, as name: String?) {
        let json = parameter.isList ? JSONValue.array([.string(text)]) : parameter.json(of: text)
        self.init(parameter.name, json, spelling: (name ?? parameter.argumentName).uppercased())
    }
}

extension ParameterDescription {
    /// Returns the value that a text has by the type of the parameter; a number that is none is left to the method.
    func json(of text: String) -> JSONValue {
        let value = JSONValue(text, as: schema.shape)
        if isNumber { if case .number = value { return value } else { return .string(text) } }
        return value
    }

    fileprivate var isList: Bool { if case .list = schema.shape { true } else { false } }

    fileprivate var isNumber: Bool {
        switch schema.shape {
        case .integer, .number: true
        default: false
        }
    }

    /// The values of a choice, or of the elements of a list.
    var choices: [String] {
        switch schema.shape {
        case .choice(let words): words
        case .list(let element): if case .choice(let words) = element.shape { words } else { [] }
        default: []
        }
    }

    fileprivate var completion: CompletionKind? {
        switch schema.subjectOfTexts {
        case .film?, .storedFilm?: .custom(Completions.films)
        case .list?: .custom(Completions.lists)
        case .tag?: .custom(Completions.tags)
        case .genre?: .custom(Completions.genres)
        case .country?: .list(Country.codes)
        case .service?: .custom(Completions.services)
        case .provider?: .custom(Completions.providers)
        case nil: choices.isEmpty ? nil : .list(choices)
        }
    }

    /// Returns the words of the reference, or others in their place, with the values, the default, and examples.
    ///
    /// An option has a list separated by commas, and an argument is repeated.
    fileprivate func help(_ summary: String?, ofArgument: Bool = false) -> String {
        let text = summary ?? self.summary
        let examples = schema.examples.map { $0.shown(joinedBy: ofArgument ? ", " : ",") }
            .filter { choices.isEmpty && !text.contains(scalars: $0) }
        let standard = schema.defaultValue?.shown(joinedBy: ",") ?? ""
        let notes = [
            isList && !ofArgument ? "separated by commas" : nil,
            choices.isEmpty ? nil : "values: " + choices.joined(separator: ", "),
            examples.isEmpty ? nil : "such as " + examples.joined(separator: ", "),
            standard.isEmpty ? nil : "default: " + standard,
        ].compactMap(\.self)
        return text + (notes.isEmpty ? "" : " (\(notes.joined(separator: "; ")))")
    }

    fileprivate func argumentHelp(_ name: String?, _ summary: String?) -> ArgumentHelp {
        guard schema.filmSubject != nil, summary == nil else {
            return ArgumentHelp(help(summary, ofArgument: true), valueName: name ?? argumentName)
        }
        let text = "A title, perhaps with the year, any id, the address of a page, or @3 for row 3 of the last table."
        return ArgumentHelp(text, valueName: name ?? argumentName)
    }

    /// What the usage calls the argument: what people give is a film, which need not be an id.
    fileprivate var argumentName: String { name == "id" && schema.filmSubject != nil ? "film" : name.kebabCase }
}

extension JSONValue {
    /// Creates the value of a text for a parameter: `5` is a number or a text, and `kofic,yts` a text or a list.
    init(_ text: String, as shape: Schema.Shape?) {
        switch shape {
        case .text, .choice: self = .string(text)
        case .either where !text.contains(scalars: ","): self = .string(text)
        case .list where !text.hasPrefix(scalars: "["), .either where !text.hasPrefix(scalars: "["):
            self = .array(text.split(scalar: ",").map { .string(String($0.trimmed)) })
        default:
            do throws(JSONError) {
                self = JSONValue(try JSONDocument(text).root)
            } catch {
                // Numbers as people write them: `.5`, `007`.
                let number = Int(text).map { JSONNumber($0) } ?? Double(text).flatMap { JSONNumber($0) }
                self = number.map(JSONValue.number) ?? .string(text)
            }
        }
    }

    /// Returns the value as a command line has it; empty for what a flag gives.
    fileprivate func shown(joinedBy separator: String) -> String {
        switch self {
        case .string(let text): text
        case .number: jsonText
        case .array(let elements): elements.map { $0.shown(joinedBy: "") }.joined(separator: separator)
        default: ""
        }
    }
}

extension String {
    /// A name of the wire as one of the command line: `fromYear` is `from-year`.
    fileprivate var kebabCase: String { camelCaseWords(separatedBy: "-") }
}

// MARK: - Groups of options

/// The options of the commands that make one method call.
struct CallOptions: ParsableArguments {
    @Option(help: "table, json, csv, tsv, or ids (default: table on a terminal, json elsewhere).")
    var format: AnswerFormat?

    @Option(
        help: "The members of json, and the columns of csv and tsv, separated by commas: title,year,audience.count."
    )
    var fields: String?

    @Flag(help: "Print long tables at once, and not through $PAGER (default: less -FRX).")
    var noPager = false

    @OptionGroup var engine: EngineOptions

    var fieldNames: [String] {
        (fields ?? "").split(scalar: ",").map { String($0.trimmed) }.filter { !$0.isEmpty }
    }

    func validate() throws {
        guard fields != nil, let format, [.table, .ids].contains(format) else { return }
        throw ValidationError("--fields is for --format json, csv, or tsv")
    }

    init() {}

    init(_ engine: EngineOptions, _ format: AnswerFormat?) {
        (self.engine, self.format, fields, noPager) = (engine, format, nil, false)
    }
}

/// The options of the commands that ask sources for titles and texts.
struct SourceOptions<Command: MethodCommand>: ParsableArguments {
    @Option(Command["timeout"]) var timeout: ParameterValue?
    @Option(Command["providers"]) var providers: ParameterValue?
    @Option(Command["languages"]) var languages: ParameterValue?
}

/// The options of the commands whose answers have pages.
struct PageOptions<Command: MethodCommand>: ParsableArguments {
    @Option(Command["page"]) var page: ParameterValue?
    @Option(Command["limit"]) var limit: ParameterValue?
    @Option(Command["cursor"]) var cursor: ParameterValue?

    var isGiven: Bool { page != nil || limit != nil || cursor != nil }
}
