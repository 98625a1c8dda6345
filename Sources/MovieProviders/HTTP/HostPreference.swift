import HTTPModel
import Platform
import ProviderLanguage
import Synchronization

/// The host that is asked first: for a while one that had to answer for another, then the first one again.
struct HostPreference: Sendable {
    /// How long a host that answered for the first one is preferred.
    static let duration = Duration.seconds(300)

    private var preferred: (index: Int, until: Duration)?

    /// Returns the index of the host to ask first at `now`.
    func first(at now: Duration) -> Int {
        guard let preferred, preferred.until > now else { return 0 }
        return preferred.index
    }

    /// Notes that a host answered; `isSubstitute` if a host before it in this call did not.
    mutating func answered(_ index: Int, isSubstitute: Bool, at now: Duration) {
        if index == 0 {
            preferred = nil
        } else if isSubstitute {
            preferred = (index, now + Self.duration)
        }
    }

    /// Notes that no host answered, so that none is preferred.
    mutating func failed() {
        preferred = nil
    }
}

/// The memory of which base URL of a source is asked first.
final class HostMemory: Sendable {
    private let clock: any MonotonicClock
    private let preference = Mutex(HostPreference())

    init(clock: any MonotonicClock) {
        self.clock = clock
    }

    /// Returns the base URLs in the order to ask them: the preferred one, then the others as the definition has them.
    func ordered(_ bases: [WebURL]) -> [WebURL] {
        let now = clock.now
        let first = preference.withLock { $0.first(at: now) }
        guard bases.indices.contains(first), first > 0 else { return bases }
        return [bases[first]] + bases.enumerated().filter { $0.offset != first }.map(\.element)
    }

    /// Notes that one of the definition's `bases` answered; `isSubstitute` if another was asked before it and is down.
    func answered(_ base: WebURL, of bases: [WebURL], isSubstitute: Bool) {
        guard let index = bases.firstIndex(of: base) else { return }
        let now = clock.now
        preference.withLock { $0.answered(index, isSubstitute: isSubstitute, at: now) }
    }

    /// Notes that none of the base URLs answered.
    func failed() {
        preference.withLock { $0.failed() }
    }
}
