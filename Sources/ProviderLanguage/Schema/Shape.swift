import MovieDomain
import Platform

/// The shape of a value: what is allowed, and how it becomes a Swift value.
///
/// One declaration serves decoding and checking and, through ``Form``, the reference and the JSON Schema.
struct Shape<Value: Sendable>: Sendable {
    let expectation: String
    let form: Form
    /// Returns the value of a node, or `nil` after reporting every problem with it.
    let decode: @Sendable (SourceNode, Decoding) -> Value?

    init(_ expectation: String, form: Form, decode: @escaping @Sendable (SourceNode, Decoding) -> Value?) {
        self.expectation = expectation
        self.form = form
        self.decode = decode
    }

    /// Returns the value of a text that is part of the language itself.
    func value(of text: String) -> Value? {
        let decoding = Decoding()
        let node = SourceNode(content: .text(text), location: .nowhere)
        return decode(node, decoding)
    }

    /// Returns a shape of the same values that has another form for readers and editors.
    func shown(as form: Form) -> Shape { Shape(expectation, form: form, decode: decode) }

    func map<New: Sendable>(_ transform: @escaping @Sendable (Value) -> New) -> Shape<New> {
        Shape<New>(expectation, form: form) { node, decoding in decode(node, decoding).map(transform) }
    }

    /// Returns a shape of the same values, which `check` may change or report problems with.
    func checked(_ check: @escaping @Sendable (Value, SourceNode, Decoding) -> Value) -> Shape {
        Shape(expectation, form: form) { node, decoding in decode(node, decoding).map { check($0, node, decoding) } }
    }

    /// Returns the same shape for a place with a scope of its own.
    func scoped(_ change: @escaping @Sendable (inout Scope) -> Void) -> Shape {
        Shape(expectation, form: form) { node, decoding in decoding.scoped(change, { decode(node, decoding) }) }
    }

    /// Returns the shape of a list; wrong elements are reported and left out.
    static func list<Element>(_ element: Shape<Element>) -> Shape where Value == [Element] {
        let expectation = "a list, each \(element.expectation)"
        return Shape(expectation, form: .list(element.form)) { node, decoding in
            guard let nodes = node.list else {
                let advice = Hint("put a single one in [ ], too")
                let hint = node.text.map { advice.correcting($0, to: "[\($0)]") } ?? advice
                let isNothing = node.isNothing
                decoding.mismatch(expectation, node, hint: isNothing ? nil : hint)
                return nil
            }
            return nodes.compactMap { element.decode($0, decoding) }
        }
    }

    /// Returns ``list(_:)`` in a form that requires an element; other code reports an empty list.
    static func nonEmptyList<Element>(_ element: Shape<Element>) -> Shape where Value == [Element] {
        Shape.list(element).shown(as: .nonEmptyList(element.form))
    }

    /// Returns the shape of a list, or of one element without the brackets.
    static func oneOrMore<Element>(_ element: Shape<Element>) -> Shape where Value == [Element] {
        let several = Shape.list(element)
        let expectation = "\(element.expectation), or a list of such"
        return Shape(expectation, form: .either([element.form, several.form])) { node, decoding in
            node.list == nil ? element.decode(node, decoding).map { [$0] } : several.decode(node, decoding)
        }
    }

    /// Returns ``oneOrMore(_:)`` in a form that requires an element; other code reports an empty list.
    static func atLeastOne<Element>(_ element: Shape<Element>) -> Shape where Value == [Element] {
        Shape.oneOrMore(element).shown(as: .either([element.form, .nonEmptyList(element.form)]))
    }

    /// Returns the shape of a map with free keys, in the order written.
    static func map<Element>(
        of keys: Shape<String>,
        to element: Shape<Element>,
        _ expectation: String? = nil
    ) -> Shape where Value == [NamedValue<Element>] {
        let expectation = expectation ?? "a map to \(element.expectation)"
        return Shape(expectation, form: .map(keys: keys.form, values: element.form)) { node, decoding in
            guard let entries = node.entries else {
                decoding.mismatch(expectation, node)
                return nil
            }
            return entries.compactMap { entry in
                let keyNode = SourceNode(content: .text(entry.key), location: entry.keyLocation, isPlain: false)
                let name = keys.decode(keyNode, decoding)
                let value = decoding.at(entry.key) { element.decode(entry.value, decoding) }
                guard let name, let value else { return nil }
                return NamedValue(name, value)
            }
        }
    }

