import Testing
import YAML

/// The root of a text that has to be accepted.
func tree(_ text: String) throws -> YAMLNode {
    try YAMLReader.read(Array(text.utf8))
}

/// The problems of bytes; none when they are accepted.
func problems(_ bytes: [UInt8], limits: YAMLLimits = .standard) -> [YAMLError] {
    do throws(YAMLFailure) {
        _ = try YAMLReader.read(bytes, limits: limits)
        return []
    } catch {
        return error.errors
    }
}

/// The problems of a text; none when it is accepted.
func problems(_ text: String, limits: YAMLLimits = .standard) -> [YAMLError] {
    problems(Array(text.utf8), limits: limits)
}

/// Prints how long something took: seen by people, asserted by nobody.
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
