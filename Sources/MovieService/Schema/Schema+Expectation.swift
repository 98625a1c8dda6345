extension Schema {
    /// What is wanted, as the end of "expected …": `an integer from 1 to 100`.
    package var expectation: String {
        switch shape {
        case .anything: "any value"
        case .boolean: "true or false"
        case .integer(let minimum, let maximum): "an integer" + Schema.bounds(minimum, maximum)
        case .number(let minimum, let maximum):
            "a number" + Schema.bounds(minimum.map(Schema.short), maximum.map(Schema.short))
        case .text(let rules): (rules.minimumLength ?? 0) > 0 ? "a text that is not empty" : "a text"
        case .choice(let words): "one of " + words.map { "\"\($0)\"" }.joined(separator: ", ")
        case .token: "a text or an integer"
        case .list(let element): "a list, each of it \(element.expectation)"
        case .object, .map, .reference: "an object"
        }
    }

    private static func bounds<Bound: CustomStringConvertible>(_ minimum: Bound?, _ maximum: Bound?) -> String {
        switch (minimum, maximum) {
        case (let minimum?, let maximum?): " from \(minimum) to \(maximum)"
        case (let minimum?, nil): ", \(minimum) or more"
        case (nil, let maximum?): ", \(maximum) or less"
        case (nil, nil): ""
        }
    }

    /// A bound without the `.0` that Swift puts behind whole numbers.
    private static func short(_ number: Double) -> String {
        Int(exactly: number).map(String.init) ?? String(number)
    }
}
