import Testing
import YAML

/// The root of a text that has to be accepted.
func tree(_ text: String) throws -> YAMLNode {
    let reading = YAMLReader.read(Array(text.utf8))
    #expect(reading.errors == [])
    return try #require(reading.root)
}

/// The problems of bytes; none when they are accepted.
func problems(_ bytes: [UInt8], limits: YAMLLimits = YAMLLimits()) -> [YAMLError] {
    YAMLReader.read(bytes, limits: limits).errors
}

extension YAMLNode {
    /// The elements of a list.
    var sequence: [YAMLNode]? {
        if case .sequence(let nodes) = content { nodes } else { nil }
    }

    /// The pairs of a map, in the order written.
    var pairs: [Pair]? {
        if case .mapping(let pairs) = content { pairs } else { nil }
    }

    subscript(key: String) -> YAMLNode? {
        pairs?.first { $0.key.text == key }?.value
    }
}

/// The problems of a text; none when it is accepted.
func problems(_ text: String, limits: YAMLLimits = YAMLLimits()) -> [YAMLError] {
    problems(Array(text.utf8), limits: limits)
}

/// Prints how long something took: it is not asserted.
func timed<Result>(_ name: String, _ body: () throws -> Result) rethrows -> Result {
    let clock = ContinuousClock()
    let start = clock.now
    defer { print("\(name): \((clock.now - start).formatted)") }
    return try body()
}

extension Duration {
    fileprivate var formatted: String {
        let microseconds = components.seconds * 1_000_000 + components.attoseconds / 1_000_000_000_000
        return "\(microseconds) µs"
    }
}
