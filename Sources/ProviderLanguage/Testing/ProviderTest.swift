package import JSON
package import MovieDomain

/// A recorded answer, and what the definition must make of it.
package struct ProviderTest: Sendable {
    package enum Body: Sendable {
        case file(String)
        case inline(JSONValue)
        /// A body that is no JSON, letter by letter.
        case text(String)
    }

    package struct Expectation: Sendable {
        package var count: Int?
        /// Fields of the first item, as the item names them; others are not looked at.
        package var first: JSONValue?
        package var error: ProviderError.Kind?
        /// Rows that lack a required field.
        package var dropped: Int?

        package var isEmpty: Bool { count == nil && first == nil && error == nil && dropped == nil }
    }

    package var name: String
    package var operation: Capability
    package var inputs: TemplateInputs
    package var status: Int
    package var headers: [NamedValue<String>]
    package var body: Body
    package var expectation: Expectation
    package var location: SourceLocation
}

extension ProviderTest {
    /// One place where what came out of a test is not what is expected.
    package struct Difference: Hashable, Sendable, CustomStringConvertible {
        /// The field, such as `first.movie.title`; `nil` where it is about the answer as a whole.
        package var place: String?
        /// What is expected, for people: a value as JSON, or words.
        package var expected: String
        package var came: String

        package init(at place: String? = nil, expected: String, came: String) {
            self.place = place
            self.expected = expected
            self.came = came
        }

        package var description: String {
            (place.map { "\($0): " } ?? "") + "expected \(expected), found \(came)"
        }
    }
}

extension JSONValue {
    /// Where this value is not what is expected; members that are not expected are not looked at.
    func differences(from expected: JSONValue, at place: String) -> [ProviderTest.Difference] {
        switch (self, expected) {
        case (.object, .object(let members)):
            return members.flatMap { member -> [ProviderTest.Difference] in
                let place = "\(place).\(member.name)"
                guard let own = self[member.name] else {
                    return member.value == .null
                        ? [] : [ProviderTest.Difference(at: place, expected: "\(member.value)", came: "nothing")]
                }
                return own.differences(from: member.value, at: place)
            }
        case (.array(let own), .array(let values)) where own.count == values.count:
            return zip(own, values).enumerated().flatMap { index, pair in
                pair.0.differences(from: pair.1, at: "\(place)[\(index)]")
            }
        default:
            return isSame(as: expected)
                ? [] : [ProviderTest.Difference(at: place, expected: "\(expected)", came: "\(self)")]
        }
    }

    /// Texts and numbers that are written alike are the same: in YAML, `2019` is either.
    private func isSame(as other: JSONValue) -> Bool {
        switch (self, other) {
        case (.string(let text), .number(let number)), (.number(let number), .string(let text)): text == number.text
        default: self == other
        }
    }
}
