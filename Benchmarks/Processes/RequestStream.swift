/// Requests as the bytes that a client sends, each with its own id, because an id in flight must not be used again.
struct RequestStream {
    /// How messages are delimited.
    enum Framing: String {
        case line = "newline"
        case header = "Content-Length"
    }

    let framing: Framing
    private let body: (Int) -> String

    /// Creates requests that differ only in the id; `call` holds the other members, such as `"method":"ping"`.
    init(call: String, framing: Framing) {
        self.framing = framing
        body = { #"{"jsonrpc":"2.0","id":\#($0),\#(call)}"# }
    }

    private init(framing: Framing, body: @escaping (Int) -> String) {
        self.framing = framing
        self.body = body
    }

    static func pings(_ framing: Framing) -> RequestStream {
        RequestStream(call: #""method":"ping""#, framing: framing)
    }

    /// Pings of four kinds in turn: with numbers and strings as ids, with and without parameters, in different orders.
    static func unlikePings(_ framing: Framing) -> RequestStream {
        RequestStream(framing: framing) { id in
            switch id % 4 {
            case 0: #"{"jsonrpc":"2.0","id":"a-\#(id)","method":"ping"}"#
            case 1: #"{"jsonrpc":"2.0","id":\#(id),"method":"ping","params":{}}"#
            case 2: #"{"id":\#(id),"method":"ping","jsonrpc":"2.0"}"#
            default: #"{"jsonrpc":"2.0","id":\#(id),"method":"ping","params":{"_meta":{"progressToken":\#(id)}}}"#
            }
        }
    }

    /// Returns the bytes of the requests with these ids.
    func bytes(_ ids: ClosedRange<Int>) -> [UInt8] {
        var bytes: [UInt8] = []
        for id in ids {
            let body = body(id)
            if framing == .header { bytes += Array("Content-Length: \(body.utf8.count)\r\n\r\n".utf8) }
            bytes += Array(body.utf8)
            if framing == .line { bytes.append(UInt8(ascii: "\n")) }
        }
        return bytes
    }
}
