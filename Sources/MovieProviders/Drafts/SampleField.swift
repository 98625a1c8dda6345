import JSON

/// One field of the rows of a sample: where it stands, and what values it has there.
struct SampleField {
    /// The path inside of a row.
    var path: String
    /// The last name of the path in small letters and digits: `releasedate`.
    var name: String
    /// The same of all names: `ratingaverage`.
    var fullName: String
    /// How many names lead to it.
    var depth: Int
    /// The values that are there, in the order of the rows.
    var values: [JSONValue]

    /// The values that are texts or numbers, as texts.
    var texts: [String] { values.compactMap(\.sampleText) }

    /// The values as numbers; `nil` where one of them is none.
    var numbers: [Double]? {
        let numbers = texts.map { Double($0) }
        return numbers.isEmpty || numbers.contains(nil) ? nil : numbers.compactMap(\.self)
    }

    /// The elements of the values that are lists.
    var elements: [JSONValue] {
        values.flatMap { value -> [JSONValue] in if case .array(let elements) = value { elements } else { [] } }
    }

    /// Whether all values are texts or numbers, and there are any.
    var isScalar: Bool { !values.isEmpty && texts.count == values.count }

    /// Whether most of its texts satisfy a condition.
    func mostly(_ condition: (String) -> Bool) -> Bool {
        let texts = texts
        return !texts.isEmpty && texts.count(where: condition) * 5 >= texts.count * 4
    }

    func always(_ condition: (String) -> Bool) -> Bool {
        let texts = texts
        return !texts.isEmpty && texts.allSatisfy(condition)
    }

    /// The fields of rows, down to three names deep, in the order in which they come.
    static func fields(of rows: [JSONValue]) -> [SampleField] {
        var collected = Collected()
        for row in rows.prefix(50) { collected.add(row, path: "", names: []) }
        return collected.fields
    }

    /// A member's name as a step of a path: as it is, or in brackets where it holds signs.
    static func step(_ name: String, after path: String) -> String {
        let isPlain =
            name.first.map { $0.isLetter || $0 == "_" } == true
            && name.allSatisfy { $0.isASCII && ($0.isLetter || $0.isNumber || $0 == "_") }
        guard !isPlain else { return path.isEmpty ? name : "\(path).\(name)" }
        let escaped = name.reduce(into: "") { $0 += $1 == "'" || $1 == "\\" ? "\\\($1)" : String($1) }
        return "\(path)['\(escaped)']"
    }

    private struct Collected {
        var fields: [SampleField] = []
        private var indices: [String: Int] = [:]

        mutating func add(_ value: JSONValue, path: String, names: [String]) {
            if case .object(let members) = value, names.count < 3 {
                for member in members {
                    add(member.value, path: SampleField.step(member.name, after: path), names: names + [member.name])
                }
            } else if !names.isEmpty {
                note(value, path, names)
            }
        }

        private mutating func note(_ value: JSONValue, _ path: String, _ names: [String]) {
            let index = indices[path] ?? fields.count
            if index == fields.count {
                indices[path] = index
                fields.append(
                    SampleField(
                        path: path,
                        name: names.last?.lettersAndDigits ?? "",
                        fullName: names.joined().lettersAndDigits,
                        depth: names.count,
                        values: []
                    )
                )
            }
            if !value.isMissing { fields[index].values.append(value) }
        }
    }
}

extension String {
    /// The ASCII letters and digits in small letters: names are written in many ways.
    var lettersAndDigits: String { lowercased().filter { $0.isASCII && ($0.isLetter || $0.isNumber) } }
}

extension JSONValue {
    /// Texts that mean absent in many an API.
    static let missingTexts = ["", " ", "N/A", "n/a", "-", "null", "None", "none"]

    var isMissing: Bool {
        switch self {
        case .null: true
        case .string(let text): Self.missingTexts.contains(text)
        case .array(let values): values.isEmpty
        case .object(let members): members.isEmpty
        default: false
        }
    }

    /// A text or a number as text.
    var sampleText: String? {
        switch self {
        case .string(let text): text
        case .number(let number): number.text
        default: nil
        }
    }
}
