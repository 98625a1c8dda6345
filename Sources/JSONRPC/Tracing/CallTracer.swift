package import JSON
import Platform
import Synchronization

/// Reports calls to the server's log and, if the client asks for it, to the client with `$/logTrace`.
final class CallTracer: Sendable {
    /// The number of bytes to which a text in `verbose` is cut.
    private static let longestText = 8_192

    private let wantedLevel = Atomic(RPCTraceLevel.off)
    private let log: (@Sendable (RPCCallEvent) -> Void)?

    init(log: (@Sendable (RPCCallEvent) -> Void)?) { self.log = log }

    /// What the client wants to be told; nothing before it has asked.
    var level: RPCTraceLevel { wantedLevel.load(ordering: .relaxed) }

    var isActive: Bool { log != nil || level != .off }

    /// Takes the value of `$/setTrace`, or of `trace` in `initialize`; ignores any other value.
    func set(_ value: JSONElement?) {
        guard let level = RPCTraceLevel.allCases.first(where: { "\($0)" == value?.string }) else { return }
        wantedLevel.store(level, ordering: .relaxed)
    }

    func received(_ call: RPCCall, into frames: inout [UInt8], _ writer: FrameWriter) {
        let event = RPCCallEvent.received(method: call.method, id: call.id, params: call.params)
        log?(event)
        tell(event, into: &frames, writer) { call.params?.text }
    }

    func answered(_ request: TracedRequest, _ reply: RPCReply, into frames: inout [UInt8], _ writer: FrameWriter) {
        var code: RPCErrorCode?
        if case .failure(let error) = reply { code = error.code }
        let event = RPCCallEvent.answered(
            method: request.method,
            id: request.id,
            code: code,
            duration: request.began.duration(to: .now)
        )
        log?(event)
        tell(event, into: &frames, writer) {
            switch reply {
            case .result(let bytes): bytes
            case .failure(let error): error.message.jsonBytes
            }
        }
    }

    /// A request has been taken back without an answer.
    func withdrawn(_ request: TracedRequest) { log?(.withdrawn(method: request.method, id: request.id)) }

    private func tell(
        _ event: RPCCallEvent,
        into frames: inout [UInt8],
        _ writer: FrameWriter,
        verbose: () -> [UInt8]?
    ) {
        let level = level
        guard level != .off else { return }
        var params = JSONWriter()
        params.object { params in
            params.member("message", "\(event)")
            if level == .verbose { params.member("verbose", verbose().map(Self.text)) }
        }
        writer.appendFrame(FrameWriter.notification("$/logTrace", params: params.bytes), into: &frames)
    }

    private static func text(_ bytes: [UInt8]) -> String {
        bytes.count <= longestText
            ? String(decoding: bytes, as: UTF8.self) : String(decoding: bytes[..<longestText], as: UTF8.self) + "…"
    }
}

/// A step in the handling of a call, for a log.
package enum RPCCallEvent: Sendable {
    /// A request was received, or a notification if the id is `nil`.
    case received(method: String, id: RPCID?, params: JSONElement?)
    /// A request was answered, with an error if there is a code.
    case answered(method: String, id: RPCID, code: RPCErrorCode?, duration: Duration)
    /// A request was cancelled in the way that leaves it unanswered.
    case withdrawn(method: String, id: RPCID)
}

extension RPCCallEvent: CustomStringConvertible {
    /// One sentence with the method and the id, but nothing else of the message's content.
    package var description: String {
        switch self {
        case .received(let method, let id?, _): "request \(method) (\(id))"
        case .received(let method, nil, _): "notification \(method)"
        case .answered(let method, let id, let code?, let duration):
            "answered \(method) (\(id)) with error \(code.rawValue) in \(duration.wholeMilliseconds) ms"
        case .answered(let method, let id, nil, let duration):
            "answered \(method) (\(id)) in \(duration.wholeMilliseconds) ms"
        case .withdrawn(let method, let id): "\(method) (\(id)) was cancelled"
        }
    }
}

/// A traced request, from its arrival to its answer.
struct TracedRequest: Sendable {
    let method: String
    let id: RPCID
    let began: ContinuousClock.Instant
}

/// How much a client wants to be told with `$/logTrace` (LSP 3.18, "TraceValue").
enum RPCTraceLevel: UInt8, CaseIterable, AtomicRepresentable {
    case off, messages, verbose
}
