/// An answer that no honest server sends: a valid one, changed at random in a few places.
///
/// The same seed produces the same bytes.
package struct HostileHead: Sendable, CustomStringConvertible {
    package let seed: UInt64
    package private(set) var steps: [ScriptedAnswer.Step] = []

    private var chance: SeededGenerator
    private var statusLine = "HTTP/1.1 200 OK"
    private var fields: [String] = []
    private var lineEnd = "\r\n"
    private var early: [UInt8] = []
    private var body = Array("{}".utf8)
    private var late: [UInt8] = []

    /// Creates an answer; unless `mayStayOpen` is false, the connection may stay open and the answer never end.
    package init(seed: UInt64, mayStayOpen: Bool = true) {
        self.seed = seed
        chance = SeededGenerator(seed: seed)
        makeGoodAnswer()
        for _ in 0..<Int.random(in: 1...4, using: &chance) { change() }
        var bytes = early + Array(([statusLine] + fields).map { $0 + lineEnd }.joined().utf8) + Array(lineEnd.utf8)
        bytes += body
        if Int.random(in: 0..<4, using: &chance) == 0 { spoil(&bytes) }
        steps = [.bytes(bytes + late)]
        switch Int.random(in: 0..<10, using: &chance) {
        case 0: steps.append(.reset)
        case 1...4 where mayStayOpen: break
        default: steps.append(.close)
        }
    }

    package var answer: ScriptedAnswer { ScriptedAnswer(steps) }

    package var description: String { "hostile head \(seed)" }

    private mutating func makeGoodAnswer() {
        fields = ["Content-Type: application/json", "Date: Sun, 22 Nov 2026 05:00:00 GMT", "X-Count: 1"]
        if Bool.random(using: &chance) {
            fields.append("Content-Length: \(body.count)")
        } else {
            fields.append("Transfer-Encoding: chunked")
            body = Array("2\r\n{}\r\n0\r\n\r\n".utf8)
        }
    }

    private mutating func change() {
        switch Int.random(in: 0..<14, using: &chance) {
        case 0, 1: statusLine = pick(Self.statusLines)
        case 2: insert(pick(Self.lengths))
        case 3: insert(pick(Self.transferEncodings))
        case 4: insert(pick(Self.foldings))
        case 5: addEarlyHeads()
        case 6: body = Array("2\r\n{}\r\n0\r\n\(pick(Self.trailers))\r\n".utf8)
        case 7: addContentCoding()
        case 8: insert(pick(Self.brokenFields))
        case 9: addTooMuch()
        case 10: lineEnd = pick(["\n", "\r", "\r\r\n", "\n\r"])
        case 11: runOn()
        case 12: body = Array(pick(Self.chunkedBodies).utf8)
        default: insert(pick(Self.meaningfulFields))
        }
    }

    private mutating func pick<Element>(_ elements: [Element]) -> Element {
        elements[Int.random(in: elements.indices, using: &chance)]
    }

    private mutating func insert(_ field: String) {
        fields.insert(field, at: Int.random(in: 0...fields.count, using: &chance))
    }

    private mutating func addEarlyHeads() {
        let count = pick([1, 2, 10, 40, 4_000])
        for _ in 0..<count {
            let field = pick(["", "", "Link: </a>\r\n", "Content-Length: 5\r\n", "Transfer-Encoding: chunked\r\n"])
            early += Array("HTTP/1.1 \(pick([100, 102, 103, 150, 199])) Wait\r\n\(field)\r\n".utf8)
        }
    }

    private mutating func addContentCoding() {
        insert("Content-Encoding: " + pick(Self.contentCodings))
        switch Int.random(in: 0..<4, using: &chance) {
        case 0: body = Gzip.stored(Array("{}".utf8))
        case 1: body = Gzip.stored(Array("{}".utf8)).dropLast(Int.random(in: 1...12, using: &chance))
        case 2: body = Gzip.bomb(zeros: 4 << 20)
        default: break
        }
    }

    private mutating func addTooMuch() {
        switch Int.random(in: 0..<3, using: &chance) {
        case 0: insert("X-Long: " + String(repeating: "x", count: pick([1_000, 60_000, 110_000])))
        case 1: insert(String(repeating: "N", count: pick([1_000, 60_000, 110_000])) + ": x")
        default: for number in 0..<pick([100, 3_000]) { fields.append("X-\(number): \(number)") }
        }
    }

    /// Sends further bytes together with the answer, because later ones might arrive after the next request.
    private mutating func runOn() {
        let smuggled = "HTTP/1.1 200 OK\r\nContent-Length: 8\r\n\r\nsmuggled"
        late = pick([Array(smuggled.utf8), Array("{}".utf8), [0], [UInt8](repeating: 0x0A, count: 3_000)])
    }

    /// Changes single bytes or truncates the answer.
    private mutating func spoil(_ bytes: inout [UInt8]) {
        if Int.random(in: 0..<4, using: &chance) == 0 {
            bytes.removeLast(Int.random(in: 1...bytes.count, using: &chance))
            return
        }
        for _ in 0..<Int.random(in: 1...3, using: &chance) {
            let place = Int.random(in: 0..<min(bytes.count, 300), using: &chance)
            bytes[place] = pick([0, 0x0A, 0x0D, 0x20, 0x3A, 0x7F, 0xFF, UInt8.random(in: 0...255, using: &chance)])
        }
    }
}

