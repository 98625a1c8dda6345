/// A violated invariant.
struct Violation: Error, CustomStringConvertible {
    let description: String

    init(_ description: String) { self.description = description }

    /// Throws a violation if the condition is false.
    static func unless(_ condition: Bool, _ description: @autoclosure () -> String) throws(Violation) {
        if !condition { throw Violation(description()) }
    }
}

/// Many small inputs in one text file that diffs well: lines of hexadecimal digits, shortest first.
enum PackedCorpus {
    /// Returns the inputs of a packed text, or `nil` if the text is malformed.
    static func unpack(_ text: String) -> [[UInt8]]? {
        var inputs: [[UInt8]] = []
        for line in text.split(separator: "\n") {
            guard let input = bytes(line.utf8) else { return nil }
            inputs.append(input)
        }
        return inputs
    }

    /// Returns the packed text of the inputs without the empty ones.
    static func pack(_ inputs: [[UInt8]]) -> String {
        let lines = inputs.filter { !$0.isEmpty }.map(hexadecimal)
        return lines.sorted { ($0.utf8.count, $0) < ($1.utf8.count, $1) }.map { $0 + "\n" }.joined()
    }

    /// Returns the bytes in hexadecimal digits.
    static func hexadecimal(_ bytes: [UInt8]) -> String {
        bytes.map { ($0 < 16 ? "0" : "") + String($0, radix: 16) }.joined()
    }

    private static func bytes(_ digits: Substring.UTF8View) -> [UInt8]? {
        guard digits.count.isMultiple(of: 2) else { return nil }
        var bytes: [UInt8] = []
        var rest = Substring(digits)
        while !rest.isEmpty {
            guard let byte = UInt8(rest.prefix(2), radix: 16) else { return nil }
            bytes.append(byte)
            rest = rest.dropFirst(2)
        }
        return bytes
    }
}
