/// A request as a ``ScriptedServer`` got it.
package struct ReceivedRequest: Sendable {
    /// A name and a value, in the order and case in which they came.
    package struct Field: Sendable, Hashable {
        package var name: String
        package var value: String
    }

    /// Which connection of the server it came on, counted from 0.
    package var connection: Int
    package var method: String
    /// Path and query, as sent.
    package var target: String
    package var headers: [Field]
    package var body: [UInt8]
    /// Every byte of it.
    package var bytes: [UInt8]

    /// The target without its query, as sent.
    package var path: String {
        String(target.prefix { $0 != "?" })
    }

    /// The query's fields, percent-decoded.
    package var query: [Field] {
        guard let mark = target.firstIndex(of: "?") else { return [] }
        return target[target.index(after: mark)...].split(separator: "&").map { field in
            let parts = field.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
            return Field(name: Self.decoded(parts[0]), value: parts.count > 1 ? Self.decoded(parts[1]) : "")
        }
    }

    /// The first value of a header; names compare without regard to case.
    package func header(_ name: String) -> String? {
        headers.first { $0.name.lowercased() == name.lowercased() }?.value
    }

    private static func decoded(_ text: Substring) -> String {
        var bytes: [UInt8] = []
        var rest = text.utf8[...]
        while let byte = rest.popFirst() {
            if byte == UInt8(ascii: "+") {
                bytes.append(UInt8(ascii: " "))
            } else if byte == UInt8(ascii: "%"), let value = UInt8(String(Substring(rest.prefix(2))), radix: 16) {
                bytes.append(value)
                rest = rest.dropFirst(2)
            } else {
                bytes.append(byte)
            }
        }
        return String(decoding: bytes, as: UTF8.self)
    }
}