extension HostileHead {
    private static let statusLines = [
        "HTTP/1.1 000 OK", "HTTP/1.1 099 OK", "HTTP/1.1 100 OK", "HTTP/1.1 101 OK", "HTTP/1.1 204 OK",
        "HTTP/1.1 206 OK", "HTTP/1.1 301 OK", "HTTP/1.1 304 OK", "HTTP/1.1 401 OK", "HTTP/1.1 407 OK",
        "HTTP/1.1 429 OK", "HTTP/1.1 500 OK", "HTTP/1.1 600 OK", "HTTP/1.1 999 OK", "HTTP/1.1 1000 OK",
        "HTTP/1.1 4294967496 OK", "HTTP/1.1 99999999999999999999999 OK", "HTTP/1.1 -200 OK", "HTTP/1.1 +200 OK",
        "HTTP/1.1 2e2 OK", "HTTP/1.1 20 OK", "HTTP/1.1 200", "HTTP/1.1 200 ", "HTTP/1.1  200 OK", "HTTP/1.1\t200 OK",
        "HTTP/1.1 200OK", "HTTP/1.1", "HTTP/", "HTTP/1.0 200 OK", "HTTP/0.9 200 OK", "HTTP/2 200 OK", "HTTP/3 200",
        "HTTP/1.2 200 OK", "HTTP/11 200 OK", "HTTP/1.1.1 200 OK", "http/1.1 200 OK", " HTTP/1.1 200 OK",
        "ICY 200 OK", "RTSP/1.0 200 OK", "", "{}", "GET / HTTP/1.1", "HTTP/1.1 200 O\u{1B}[2JK", "HTTP/1.1 ２００ OK",
    ]

    private static let lengths = [
        "Content-Length: 0", "Content-Length: 1", "Content-Length: 2", "Content-Length: 3", "Content-Length: 2, 2",
        "Content-Length: 2, 3", "Content-Length: -1", "Content-Length: +2", "Content-Length: 0x2",
        "Content-Length: 2 2", "Content-Length: ", "Content-Length: 9223372036854775807",
        "Content-Length: 9223372036854775808", "Content-Length: 18446744073709551618",
        "Content-Length: 999999999999999999999999999999", "content-length:2", "Content-Length : 2",
    ]

