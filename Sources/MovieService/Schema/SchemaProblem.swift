import JSON
import MovieDomain

extension Schema {
    /// Returns what of a value the schema does not allow, with its place in the value; `nil` if it allows all of it.
    ///
    /// Members that the schema does not name are allowed.
    func problem(with value: JSONElement) -> InvalidParameters? {
        if isNullable, value.isNull { return nil }
        switch shape {
        case .reference(let name): return Schema.component(name)?.problem(with: value)
        case .list(let element):
            guard value.kind == .array else { break }
            return value.elements.enumerated().firstProblem { element.problem(with: $1)?.inside("[\($0)]") }
        case .map(let member):
            guard value.kind == .object else { break }
            return value.members.firstProblem { member.problem(with: $1)?.inside(".\($0)") }
        case .object(let properties):
            guard value.kind == .object else { break }
            return properties.firstProblem { property in
                if let member = value[property.name] {
                    return property.schema.problem(with: member)?.inside(".\(property.name)")
                }
                guard property.isRequired else { return nil }
                return InvalidParameters(expected: "an object with the member \"\(property.name)\"", received: value)
            }
        default: if allows(value) { return nil }
        }
        return InvalidParameters(expected: expectation, received: value)
    }

    /// Whether a value without parts is one of the schema.
    private func allows(_ value: JSONElement) -> Bool {
        switch shape {
        case .anything: true
        case .boolean: value.bool != nil
        case .integer(let minimum, let maximum):
            value.int.map { $0 >= minimum ?? .min && $0 <= maximum ?? .max } ?? false
        case .number(let minimum, let maximum):
            value.double.map { $0 >= minimum ?? -.infinity && $0 <= maximum ?? .infinity } ?? false
        case .text(let rules):
            value.string.map { rules.format != "date" || CalendarDate(parsing: $0) != nil } ?? false
        case .choice(let words): value.string.map(words.contains) ?? false
        case .list, .object, .map, .reference: false
        }
    }
}

extension Sequence {
    fileprivate func firstProblem(_ problem: (Element) -> InvalidParameters?) -> InvalidParameters? {
        for element in self {
            if let found = problem(element) { return found }
        }
        return nil
    }
}
