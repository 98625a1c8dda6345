import Synchronization

/// One waiting task: ends once, by what it waited for, by the time, or by its task's cancellation.
final class PendingWait: Sendable {
    private struct State: Sendable {
        var isEnded = false
        var value: (any Sendable)?
        var continuation: CheckedContinuation<Void, Never>?
    }

    private let state = Mutex(State())

    func keep(_ value: any Sendable) {
        state.withLock { $0.value = value }
    }

    func value<Value>(as type: Value.Type) -> Value? {
        state.withLock { $0.value as? Value }
    }

    func end() {
        let continuation = state.withLock { state in
            state.isEnded = true
            defer { state.continuation = nil }
            return state.continuation
        }
        continuation?.resume()
    }

    func wait(upTo timeout: Duration) async {
        await withTaskGroup(of: Void.self) { group in
            group.addTask { await self.waitForEnd() }
            group.addTask {
                // Cancelled when the end came first; both ways the wait is over.
                do { try await Task.sleep(for: timeout) } catch {}
                self.end()
            }
            await group.next()
            group.cancelAll()
        }
    }

    private func waitForEnd() async {
        await withTaskCancellationHandler {
            await withCheckedContinuation { continuation in
                let isEnded = state.withLock { state in
                    if !state.isEnded { state.continuation = continuation }
                    return state.isEnded
                }
                if isEnded { continuation.resume() }
            }
        } onCancel: {
            end()
        }
    }
}
