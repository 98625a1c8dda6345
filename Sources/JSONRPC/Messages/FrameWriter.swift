import JSON

/// Writes responses and notifications as whole frames into a buffer.
struct FrameWriter {
    /// The framing of the session.
    let framing: RPCFraming

    private static var resultHead: StaticString { #"{"jsonrpc":"2.0","result":"# }
    private static var errorHead: StaticString { #"{"jsonrpc":"2.0","error":"# }
    private static var idHead: StaticString { #","id":"# }
    private static var lengthHead: StaticString { "Content-Length: " }
    private static var lengthTail: StaticString { "\r\n\r\n" }
    /// Bodies up to this size are put together on the stack, of which Swift gives a kilobyte without asking the heap.
    private static var smallBytes: Int { 960 }
    private static var plateBytes: Int { 1_024 }

    /// How many bytes of a response's frame follow its id.
    var countAfterID: Int { framing == .line ? 2 : 1 }

    /// Appends a frame with the response to `id`.
    func append(_ reply: RPCReply, to id: RPCID, into buffer: inout [UInt8]) {
        guard case .result(let result) = reply else {
            return appendFrame(Self.response(reply, to: id), into: &buffer)
        }
        let count = Self.resultHead.utf8CodeUnitCount + result.count + Self.idHead.utf8CodeUnitCount + id.count + 1
        if framing == .line && Self.hasLineFeed(result) {
            appendLine(Self.response(reply, to: id), into: &buffer)
        } else if count <= Self.smallBytes {
            appendSmall(result, to: id, bodyCount: count, into: &buffer)
        } else {
            appendLarge(result, to: id, bodyCount: count, into: &buffer)
        }
    }

    private static func hasLineFeed(_ result: [UInt8]) -> Bool {
        // Of a few bytes it is known before a call would have been made.
        guard result.count < 16 else { return result.span.firstIndex(of: .lineFeed, from: 0) != nil }
        for byte in result where byte == .lineFeed { return true }
        return false
    }

    /// Appends a frame around a body that is complete.
    func appendFrame(_ body: [UInt8], into buffer: inout [UInt8]) {
        switch framing {
        case .header:
            appendHeader(body.count, into: &buffer)
            buffer.append(contentsOf: body)
        case .line:
            appendLine(body, into: &buffer)
        }
    }

    /// The body of a response, for an item of a batch.
    static func response(_ reply: RPCReply, to id: RPCID) -> [UInt8] {
        var body: [UInt8] = []
        switch reply {
        case .result(let result):
            body.reserveCapacity(result.count + id.count + 64)
            body.append(resultHead)
            body.append(contentsOf: result)
        case .failure(let error):
            body.append(errorHead)
            body.append(contentsOf: text(of: error))
        }
        body.append(idHead)
        id.append(to: &body)
        body.append(UInt8(ascii: "}"))
        return body
    }

    /// The body of a notification of ours.
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

    private func appendHeader(_ bodyCount: Int, into buffer: inout [UInt8]) {
        buffer.append(Self.lengthHead)
        buffer.append(contentsOf: String(bodyCount).utf8)
        buffer.append(Self.lengthTail)
    }

    /// Appends a line; a line feed inside, which can only be a blank between tokens, becomes a space.
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

    /// Appends the frame of a large result piece by piece, so that it is copied once.
    private func appendLarge(_ result: [UInt8], to id: RPCID, bodyCount: Int, into buffer: inout [UInt8]) {
        if framing == .header { appendHeader(bodyCount, into: &buffer) }
        buffer.append(Self.resultHead)
        buffer.append(contentsOf: result)
        buffer.append(Self.idHead)
        id.append(to: &buffer)
        buffer.append(framing == .line ? "}\n" : "}")
    }

    /// Appends the frame of a small result in one piece.
    private func appendSmall(_ result: [UInt8], to id: RPCID, bodyCount: Int, into buffer: inout [UInt8]) {
        unsafe withUnsafeTemporaryAllocation(byteCount: Self.plateBytes, alignment: 8) { room in
            var frame = unsafe FramePlate(room)
            if framing == .header {
                frame.put(Self.lengthHead)
                frame.put(decimal: bodyCount)
                frame.put(Self.lengthTail)
            }
            frame.put(Self.resultHead)
            unsafe result.withUnsafeBytes { unsafe frame.put($0) }
            frame.put(Self.idHead)
            if let token = id.shortToken { frame.put(token) } else { unsafe id.withBytes { unsafe frame.put($0) } }
            frame.put(framing == .line ? "}\n" : "}")
            unsafe buffer.append(contentsOf: frame.bytes)
        }
    }
}

extension [UInt8] {
    /// Appends the UTF-8 of a literal.
    fileprivate mutating func append(_ text: StaticString) {
        unsafe append(contentsOf: UnsafeBufferPointer(start: text.utf8Start, count: text.utf8CodeUnitCount))
    }
}
