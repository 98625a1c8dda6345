import JSON

/// The phases of a session: plain JSON-RPC has no handshake; the LSP base protocol has one and an orderly end.
///
/// The results of `initialize` and `shutdown` come from the handler.
struct Lifecycle {
    enum Phase: Equatable {
        /// No handshake is required, and no LSP handshake has come.
        case plain
        /// The session is known to be LSP, and `initialize` has not come.
        case uninitialized
        /// The `initialize` of LSP has come.
        case initialized
        /// `shutdown` has come; only `exit` may follow.
        case shutDown
    }

    /// A change that is undone if its call fails.
    enum Step: Sendable, Equatable {
        /// `initialize` in a plain or an uninitialized session.
        case initialize
        case shutdown
    }

    enum RequestVerdict: Equatable {
        /// The request is handled; it may be a step.
        case admit(Step?)
        indirect case refuse(RPCError)
    }

    enum NotificationVerdict: Equatable {
        case admit
        case drop
        case exit(code: Int32)
    }

    private let initial: Phase
    private var beforeShutdown = Phase.plain
    private(set) var phase: Phase

    /// Creates the lifecycle of a new session; `requiresInitialize` says that it is known to be LSP.
    init(requiresInitialize: Bool) {
        initial = requiresInitialize ? .uninitialized : .plain
        phase = initial
    }

    mutating func receive(request method: String, params: JSONElement?) -> RequestVerdict {
        switch phase {
        case .shutDown: return .refuse(.invalidRequest("after shutdown, only the notification exit may follow"))
        case .initialized where method == "initialize":
            return .refuse(.invalidRequest("the session has been initialized before"))
        case .uninitialized where method != "initialize": return .refuse(.serverNotInitialized)
        case .plain, .initialized, .uninitialized: return .admit(step(method, params))
        }
    }

    func receive(notification method: String) -> NotificationVerdict {
        if method == "exit" { return .exit(code: phase == .shutDown ? 0 : 1) }
        return phase == .plain || phase == .initialized ? .admit : .drop
    }

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

    /// Returns whether `initialize` is that of LSP, not that of MCP (`protocolVersion`) or of another protocol.
    private func isLanguageServerHandshake(_ params: JSONElement?) -> Bool {
        guard params?["protocolVersion"] == nil else { return false }
        if initial == .uninitialized { return true }
        return params?["processId"] != nil || params?["capabilities"] != nil || params?["rootUri"] != nil
    }
}
