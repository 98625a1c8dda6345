/// A key of a map with free keys, and its value.
package struct NamedValue<Value: Sendable>: Sendable {
    /// The key.
    package var name: String
    /// What stands under it.
    package var value: Value

    /// A key and its value.
    package init(_ name: String, _ value: Value) {
        self.name = name
        self.value = value
    }
}

extension NamedValue: Equatable where Value: Equatable {}

extension Shape {
    /// A list; elements that are wrong are reported and left out.
    static func list<Element>(_ element: Shape<Element>) -> Shape where Value == [Element] {
        let expectation = "a list, each \(element.expectation)"
        return Shape(expectation, form: .list(element.form)) { node, decoding in
            guard let nodes = node.list else {
                let hint = node.isNothing ? "" : "; one alone stands in [ ], too"
                decoding.mismatch(expectation, node, hint: hint)
                return nil
            }
            return nodes.compactMap { element.decode($0, &decoding) }
        }
    }

    /// The same as ``list(_:)`` for readers, where a list without elements is refused elsewhere.
    static func nonEmptyList<Element>(_ element: Shape<Element>) -> Shape where Value == [Element] {
        let shape = Shape.list(element)
        return Shape(shape.expectation, form: .nonEmptyList(element.form), decode: shape.decode)
    }

    /// A list, or one element without the brackets.
    static func oneOrMore<Element>(_ element: Shape<Element>) -> Shape where Value == [Element] {
        let several = Shape.list(element)
        let expectation = "\(element.expectation), or a list of such"
        return Shape(expectation, form: .either([element.form, several.form])) { node, decoding in
            node.list == nil ? element.decode(node, &decoding).map { [$0] } : several.decode(node, &decoding)
        }
    }

    /// The same as ``oneOrMore(_:)`` for readers, where a list without elements is refused elsewhere.
    static func atLeastOne<Element>(_ element: Shape<Element>) -> Shape where Value == [Element] {
        let shape = Shape.oneOrMore(element)
        return Shape(
            shape.expectation,
            form: .either([element.form, .nonEmptyList(element.form)]),
            decode: shape.decode
        )
    }

    /// A map with free keys, in the order written.
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
                let name = keys.decode(keyNode, &decoding)
                let value = decoding.at(entry.key) { decoding in element.decode(entry.value, &decoding) }
                guard let name, let value else { return nil }
                return NamedValue(name, value)
            }
        }
    }

    /// A map with known keys.
    static func record(
        _ construct: @escaping @autoclosure @Sendable () -> Construct,
        decode: @escaping @Sendable (Record, inout Decoding) -> Value?
    ) -> Shape {
        Shape("a map", form: .record(construct)) { node, decoding in
            guard let record = Record(node, construct(), &decoding) else { return nil }
            return decode(record, &decoding)
        }
    }

    /// One of several shapes, chosen by whether a text, a list or a map came.
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
            return shape.decode(node, &decoding)
        }
    }
}
