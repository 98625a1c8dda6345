import MovieDomain
import MovieMatching
import Platform

/// Which people of several sources earlier calls found to be one, and the user's decisions about them.
///
/// Sources number people apart from films, so matches of people are kept by ids of namespaces of their own:
/// `tmdb-person:21684`.
struct KnownPeople {
    private let notes: [MatchNote]
    private let corrections: Corrections

    /// Reads what is known of the people with these ids, and of those who were matched with them.
    init(with ids: [[String: String]], in catalogue: Catalogue) async {
        corrections = catalogue.matcher.corrections
        let own = Set(ids.flatMap(\.personIDs))
        let links = await catalogue.book.links(of: own.sorted())
        let partners = Set(links.flatMap { [$0.pair.first, $0.pair.second] }).subtracting(own)
        let all = partners.isEmpty ? links : links + (await catalogue.book.links(of: partners.sorted()))
        let undone = Set(all.filter(\.isUndone).map(\.pair))
        notes = all.filter { $0.verdict == .same && !undone.contains($0.pair) }
    }

    /// Returns the other ids of the person, one for each namespace that these lack, including those that only another
    /// one of them leads to.
    func ids(besides ids: [String: String]) -> [String: String] {
        let near = corrections.ids(linkedWith: ids.personIDs, by: notes)
        guard !near.isEmpty else { return [:] }
        let far = corrections.ids(linkedWith: ids.personIDs + near.movieIDs, by: notes)
        return near.merging(far) { own, _ in own }.reduce(into: [:]) {
            $0[MovieID.namespace(ofPeople: $1.key)] = $1.value
        }
    }

    /// Whether nothing says that two people are not one.
    func mayBeOne(_ one: PersonRecord, _ other: PersonRecord) -> Bool {
        let (ids, others) = (one.facts.ids, other.facts.ids)
        return !ids.contradicts(others) && !corrections.separate(ids.personIDs, from: others.personIDs)
    }

    /// Returns why two people are one, if that is known; `nil` if not.
    func match(of one: [String: String], _ other: [String: String]) -> MatchExplanation? {
        let pairs = Set(one.personIDs.flatMap { id in other.personIDs.map { IDPair(id, $0) } })
        return notes.first { pairs.contains($0.pair) }.map {
            MatchExplanation(confidence: $0.confidence, reasons: [MatchExplanation.matchedBefore])
        }
    }
}

extension Catalogue {
    /// Keeps that two people were found to be one, or not to be without a `match`, for calls about either of them.
    func remember(_ one: PersonRecord, _ other: PersonRecord, _ match: MatchExplanation?) {
        // By all ids, because the rows of a search may have only one of them.
        let ids = (lookupIDs(of: one), lookupIDs(of: other))
        let pairs = ids.0.flatMap { id in ids.1.filter { $0.namespace != id.namespace }.map { IDPair(id, $0) } }
        book.remember(
            pairs.map { pair in
                MatchNote(
                    pair,
                    match == nil ? .different : .same,
                    by: .matcher,
                    confidence: match?.confidence ?? 1,
                    reasons: match?.reasons ?? ["names differ"],
                    at: book.now
                )
            }
        )
    }

    /// The ids by which the source itself looks the person up.
    private func lookupIDs(of record: PersonRecord) -> [MovieID] {
        let profile = repositories.first { $0.profile.id == record.provider }?.profile
        return (profile?.accepted(record.facts.ids, for: .person) ?? [:]).personIDs.sorted()
    }
}

extension [String: String] {
    /// Whether an id is among both.
    func shares(with others: [String: String]) -> Bool { contains { others[$0.key] == $0.value } }

    fileprivate var personIDs: [MovieID] { movieIDs.map(\.ofPerson) }
}

extension MovieID {
    private static let ending = "-person"

    /// The id under which matches of the person are kept.
    fileprivate var ofPerson: MovieID { MovieID(namespace: namespace + Self.ending, value: value) }

    /// The namespace that sources use for the person.
    fileprivate static func namespace(ofPeople noted: String) -> String {
        noted.hasSuffix(scalars: ending) ? String(noted.dropLast(ending.count)) : noted
    }
}
