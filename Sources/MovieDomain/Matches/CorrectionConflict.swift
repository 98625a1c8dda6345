/// Why two corrections cannot both hold.
package struct CorrectionConflict: Error, Hashable, Sendable {
    package enum Reason: Hashable, Sendable {
        /// One source gives the two different ids, so that they are two films whatever anybody says.
        case oneNameSpace(MovieID, MovieID)
        /// The two are pinned together, through others where `via` is not empty.
        case pinned(IDPair, via: [MovieID])
        /// Pinning would put two ids into one film that were split.
        case split(IDPair)
        /// An id and itself.
        case sameID(MovieID)
    }

    package var reason: Reason

    package init(_ reason: Reason) {
        self.reason = reason
    }

    /// What does not fit, and what to do about it.
    package var message: String {
        switch reason {
        case .oneNameSpace(let one, let other):
            return "\(one) and \(other) are two films: \(one.namespace) itself tells them apart"
        case .pinned(let pair, let via):
            let chain = via.isEmpty ? "" : " through \(via.map(\.description).joined(separator: ", "))"
            return "\(pair.first) and \(pair.second) are pinned together\(chain); forget a pin first (matches/forget)"
        case .split(let pair):
            return
                "\(pair.first) and \(pair.second) would become one film, and were split; forget that first (matches/forget)"
        case .sameID(let id):
            return "\(id) is one film: name another id as well"
        }
    }
}
