import Synchronization

/// The known pages of lists that can only be walked from the start: a call continues where the one before it ended.
final class PagePlaces: Sendable {
    private struct Lists {
        var places: [String: [PageWalk.Place]] = [:]
        /// The names of the lists; the list that was extended last is at the end.
        var order: [String] = []
    }

    /// The most lists, and the most places of each; the list that was extended least recently is removed first.
    private static let most = (lists: 64, places: 1_000)

    private let lists = Mutex(Lists())

    /// Returns the last known page that begins at or before a row.
    func place(before offset: Int, in list: String) -> PageWalk.Place? {
        lists.withLock { $0.places[list]?.last { $0.skipped <= offset } }
    }

    func note(_ place: PageWalk.Place, in list: String) {
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
