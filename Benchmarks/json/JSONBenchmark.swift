import JSON

/// The speed of the JSON target on one text, with the same measurements as `node-json.mjs` beside it.
enum JSONBenchmark {
    /// A result in megabytes (10⁶ bytes) of text per second, the best of the rounds.
    struct Row {
        let name: String
        let file: String
        let megabytesPerSecond: Double
    }

    private static let rounds = 7
    private static let roundLength = Duration.milliseconds(150)

    /// Measures reading and writing one text.
    ///
    /// - Parameters:
    ///   - file: The name of the file in the rows.
    ///   - bytes: The text.
    ///   - only: The name of the only row to measure, or `nil` for all rows.
    /// - Throws: `JSONError` if the text is not JSON.
    /// - Returns: The rows; reading counts the bytes of the text, and writing those of the compact text that is
    ///   written.
    static func rows(file: String, bytes: [UInt8], only: String? = nil) throws(JSONError) -> [Row] {
        let element = try JSONDocument(bytes).root
        let value = JSONValue(element)
        let compact = value.jsonBytes.count
        let small = Array(#"{"jsonrpc":"2.0","id":17,"method":"movies/search","params":{"title":"기생충"}}"#.utf8)
        let cases: [(name: String, size: Int, body: () throws(JSONError) -> Int)] = [
            ("read: document", bytes.count, { () throws(JSONError) in try JSONDocument(bytes).root.count }),
            ("read: and touch all", bytes.count, { () throws(JSONError) in touch(try JSONDocument(bytes).root) }),
            (
                "read: into JSONValue", bytes.count,
                { () throws(JSONError) in weight(JSONValue(try JSONDocument(bytes).root)) }
            ),
            ("read: a small message", small.count, { () throws(JSONError) in try JSONDocument(small).root.count }),
            ("write: JSONValue", compact, { value.jsonBytes.count }),
            ("write: JSONElement", compact, { element.jsonBytes.count }),
        ]
        var rows: [Row] = []
        for (name, size, body) in cases where only == nil || only == name {
            rows.append(Row(name: name, file: file, megabytesPerSecond: try megabytesPerSecond(size: size, body)))
        }
        return rows
    }

    /// Measures writing one text, once for each round, because a long one takes a while.
    static func megabytesPerSecond(writing text: String) -> Double {
        let clock = ContinuousClock()
        var best = Duration.seconds(3_600)
        var written = 0
        for _ in 0..<rounds { best = min(best, clock.measure { written = text.jsonBytes.count }) }
        return Double(written) / (best / Duration.microseconds(1))
    }

    /// Decodes every name, string, and number in a value.
    private static func touch(_ element: JSONElement) -> Int {
        var sum = 0
        switch element.kind {
        case .null, .bool: break
        case .number: sum = element.int ?? Int(element.double ?? 0)
        case .string: sum = element.string?.utf8.count ?? 0
        case .array: for child in element.elements { sum &+= touch(child) }
        case .object: for member in element.members { sum &+= member.name.utf8.count &+ touch(member.value) }
        }
        return sum
    }

    /// Returns a number that depends on the value, so that the compiler cannot remove the creation of the value.
    private static func weight(_ value: JSONValue) -> Int {
        switch value {
        case .array(let values): values.count
        case .object(let members): members.count
        default: 1
        }
    }

    private static func megabytesPerSecond(size: Int, _ body: () throws(JSONError) -> Int) throws(JSONError) -> Double {
        let clock = ContinuousClock()
        var best = Duration.seconds(3_600)
        var sink = 0
        for _ in 0..<rounds {
            var iterations = 0
            let start = clock.now
            var elapsed = Duration.zero
            repeat {
                for _ in 0..<8 { sink &+= try body() }
                iterations += 8
                elapsed = clock.now - start
            } while elapsed < roundLength
            best = min(best, elapsed / iterations)
        }
        // Practically never printed; keeps the compiler from removing the work.
        if sink == .min { print(sink) }
        return Double(size) / (best / Duration.microseconds(1))
    }
}
