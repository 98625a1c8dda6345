import JSON

/// The phases of a session: plain JSON-RPC has no handshake; the LSP base protocol has one and an orderly end.
///
/// The results of `initialize` and `shutdown` come from the handler.
struct Lifecycle {
    enum Phase: Equatable {
        /// No handshake is required, and no LSP handshake has come.
        case plain
        /// A handshake is required, and `initialize` has not come.
        case uninitialized
        /// The `initialize` of LSP has come, or any other where one is required.
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

    /// Creates the lifecycle of a new session; with `requiresInitialize`, no other request is handled before it.
    init(requiresInitialize: Bool) {
        initial = requiresInitialize ? .uninitialized : .plain
        phase = initial
    }

    mutating func receive(request call: RPCCall) -> RequestVerdict {
        let method = call.method
        switch phase {
        case .shutDown: return .refuse(.invalidRequest("after shutdown, only the notification exit is allowed"))
        case .initialized where method == "initialize":
            return .refuse(.invalidRequest("the session is already initialized"))
        case .uninitialized where method != "initialize": return .refuse(.serverNotInitialized)
        case .plain, .initialized, .uninitialized: return .admit(step(call))
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

    private mutating func step(_ call: RPCCall) -> Step? {
        if call.method == "shutdown" {
            beforeShutdown = phase
            phase = .shutDown
            return .shutdown
        }
        let isRequired = initial == .uninitialized
        guard call.method == "initialize", isRequired || call.isLanguageServerHandshake(whereRequired: false) else {
            return nil
        }
        phase = .initialized
        return .initialize
    }
}

extension RPCCall {
    /// Returns whether it is the `initialize` of LSP, not that of MCP (`protocolVersion`) or of another protocol.
    ///
    /// Where a handshake is required, it may lack what LSP's usually has.
    package func isLanguageServerHandshake(whereRequired isRequired: Bool) -> Bool {
        guard method == "initialize", params?["protocolVersion"] == nil else { return false }
        return isRequired || ["processId", "capabilities", "rootUri"].contains { params?[$0] != nil }
    }
}
