import JSON

/// The life of a session: plain JSON-RPC needs no handshake; the LSP base protocol has one and an orderly end.
///
/// The server's own part only: the results of `initialize` and `shutdown` are the handler's business.
struct Lifecycle {
    enum Phase: Equatable {
        /// No handshake is needed, and none of LSP's has come.
        case plain
        /// The session is known to be LSP, and `initialize` has not come.
        case uninitialized
        /// LSP's `initialize` has come.
        case initialized
        /// `shutdown` has come; only `exit` is left.
        case shutDown
    }

    /// A change that is taken back if the call that made it fails.
    enum Step: Sendable, Equatable {
        /// `initialize`, out of a plain or an uninitialized session.
        case initialize
        case shutdown
    }

    enum RequestVerdict: Equatable {
        /// It is handled; the step, if it is one.
        case admit(Step?)
        indirect case refuse(RPCError)
    }

    enum NotificationVerdict: Equatable {
        /// It is handled.
        case admit
        /// It means nothing now.
        case drop
        /// The session ends with this exit code.
        case exit(code: Int32)
    }

    private let initial: Phase
    private var beforeShutdown = Phase.plain
    private(set) var phase: Phase

    /// A session that begins; `requiresInitialize` where it is known to be LSP.
    init(requiresInitialize: Bool) {
        initial = requiresInitialize ? .uninitialized : .plain
        phase = initial
    }

    mutating func receive(request method: String, params: JSONElement?) -> RequestVerdict {
        switch phase {
        case .shutDown: return .refuse(.invalidRequest)
        case .initialized where method == "initialize": return .refuse(.invalidRequest)
        case .uninitialized where method != "initialize": return .refuse(.serverNotInitialized)
        case .plain, .initialized, .uninitialized: return .admit(step(method, params))
        }
    }

    func receive(notification method: String) -> NotificationVerdict {
        if method == "exit" { return .exit(code: phase == .shutDown ? 0 : 1) }
        return phase == .plain || phase == .initialized ? .admit : .drop
    }

    /// The call that made a step has failed.
    mutating func undo(_ step: Step) {
        switch step {
        case .initialize: phase = initial
        case .shutdown: phase = beforeShutdown
        }
    }

    private mutating func step(_ method: String, _ params: JSONElement?) -> Step? {
        if method == "shutdown" {
            beforeShutdown = phase
            phase = .shutDown
            return .shutdown
        }
        guard method == "initialize", isLanguageServerHandshake(params) else { return nil }
        phase = .initialized
        return .initialize
    }

    /// Whether `initialize` speaks LSP: `protocolVersion` would be MCP, and neither is a method of another protocol.
    private func isLanguageServerHandshake(_ params: JSONElement?) -> Bool {
        guard params?["protocolVersion"] == nil else { return false }
        if initial == .uninitialized { return true }
        return params?["processId"] != nil || params?["capabilities"] != nil || params?["rootUri"] != nil
    }
}
