import JSON

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
