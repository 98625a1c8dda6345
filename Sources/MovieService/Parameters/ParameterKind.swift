import JSON
import MovieDomain

/// The values of a parameter: their schema, and how to read one.
///
/// `decode` accepts exactly what the schema describes.
struct ParameterKind<Value: Sendable>: Sendable {
    let schema: Schema
    let decode: @Sendable (JSONElement) throws(InvalidParameters) -> Value

    init(_ schema: Schema, decode: @escaping @Sendable (JSONElement) throws(InvalidParameters) -> Value) {
        self.schema = schema
        self.decode = decode
    }

    /// `read` returns `nil` for a value that it does not accept; `expected` replaces the schema's wording in errors.
    init(
        _ schema: Schema,
        expecting expected: String? = nil,
        hint: String? = nil,
        reading read: @escaping @Sendable (JSONElement) -> Value?
    ) {
        self.init(schema) { element throws(InvalidParameters) in
            guard let value = read(element) else {
                throw InvalidParameters(expected: expected ?? schema.expectation, received: element, hint: hint)
            }
            return value
        }
    }

    func showing(_ examples: JSONValue...) -> ParameterKind {
        var schema = schema
        schema.examples = examples
        return ParameterKind(schema, decode: decode)
    }

    func map<Other>(_ transform: @escaping @Sendable (Value) -> Other) -> ParameterKind<Other> {
        ParameterKind<Other>(schema) { [decode] element throws(InvalidParameters) in transform(try decode(element)) }
    }
}

extension ParameterKind where Value == Bool {
    static var flag: ParameterKind {
        ParameterKind(.boolean) { $0.bool }
    }
}

extension ParameterKind where Value == Int {
    static func integer(_ range: ClosedRange<Int>) -> ParameterKind {
        ParameterKind(.integer(range)) { element in
            element.int.flatMap { range.contains($0) ? $0 : nil }
        }
    }
}

extension ParameterKind where Value == Double {
    static func number(_ range: ClosedRange<Double>) -> ParameterKind {
        ParameterKind(.number(range)) { element in
            element.double.flatMap { range.contains($0) ? $0 : nil }
        }
    }
}

extension ParameterKind where Value == String {
    /// In characters; enough for titles and names.
    private static var longest: Int { 1_000 }

    /// A nonempty text, whose spaces at both ends are removed.
    static var words: ParameterKind {
        text(.text(minimumLength: 1, maximumLength: longest), atMost: longest) { text in
            let words = trimmed(text)
            return words.isEmpty ? nil : words
        }
    }

    /// A text that may be empty.
    static func text(atMost count: Int) -> ParameterKind {
        text(.text(maximumLength: count), atMost: count) { $0 }
    }

    private static func text(
        _ schema: Schema,
        atMost count: Int,
        reading read: @escaping @Sendable (String) -> String?
    ) -> ParameterKind {
        ParameterKind(schema) { element throws(InvalidParameters) in
            guard let text = element.string.flatMap(read) else {
                throw InvalidParameters(expected: schema.expectation, received: element)
            }
            guard text.count <= count else {
                throw InvalidParameters(expected: "a text of at most \(count) characters", received: element)
            }
            return text
        }
    }

    private static func trimmed(_ text: String) -> String {
        let start = text.drop(while: \.isWhitespace)
        guard let last = start.lastIndex(where: { !$0.isWhitespace }) else { return "" }
        return String(start[...last])
    }
}

extension ParameterKind where Value: RawRepresentable & CaseIterable, Value.RawValue == String {
    static var choice: ParameterKind {
        choice(of: Array(Value.allCases))
    }

    static func choice(of values: [Value]) -> ParameterKind {
        let words = values.map(\.rawValue)
        let schema = Schema(.choice(words))
        return ParameterKind(schema) { element throws(InvalidParameters) in
            guard let word = element.string, let index = words.firstIndex(of: word) else {
                let hint = element.string.flatMap { NearestName.hint(for: $0, among: words) }
                throw InvalidParameters(expected: schema.expectation, received: element, hint: hint)
            }
            return values[index]
        }
    }
}

extension ParameterKind {
    static func list<Element>(of kind: ParameterKind<Element>) -> ParameterKind where Value == [Element] {
        let schema = Schema(.list(of: kind.schema))
        return ParameterKind(schema) { list throws(InvalidParameters) in
            guard list.kind == .array else {
                let hint = list.kind == .string ? "write [\(list)]" : nil
                throw InvalidParameters(expected: schema.expectation, received: list, hint: hint)
            }
            var values: [Element] = []
            values.reserveCapacity(list.count)
            for element in list.elements {
                do throws(InvalidParameters) {
                    values.append(try kind.decode(element))
                } catch {
                    throw error.inside("[\(values.count)]")
                }
            }
            return values
        }
    }
}
