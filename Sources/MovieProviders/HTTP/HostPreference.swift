import HTTPModel
import Platform
import ProviderLanguage
import Synchronization

/// Which of a source's hosts is asked first: the one that had to answer for another, for a while, then the first again.
struct HostPreference: Sendable {
    /// How long the first host is spared after another had to answer for it.
    static let duration = Duration.seconds(300)

    private var preferred: (index: Int, until: Duration)?

    /// The host to ask first at `now`.
    func first(at now: Duration) -> Int {
        guard let preferred, preferred.until > now else { return 0 }
        return preferred.index
    }

    /// A host answered; `isSubstitute` where one before it in this call did not.
    mutating func answered(_ index: Int, isSubstitute: Bool, at now: Duration) {
        if index == 0 {
            preferred = nil
        } else if isSubstitute {
            preferred = (index, now + Self.duration)
        }
    }

    /// No host answered: there is none to prefer.
    mutating func failed() {
        preferred = nil
    }
}

/// Remembers for one source which of its base URLs is asked first.
final class HostMemory: Sendable {
    private let clock: any MonotonicClock
    private let preference = Mutex(HostPreference())

    init(clock: any MonotonicClock) {
        self.clock = clock
    }

    /// The base URLs in the order in which they are asked: the preferred one, then the others as the definition has them.
    func ordered(_ bases: [WebURL]) -> [WebURL] {
        let now = clock.now
        let first = preference.withLock { $0.first(at: now) }
        guard bases.indices.contains(first), first > 0 else { return bases }
        return [bases[first]] + bases.enumerated().filter { $0.offset != first }.map(\.element)
    }

    /// One of the definition's `bases` answered; `isSubstitute` where another one was asked before it and is down.
    func answered(_ base: WebURL, of bases: [WebURL], isSubstitute: Bool) {
        guard let index = bases.firstIndex(of: base) else { return }
        let now = clock.now
        preference.withLock { $0.answered(index, isSubstitute: isSubstitute, at: now) }
    }

    /// None of them answered.
    func failed() {
        preference.withLock { $0.failed() }
    }
}
