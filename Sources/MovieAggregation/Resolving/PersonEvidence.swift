import MovieDomain
import MovieMatching

/// Decides whether people of two sources are the same: only if both names agree and a film of theirs is matched.
///
/// Namesakes are common, and a wrong filmography is worse than an incomplete one.
struct PersonEvidence {
    let catalogue: Catalogue
    let deadline: Deadline

    /// The number of similar films of each person that are looked up if too little is known to match them.
    private static let mostLookups = 3

    /// Returns why two people are the same; `nil` if that is not sure.
    func match(of person: PersonRecord, _ other: PersonRecord) async -> MatchExplanation? {
        guard !person.facts.ids.contradicts(other.facts.ids), person.facts.agreesByNames(with: other.facts) else {
            return nil
        }
        let mine = films(of: person, like: other)
        let theirs = films(of: other, like: person)
        if let match = shared(mine, theirs) { return match }
        let known = await lookedUp(mine)
        let others = await lookedUp(theirs)
        return shared(known, others)
    }

    /// Returns the films of a person that share a title with a film of `other`, each once.
    private func films(of person: PersonRecord, like other: PersonRecord) -> [MovieRecord] {
        let titles = Set(other.facts.films.flatMap(\.film.titleKeys))
        var seen: Set<[String: String]> = []
        return person.facts.films.map(\.film)
            .filter {
                $0.titleKeys.contains(where: titles.contains) && ($0.ids.isEmpty || seen.insert($0.ids).inserted)
            }
            .map { MovieRecord(provider: person.provider, facts: $0) }
    }

    /// Returns the match of a film that both people have.
    private func shared(_ mine: [MovieRecord], _ theirs: [MovieRecord]) -> MatchExplanation? {
        guard !mine.isEmpty, !theirs.isEmpty else { return nil }
        let all = mine + theirs
        let match = catalogue.matcher.clusters(of: all).first { cluster in
            guard let why = cluster.explanation, why.confidence > 0 else { return false }
            return cluster.members.contains { $0 < mine.count } && cluster.members.contains { $0 >= mine.count }
        }
        guard let match, let why = match.explanation else { return nil }
        let title = all[match.members[0]].facts.title?.text ?? ""
        return MatchExplanation(
            confidence: why.confidence,
            reasons: ["same name in both scripts", "film in common: \(title)"]
        )
    }

    /// Returns the first films with all that their source knows about them, such as the year and the director.
    private func lookedUp(_ films: [MovieRecord]) async -> [MovieRecord] {
        let fanOut = catalogue.fanOut(until: deadline, for: .enrichment)
        var whole = Array(films.prefix(Self.mostLookups))
        await withTaskGroup(of: (Int, MovieFacts).self) { group in
            for (index, film) in whole.enumerated() {
                let source = catalogue.repositories.first { $0.profile.id == film.provider }
                let ids = source?.profile.accepted(film.facts.ids, for: .lookup)
                guard film.facts.likelyYear == nil || film.facts.directors.isEmpty, let source, let ids else {
                    continue
                }
                group.addTask {
                    let result = await fanOut.ask(source, for: .lookup) {
                        source,
                        context throws(ProviderError) in
                        try await source.lookup(LookupQuery(ids: ids), in: context)
                    }
                    let facts = result.answer?.value
                    return (index, facts.flatMap { $0.ids.contradicts(ids) ? nil : $0 } ?? film.facts)
                }
            }
            for await (index, facts) in group { whole[index].facts = facts }
        }
        return whole
    }
}

extension MovieFacts {
    /// The titles without whitespace and case, which show the films worth comparing.
    fileprivate var titleKeys: [String] {
        (allTitles.map(\.text) + [originalTitle].compactMap(\.self))
            .map { String($0.lowercased().filter { !$0.isWhitespace }) }
            .filter { !$0.isEmpty }
    }
}

extension PersonFacts {
    /// Whether the people share a name in either script, in any order of its words.
    func sharesName(with other: PersonFacts) -> Bool {
        !names(isLatin: true).isDisjoint(with: other.names(isLatin: true))
            || !names(isLatin: false).isDisjoint(with: other.names(isLatin: false))
    }

    /// Whether the people share a name in each of the two scripts.
    fileprivate func agreesByNames(with other: PersonFacts) -> Bool {
        !names(isLatin: true).isDisjoint(with: other.names(isLatin: true))
            && !names(isLatin: false).isDisjoint(with: other.names(isLatin: false))
    }

    private func names(isLatin: Bool) -> Set<UInt64> {
        var scanner = TitleScanner()
        let names = ([name, nameEn].compactMap(\.self) + otherNames).filter { $0.isLatin == isLatin }
        return Set(names.flatMap { Person(name: $0).comparableNames(scanner: &scanner) }.flatMap(\.keys))
    }
}
