import JSONRPC
import Testing

/// One input and the exact answers that it must get.
struct WireCase: Sendable, CustomTestStringConvertible {
    /// The description of the row.
    let name: String
    /// The body of one message, or a part of the stream if `isRaw`.
    let input: [UInt8]
    /// Whether the input is sent without framing.
    let isRaw: Bool
    /// The bodies of the answers, in order.
    let output: [String]

    init(_ name: String, _ input: String, _ output: String...) {
        self.init(name, bytes: Array(input.utf8), output)
    }

    init(_ name: String, bytes: [UInt8], isRaw: Bool = false, _ output: [String]) {
        self.name = name
        self.input = bytes
        self.isRaw = isRaw
        self.output = output
    }

    /// Returns a row whose input is sent without framing.
    static func raw(_ name: String, _ input: String, _ output: String...) -> WireCase {
        WireCase(name, bytes: Array(input.utf8), isRaw: true, output)
    }

    var testDescription: String { name }

    /// Returns the bytes to send: the input, then a valid request.
    func stream(_ framing: RPCFraming) -> [UInt8] {
        (isRaw ? input : framing.frame(input)) + framing.frame(Array(Self.follower.utf8))
    }

    /// Returns the bytes of the expected answers.
    func answers(_ framing: RPCFraming) -> [UInt8] {
        (output + [Self.followerAnswer]).flatMap { framing.frame(Array($0.utf8)) }
    }

    static let follower = #"{"jsonrpc":"2.0","id":"after","method":"ping"}"#
    static let followerAnswer = #"{"jsonrpc":"2.0","result":"pong","id":"after"}"#

    // Frequent answers.
    static let parseError = #"{"jsonrpc":"2.0","error":{"code":-32700,"message":"Parse error"},"id":null}"#
    static let invalid = invalid(id: "null")
    static func invalid(id: String) -> String {
        #"{"jsonrpc":"2.0","error":{"code":-32600,"message":"Invalid Request"},"id":\#(id)}"#
    }
    static func unknown(id: String) -> String {
        #"{"jsonrpc":"2.0","error":{"code":-32601,"message":"Method not found"},"id":\#(id)}"#
    }
    static func pong(id: String) -> String { result(#""pong""#, id: id) }
    static func result(_ result: String, id: String) -> String {
        #"{"jsonrpc":"2.0","result":\#(result),"id":\#(id)}"#
    }
    static func cancelled(id: String) -> String {
        #"{"jsonrpc":"2.0","error":{"code":-32800,"message":"Request cancelled"},"id":\#(id)}"#
    }
    static func tooLarge(limit: Int) -> String {
        #"{"jsonrpc":"2.0","error":{"code":-31000,"message":"Message too large","#
            + #""data":{"kind":"message_too_large","limit":\#(limit)}},"id":null}"#
    }
    static func ping(id: String) -> String { #"{"jsonrpc":"2.0","id":\#(id),"method":"ping"}"# }
}

extension [UInt8] {
    /// The server's output without `data.reason` of the errors of the connection, which ``ReasonTests`` compares.
    var withoutReasons: [UInt8] {
        get throws {
            let text = String(decoding: self, as: UTF8.self)
            guard text.contains(#","reason":""#) else { return self }
            let framing = text.hasPrefix("Content-Length") ? RPCFraming.header : .line
            return framing.stream(
                try framing.bodies(self).map { body in
                    String(decoding: body, as: UTF8.self).withoutReason
                }
            )
        }
    }
}

extension String {
    /// The message without `data.reason`.
    var withoutReason: String {
        replacing(#/,"data":{"kind":"[a-z_]+","reason":"([^"\\]|\\.)*"}/#, with: "")
    }
}

extension RPCFraming {
    /// Returns the frame of a body, as the server writes it.
    func frame(_ body: [UInt8]) -> [UInt8] {
        switch self {
        case .line: body + [0x0A]
        case .header: Array("Content-Length: \(body.count)\r\n\r\n".utf8) + body
        }
    }

    /// Returns the frames of several bodies as one stream.
    func stream(_ bodies: [String]) -> [UInt8] { bodies.flatMap { frame(Array($0.utf8)) } }
}
