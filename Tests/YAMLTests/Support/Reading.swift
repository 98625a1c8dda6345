import Testing
import YAML

/// Returns the root of a text, which must be accepted.
func tree(_ text: String) throws -> YAMLNode {
    let reading = YAMLReader.read(Array(text.utf8))
    #expect(reading.errors == [])
    return try #require(reading.root)
}

/// Returns the problems of bytes, or none if they are accepted.
func problems(_ bytes: [UInt8], limits: YAMLLimits = YAMLLimits()) -> [YAMLError] {
    YAMLReader.read(bytes, limits: limits).errors
}

extension YAMLNode {
    /// The elements, if the node is a list.
    var sequence: [YAMLNode]? {
        if case .sequence(let nodes) = content { nodes } else { nil }
    }

    /// The pairs in source order, if the node is a map.
    var pairs: [Pair]? {
        if case .mapping(let pairs) = content { pairs } else { nil }
    }

    subscript(key: String) -> YAMLNode? {
        pairs?.first { $0.key.text == key }?.value
    }
}

/// Returns the problems of a text, or none if it is accepted.
func problems(_ text: String, limits: YAMLLimits = YAMLLimits()) -> [YAMLError] {
    problems(Array(text.utf8), limits: limits)
}

/// Runs `body` and prints its duration, which is not asserted.
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
