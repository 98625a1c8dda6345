import MovieDomain
import Synchronization

/// Where walks through pages have come to that can only be gone through from the start, so that a list goes on where
/// the call before it ended.
final class PagePlaces: Sendable {
    typealias Place = PageWalk.Place

    private struct Lists {
        var places: [String: [Place]] = [:]
        /// The names of the lists, the one that was last added to at the end.
        var order: [String] = []
    }

    /// Lists and places of each that are remembered; those that were not added to for longest go first.
    private static let most = (lists: 64, places: 1_000)

    private let lists = Mutex(Lists())

    /// The last page known that begins no later than a row.
    func place(before offset: Int, in list: String) -> Place? {
        lists.withLock { $0.places[list]?.last { $0.skipped <= offset } }
    }

    func note(_ place: Place, in list: String) {
        lists.withLock { lists in
            lists.order.removeAll { $0 == list }
            lists.order.append(list)
            if lists.order.count > Self.most.lists { lists.places[lists.order.removeFirst()] = nil }
            // What the source now says of later pages is not what it said before.
            let before = (lists.places[list] ?? []).prefix { $0.skipped < place.skipped }
            let after = (lists.places[list] ?? []).drop { $0.skipped <= place.skipped }
            let isKnown = lists.places[list]?.contains(place) == true
            lists.places[list] = Array((before + [place] + (isKnown ? Array(after) : [])).suffix(Self.most.places))
        }
    }

    /// Forgets a list whose pages are no longer where they were.
    func forget(_ list: String) {
        lists.withLock { lists in
            lists.places[list] = nil
            lists.order.removeAll { $0 == list }
        }
    }
}
