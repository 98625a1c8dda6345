import JSON
import MovieDomain

/// The values of a parameter: their schema, and how to read one.
///
/// `decode` accepts exactly what the schema describes.
struct ParameterKind<Value: Sendable>: Sendable {
    let schema: Schema
    let decode: @Sendable (JSONElement) throws(ParameterMismatch) -> Value

    init(_ schema: Schema, decode: @escaping @Sendable (JSONElement) throws(ParameterMismatch) -> Value) {
        self.schema = schema
        self.decode = decode
    }

    /// `read` returns `nil` for a value that it does not accept.
    init(_ schema: Schema, reading read: @escaping @Sendable (JSONElement) -> Value?) {
        self.init(schema) { element throws(ParameterMismatch) in
            guard let value = read(element) else {
                throw ParameterMismatch(expected: schema.expectation, received: element)
            }
            return value
        }
    }

    func showing(_ examples: JSONValue...) -> ParameterKind {
        var schema = schema
        schema.examples = examples
        return ParameterKind(schema, decode: decode)
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
    /// In characters: enough for titles and names.
    private static var longest: Int { 1_000 }

    /// A text that is not empty, without spaces at its ends.
    static var words: ParameterKind {
        let schema = Schema.text(minimumLength: 1, maximumLength: longest)
        return ParameterKind(schema) { element throws(ParameterMismatch) in
            guard let text = element.string.map(trimmed), !text.isEmpty else {
                throw ParameterMismatch(expected: schema.expectation, received: element)
            }
            guard text.count <= longest else {
                let expected = "a text of at most \(longest) characters"
                throw ParameterMismatch(expected: expected, received: element)
            }
            return text
        }
    }

    /// A text that may be empty.
    static func text(atMost count: Int) -> ParameterKind {
        let schema = Schema.text(maximumLength: count)
        return ParameterKind(schema) { element throws(ParameterMismatch) in
            guard let text = element.string else {
                throw ParameterMismatch(expected: schema.expectation, received: element)
            }
            guard text.count <= count else {
                throw ParameterMismatch(expected: "a text of at most \(count) characters", received: element)
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
        let schema = Schema.choice(words)
        return ParameterKind(schema) { element throws(ParameterMismatch) in
            guard let word = element.string, let index = words.firstIndex(of: word) else {
                let hint = element.string.flatMap { NearestName.hint(for: $0, among: words) }
                throw ParameterMismatch(expected: schema.expectation, received: element, hint: hint)
            }
            return values[index]
        }
    }
}

extension ParameterKind {
    static func list<Element>(of kind: ParameterKind<Element>) -> ParameterKind where Value == [Element] {
        let schema = Schema.list(of: kind.schema)
        return ParameterKind(schema) { list throws(ParameterMismatch) in
            guard list.kind == .array else {
                let hint = list.kind == .string ? "write [\(list)]" : nil
                throw ParameterMismatch(expected: schema.expectation, received: list, hint: hint)
            }
            var values: [Element] = []
            values.reserveCapacity(list.count)
            for element in list.elements {
                do throws(ParameterMismatch) {
                    values.append(try kind.decode(element))
                } catch {
                    throw error.inElement(values.count)
                }
            }
            return values
        }
    }
}

extension ParameterKind where Value == String {
    /// A genre's slug, or its name in Korean or English.
    static var genre: ParameterKind {
        let words = ParameterKind<String>.words
        return ParameterKind(words.schema) { element throws(ParameterMismatch) in
            let name = try words.decode(element)
            if let genre = Genre(name: name) { return genre.rawValue }
            let known = Genre.allCases.flatMap { [$0.rawValue, $0.name(in: ["ko"]), $0.name(in: ["en"])] }
            let hint = NearestName.hint(for: name, among: known) ?? "vocabulary/list names the genres."
            throw ParameterMismatch(expected: "a genre", received: element, hint: hint)
        }
    }
}
