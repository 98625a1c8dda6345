import JSON

/// Turns the bytes of one message into calls (JSON-RPC 2.0 sections 4 and 6).
///
/// Ordinary requests go a short way over their envelope; the rest is read as a document. Both give the same answer.
struct MessageDecoder {
    private let limits: JSONLimits
    private let paramsLimits: JSONLimits
    private var names = MethodNames()
    private var repeated = RepeatedCall()
    /// Where the id lies in the last message, if some messages in a row have differed in nothing else.
    private(set) var repeatedID: Range<Int>?
    /// The value `{}`, which needs no document of its own each time; nil where the limits do not allow it.
    private let emptyObject: JSONElement?

    /// So many repetitions make a run, for which it pays to prepare.
    private static let runLength = 3

    /// Messages longer than this always go the complete way, which reads them once instead of twice.
    private static let shortWayBytes = 16_384
    private static let mark: [UInt8] = [0xEF, 0xBB, 0xBF]

    init(limits: JSONLimits) {
        self.limits = limits
        paramsLimits = JSONLimits(
            maximumBytes: limits.maximumBytes,
            maximumDepth: limits.maximumDepth - 1,
            maximumNumberLength: limits.maximumNumberLength
        )
        do {
            emptyObject = try JSONDocument("{}", limits: paramsLimits).root
        } catch {
            emptyObject = nil
        }
    }

    /// The call, if the message is an ordinary one; nil says nothing about it.
    mutating func ordinaryCall(_ bytes: Span<UInt8>) -> IncomingCall? {
        if let call = repeated.call(bytes) {
            repeatedID = repeated.streak >= Self.runLength ? repeated.idRange(in: bytes) : nil
            return call
        }
        repeatedID = nil
        guard bytes.count <= Self.shortWayBytes, let envelope = Envelope(bytes) else { return nil }
        return call(envelope, bytes)
    }

    /// Reads any message; a byte order mark before it is skipped (RFC 8259 section 8.1).
    func decode(_ bytes: Span<UInt8>) -> IncomingMessage {
        let marked = bytes.begins(with: Self.mark) ? Self.mark.count : 0
        do {
            let document = try JSONDocument(bytes.extracting(marked..<bytes.count).copied, limits: limits)
            return Self.message(document.root, byteCount: bytes.count)
        } catch {
            return .unparsable(error)
        }
    }

    // MARK: The short way

    /// The call of an envelope; nil where its params are not JSON.
    private mutating func call(_ envelope: Envelope, _ bytes: Span<UInt8>) -> IncomingCall? {
        guard let method = envelope.method else { return nil }
        var params: JSONElement?
        if let range = envelope.params {
            params = object(bytes, range)
            // The complete way will say where and why.
            if params == nil { return nil }
        }
        let name = names.name(in: bytes, method)
        repeated.note(bytes, id: envelope.id, method: name, params: params)
        return IncomingCall(
            method: name,
            params: params,
            id: envelope.id.map { RPCID(token: bytes.extracting($0)) },
            byteCount: bytes.count
        )
    }

    /// The value at a range, read strictly; nil where it is not JSON.
    private func object(_ bytes: Span<UInt8>, _ range: Range<Int>) -> JSONElement? {
        if range.count == 2, bytes[range.lowerBound] == UInt8(ascii: "{"),
            bytes[range.lowerBound + 1] == UInt8(ascii: "}"), let emptyObject
        {
            return emptyObject
        }
        do {
            return try JSONDocument(bytes.extracting(range).copied, limits: paramsLimits).root
        } catch {
            return nil
        }
    }

    // MARK: The complete way

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
