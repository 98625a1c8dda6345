import JSON
import JSONRPC
import MovieDomain
import Synchronization

/// Tells the client of one call which sources have answered, and hands over what they said.
final class SourceProgress: Sendable {
    private let progress: RPCProgress
    private let expected: Int
    private let answered = Mutex(0)

    /// Counts answers up to `expected`, the number of sources that the call asks.
    init(_ progress: RPCProgress, expected: Int) {
        self.progress = progress
        self.expected = expected
    }

    /// What a use case is to call; `nil` where nobody wants to know, so that nothing is made for nothing.
    var observer: PartialAnswer.Observer? {
        guard progress.isWanted || progress.wantsPartialResults else { return nil }
        return { self.take($0) }
    }

    func begin() {
        progress.begin(title: "Asking \(expected) sources", percentage: 0)
    }

    private func take(_ answer: PartialAnswer) {
        let count = answered.withLock { count in
            count = min(count + 1, expected)
            return count
        }
        if progress.wantsPartialResults, !answer.movies.isEmpty { progress.partial(answer.jsonBytes) }
        progress.report(message: "\(count) of \(expected) sources", percentage: count * 100 / max(1, expected))
    }
}
