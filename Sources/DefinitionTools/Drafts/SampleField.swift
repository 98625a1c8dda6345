import JSON
import Platform

/// One field of the rows of a sample, with its path and its values.
struct SampleField {
    var path: String
    /// The last name of the path in lowercase letters and digits: `releasedate`.
    var name: String
    /// All names of the path in the same form: `ratingaverage`.
    var fullName: String
    /// The name before the last, in the same form; empty at the top.
    var parent: String
    /// The path of the object that has the member; empty at the top.
    var place: String
    /// The number of names in the path.
    var depth: Int
    /// The values that are present, in the order of the rows.
    var values: [JSONValue]

    /// The values that are texts or numbers, as texts.
    var texts: [String] { values.compactMap(\.sampleText) }

    /// The values as numbers; `nil` if there are none, or if one of them is not a number.
    var numbers: [Double]? {
        let numbers = texts.map { Double($0) }
        return numbers.isEmpty || numbers.contains(nil) ? nil : numbers.compactMap(\.self)
    }

    var elements: [JSONValue] {
        values.flatMap { value -> [JSONValue] in if case .array(let elements) = value { elements } else { [] } }
    }

    /// The members of the elements that are objects.
    var objects: [[JSONValue.Member]] {
        elements.compactMap { if case .object(let members) = $0 { members } else { nil } }
    }

    var isScalar: Bool { !values.isEmpty && texts.count == values.count }

    /// The field with its first value, where some rows have several in a list: `title[*]`; `nil` for any other field.
    var spread: SampleField? {
        var firsts: [JSONValue] = []
        var hasLists = false
        for value in values {
            guard case .array(let elements) = value else {
                firsts.append(value)
                continue
            }
            guard elements.allSatisfy({ $0.sampleText != nil }) else { return nil }
            hasLists = true
            firsts += elements.prefix(1)
        }
        guard hasLists else { return nil }
        var spread = self
        spread.path += "[*]"
        spread.values = firsts
        return spread.isScalar ? spread : nil
    }

    /// Whether at least four fifths of the texts meet a condition.
    func mostly(_ condition: (String) -> Bool) -> Bool {
        let texts = texts
        return !texts.isEmpty && texts.count(where: condition) * 5 >= texts.count * 4
    }

    func always(_ condition: (String) -> Bool) -> Bool {
        let texts = texts
        return !texts.isEmpty && texts.allSatisfy(condition)
    }

    /// Returns the fields of the first 50 rows, down to a number of names, in order of appearance.
    static func fields(of rows: [JSONValue], depth: Int = 3) -> [SampleField] {
        var collected = Collected(depth: depth)
        for row in rows.prefix(50) { collected.add(row, path: "", names: [], place: "") }
        return collected.fields
    }

    /// Returns a path with a member's name as its last step, in brackets if the name contains special characters.
    static func step(_ name: String, after path: String) -> String {
        // The names of attributes begin with @ and may have a prefix; the text beside them is #text.
        let word = name.first.map { "@#".contains($0) } == true ? name.dropFirst() : name[...]
        let parts = word.split(scalar: ":", omittingEmptySubsequences: false)
        let isPlain =
            parts.count <= 2
            && parts.allSatisfy { part in
                part.first.map { $0.isLetter || $0 == "_" } == true
                    && part.allSatisfy { $0.isASCII && ($0.isLetter || $0.isNumber || $0 == "_") }
            }
        guard !isPlain else { return path.isEmpty ? name : "\(path).\(name)" }
        let escaped = name.replacingScalars { $0 == "'" || $0 == "\\" ? "\\\($0)" : nil }
        return "\(path)['\(escaped)']"
    }

    private struct Collected {
        let depth: Int
        var fields: [SampleField] = []
        private var indices: [String: Int] = [:]

        init(depth: Int) { self.depth = depth }

        mutating func add(_ value: JSONValue, path: String, names: [String], place: String) {
            if case .object(let members) = value, names.count < depth {
                for member in members {
                    let step = SampleField.step(member.name, after: path)
                    add(member.value, path: step, names: names + [member.name], place: path)
                }
            } else if !names.isEmpty {
                note(value, path, names, place)
            }
        }

        private mutating func note(_ value: JSONValue, _ path: String, _ names: [String], _ place: String) {
            let index = indices[path] ?? fields.count
            if index == fields.count {
                indices[path] = index
                fields.append(
                    SampleField(
                        path: path,
                        name: names.last?.lettersAndDigits ?? "",
                        fullName: names.joined().lettersAndDigits,
                        parent: names.dropLast().last?.lettersAndDigits ?? "",
                        place: place,
                        depth: names.count,
                        values: []
                    )
                )
            }
            if !value.isMissing { fields[index].values.append(value) }
        }
    }
}
