import JSONRPC

/// The answers to unusual streams of lines, headers, and messages above the limit.
enum StreamCases {
    /// The message limit of the rows about sizes, in bytes.
    static let limit = 2_048

    private static let ping = WireCase.ping(id: "1")
    private static let pong = WireCase.pong(id: "1")
    private static let parseError = WireCase.parseError

    static let lines: [WireCase] = [
        .raw("C22: blank line", "\n"),
        .raw("C22: blank lines of all kinds", " \n\r\n\t \r\n\n"),
        .raw("C22: carriage return before the line feed", ping + "\r\n", pong),
        .raw("C22: two messages at once", ping + "\n" + WireCase.ping(id: "2") + "\n", pong, WireCase.pong(id: "2")),
        .raw("nonsense, then a message", "{\n" + ping + "\n", parseError, pong),
        .raw("a literal as the first line", "null\n", WireCase.invalid),
        .raw("C12: exactly the limit", padded(to: limit) + "\n", pong),
        .raw("C12: exactly the limit, with carriage return", padded(to: limit) + "\r\n", pong),
        .raw("C12: one byte above the limit", padded(to: limit + 1) + "\n", WireCase.tooLarge(limit: limit)),
        .raw(
            "C11: far above the limit",
            padded(to: limit * 9) + "\n" + ping + "\n",
            WireCase.tooLarge(limit: limit),
            pong
        ),
    ]

    static let headers: [WireCase] = [
        .raw("lower case", header("content-length: \(ping.utf8.count)\r\n"), pong),
        .raw("no blank after the colon", header("Content-Length:\(ping.utf8.count)\r\n"), pong),
        .raw("blanks and tabs", header("Content-Length \t: \t \(ping.utf8.count)  \t\r\n"), pong),
        .raw("line feeds only", "Content-Length: \(ping.utf8.count)\n\n" + ping, pong),
        .raw("another header first", header("X-Odd: a:b\r\nContent-Length: \(ping.utf8.count)\r\n"), pong),
        .raw("another header last", header("Content-Length: \(ping.utf8.count)\r\nX-Odd:\r\n"), pong),
        .raw(
            "charset utf-8",
            header("Content-Type: a/b; charset=utf-8\r\nContent-Length: \(ping.utf8.count)\r\n"),
            pong
        ),
        .raw(
            "charset utf8",
            header("Content-Length: \(ping.utf8.count)\r\nContent-type: a/b;charset=\"UTF8\"\r\n"),
            pong
        ),
        .raw("no charset", header("Content-Length: \(ping.utf8.count)\r\nContent-Type: a/b\r\n"), pong),
        .raw(
            "charset latin1",
            header("Content-Length: \(ping.utf8.count)\r\nContent-Type: a/b; charset=latin1\r\n"),
            parseError
        ),
        .raw(
            "same length twice",
            header("Content-Length: \(ping.utf8.count)\r\nContent-Length: \(ping.utf8.count)\r\n"),
            pong
        ),
        .raw(
            "a text of three-byte letters",
            RPCFraming.header.text(#"{"jsonrpc":"2.0","id":1,"method":"echo","params":["영화 기생충"]}"#),
            WireCase.result(#"["영화 기생충"]"#, id: "1")
        ),
        .raw("C22: blank lines between messages", "\r\n\r\n" + RPCFraming.header.text(ping) + "\r\n\n", pong),
        .raw("length 0", "Content-Length: 0\r\n\r\n", WireCase.invalid),
        .raw("no length", header("X-Odd: 1\r\n"), parseError),
        .raw("negative length", header("Content-Length: -5\r\n"), parseError),
        .raw("hexadecimal length", header("Content-Length: 0x1\r\n"), parseError),
        .raw("two numbers", header("Content-Length: 1 1\r\n"), parseError),
        .raw("empty length", header("Content-Length:\r\n"), parseError),
        .raw("20 digits", header("Content-Length: 99999999999999999999\r\n"), parseError),
        .raw("10 digits", header("Content-Length: 9999999999\r\n"), parseError),
        .raw(
            "two different lengths",
            header("Content-Length: 3\r\nContent-Length: \(ping.utf8.count)\r\n"),
            parseError
        ),
        .raw("junk before the header", "hello\r\n" + RPCFraming.header.text(ping), parseError, pong),
        .raw("junk glued to the header", "hello" + RPCFraming.header.text(ping), parseError),
        .raw(
            "junk of 20,000 letters",
            String(repeating: "j", count: 20_000) + RPCFraming.header.text(ping),
            parseError,
            pong
        ),
        .raw("lines instead of headers", "x" + ping + "\n", parseError),
        .raw("body longer than stated", "Content-Length: 10\r\n\r\n" + ping, parseError),
        .raw("body shorter than stated", "Content-Length: \(ping.utf8.count + 9)\r\n\r\n" + ping, parseError),
        .raw("body much shorter than stated", "Content-Length: \(ping.utf8.count + 60)\r\n\r\n" + ping, parseError),
        .raw("body shorter than stated by far more than follows", "Content-Length: 900\r\n\r\n" + ping, parseError),
        .raw("body cut inside a header", "Content-Length: 30\r\n\r\n{\"a\":", parseError),
        .raw("broken body of the right length", RPCFraming.header.text("{oops}"), parseError),
        .raw(
            "broken body that speaks of headers",
            RPCFraming.header.text(#"{"Content-Length: 5":"Content-Length: 7\r\n"#),
            parseError
        ),
        .raw("C12: exactly the limit", RPCFraming.header.text(padded(to: limit)), pong),
        .raw(
            "C12: one byte above the limit",
            RPCFraming.header.text(padded(to: limit + 1)),
            WireCase.tooLarge(limit: limit)
        ),
        .raw(
            "C11: far above the limit, speaking of headers",
            RPCFraming.header.text(String(repeating: RPCFraming.header.text("[]"), count: 500)),
            WireCase.tooLarge(limit: limit)
        ),
    ]

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
