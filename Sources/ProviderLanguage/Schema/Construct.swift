import MovieDomain

/// A map of the language with known keys: a provider, an operation, a paging of kind `page`.
package struct Construct: Sendable {
    package struct Entry: Sendable {
        package var name: String
        package var summary: String
        package var form: Form
        /// Whether the key is required, unless an extended definition has it.
        package var isRequired: Bool
        package var defaultText: String? = nil
        package var example: String? = nil
    }

    /// A rule about several keys, for maps that extend no definition.
    package enum Rule: Sendable, Hashable {
        case exactlyOne([String])
        case atMostOne([String])
        case together([String])
        /// If the first key is present, one of the others must be present, too.
        case needs(String, oneOf: [String])
        case count(ClosedRange<Int>)
    }

    /// A group of constructs that the reference presents as one, such as the operations.
    package struct Family: Sendable, Hashable {
        package var title: String
        package var member: String
        /// The placeholder for the keys with the members as values, such as `OPERATION`; `nil` for a single key.
        package var placeholder: String?

        init(_ title: String, _ member: String, placeholder: String? = nil) {
            self.title = title
            self.member = member
            self.placeholder = placeholder
        }
    }

    package var name: String
    package var summary: String
    package let entries: [Entry]
    package let rules: [Rule]
    /// The group that the construct belongs to, for readers; `nil` if there is none.
    package let family: Family?
    /// The names of the keys, stored because decoding needs them for every map.
    package let names: [String]
    /// The keys that a map needs.
    package let requiredEntries: [Entry]

    init(_ name: String, _ summary: String, _ entries: [Entry], rules: [Rule] = [], family: Family? = nil) {
        self.name = name
        self.summary = summary
        self.entries = entries
        self.rules = rules
        self.family = family
        names = entries.map(\.name)
        requiredEntries = entries.filter(\.isRequired)
    }
}

package indirect enum Form: Sendable {
    /// Any text; the associated phrase says which kind of text.
    case text(String)
    /// A text that matches a pattern, such as `8s`; the pattern is one of JSON Schema.
    case pattern(String, regex: String)
    case words([Word])
    case integer(ClosedRange<Int>)
    case decimal
    case boolean
    case list(Form)
    case nonEmptyList(Form)
    /// A map with free keys; the form of the keys is a form of texts.
    case map(keys: Form, values: Form)
    case record(@Sendable () -> Construct)
    /// A map whose known keys depend on the value of `key`; without this key, its kind is `standard`, if there is one.
    case variants(key: String, standard: String?, [Variant])
    case either([Form])
    case nothing
    case anything

    package struct Variant: Sendable {
        package var word: String
        package var form: Form
    }

    package struct Word: Hashable, Sendable {
        package var word: String
        package var summary: String
    }

    /// A path in an answer.
    package static let path: Form = {
        let name = #"[@#]?(?:[A-Za-z_]|[^\x00-\x7F])(?:[A-Za-z0-9_:]|[^\x00-\x7F])*"#
        let quoted = #"'(?:[^'\\]|\\.)*'"#
        let value = #"(?:\#(quoted)|-?(?:0|[1-9][0-9]*)(?:\.[0-9]+)?(?:[eE][+-]?[0-9]+)?|true|false)"#
        let filter = #"\? *@(?:\.\#(name)|\[ *\#(quoted) *\])+ *== *\#(value)"#
        let bracket = #"\[ *(?:\*|-?[0-9]+|\#(quoted)|\#(filter)) *\]"#
        let regex = #"^(?:\.|(?:\$(?=[.\[]|$)|\#(name)|(?=\[))(?:\.\#(name)|\#(bracket))*)$"#
        return .pattern("a path such as data.movies", regex: regex)
    }()

    /// A text with placeholders, none of which belongs to another language.
    package static let template: Form = {
        let input = #"\s*input\.(?:\#(Input.words.joined(separator: "|")))\s*[.|}]"#
        let known = #"(?!\#(input)|\s*(?:env|file|vars|row)\.|\s*(?:locale|language)\s*[|}])"#
        return .pattern(
            "a text, perhaps with places such as ${input.query}",
            regex: #"^(?![\s\S]*(?:^|[^$])\$\{\#(known))[\s\S]*$"#
        )
    }()

    /// The words for a text; empty for any other form.
    package var phrase: String {
        switch self {
        case .text(let phrase), .pattern(let phrase, _): phrase
        default: ""
        }
    }

    /// The forms that a value may have, each element of a list as one of them.
    package var alternatives: [Form] {
        switch self {
        case .list(let element), .nonEmptyList(let element): element.alternatives
        case .either(let forms): forms.flatMap(\.alternatives)
        default: [self]
        }
    }

    /// The words of closed lists in the form, without those of nested maps.
    package var words: [Word] {
        alternatives.flatMap { form -> [Word] in
            switch form {
            case .words(let words): words
            case .map(let keys, _): keys.words
            default: []
            }
        }
    }

    var onlyText: String? {
        switch self {
        case .integer(let range) where range.count == 1: String(range.lowerBound)
        case .words(let words) where words.count == 1: words[0].word
        default: nil
        }
    }
}

/// The only declaration of a key: its name, meaning, shape, default, and example.
struct Key<Value: Sendable>: Sendable {
    let entry: Construct.Entry
    let shape: Shape<Value>
    let defaultValue: Value?

