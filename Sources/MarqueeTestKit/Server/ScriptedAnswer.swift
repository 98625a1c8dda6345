/// What a ``ScriptedServer`` does once it has read a request: steps, one after the other.
///
/// After the last step the connection stays open for the next request, unless a step ended it.
package struct ScriptedAnswer: Sendable {
    package enum Step: Sendable {
        case bytes([UInt8])
        /// The same bytes again and again, without holding them all.
        case repeated([UInt8], times: Int)
        /// One byte, a pause, the next byte.
        case drip([UInt8], every: Duration)
        case pause(Duration)
        /// Says nothing until the peer closes or the server stops.
        case silence
        /// Waits for the next request on this connection, and closes it instead of answering.
        case closeOnReuse
        /// Connects to a port of 127.0.0.1 and passes bytes to and fro until one side ends.
        case tunnel(port: Int)
        /// Ends the connection with FIN.
        case close
        /// Ends the connection with RST.
        case reset
    }

    package var steps: [Step]

    package init(_ steps: [Step]) {
        self.steps = steps
    }

    /// A whole answer with `Content-Length`.
    package static func reply(
        _ status: Int = 200,
        headers: [(String, String)] = [],
        body: [UInt8] = []
    ) -> ScriptedAnswer {
        ScriptedAnswer([.bytes(head(status, headers + [("Content-Length", "\(body.count)")]) + body)])
    }

    /// A whole answer of JSON text.
    package static func json(_ text: String, status: Int = 200, headers: [(String, String)] = []) -> ScriptedAnswer {
        reply(status, headers: [("Content-Type", "application/json; charset=utf-8")] + headers, body: Array(text.utf8))
    }

    /// A whole answer in chunks.
    package static func chunked(_ chunks: [[UInt8]], headers: [(String, String)] = []) -> ScriptedAnswer {
        let body = chunks.flatMap { chunk in Array("\(String(chunk.count, radix: 16))\r\n".utf8) + chunk + crlf }
        return ScriptedAnswer([
            .bytes(head(200, headers + [("Transfer-Encoding", "chunked")]) + body + Array("0\r\n\r\n".utf8))
        ])
    }

    /// The same answer, begun later.
    package func delayed(by pause: Duration) -> ScriptedAnswer {
        ScriptedAnswer([.pause(pause)] + steps)
    }

    /// The same answer and something after it.
    package func then(_ step: Step) -> ScriptedAnswer {
        ScriptedAnswer(steps + [step])
    }

    static let crlf = Array("\r\n".utf8)

    /// The bytes of a status line and headers, with the empty line.
    static func head(_ status: Int, _ headers: [(String, String)]) -> [UInt8] {
        let lines = headers.map { "\($0.0): \($0.1)\r\n" }.joined()
        return Array("HTTP/1.1 \(status) Scripted\r\n\(lines)\r\n".utf8)
    }
}
