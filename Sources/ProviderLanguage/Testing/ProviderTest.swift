package import JSON
package import MovieDomain

/// A test of a definition: a recorded response and the expected result of mapping it.
package struct ProviderTest: Sendable {
    package enum Body: Sendable {
        case file(String)
        case inline(JSONValue)
        /// A body that is not JSON, verbatim.
        case text(String)
    }

    package struct Expectation: Sendable {
        package var count: Int?
        /// Fields of the first item by their names in the language; other fields are ignored.
        package var first: JSONValue?
        package var error: ProviderError.Kind?
        /// The number of dropped rows (``MappingReport/dropped``).
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
    /// A difference between the result of a test and the expectation.
    package struct Difference: Hashable, Sendable, CustomStringConvertible {
        /// The field, such as `first.movie.title`; `nil` if the difference is about the response as a whole.
        package var place: String?
        /// The expected result for a person to read: a value as JSON, or words.
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
    /// Returns the differences between this value and the expected one; ignores members that are not expected.
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

    /// Returns whether two values are equal, or are a text and a number written alike: in YAML, `2019` is either.
    private func isSame(as other: JSONValue) -> Bool {
        switch (self, other) {
        case (.string(let text), .number(let number)), (.number(let number), .string(let text)): text == number.text
        default: self == other
        }
    }
}