    /// `summary` is a sentence for the reference and for completion in editors.
    init(
        _ name: String,
        _ summary: String,
        _ shape: Shape<Value>,
        required: Bool = false,
        default defaultText: String? = nil,
        example: String? = nil
    ) {
        entry = Construct.Entry(
            name: name,
            summary: summary,
            form: shape.form,
            isRequired: required,
            defaultText: defaultText,
            example: example
        )
        self.shape = shape
        defaultValue = defaultText.flatMap { shape.value(of: $0) }
    }

    var name: String { entry.name }
}

/// The keys of a map, in the order in which readers see them.
///
/// A key with an assignment becomes a part of the value that the map stands for; any other is read where it is needed.
struct KeyList<Target>: Sendable {
    typealias Assignment<Value> = @Sendable (inout Target, Value) -> Void

    private(set) var entries: [Construct.Entry] = []
    private var readings: [@Sendable (inout Target, Record) -> Bool] = []

    init(_ declare: (inout KeyList) -> Void) { declare(&self) }

    mutating func add(_ entries: [Construct.Entry]) { self.entries += entries }

    /// Adds a key with the assignment of its value, which is left out if there is none.
    mutating func add<Value>(_ key: Key<Value>, assign: Assignment<Value>? = nil) {
        entries.append(key.entry)
        if let assign {
            readings.append { target, record in
                guard let value = record.value(key) else { return !key.entry.isRequired }
                assign(&target, value)
                return true
            }
        }
    }

    mutating func add<Value>(
        _ name: String,
        _ summary: String,
        _ shape: Shape<Value>,
        required: Bool = false,
        default defaultText: String? = nil,
        example: String? = nil,
        assign: Assignment<Value>? = nil
    ) {
        add(Key(name, summary, shape, required: required, default: defaultText, example: example), assign: assign)
    }

    /// Reads every key that has an assignment; returns whether all required ones have a value.
    @discardableResult
    func read(_ record: Record, into target: inout Target) -> Bool {
        readings.reduce(true) { isWhole, reading in reading(&target, record) && isWhole }
    }
}

struct Record {
    let node: SourceNode
    let construct: Construct
    /// The run that reads the map, to which its problems are reported.
    let decoding: Decoding

    /// Reports a node that is not a map, unknown keys, and missing keys; fails if the node is not a map.
    init?(_ node: SourceNode, _ construct: Construct, _ decoding: Decoding) {
        guard let entries = node.entries else {
            let names = construct.names
            let keys: Hint? = names.count <= 6 ? "its keys are \(names.joined(separator: ", "))" : nil
            decoding.mismatch("a map (\(construct.name))", node, hint: keys)
            return nil
        }
        self.node = node
        self.construct = construct
        self.decoding = decoding
        for entry in entries where !construct.names.contains(entry.key) {
            decoding.unknown(entry, in: construct.name, among: construct.names, besides: entries.map(\.key))
        }
        for entry in construct.requiredEntries where !decoding.isPartial && node[entry.name] == nil {
            let example = entry.example ?? entry.form.onlyText
            let words = example.map { ", such as \(entry.name): \($0)" } ?? ""
            let hint = example.flatMap { adding(entry.name, $0) }
            decoding.error("\(construct.name) needs '\(entry.name)'\(words)", hint: hint, at: node.location)
        }
    }

    /// Returns the change that gives the map a key that it needs, before the others if it tells what the map is; `nil` if
    /// another key is meant to be it.
    func adding(_ name: String, _ value: String) -> Hint? {
        let isMeant = node.entries?.contains { entry in
            !construct.names.contains(entry.key)
                && (ForeignWord.meaning(of: entry.key, among: [name]) != nil
                    || NearestName.nearest(to: entry.key, among: construct.names) == name)
        }
        guard isMeant != true else { return nil }
        var correction = Hint.Correction(key: name, value: value, at: node.location)
        correction.isFirst = construct.names.first == name
        return .only(correction)
    }

    /// Returns the value of a key, or its default; `nil` if the value is wrong, or absent without a default.
    func value<Value>(_ key: Key<Value>) -> Value? {
        if let node = node[key.name] {
            return decoding.at(key.name) { key.shape.decode(node, decoding) }
        }
        return key.defaultValue
    }

    func has<Value>(_ key: Key<Value>) -> Bool { node[key.name] != nil }

    func location<Value>(of key: Key<Value>) -> SourceLocation {
        node.entries?.first { $0.key == key.name }?.keyLocation ?? node.location
    }

    func error(_ message: String, hint: Hint? = nil, at location: SourceLocation? = nil) {
        decoding.error(message, hint: hint, at: location ?? node.location)
    }

    func error<Value>(_ message: String, at key: Key<Value>) { error(message, at: location(of: key)) }

    /// Reports a problem with the map as the value of its key.
    func valueError(_ message: String, hint: Hint? = nil, at location: SourceLocation? = nil) {
        decoding.valueError(message, hint: hint, at: location ?? node.location)
    }

    func valueError<Value>(_ message: String, hint: Hint? = nil, at key: Key<Value>) {
        valueError(message, hint: hint, at: location(of: key))
    }
}

/// A word of a closed list of the language, whose spelling is usually the raw value.
package protocol LanguageWord: RawRepresentable, CaseIterable, Hashable, Sendable where RawValue == String {
    var word: String { get }

    /// The meaning of the word as a sentence for the reference; empty if the word explains itself.
    var summary: String { get }
}

extension LanguageWord {
    package var summary: String { "" }

    package var word: String { rawValue }

    static var words: [String] { allCases.map(\.word) }

    init?(word: String) {
        guard let found = Self.allCases.first(where: { $0.word == word }) else { return nil }
        self = found
    }
}
