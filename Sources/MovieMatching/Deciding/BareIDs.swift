/// Ids without a namespace that two sources share although their films differ: `1` in both files means nothing.
struct BareIDs {
    /// Pairs of different films with an equal bare id, by their places in canonical order.
    private(set) var disbelieved: [(Int, Int)] = []

    /// The number of films with one id that are compared with the first of them; any further ones are ignored.
    private static let mostHolders = 64
    /// The least score without the prior at which an id is believed.
    private static let least = -1.0

    init(_ table: FilmTable, _ comparer: inout PairComparer) {
        guard table.sourceCount > 1 else { return }
        var numbers = KeyTable(capacity: table.count)
        var holders: [[Int]] = []
        for (place, film) in table.films.enumerated() {
            for index in film.ids.range where table.ids[index].isBare {
                let number = numbers.insert(table.ids[index].digest)
                if number == holders.count { holders.append([]) }
                if holders[number].count < BareIDs.mostHolders { holders[number].append(place) }
            }
        }
        for films in holders where films.count > 1 {
            for film in films.dropFirst() where table.films[film].source != table.films[films[0]].source {
                if differ(films[0], film, &comparer) { disbelieved.append((films[0], film)) }
            }
        }
    }

    /// Whether two films are too different to be the same.
    private func differ(_ left: Int, _ right: Int, _ comparer: inout PairComparer) -> Bool {
        if let veto = comparer.veto(left, right) { return veto != .noTitle }
        let evidence = comparer.compare(left, right)
        return evidence.score - evidence.prior < BareIDs.least
    }
}

extension FilmTable {
    /// Limits the bare ids of some films to their own source, so that no film of another source has them.
    mutating func disown(_ pairs: [(Int, Int)]) {
        for place in Set(pairs.flatMap { [$0.0, $0.1] }) {
            for index in films[place].ids.range where ids[index].isBare {
                ids[index].digest = Digest.mixed(ids[index].digest &+ UInt64(films[place].source) &+ 1)
                ids[index].space = ids[index].digest
            }
        }
    }
}
