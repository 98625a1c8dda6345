package import MovieDomain
import MovieMatching

/// Makes one film of what several sources say of it, and names the sources of every field.
///
/// The result depends on the policy and on what the records say, not on their order, and saying a thing twice changes
/// nothing.
package struct MovieMerger: Sendable {
    /// Whom to believe.
    package let policy: MergePolicy

    /// Name spaces of which an id is preferred, the best first.
    private let preferred: [String]

    package init(policy: MergePolicy) {
        self.policy = policy
        preferred = ["imdb", "tmdb", "kofic"] + policy.order.map(\.rawValue)
    }

    /// The film that `records` are of; `nil` only where there are none.
    package func movie(of records: [MovieRecord], match: MatchExplanation? = nil) -> Movie? {
        movie(of: records, at: Array(records.indices), match: match)
    }

    /// The film of those records that stand at some positions; `nil` only where there are none.
    package func movie(of records: [MovieRecord], at members: [Int], match: MatchExplanation? = nil) -> Movie? {
        movie(of: members.map { MergeInput(records[$0]) }, match: match)
    }

    private func movie(of statements: [MergeInput], match: MatchExplanation?) -> Movie? {
        guard !statements.isEmpty else { return nil }
        let policy = policy.choosing(forFilmOf: statements)
        var session = MergeSession(RecordOrder(statements, policy: policy), policy: policy)
        session.mergeIdentity()
        session.mergeScalars()
        session.mergeLists()
        session.mergePeople()
        let id = id(of: session.facts, first: session.order.statements.first)
        var film = session.film(id, match)
        film.bookmarked = film.hasID(in: policy.bookmarked)
        return film
    }

    /// `imdb`, then `tmdb`, then `kofic`, then the configured order, then by name.
    ///
    /// A film without any id is named by its first source and its title, so that every film has an identity.
    private func id(of facts: MovieFacts, first: MergeInput?) -> MovieID {
        if facts.ids.count == 1, let (namespace, value) = facts.ids.first {
            return MovieID(namespace: namespace, value: value)
        }
        for namespace in preferred {
            if let value = facts.ids[namespace] { return MovieID(namespace: namespace, value: value) }
        }
        if let (namespace, value) = facts.ids.min(by: { $0.key < $1.key }) {
            return MovieID(namespace: namespace, value: value)
        }
        let title = facts.title?.text ?? facts.originalTitle ?? ""
        return MovieID(namespace: first?.provider.rawValue ?? "", value: title)
    }
}
