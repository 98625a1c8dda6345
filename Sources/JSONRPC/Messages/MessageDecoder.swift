import JSON

/// Decodes the bytes of one message into calls (JSON-RPC 2.0 sections 4 and 6).
struct MessageDecoder {
    private static let mark: [UInt8] = [0xEF, 0xBB, 0xBF]
    private static let names = JSONNames("jsonrpc", "id", "method", "params", "result", "error")

    private var parser: JSONParser
    /// The most requests in a batch.
    private let maximumBatch: Int

    init(limits: JSONLimits, maximumBatch: Int) {
        parser = JSONParser(limits: limits)
        self.maximumBatch = maximumBatch
    }

    /// Decodes a message; a byte order mark before it is skipped (RFC 8259 section 8.1).
    mutating func decode(_ bytes: Span<UInt8>) -> IncomingMessage {
        let text = bytes.begins(with: Self.mark) ? bytes.extracting(Self.mark.count...) : bytes
        do {
            return message(try parser.parse(text), byteCount: bytes.count)
        } catch {
            return .unparsable(error)
        }
    }

    private func message(_ root: consuming JSONElement, byteCount: Int) -> IncomingMessage {
        switch root.kind {
        case .object: return .single(Self.object(root, byteCount: byteCount))
        case .array where root.count > maximumBatch:
            // Counted before its elements become items, each of which takes many times its bytes.
            let reason = "expected at most \(maximumBatch) requests in a batch, found \(root.count)"
            return .single(.invalid(.null, reason: reason))
        case .array where root.count > 0:
            let share = byteCount / root.count
            return .batch(root.elements.map { $0.kind == .object ? Self.object($0, byteCount: share) : .noObject })
        case .array: return .single(.invalid(.null, reason: "expected at least one request in the batch"))
        default: return .single(.noObject)
        }
    }

    private static func object(_ element: consuming JSONElement, byteCount: Int) -> IncomingItem {
        // How often each name occurs, and whether the last value of each is valid.
        var (versions, ids, methods) = (0, 0, 0)
        var (isVersionRight, areParamsRight, hasOutcome) = (false, true, false)
        var id: RPCID?
        var method: String?
        var params: JSONElement?
        var result: JSONElement?
        element.forEachMember(among: names) { name, value in
            switch name {
            case 0:
                versions += 1
                isVersionRight = value.isString("2.0" as StaticString)
            case 1:
                ids += 1
                id = RPCID(value)
            case 2:
                methods += 1
                method = value.string
            case 3:
                switch value.kind {
                case .object, .array: (params, areParamsRight) = (value, true)
                case .null: (params, areParamsRight) = (nil, true)
                default: areParamsRight = false
                }
            case 4: (hasOutcome, result) = (true, value)
            default: hasOutcome = true
            }
        }
        if methods == 0 && hasOutcome { return .response(to: ids == 1 ? id : nil, result) }
        // An id that occurs twice cannot be trusted.
        if ids > 1 { id = nil }
        guard let method, methods == 1, versions == 1, isVersionRight, areParamsRight, !hasOutcome,
            ids == 0 || id != nil
        else {
            let reason =
                switch (versions, methods) {
                case (1, 1) where !isVersionRight: "expected \"jsonrpc\" to be \"2.0\""
                case (1, 1) where method == nil: "expected \"method\" to be a text"
                case (1, 1) where !areParamsRight: "expected \"params\" to be an object or an array"
                case (1, 1) where hasOutcome: "expected neither \"result\" nor \"error\" in a request"
                case (1, 1): "expected one \"id\" that is a text, a number, or null"
                case (1, _): "expected \"method\" once"
                default: "expected \"jsonrpc\": \"2.0\" once"
                }
            return .invalid(id ?? .null, reason: reason)
        }
        return .call(RPCCall(method: method, params: params, id: id, byteCount: byteCount))
    }
}

enum IncomingItem {
    /// A request or, without an id, a notification.
    case call(RPCCall)
    /// A response to a request that was sent to the client, without a result if it failed.
    case response(to: RPCID?, JSONElement?)
    /// No valid request; the id where it could be trusted, else `null`, and what was expected.
    case invalid(RPCID, reason: String)

    static let noObject = IncomingItem.invalid(.null, reason: "expected a request, which is an object")

    /// Whether it has a place in a batch's answer.
    var wantsAnswer: Bool {
        switch self {
        case .call(let call): call.id != nil
        case .response: false
        case .invalid: true
        }
    }
}

/// What the bytes of one message turned out to be.
enum IncomingMessage {
    /// A lone object, or something that should have been one.
    case single(IncomingItem)
    /// An array of at least one item, in order.
    case batch([IncomingItem])
    /// Not JSON, or more than the limits allow.
    case unparsable(JSONError)
}

/// Keeps two peers from answering each other's errors for ever.
enum ReplyGuard {
    private static let method = Array(#""method""#.utf8)
    private static let outcomes = [#""result""#, #""error""#].map { Array($0.utf8) }
    /// The number of bytes that are searched, because the head of a message shows its type.
    private static let headBytes = 512

    /// Returns whether bytes that are not JSON look like a damaged response, which must not be answered.
    static func looksLikeReply(_ bytes: Span<UInt8>) -> Bool {
        let head = bytes.extracting(0..<min(bytes.count, headBytes))
        return !head.contains(method) && outcomes.contains { head.contains($0) }
    }
}

extension Span<UInt8> {
    func contains(_ text: [UInt8]) -> Bool {
        guard count >= text.count else { return false }
        for start in 0...(count - text.count) where has(text, at: start) { return true }
        return false
    }
}