    private static let transferEncodings = [
        "Transfer-Encoding: chunked", "Transfer-Encoding: identity", "Transfer-Encoding: chunked, identity",
        "Transfer-Encoding: gzip, chunked", "Transfer-Encoding: chunked, chunked", "Transfer-Encoding: xchunked",
        "Transfer-Encoding: \u{0B}chunked", "Transfer-Encoding:", "transfer-encoding:CHUNKED",
        "Transfer-Encoding: " + [String](repeating: "chunked", count: 50).joined(separator: ","),
    ]

    private static let foldings = [
        " folded", "\tfolded", "X-A: 1\r\n folded", "X-A:\r\n\tfolded\r\n\tagain", "Content-Length:\r\n 2",
        "Transfer-Encoding:\r\n chunked",
    ]

    private static let trailers = [
        "X: 1\r\n", "Location: http://evil.example/\r\n", "Content-Length: 9\r\n", "broken\r\n", ": \r\n",
        String(repeating: "X: 1\r\n", count: 3_000), "X: " + String(repeating: "x", count: 110_000) + "\r\n",
    ]

    private static let contentCodings = [
        "gzip", "deflate", "x-gzip", "br", "zstd", "compress", "identity", "gzip, gzip", "identity, gzip", "", ",",
        "GZIP", String(repeating: "gzip,", count: 100),
    ]

    private static let brokenFields = [
        "no field", ":", ": x", "A B: x", "A : x", "A\0B: x", "A: x\0y", "\u{7F}: x", "Ä: x", "A: Ä\u{202E}", "(A): x",
        "A:\u{1B}[31m", "=?utf-8?q?A?=: x",
    ]

    private static let meaningfulFields = [
        "Connection: keep-alive", "Connection: close", "Connection: upgrade, close", "Keep-Alive: timeout=-1, max=0",
        "Upgrade: h2c", "Alt-Svc: h2=\"evil.example:443\"; ma=99999999999", "Proxy-Authenticate: Basic realm=x",
        "WWW-Authenticate: Negotiate", "Location: /again", "Location: http://evil.example/", "Location: \0",
        "Location: //[::1", "Set-Cookie: a=b; Domain=example", "Retry-After: 99999999999999999999",
        "Content-Range: bytes 5-1/0", "Strict-Transport-Security: max-age=99999999999", "Trailer: X",
        "Last-Modified: never", "Refresh: 0; url=http://evil.example/",
    ]

    private static let chunkedBodies = [
        "2;x=y\r\n{}\r\n0\r\n\r\n", "0000000000000000000002\r\n{}\r\n0\r\n\r\n", "2\n{}\n0\n\n",
        "-2\r\n{}\r\n0\r\n\r\n",
        "0x2\r\n{}\r\n0\r\n\r\n", "8000000000000000\r\n{}", "ffffffffffffffffffff\r\n{}", "2\r\n{}", "2\r\n{}0\r\n\r\n",
        "\r\n", "0\r\n\r\n", "2 \r\n{}\r\n0\r\n\r\n", "",
    ]
}

/// SplitMix64, a generator of repeatable random numbers for tests.
package struct SeededGenerator: RandomNumberGenerator {
    private var state: UInt64

    package init(seed: UInt64) { state = seed }

    package mutating func next() -> UInt64 {
        state &+= 0x9E37_79B9_7F4A_7C15
        var mixed = state
        mixed = (mixed ^ (mixed >> 30)) &* 0xBF58_476D_1CE4_E5B9
        mixed = (mixed ^ (mixed >> 27)) &* 0x94D0_49BB_1331_11EB
        return mixed ^ (mixed >> 31)
    }
}

extension [UInt8] {
    /// Returns the same bytes in pieces of random length, from 1 to `longest`.
    package func split(longest: Int, using random: inout some RandomNumberGenerator) -> [[UInt8]] {
        var pieces: [[UInt8]] = []
        var start = 0
        while start < count {
            let end = Swift.min(count, start + Int.random(in: 1...longest, using: &random))
            pieces.append(Array(self[start..<end]))
            start = end
        }
        return pieces
    }
}
