import JSON

/// Turns the bytes of one message into calls (JSON-RPC 2.0 sections 4 and 6).
struct MessageDecoder {
    private static let mark: [UInt8] = [0xEF, 0xBB, 0xBF]

    let limits: JSONLimits

    /// Reads a message; a byte order mark before it is skipped (RFC 8259 section 8.1).
    func decode(_ bytes: Span<UInt8>) -> IncomingMessage {
        let marked = bytes.begins(with: Self.mark) ? Self.mark.count : 0
        do {
            let document = try JSONDocument(bytes.extracting(marked...).copied, limits: limits)
            return Self.message(document.root, byteCount: bytes.count)
        } catch {
            return .unparsable(error)
        }
    }

    private static func message(_ root: JSONElement, byteCount: Int) -> IncomingMessage {
        guard root.kind == .array else { return .single(item(root, byteCount: byteCount)) }
        let count = root.count
        guard count > 0 else { return .single(.invalid(.null)) }
        return .batch(root.elements.map { item($0, byteCount: byteCount / count) })
    }

    private static func item(_ element: JSONElement, byteCount: Int) -> IncomingItem {
        guard element.kind == .object else { return .invalid(.null) }
        return MessageMembers(element).item(byteCount: byteCount)
    }
}

/// The members of one object of a message, before anybody has decided what it is.
struct MessageMembers {
    private var version = Member()
    private var id = Member()
    private var method = Member()
    private var params = Member()
    private var hasOutcome = false

    /// A member: its last value and how often its name occurs.
    private struct Member {
        var value: JSONElement?
        var count = 0

        mutating func take(_ value: JSONElement) {
            self.value = value
            count += 1
        }
    }

    init(_ object: JSONElement) {
        for (name, value) in object.members {
            switch name {
            case "jsonrpc": version.take(value)
            case "id": id.take(value)
            case "method": method.take(value)
            case "params": params.take(value)
            case "result", "error": hasOutcome = true
            default: break
            }
        }
    }

    /// What the object is.
    func item(byteCount: Int) -> IncomingItem {
        if method.count == 0 && hasOutcome { return .response }
        guard isWellFormed, let name = method.value?.string else { return .invalid(recoveredID) }
        let params = params.value.flatMap { $0.isNull ? nil : $0 }
        return .call(IncomingCall(method: name, params: params, id: validID, byteCount: byteCount))
    }

    private var isWellFormed: Bool {
        guard version.count == 1, method.count == 1, id.count <= 1, !hasOutcome else { return false }
        guard version.value?.isString("2.0") == true else { return false }
        if id.count == 1 && validID == nil { return false }
        switch params.value?.kind {
        case nil, .null, .array, .object: return true
        default: return false
        }
    }

    /// The id if it is a string, a number or `null`, once.
    private var validID: RPCID? {
        guard id.count == 1, let value = id.value else { return nil }
        switch value.kind {
        case .string, .number, .null: return RPCID(token: value.text)
        default: return nil
        }
    }

    /// The id with which to refuse the object.
    private var recoveredID: RPCID { validID ?? .null }
}

/// Keeps two peers from answering each other's errors for ever.
enum ReplyGuard {
    private static let method = Array(#""method""#.utf8)
    private static let outcomes = [#""result""#, #""error""#].map { Array($0.utf8) }
    /// The head of a message says what it is.
    private static let headBytes = 512

    /// Whether bytes that are not JSON look like a damaged response, which is not to be answered.
    static func looksLikeReply(_ bytes: Span<UInt8>) -> Bool {
        let head = bytes.extracting(0..<min(bytes.count, headBytes))
        return !head.contains(method) && outcomes.contains { head.contains($0) }
    }
}

extension Span<UInt8> {
    /// Whether the text occurs anywhere.
    func contains(_ text: [UInt8]) -> Bool {
        guard count >= text.count else { return false }
        for start in 0...(count - text.count) where has(text, at: start) { return true }
        return false
    }
}
