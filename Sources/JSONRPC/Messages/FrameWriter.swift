import JSON
import Platform

/// Writes responses and notifications as whole frames into a buffer.
struct FrameWriter {
    let framing: RPCFraming

    /// Appends a frame with the response to `id`.
    func append(_ reply: RPCReply, to id: RPCID, into buffer: inout [UInt8]) {
        appendFrame(Self.response(reply, to: id), into: &buffer)
    }

    func appendFrame(_ body: [UInt8], into buffer: inout [UInt8]) {
        switch framing {
        case .header:
            buffer += "Content-Length: \(body.count)\r\n\r\n".utf8
            buffer += body
        case .line:
            // A line feed inside can only be whitespace between tokens.
            let isOneLine = body.span.firstIndex(of: .lineFeed, from: 0) == nil
            buffer += isOneLine ? body : body.map { $0 == .lineFeed ? 0x20 : $0 }
            buffer.append(.lineFeed)
        }
    }

    /// Returns the body of a response, for an item of a batch.
    static func response(_ reply: RPCReply, to id: RPCID) -> [UInt8] {
        let (name, content) =
            switch reply {
            case .result(let result): ("result", result)
            case .failure(let error): ("error", text(of: error))
            }
        var writer = JSONWriter(reserving: content.count + 64)
        writer.object { writer in
            writer.member("jsonrpc", "2.0")
            writer.member(name) { $0.raw(content) }
            writer.member("id") { $0.raw(id.description.utf8) }
        }
        return writer.bytes
    }

    static func notification(_ method: String, params: [UInt8]) -> [UInt8] {
        var writer = JSONWriter(reserving: params.count + 64)
        writer.object { writer in
            writer.member("jsonrpc", "2.0")
            writer.member("method", method)
            writer.member("params") { $0.raw(params) }
        }
        return writer.bytes
    }

    private static func text(of error: RPCError) -> [UInt8] {
        var writer = JSONWriter()
        writer.object { writer in
            writer.member("code", error.code.rawValue)
            writer.member("message", error.message)
            writer.member("data", error.data)
        }
        return writer.bytes
    }
}
