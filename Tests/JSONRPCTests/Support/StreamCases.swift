import JSONRPC

/// The answers to unusual streams of lines, headers, and messages above the limit.
enum StreamCases {
    /// The message limit of the rows about sizes, in bytes.
    static let limit = 2_048

    private static let ping = WireCase.ping(id: "1")
    private static let pong = WireCase.pong(id: "1")
    private static let parseError = WireCase.parseError
    private static let tooLarge = WireCase.tooLarge(limit: limit)
    /// The header of a ping.
    private static let length = "Content-Length: \(ping.utf8.count)\r\n"

    static let lines: [WireCase] = [
        .raw("C22: blank line", "\n"),
        .raw("C22: blank lines of all kinds", " \n\r\n\t \r\n\n"),
        .raw("C22: carriage return before the line feed", ping + "\r\n", pong),
        .raw("C22: two messages at once", ping + "\n" + WireCase.ping(id: "2") + "\n", pong, WireCase.pong(id: "2")),
        .raw("nonsense, then a message", "{\n" + ping + "\n", parseError, pong),
        .raw("a literal as the first line", "null\n", WireCase.invalid),
        .raw("C12: exactly the limit", padded(to: limit) + "\n", pong),
        .raw("C12: exactly the limit, with carriage return", padded(to: limit) + "\r\n", pong),
        .raw("C12: one byte above the limit", padded(to: limit + 1) + "\n", tooLarge),
        .raw("C11: far above the limit", padded(to: limit * 9) + "\n" + ping + "\n", tooLarge, pong),
    ]

    static let headers: [WireCase] = [
        .raw("lower case", header("content-length: \(ping.utf8.count)\r\n"), pong),
        .raw("no blank after the colon", header("Content-Length:\(ping.utf8.count)\r\n"), pong),
        .raw("blanks and tabs", header("Content-Length \t: \t \(ping.utf8.count)  \t\r\n"), pong),
        .raw("line feeds only", "Content-Length: \(ping.utf8.count)\n\n" + ping, pong),
        .raw("another header first", header("X-Odd: a:b\r\n" + length), pong),
        .raw("another header last", header(length + "X-Odd:\r\n"), pong),
        .raw("charset utf-8", header("Content-Type: a/b; charset=utf-8\r\n" + length), pong),
        .raw("charset utf8", header(length + "Content-type: a/b;charset=\"UTF8\"\r\n"), pong),
        .raw("no charset", header(length + "Content-Type: a/b\r\n"), pong),
        .raw("charset latin1", header(length + "Content-Type: a/b; charset=latin1\r\n"), parseError),
        .raw("same length twice", header(length + length), pong),
        .raw(
            "a text of three-byte letters",
            framed(#"{"jsonrpc":"2.0","id":1,"method":"echo","params":["영화 기생충"]}"#),
            WireCase.result(#"["영화 기생충"]"#, id: "1")
        ),
        .raw("C22: blank lines between messages", "\r\n\r\n" + framed(ping) + "\r\n\n", pong),
        .raw("length 0", "Content-Length: 0\r\n\r\n", WireCase.invalid),
        .raw("no length", header("X-Odd: 1\r\n"), parseError),
        .raw("negative length", header("Content-Length: -5\r\n"), parseError),
        .raw("hexadecimal length", header("Content-Length: 0x1\r\n"), parseError),
        .raw("two numbers", header("Content-Length: 1 1\r\n"), parseError),
        .raw("empty length", header("Content-Length:\r\n"), parseError),
        .raw("20 digits", header("Content-Length: 99999999999999999999\r\n"), parseError),
        .raw("10 digits", header("Content-Length: 9999999999\r\n"), parseError),
        .raw("two different lengths", header("Content-Length: 3\r\n" + length), parseError),
        .raw("junk before the header", "hello\r\n" + framed(ping), parseError, pong),
        .raw("junk glued to the header", "hello" + framed(ping), parseError),
        .raw("junk of 20,000 letters", String(repeating: "j", count: 20_000) + framed(ping), parseError, pong),
        .raw("lines instead of headers", "x" + ping + "\n", parseError),
        .raw("body longer than stated", "Content-Length: 10\r\n\r\n" + ping, parseError),
        .raw("body shorter than stated", "Content-Length: \(ping.utf8.count + 9)\r\n\r\n" + ping, parseError),
        .raw("body much shorter than stated", "Content-Length: \(ping.utf8.count + 60)\r\n\r\n" + ping, parseError),
        .raw("body shorter than stated by far more than follows", "Content-Length: 900\r\n\r\n" + ping, parseError),
        .raw("body cut inside a header", "Content-Length: 30\r\n\r\n{\"a\":", parseError),
        .raw("broken body of the right length", framed("{oops}"), parseError),
        .raw("broken body that speaks of headers", framed(#"{"Content-Length: 5":"Content-Length: 7\r\n"#), parseError),
        .raw("C12: exactly the limit", framed(padded(to: limit)), pong),
        .raw("C12: one byte above the limit", framed(padded(to: limit + 1)), tooLarge),
        .raw(
            "C11: far above the limit, speaking of headers",
            framed(String(repeating: framed("[]"), count: 500)),
            tooLarge
        ),
    ]

    private static func framed(_ body: String) -> String { RPCFraming.header.text(body) }

    /// Returns the ping behind the given header lines.
    private static func header(_ lines: String) -> String { lines + "\r\n" + ping }

    /// Returns a ping of the given size in bytes.
    private static func padded(to count: Int) -> String {
        let head = #"{"jsonrpc":"2.0","id":1,"method":"ping","params":[""#
        let tail = #""]}"#
        return head + String(repeating: "p", count: count - head.utf8.count - tail.utf8.count) + tail
    }
}

extension RPCFraming {
    /// Returns the frame of a body as text.
    func text(_ body: String) -> String { String(decoding: frame(Array(body.utf8)), as: UTF8.self) }
}
