/// A request as a ``ScriptedServer`` received it.
package struct ReceivedRequest: Sendable {
    /// The name and value of a header or query field, with their original case.
    package struct Field: Sendable, Hashable {
        package var name: String
        package var value: String
    }

    /// The number of its connection, counted from 0.
    package var connection: Int
    package var method: String
    /// The path and the query, as sent.
    package var target: String
    package var headers: [Field]
    package var body: [UInt8]
    package var bytes: [UInt8]

    package var path: String { String(target.prefix { $0 != "?" }) }

    /// The fields of the query, percent-decoded.
    package var query: [Field] {
        guard let mark = target.firstIndex(of: "?") else { return [] }
        return target[target.index(after: mark)...].split(separator: "&").map { field in
            let parts = field.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
            return Field(name: Self.decoded(parts[0]), value: parts.count > 1 ? Self.decoded(parts[1]) : "")
        }
    }

    /// Returns the first value of a header; names are compared without regard to case.
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

/// Cuts the bytes of a connection into requests: a head, and a body of `Content-Length` bytes.
struct RequestReader {
    private var pending: [UInt8] = []

    mutating func append(_ bytes: [UInt8]) { pending += bytes }

    mutating func next(connection: Int) -> ReceivedRequest? {
        guard let headLength = pending.place(of: Array("\r\n\r\n".utf8)).map({ $0 + 4 }) else { return nil }
        let lines = String(decoding: pending[..<headLength], as: UTF8.self).split(separator: "\r\n")
        let start = (lines.first ?? "").split(separator: " ")
        let headers = lines.dropFirst().map(Self.field)
        let length = headers.first { $0.name.lowercased() == "content-length" }.flatMap { Int($0.value) } ?? 0
        guard pending.count >= headLength + length else { return nil }
        let request = ReceivedRequest(
            connection: connection,
            method: start.first.map(String.init) ?? "",
            target: start.count > 1 ? String(start[1]) : "",
            headers: headers,
            body: Array(pending[headLength..<headLength + length]),
            bytes: Array(pending[..<(headLength + length)])
        )
        pending.removeFirst(headLength + length)
        return request
    }

    private static func field(_ line: Substring) -> ReceivedRequest.Field {
        let parts = line.split(separator: ":", maxSplits: 1)
        let value = parts.count > 1 ? String(parts[1].drop { $0 == " " }) : ""
        return ReceivedRequest.Field(name: parts.first.map(String.init) ?? "", value: value)
    }
}
