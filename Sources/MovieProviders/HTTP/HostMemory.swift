import HTTPModel
import MovieDomain
import Platform
import Synchronization

/// Which of a source's hosts is asked first: the one that had to answer for another, for a while, then the first again.
final class HostMemory: Sendable {
    /// How long the first host is spared after another had to answer for it.
    static let duration = Duration.seconds(300)

    private let clock: any MonotonicClock
    private let preferred = Mutex<(index: Int, until: Duration)?>(nil)

    init(clock: any MonotonicClock) {
        self.clock = clock
    }

    /// The base URLs in the order in which they are asked: the preferred one, then the others as the definition has them.
    func ordered(_ bases: [WebURL]) -> [WebURL] {
        guard let preferred = preferred.withLock(\.self), preferred.until > clock.now,
            bases.indices.contains(preferred.index)
        else { return bases }
        return [bases[preferred.index]] + bases.enumerated().filter { $0.offset != preferred.index }.map(\.element)
    }

    /// One of the definition's `bases` answered; `isSubstitute` where another one was asked before it and is down.
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

    /// None of them answered: there is none to prefer.
    func failed() {
        preferred.withLock { $0 = nil }
    }
}

/// The places of known pages in lists that can only be walked from the start, so that a call continues where the one
/// before it ended.
final class PagePlaces: Sendable {
    typealias Place = PageWalk.Place

    private struct Lists {
        var places: [String: [Place]] = [:]
        /// The names of the lists; the list that was extended last is at the end.
        var order: [String] = []
    }

    /// The most lists, and the most places of each; the list that was extended least recently is removed first.
    private static let most = (lists: 64, places: 1_000)

    private let lists = Mutex(Lists())

    /// Returns the last known page that begins at or before a row.
    func place(before offset: Int, in list: String) -> Place? {
        lists.withLock { $0.places[list]?.last { $0.skipped <= offset } }
    }

    func note(_ place: Place, in list: String) {
        lists.withLock { lists in
            lists.order.removeAll { $0 == list }
            lists.order.append(list)
            if lists.order.count > Self.most.lists { lists.places[lists.order.removeFirst()] = nil }
            // A new place invalidates the later ones, because the source's pages have changed.
            let before = (lists.places[list] ?? []).prefix { $0.skipped < place.skipped }
            let after = (lists.places[list] ?? []).drop { $0.skipped <= place.skipped }
            let isKnown = lists.places[list]?.contains(place) == true
            lists.places[list] = Array((before + [place] + (isKnown ? Array(after) : [])).suffix(Self.most.places))
        }
    }

    /// Forgets a list whose pages have moved.
    func forget(_ list: String) {
        lists.withLock { lists in
            lists.places[list] = nil
            lists.order.removeAll { $0 == list }
        }
    }
}
