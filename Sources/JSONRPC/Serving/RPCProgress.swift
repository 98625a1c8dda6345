import JSON

/// Sends `$/progress` about one call (LSP base protocol, "Progress Support"), or `notifications/progress` (MCP).
///
/// Work is reported with the call's `workDoneToken`, and parts of the result with its `partialResultToken`; without the
/// token, the functions do nothing. Nothing is sent after the answer, and a progress that has begun ends before it. MCP
/// has no parts, no begin, and no end, and each report must be higher than the one before.
package struct RPCProgress: Sendable {
    private enum Dialect {
        case languageServer
        case modelContext
    }

    private let spoken: Dialect
    private let pending: PendingRequest?
    private let connection: Connection?
    private let workDone: RPCID?
    private let partialResult: RPCID?

    /// Progress that was not requested.
    package static let none = RPCProgress(params: nil, pending: nil, connection: nil)

    init(params: JSONElement?, pending: PendingRequest?, connection: Connection?) {
        spoken = .languageServer
        self.pending = pending
        self.connection = connection
        workDone = pending == nil ? nil : Self.token(params?["workDoneToken"])
        partialResult = pending == nil ? nil : Self.token(params?["partialResultToken"])
    }

    init(modelContextToken token: JSONElement?, pending: PendingRequest?, connection: Connection?) {
        spoken = .modelContext
        self.pending = pending
        self.connection = connection
        workDone = pending == nil ? nil : Self.token(token)
        partialResult = nil
    }

    /// Whether the client wants reports about the work.
    package var isWanted: Bool { workDone != nil }
    /// Whether the client wants the result in parts.
    package var wantsPartialResults: Bool { partialResult != nil }

    /// Reports that the work begins; only the first call counts, and the answer ends the progress.
    ///
    /// A percentage of 0 announces reports with percentages.
    package func begin(title: String, percentage: Int? = nil) {
        sendWork { gate, token in
            guard gate.begin(spoken == .languageServer ? token : nil), spoken == .languageServer else { return nil }
            let value = Self.value("begin", title: title, percentage: percentage, isCancellable: true)
            return Self.params(token, value)
        }
    }

    /// Reports the progress of the work; reports that come too fast are dropped, and the percentage never falls.
    package func report(message: String? = nil, percentage: Int? = nil) {
        guard let connection, connection.hasOutboundRoom else { return }
        sendWork { gate, token in
            let interval = connection.configuration.progressInterval
            let mustRise = spoken == .modelContext
            let verdict = gate.report(percentage, at: .now, interval: interval, mustRise: mustRise)
            guard verdict.isAllowed else { return nil }
            return mustRise
                ? Self.modelContextParams(token, percentage: verdict.percentage ?? 0, message: message)
                : Self.params(token, Self.value("report", message: message, percentage: verdict.percentage))
        }
    }

    /// Sends a part of the result.
    package func partial(_ value: [UInt8]) {
        guard let connection, let partialResult else { return }
        pending?.withProgress { _ in connection.notify("$/progress", params: Self.params(partialResult, value)) }
    }

    private func sendWork(_ decide: (inout ProgressGate, RPCID) -> [UInt8]?) {
        guard let connection, let workDone else { return }
        pending?.withProgress { gate in
            guard let params = decide(&gate, workDone) else { return }
            connection.notify(spoken == .modelContext ? "notifications/progress" : "$/progress", params: params)
        }
    }

    /// Returns the body of the notification that ends the progress of a token.
    static func endNotification(_ token: RPCID) -> [UInt8] {
        FrameWriter.notification("$/progress", params: params(token, value("end")))
    }

    /// Returns the token, unless it is too long to be repeated in every notification.
    private static func token(_ element: JSONElement?) -> RPCID? {
        guard let element, element.textCount <= 1_024, element.kind == .string || element.int != nil else { return nil }
        return RPCID(element)
    }

    private static func params(_ token: RPCID, _ value: [UInt8]) -> [UInt8] {
        var writer = JSONWriter(reserving: value.count + 64)
        writer.object { writer in
            writer.member("token") { $0.raw(token.description.utf8) }
            writer.member("value") { $0.raw(value) }
        }
        return writer.bytes
    }

    private static func modelContextParams(_ token: RPCID, percentage: Int, message: String?) -> [UInt8] {
        var writer = JSONWriter()
        writer.object { writer in
            writer.member("progressToken") { $0.raw(token.description.utf8) }
            writer.member("progress", percentage)
            writer.member("total", 100)
            writer.member("message", message)
        }
        return writer.bytes
    }

    private static func value(
        _ kind: String,
        title: String? = nil,
        message: String? = nil,
        percentage: Int? = nil,
        isCancellable: Bool? = nil
    ) -> [UInt8] {
        var writer = JSONWriter()
        writer.object { writer in
            writer.member("kind", kind)
            writer.member("title", title)
            writer.member("cancellable", isCancellable)
            writer.member("message", message)
            writer.member("percentage", percentage)
        }
        return writer.bytes
    }
}

/// Decides which progress of one call may be sent: a begin, rising reports at intervals, one end, and nothing after it.
struct ProgressGate {
    private enum Phase: Equatable {
        case idle
        case running
        case ended
    }

    private var phase = Phase.idle
    private var token: RPCID?
    private var lastReport: ContinuousClock.Instant?
    private var percentage = 0

    /// Returns whether a begin may be sent; `token` is the token of the end that is due later, or `nil` if none is.
    mutating func begin(_ token: RPCID?) -> Bool {
        guard phase == .idle else { return false }
        phase = .running
        self.token = token
        return true
    }

    /// Returns whether a report may be sent, and its percentage, which never falls and stays within 0…100.
    ///
    /// If `mustRise` is true, a report needs a percentage above the last one.
    mutating func report(
        _ percentage: Int?,
        at now: ContinuousClock.Instant,
        interval: Duration,
        mustRise: Bool = false
    ) -> (isAllowed: Bool, percentage: Int?) {
        guard phase == .running else { return (false, nil) }
        let risen = percentage.map { min(max($0, self.percentage), 100) }
        if mustRise, risen ?? 0 <= self.percentage { return (false, nil) }
        let isComplete = risen == 100 && self.percentage < 100
        if let lastReport, now - lastReport < interval, !isComplete { return (false, nil) }
        lastReport = now
        self.percentage = risen ?? self.percentage
        return (true, risen)
    }

    /// Allows nothing more; the token where an end is still due.
    mutating func close() -> RPCID? {
        guard phase == .running else { return nil }
        phase = .ended
        return token
    }
}
