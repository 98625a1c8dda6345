/// Requests as the bytes that a client sends, each with an id of its own: an id that is in flight may not be used again.
struct RequestStream {
    /// How messages are delimited.
    enum Framing: String {
        case line = "newline"
        case header = "Content-Length"
    }

    /// The members besides version and id: `"method":"ping"`.
    let call: String
    let framing: Framing

    static func pings(_ framing: Framing) -> RequestStream {
        RequestStream(call: #""method":"ping""#, framing: framing)
    }

    /// The bytes of requests with these ids.
    func bytes(_ ids: ClosedRange<Int>) -> [UInt8] {
        var bytes: [UInt8] = []
        for id in ids {
            let body = #"{"jsonrpc":"2.0","id":\#(id),\#(call)}"#
            if framing == .header { bytes += Array("Content-Length: \(body.utf8.count)\r\n\r\n".utf8) }
            bytes += Array(body.utf8)
            if framing == .line { bytes.append(UInt8(ascii: "\n")) }
        }
        return bytes
    }
}
