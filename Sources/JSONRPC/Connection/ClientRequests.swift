package import JSON
import Platform

/// The requests that were sent to the client and wait for its response.
struct ClientRequests {
    typealias Waiting = CheckedContinuation<JSONElement?, Never>

    private var waiting: [RPCID: Waiting] = [:]
    private var withdrawn: Set<RPCID> = []
    private var count = 0

    /// Returns an id that no other request has.
    mutating func nextID() -> RPCID {
        count += 1
        return RPCID(token: "\"marquee-\(count)\"".utf8)
    }

    /// Notes who waits for a response; returns false if the request was withdrawn meanwhile.
    mutating func begin(_ id: RPCID, _ continuation: Waiting) -> Bool {
        if withdrawn.remove(id) != nil { return false }
        waiting[id] = continuation
        return true
    }

    /// Ends the wait for a response, and returns who waited; `nil` if nobody did.
    mutating func end(_ id: RPCID) -> Waiting? { waiting.removeValue(forKey: id) }

    /// Returns who waited for the response to a request that is taken back, perhaps before it was sent.
    mutating func withdraw(_ id: RPCID) -> Waiting? {
        let continuation = waiting.removeValue(forKey: id)
        if continuation == nil { withdrawn.insert(id) }
        return continuation
    }

    mutating func endAll() -> [Waiting] {
        defer { waiting = [:] }
        return Array(waiting.values)
    }
}

extension RPCCall {
    /// Sends a request to the client of this call, and waits for its response.
    ///
    /// Cancelling the task takes the request back, as MCP does it.
    ///
    /// - Returns: The result; `nil` if the client responds with an error, or cannot respond any more.
    package func ask(_ method: String, params: [UInt8]) async -> JSONElement? { await connection?.ask(method, params) }
}

extension Connection {
    fileprivate func ask(_ method: String, _ params: [UInt8]) async -> JSONElement? {
        guard let framing else { return nil }
        let id = state.withLock { $0.asked.nextID() }
        var frame: [UInt8] = []
        FrameWriter(framing: framing).appendFrame(FrameWriter.request(method, id: id, params: params), into: &frame)
        return await withTaskCancellationHandler {
            await withCheckedContinuation { continuation in
                let isWaiting = state.withLock { !$0.isInputOver && $0.asked.begin(id, continuation) }
                guard isWaiting else { return continuation.resume(returning: nil) }
                let isOpen = send(frame) { _ in }
                if !isOpen { state.withLock { $0.asked.end(id) }?.resume(returning: nil) }
            }
        } onCancel: {
            guard let waiting = state.withLock({ $0.asked.withdraw(id) }) else { return }
            notify("notifications/cancelled", params: Array(#"{"requestId":\#(id)}"#.utf8))
            waiting.resume(returning: nil)
        }
    }
}
