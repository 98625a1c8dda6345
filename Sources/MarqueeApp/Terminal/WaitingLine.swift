import MovieDomain
import Platform

/// A line on a terminal while work takes longer than a second; erased when the work is done.
struct WaitingLine {
    /// Such as `asking kofic, yts`.
    let text: String
    /// The sources that are named as long as a call waits for them, in order; if there are none, the text stands alone.
    var sources: [ProviderID] = []

    func during<Result: Sendable>(_ work: () async -> Result) async -> Result {
        await during(CallWatch(), endingEarly: false, work).result
    }

    /// Shows which sources a call still waits for, and ends it when the others have answered and a moment has passed, if
    /// it may; returns also the sources that were late then.
    ///
    /// The line belongs to a child task, because it must end with the work; leaving the group waits for that.
    func during<Result: Sendable>(
        _ watch: CallWatch,
        endingEarly: Bool,
        _ work: () async -> Result
    ) async -> (result: Result, late: [ProviderID]) {
        guard TerminalStyle.errors.isCapable else { return (await work(), []) }
        return await withTaskGroup(of: [ProviderID].self) { group in
            group.addTask { await show(watch, endingEarly: endingEarly) }
            let result = await work()
            group.cancelAll()
            return (result, await group.next() ?? [])
        }
    }

    private func show(_ watch: CallWatch, endingEarly: Bool) async -> [ProviderID] {
        var seconds = 1
        var isShown = false
        var late: [ProviderID] = []
        var answers = 0
        do {
            while true {
                try await Task.sleep(for: .seconds(1))
                let awaited = sources.filter(watch.awaited.contains)
                // Whoever has answered has done so more than a second ago.
                if endingEarly, seconds > 1, late.isEmpty, !awaited.isEmpty, watch.hasItems, watch.answers == answers {
                    late = awaited
                    watch.end()
                }
                answers = watch.answers
                let names = awaited.map(\.rawValue).joined(separator: ", ")
                let line = awaited.isEmpty ? text : "waiting for \(names)"
                CommandErrors.showProgress("\(line), \(seconds) s …".printable.shortened(toColumns: width))
                isShown = true
                seconds += 1
            }
        } catch {
            if isShown { CommandErrors.showProgress("") }
        }
        return late
    }

    /// The columns of the terminal except the last one: a line that fills it may wrap.
    private var width: Int { max(10, (TerminalStyle.errors.columns ?? 80) - 1) }
}
