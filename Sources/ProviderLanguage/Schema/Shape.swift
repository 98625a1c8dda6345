import MovieDomain

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

    /// Returns the shape of a list; wrong elements are reported and left out.
    static func list<Element>(_ element: Shape<Element>) -> Shape where Value == [Element] {
        let expectation = "a list, each \(element.expectation)"
        return Shape(expectation, form: .list(element.form)) { node, decoding in
            guard let nodes = node.list else {
                let hint = node.isNothing ? "" : "; one alone stands in [ ], too"
                decoding.mismatch(expectation, node, hint: hint)
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

    /// Returns a shape that chooses among several shapes by the kind of the node: a text, a list, or a map.
    static func either(
        _ expectation: String,
        text: Shape? = nil,
        list: Shape? = nil,
        map: @escaping @autoclosure @Sendable () -> Shape?
    ) -> Shape {
        let forms = [text?.form, list?.form, map()?.form].compactMap(\.self)
        return Shape(expectation, form: .either(forms)) { node, decoding in
            let shape: Shape? =
                switch node.content {
                case .text: node.isNothing ? nil : text
                case .list: list
                case .map: map()
                }
            guard let shape else {
                decoding.mismatch(expectation, node)
                return nil
            }
            return shape.decode(node, decoding)
        }
    }

    /// The same shape for a place at which users put keys: no message quotes a value.
    var concealing: Shape {
        Shape(expectation, form: form) { node, decoding in
            decoding.scoped({ $0.mayHoldKeys = true }, { decode(node, decoding) })
        }
    }

    /// One kind of a map, selected by the value of one of its keys.
    struct Variant: Sendable {
        let word: String
        let shape: Shape

        init(_ word: some LanguageWord, _ shape: Shape) {
            self.word = word.rawValue
            self.shape = shape
        }
    }

    /// Returns the shape of a map of several kinds; without the selecting key, the kind is `standard`, if there is one.
    static func variants(by key: String, standard: String? = nil, _ variants: [Variant]) -> Shape {
        let words = variants.map(\.word)
        let form = Form.variants(
            key: key,
            standard: standard,
            variants.map { Form.Variant(word: $0.word, form: $0.shape.form) }
        )
        return Shape("a map", form: form) { node, decoding in
            guard node.entries != nil else {
                decoding.mismatch("a map with '\(key)'", node)
                return nil
            }
            guard let word = node[key]?.text ?? (node[key] == nil ? standard : "") else {
                if decoding.isPartial { return nil }
                decoding.valueError("needs '\(key)': \(Wording.alternatives(words))", at: node.location)
                return nil
            }
            guard let variant = variants.first(where: { $0.word == word }) else {
                decoding.at(key) {
                    let meant = ForeignWord.kind(of: word, among: words) ?? NearestName.nearest(to: word, among: words)
                    let hint = meant.map { "; did you mean '\($0)'?" } ?? ""
                    decoding.mismatch("one of \(Wording.alternatives(words))", node[key] ?? node, hint: hint)
                }
                return nil
            }
            return variant.shape.decode(node, decoding)
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
