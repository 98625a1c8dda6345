import JSON
import JSONRPC
import MarqueeTestKit
import Synchronization

/// A small handler with one method for each way of answering.
final class SampleMethods: RPCHandler {
    /// The number of running calls, its maximum so far, and the number of calls handled.
    let gauge = Mutex((now: 0, most: 0, handled: 0))
    /// The methods of the received notifications, in the order in which they were handled.
    let notifications = Mutex<[String]>([])
    /// The gate at which every `wait` call waits.
    let gate = Gate()

    static let pong = Array(#""pong""#.utf8)
    static let null = Array("null".utf8)
    static let failure = RPCError(code: .internalError, message: "Internal error")

    func handleImmediately(_ call: RPCCall) -> RPCReply? {
        switch call.method {
        case "ping": .result(Self.pong)
        case "echo": .result(call.params.map { Array($0.text) } ?? Self.null)
        case "nothing": .result(Self.null)
        case "pretty": .result(Array("{\n \"a\":\n 1 }".utf8))
        case "initialize": call.params?["fail"] == nil ? .result(Array("{}".utf8)) : .failure(Self.failure)
        case "shutdown": .result(Self.null)
        case "invalid": .failure(.invalidParams)
        case "later", "sleep", "fail", "progress", "wait", "large": nil
        case _ where call.id == nil: nil
        default: .failure(RPCError(code: .methodNotFound, message: "Method not found"))
        }
    }

    func handle(_ call: RPCCall) async -> RPCReply {
        if call.id == nil { notifications.withLock { $0.append(call.method) } }
        enter()
        defer { leave() }
        switch call.method {
        case "later": return .result(call.params.map { Array($0.text) } ?? Self.null)
        case "sleep": return await sleep(milliseconds: call.params?["ms"]?.int ?? 10)
        case "fail": return .failure(RPCError(code: .init(rawValue: 7), message: "no", data: ["kind": "sample"]))
        case "progress": return report(call)
        case "large": return .result([0x22] + Array(repeating: 0x61, count: call.params?["bytes"]?.int ?? 0) + [0x22])
        case "wait": return await gate.pass() ? .result(Self.pong) : .failure(Self.failure)
        default: return .failure(RPCError(code: .methodNotFound, message: "Method not found"))
        }
    }

    private func enter() {
        gauge.withLock { gauge in
            gauge.now += 1
            gauge.handled += 1
            gauge.most = max(gauge.most, gauge.now)
        }
    }

    private func leave() { gauge.withLock { $0.now -= 1 } }

    private func sleep(milliseconds: Int) async -> RPCReply {
        do {
            try await Task.sleep(for: .milliseconds(milliseconds))
            return .result(Self.pong)
        } catch {
            return .failure(Self.failure)
        }
    }

    private func report(_ call: RPCCall) -> RPCReply {
        let progress = call.progress
        progress.report(message: "too early", percentage: 1)
        progress.begin(title: "work", percentage: 0)
        progress.begin(title: "again")
        progress.report(message: "half", percentage: 50)
        progress.report(message: "too fast", percentage: 60)
        progress.report(message: "done", percentage: 140)
        progress.partial(Array("[1]".utf8))
        return .result(Array("[]".utf8))
    }
}
