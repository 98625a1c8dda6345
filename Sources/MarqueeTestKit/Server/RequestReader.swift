/// Cuts the bytes of a connection into requests: a head, and as much body as `Content-Length` says.
struct RequestReader {
    private var pending: [UInt8] = []

    mutating func append(_ bytes: [UInt8]) {
        pending += bytes
    }

    /// The next whole request, if it is there.
    mutating func next(connection: Int) -> ReceivedRequest? {
        guard let headLength = Self.headLength(pending) else { return nil }
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

    private static func headLength(_ bytes: [UInt8]) -> Int? {
        let end = Array("\r\n\r\n".utf8)
        guard bytes.count >= end.count else { return nil }
        return (0...(bytes.count - end.count))
            .first { bytes[$0..<($0 + end.count)].elementsEqual(end) }
            .map { $0 + end.count }
    }

    private static func field(_ line: Substring) -> ReceivedRequest.Field {
        let parts = line.split(separator: ":", maxSplits: 1)
        let value = parts.count > 1 ? String(parts[1].drop { $0 == " " }) : ""
        return ReceivedRequest.Field(name: parts.first.map(String.init) ?? "", value: value)
    }
}
