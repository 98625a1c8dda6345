import JSON
import Platform

/// Writes responses and notifications as whole frames into a buffer.
struct FrameWriter {
    let framing: RPCFraming

    private static let resultHead: StaticString = #"{"jsonrpc":"2.0","result":"#
    private static let errorHead: StaticString = #"{"jsonrpc":"2.0","error":"#
    private static let idHead: StaticString = #","id":"#
    private static let lengthHead: StaticString = "Content-Length: "
    private static let lengthTail: StaticString = "\r\n\r\n"

    /// Appends a frame with the response to `id`.
    ///
    /// A result is appended piece by piece, so that it is copied only once.
    func append(_ reply: consuming RPCReply, to id: RPCID, into buffer: inout [UInt8]) {
        switch consume reply {
        case .result(let result) where framing == .header || result.span.firstIndex(of: .lineFeed, from: 0) == nil:
            let count =
                Self.resultHead.utf8CodeUnitCount + result.count + Self.idHead.utf8CodeUnitCount + id.count + 1
            if framing == .header { appendHeader(count, into: &buffer) }
            buffer.append(addingCapacity: count + 1) { frame in
                frame.append(Self.resultHead)
                frame.append(result.span)
                frame.append(Self.idHead)
                id.append(to: &frame)
                frame.append(framing == .line ? "}\n" : "}" as StaticString)
            }
        case let reply: appendFrame(Self.response(reply, to: id), into: &buffer)
        }
    }

    func appendFrame(_ body: [UInt8], into buffer: inout [UInt8]) {
        switch framing {
        case .header:
            appendHeader(body.count, into: &buffer)
            buffer.append(contentsOf: body)
        case .line: appendLine(body, into: &buffer)
        }
    }

    /// Returns the body of a response, for an item of a batch.
    static func response(_ reply: RPCReply, to id: RPCID) -> [UInt8] {
        let (head, content) =
            switch reply {
            case .result(let result): (resultHead, result)
            case .failure(let error): (errorHead, text(of: error))
            }
        let count = head.utf8CodeUnitCount + content.count + idHead.utf8CodeUnitCount + id.count + 1
        return [UInt8](capacity: count) { body in
            body.append(head)
            body.append(content.span)
            body.append(idHead)
            id.append(to: &body)
            body.append(UInt8(ascii: "}"))
        }
    }

    static func notification(_ method: String, params: [UInt8]) -> [UInt8] { request(method, id: nil, params: params) }

    /// Returns the body of a request to the client; without an id it is a notification.
    static func request(_ method: String, id: RPCID?, params: [UInt8]) -> [UInt8] {
        var writer = JSONWriter(reserving: params.count + 64)
        writer.object { writer in
            writer.member("jsonrpc", "2.0")
            if let id { writer.member("id") { $0.raw(id.description.utf8) } }
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

    private func appendHeader(_ bodyCount: Int, into buffer: inout [UInt8]) {
        let length = String(bodyCount).utf8
        buffer.append(
            addingCapacity: Self.lengthHead.utf8CodeUnitCount + length.count + Self.lengthTail.utf8CodeUnitCount
        ) { head in
            head.append(Self.lengthHead)
            for digit in length { head.append(digit) }
            head.append(Self.lengthTail)
        }
    }

    /// Appends a line; a line feed inside, which can only be whitespace between tokens, becomes a space.
    private func appendLine(_ body: [UInt8], into buffer: inout [UInt8]) {
        let start = buffer.count
        buffer.append(contentsOf: body)
        var next = body.span.firstIndex(of: .lineFeed, from: 0)
        while let lineFeed = next {
            buffer[start + lineFeed] = 0x20
            next = body.span.firstIndex(of: .lineFeed, from: lineFeed + 1)
        }
        buffer.append(.lineFeed)
    }
}
