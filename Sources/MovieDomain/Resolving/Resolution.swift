/// What was found out about one film.
struct Resolution: Sendable {
    /// What the sources say of it; empty where nobody knows it.
    var records: [MovieRecord]
    /// Why they were taken for one film.
    var explanation: MatchExplanation?
    /// Of every source, in configured order.
    var reports: [SourceReport]
    /// Sources that were asked by the ids that were given, and so could know the film.
    var witnesses: [SourceReport]

    /// One id for each name space.
    var ids: [String: String] {
        records.reduce(into: [:]) { ids, record in ids.merge(record.facts.ids) { own, _ in own } }
    }
}
