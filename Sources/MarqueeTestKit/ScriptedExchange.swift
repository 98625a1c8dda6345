import MovieDomain

/// The steps of a ``ScriptedServer`` after it has read a request.
///
/// After the last step, the connection stays open for the next request, unless a step has ended it.
package struct ScriptedAnswer: Sendable {
    package enum Step: Sendable {
        case bytes([UInt8])
        /// The same bytes repeatedly, without holding all of them in memory.
        case repeated([UInt8], times: Int)
        case drip([UInt8], every: Duration)
        case pause(Duration)
        /// Sends nothing until the peer closes or the server stops.
        case silence
        /// Waits for the next request on this connection and closes the connection instead of answering.
        case closeOnReuse
        /// Connects to a port of 127.0.0.1 and passes bytes in both directions until one side ends, or before the
        /// first alert of that port's TLS.
        case tunnel(port: Int, endsAtAlert: Bool)
        case close
        /// Ends the connection with RST.
        case reset
    }

    package var steps: [Step]

    package init(_ steps: [Step]) { self.steps = steps }

    /// Returns a complete answer with `Content-Length`.
    package static func reply(
        _ status: Int = 200,
        headers: [(String, String)] = [],
        body: [UInt8] = []
    ) -> ScriptedAnswer {
        ScriptedAnswer([.bytes(head(status, headers + [("Content-Length", "\(body.count)")]) + body)])
    }

    package static func json(_ text: String, status: Int = 200, headers: [(String, String)] = []) -> ScriptedAnswer {
        reply(status, headers: [("Content-Type", "application/json; charset=utf-8")] + headers, body: Array(text.utf8))
    }

    package static func chunked(_ chunks: [[UInt8]], headers: [(String, String)] = []) -> ScriptedAnswer {
        let body = chunks.flatMap { chunk in Array("\(String(chunk.count, radix: 16))\r\n".utf8) + chunk + crlf }
        return ScriptedAnswer([
            .bytes(head(200, headers + [("Transfer-Encoding", "chunked")]) + body + Array("0\r\n\r\n".utf8))
        ])
    }

    package func delayed(by pause: Duration) -> ScriptedAnswer { ScriptedAnswer([.pause(pause)] + steps) }

    package func then(_ step: Step) -> ScriptedAnswer { ScriptedAnswer(steps + [step]) }

    static let crlf = Array("\r\n".utf8)

    /// Returns the bytes of a status line and headers, including the empty line.
    static func head(_ status: Int, _ headers: [(String, String)]) -> [UInt8] {
        let lines = headers.map { "\($0.0): \($0.1)\r\n" }.joined()
        return Array("HTTP/1.1 \(status) Scripted\r\n\(lines)\r\n".utf8)
    }
}

/// Common faults of upstream servers.
extension ScriptedAnswer {
    package static let silence = ScriptedAnswer([.silence])

    package static let reset = ScriptedAnswer([.reset])

    package static let close = ScriptedAnswer([.close])

    /// A head that announces a body, and then nothing.
    package static let headThenSilence = ScriptedAnswer([.bytes(head(200, [("Content-Length", "100")])), .silence])

    package static func drip(_ body: [UInt8], every pause: Duration = .seconds(1)) -> ScriptedAnswer {
        ScriptedAnswer([.bytes(head(200, [("Content-Length", "\(body.count)")])), .drip(body, every: pause)])
    }

    package static func shortBody(declared: Int, sent: Int) -> ScriptedAnswer {
        longBody(declared: declared, sent: sent).then(.close)
    }

    package static func longBody(declared: Int, sent: Int) -> ScriptedAnswer {
        ScriptedAnswer([
            .bytes(head(200, [("Content-Length", "\(declared)")]) + [UInt8](repeating: UInt8(ascii: "x"), count: sent))
        ])
    }

    /// Bytes in place of a chunk size.
    package static let badChunks = brokenChunks("zz\r\nnonsense\r\n")

    /// A chunk size that exceeds 64 bits.
    package static let hugeChunkSize = brokenChunks("fffffffffffffffff\r\nabc")

    /// Chunks without the last one.
    package static let missingLastChunk = brokenChunks("3\r\nabc\r\n")

    /// Returns a body without a length, ended by closing the connection, or by RST if `cut` is true.
    package static func untilClose(_ body: [UInt8], cut: Bool = false) -> ScriptedAnswer {
        ScriptedAnswer([.bytes(head(200, [("Connection", "close")]) + body), cut ? .reset : .close])
    }

    /// Returns a body of `byteCount` zeros, with or without `Content-Length`.
    package static func hugeBody(byteCount: Int, saysLength: Bool) -> ScriptedAnswer {
        let headers = [saysLength ? ("Content-Length", "\(byteCount)") : ("Connection", "close")]
        return ScriptedAnswer([
            .bytes(head(200, headers)),
            .repeated([UInt8](repeating: 0, count: 65_536), times: byteCount / 65_536),
            .bytes([UInt8](repeating: 0, count: byteCount % 65_536)),
            .close,
        ])
    }

    package static func encoded(_ encoding: String, _ body: [UInt8]) -> ScriptedAnswer {
        reply(headers: [("Content-Encoding", encoding)], body: body)
    }

    package static func manyHeaders(_ count: Int) -> ScriptedAnswer {
        reply(headers: (0..<count).map { ("X-Field-\($0)", "value") }, body: Array("{}".utf8))
    }

    package static func hugeHeader(byteCount: Int) -> ScriptedAnswer {
        reply(headers: [("X-Huge", String(repeating: "x", count: byteCount))], body: Array("{}".utf8))
    }

    package static func redirect(to location: String, status: Int = 302) -> ScriptedAnswer {
        reply(status, headers: [("Location", location)])
    }

    /// Returns the answer of a proxy to CONNECT, followed by a tunnel to `port` for any requested host.
    package static func tunnel(to port: Int, endsAtAlert: Bool = false) -> ScriptedAnswer {
        let head = Array("HTTP/1.1 200 Connection established\r\n\r\n".utf8)
        return ScriptedAnswer([.bytes(head), .tunnel(port: port, endsAtAlert: endsAtAlert)])
    }

    private static func brokenChunks(_ body: String) -> ScriptedAnswer {
        ScriptedAnswer([.bytes(head(200, [("Transfer-Encoding", "chunked")]) + Array(body.utf8)), .close])
    }
}

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
            return Field(
                name: PercentEncoding.decoded(parts[0]),
                value: parts.count > 1 ? PercentEncoding.decoded(parts[1]) : ""
            )
        }
    }

    /// Returns the first value of a header; names are compared without regard to case.
    package func header(_ name: String) -> String? {
        headers.first { $0.name.lowercased() == name.lowercased() }?.value
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
