import HTTPModel
import Platform
import Synchronization

/// Which of a source's hosts is asked first: the one that had to answer for another, for a while, then the first again.
final class HostMemory: Sendable {
    /// How long the first host is spared after another had to answer for it.
    static let duration = Duration.seconds(300)

    private let clock: any MonotonicClock
    private let preferred = Mutex<(index: Int, until: Duration)?>(nil)

    init(clock: any MonotonicClock) { self.clock = clock }

    /// The base URLs in the order in which they are asked: the preferred one, then the others as the definition has them.
    func ordered(_ bases: [WebURL]) -> [WebURL] {
        guard let preferred = preferred.withLock(\.self), preferred.until > clock.now,
            bases.indices.contains(preferred.index)
        else { return bases }
        return [bases[preferred.index]] + bases.enumerated().filter { $0.offset != preferred.index }.map(\.element)
    }

    /// Notes that one of the definition's `bases` answered; with `isSubstitute`, one that was asked before it is down.
    func answered(_ base: WebURL, of bases: [WebURL], isSubstitute: Bool) {
        guard let index = bases.firstIndex(of: base) else { return }
        let end = clock.now + Self.duration
        preferred.withLock { preferred in
            if index == 0 {
                preferred = nil
            } else if isSubstitute {
                preferred = (index, end)
            }
        }
    }

    /// No host answered, so none is preferred.
    func failed() { preferred.withLock { $0 = nil } }
}
