/// A line on a terminal while work takes longer than a second; erased when the work is done.
struct WaitingLine {
    /// The text, such as `asking kofic, yts`.
    let text: String

    func during<Result: Sendable>(_ work: () async -> Result) async -> Result {
        guard TerminalStyle.errors.isCapable else { return await work() }
        return await withTaskGroup(of: Void.self) { group in
            group.addTask { await show() }
            let result = await work()
            group.cancelAll()
            await group.waitForAll()
            return result
        }
    }

    private func show() async {
        var seconds = 1
        var isShown = false
        do {
            while true {
                try await Task.sleep(for: .seconds(1))
                CommandErrors.showProgress("\(text), \(seconds) s …".printable.shortened(toColumns: width))
                isShown = true
                seconds += 1
            }
        } catch {
            if isShown { CommandErrors.showProgress("") }
        }
    }

    /// One column less than the terminal has, because a line that fills the last column may wrap.
    private var width: Int { max(10, (TerminalStyle.errors.columns ?? 80) - 1) }
}