    static func record(
        _ construct: @escaping @autoclosure @Sendable () -> Construct,
        decode: @escaping @Sendable (Record) -> Value?
    ) -> Shape {
        Shape("a map", form: .record(construct)) { node, decoding in
            guard let record = Record(node, construct(), decoding) else { return nil }
            return decode(record)
        }
    }

    /// Returns the shape of a map whose keys are declared together with the parts of the value that they change.
    ///
    /// `finish` completes the value by what no single key can tell, and reports problems with it. There is no value if a
    /// required key is missing or wrong.
    static func record(
        _ name: String,
        _ summary: String,
        changing standard: Value,
        rules: [Construct.Rule] = [],
        family: Construct.Family? = nil,
        finish: @escaping @Sendable (inout Value, Record) -> Void = { _, _ in },
        keys declare: (inout KeyList<Value>) -> Void
    ) -> Shape {
        let keys = KeyList(declare)
        return record(Construct(name, summary, keys.entries, rules: rules, family: family)) { record in
            var value = standard
            let isWhole = keys.read(record, into: &value)
            finish(&value, record)
            return isWhole ? value : nil
        }
    }

    /// Returns the shape of a value that is written as a text or as a map.
    static func either(_ expectation: String, text: Shape, map: Shape) -> Shape {
        Shape(expectation, form: .either([text.form, map.form])) { node, decoding in
            switch node.content {
            case .text where !node.isNothing: return text.decode(node, decoding)
            case .map: return map.decode(node, decoding)
            case .text, .list:
                decoding.mismatch(expectation, node)
                return nil
            }
        }
    }

    /// The same shape for a place at which users put keys: no message quotes a value.
    var concealing: Shape { scoped { $0.mayHoldKeys = true } }

    /// Returns the kind that a map without one seems to be of, by its keys and what they say: `offset` for
    /// `param: offset`.
    private static func guess(_ key: String, among variants: [Form.Variant], for node: SourceNode) -> String? {
        let keys = node.entries?.map(\.key) ?? []
        let fitting = variants.filter { variant in
            let construct = variant.form.alternatives.lazy.compactMap { form in
                if case .record(let construct) = form { construct() } else { nil }
            }.first
            guard let construct, !keys.isEmpty else { return false }
            let required = construct.requiredEntries.map(\.name).filter { $0 != key }
            return Set(keys).isSubset(of: construct.names) && Set(required).isSubset(of: keys)
        }
        let values = node.entries?.compactMap(\.value.text) ?? []
        let named = fitting.first { variant in
            let word = variant.word.split(scalar: "_").first ?? ""
            return values.contains { $0.lowercased().contains(scalars: word) }
        }
        return (named ?? fitting.first)?.word
    }

    /// Returns the shape of a map of several kinds, each with the word that selects it under a key.
    static func variants<Kind: LanguageWord>(by key: String, _ variants: [(Kind, Shape)]) -> Shape {
        let words = variants.map(\.0.rawValue)
        let forms = variants.map { Form.Variant(word: $0.rawValue, form: $1.form) }
        return Shape("a map", form: .variants(key: key, standard: nil, forms)) { node, decoding in
            guard node.entries != nil else {
                decoding.mismatch("a map with '\(key)'", node)
                return nil
            }
            guard let chosen = node[key] else {
                if decoding.isPartial { return nil }
                let correction = Self.guess(key, among: forms, for: node).map { word in
                    var correction = Hint.Correction(key: key, value: word, at: node.location)
                    correction.isFirst = true
                    return Hint.only(correction)
                }
                let problem = "needs '\(key)': \(words.alternatives)"
                decoding.valueError(problem, hint: correction, at: node.location)
                return nil
            }
            let word = chosen.text ?? ""
            guard let index = words.firstIndex(of: word) else {
                decoding.at(key) {
                    let near = NearestName.nearest(to: word, among: words).map { Hint.didYouMean($0, for: word) }
                    // The kind of another tool may mean two keys here, which no replacement makes.
                    let hint = ForeignWord.kind(of: word, among: words).map { Hint("did you mean '\($0)'?") } ?? near
                    decoding.mismatch("one of \(words.alternatives)", chosen, hint: hint)
                }
                return nil
            }
            return variants[index].1.decode(node, decoding)
        }
    }
}

package struct NamedValue<Value: Sendable>: Sendable {
    package var name: String
    package var value: Value

    package init(_ name: String, _ value: Value) {
        self.name = name
        self.value = value
    }
}

extension NamedValue: Equatable where Value: Equatable {}
