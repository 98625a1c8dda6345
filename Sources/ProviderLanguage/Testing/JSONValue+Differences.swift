import JSON

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
