/// How many records of one source may be one film.
package enum MatchCardinality: Hashable, Sendable {
    /// One: no source holds a film twice.
    case oneToOne
    /// Several, of the sources with these numbers.
    case duplicates(in: Set<Int>)

    func allowsDuplicates(in source: UInt32) -> Bool {
        switch self {
        case .oneToOne: false
        case .duplicates(let sources): sources.contains(Int(source))
        }
    }
}

/// Whether sources may hold films twice.
package enum MatchDuplicates: Hashable, Sendable {
    /// Never: one record of each source is a film.
    case forbidden
    /// In the sources where it shows that they do.
    case detected
    /// In at least one source: where none shows it, in the one that looks most like it.
    case expected
}
