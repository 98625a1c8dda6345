import MovieDomain
import MovieMatching

/// What the matches of earlier calls tell about the films of an answer.
extension Catalogue {
    /// Returns the matcher with the matches of earlier calls that concern records of several sources, and with those
    /// that details have undone.
    ///
    /// A film that the user has pinned to another id has no other ids than those that its sources have told.
    func matcher(remembering records: [MovieRecord]) async -> Matcher {
        guard Set(records.map(\.provider)).count > 1 else { return matcher }
        let links = await book.links(of: Set(records.flatMap(\.facts.ids.movieIDs)).sorted()).withoutDoubted
        var matcher = matcher
        matcher.doubtsPinned = true
        var undone = Set(links.filter(\.isUndone).map(\.pair))
        let matches = links.filter { $0.author == .matcher && $0.verdict == .same }
        for link in matches {
            matcher.remembered[link.pair] = link.confidence
            for id in [link.pair.first, link.pair.second] where !matcher.corrections.ids(pinnedWith: [id]).isEmpty {
                guard let known = link.pair.partner(of: id),
                    matches.allSatisfy({
                        $0.pair.partner(of: id).map { $0.namespace != known.namespace || $0 == known } ?? true
                    })
                else { continue }
                let others = Set(records.compactMap { $0.facts.ids[known.namespace] }).subtracting([known.value])
                undone.formUnion(others.map { IDPair(id, MovieID(namespace: known.namespace, value: $0)) })
            }
        }
        for (pair, confidence) in links.chained(besides: Set(records.flatMap(\.facts.ids.movieIDs)))
        where !undone.contains(pair) && matcher.remembered[pair] == nil {
            matcher.remembered[pair] = confidence
        }
        if !isRecorded {
            let shown = await films.shown(records.map(\.facts.ids.movieIDs))
            let known = KnownFilmsOfRecords(records: records, shown: shown)
            undone.formUnion(known.pairs(apart: undone.union(matcher.corrections.split)))
            let apart = matcher.corrections.splitting(undone)
            for pair in known.pairs(apartFrom: apart) where matcher.remembered[pair] == nil {
                matcher.remembered[pair] = KnownFilmsOfRecords.confidence
            }
        }
        matcher.corrections = matcher.corrections.splitting(undone)
        return matcher
    }

    /// Returns the films of an answer with the ids that earlier answers matched with theirs, if they may have a better one
    /// or lack the one by which they were shown first.
    ///
    /// An id that another film of the answer has, or would get too, is not added: these are two films.
    func linked(_ movies: [Movie], _ shown: [ShownFilm?], _ merging: MovieMerger) async -> [Movie] {
        let isLacking = zip(movies, shown).map { movie, shown in
            merging.mayHaveBetterID(movie) || shown.map { movie.lacks($0.firstID) } ?? false
        }
        let lacking = zip(movies, isLacking).filter(\.1).map(\.0)
        guard !lacking.isEmpty else { return movies }
        let links = await book.links(of: Set(lacking.flatMap(\.facts.ids.movieIDs)).sorted()).withoutDoubted
        let undone = Set(links.filter(\.isUndone).map(\.pair))
        let sure = links.filter { $0.verdict == .same && !undone.contains($0.pair) }
        let corrections = matcher.corrections.splitting(undone)
        let added = zip(movies.indices, isLacking).map { place, isLacking -> [String: String] in
            guard isLacking else { return [:] }
            let ids = movies[place].facts.ids.movieIDs
            let before = shown[place]?.ids(besides: ids, apartFrom: corrections) ?? [:]
            return before.merging(matcher.corrections.ids(linkedWith: ids, by: sure)) { own, _ in own }
        }
        guard added.contains(where: { !$0.isEmpty }) else { return movies }
        var holders: [MovieID: Int] = [:]
        for (movie, ids) in zip(movies, added) {
            for id in movie.facts.ids.movieIDs + ids.movieIDs { holders[id, default: 0] += 1 }
        }
        return zip(movies, added).map { movie, ids in
            let own = ids.filter {
                merging.prefers($0.key) && holders[MovieID(namespace: $0.key, value: $0.value)] == 1
            }
            guard !own.isEmpty else { return movie }
            let pairs = Set(movie.facts.ids.movieIDs.flatMap { id in own.movieIDs.map { IDPair(id, $0) } })
            var film = merging.adding(own, to: movie)
            // Without a match, a source itself has both ids.
            if let confidence = sure.filter({ pairs.contains($0.pair) }).map(\.confidence).min(), film.match == nil {
                film.match = MatchExplanation(confidence: confidence, reasons: [MatchExplanation.matchedBefore])
            }
            return film
        }
    }
}

extension ShownFilm {
    /// Returns the other ids of a film with some ids, the first one before the others; none of a namespace in which the
    /// film was shown with several, and none that the user or details told apart from it.
    fileprivate func ids(besides ids: [MovieID], apartFrom corrections: Corrections) -> [String: String] {
        // If one of the ids is apart, it is unknown which of the others go with it.
        guard !corrections.split(ids + self.ids.filter { !ids.contains($0) }) else { return [:] }
        var others: [String: Set<String>] = [:]
        for id in self.ids where !ids.contains(where: { $0.namespace == id.namespace }) {
            others[id.namespace, default: []].insert(id.value)
        }
        return others.compactMapValues { values in values.count == 1 ? values.first : nil }
            .merging(
                others[firstID.namespace]?.contains(firstID.value) == true ? [firstID.namespace: firstID.value] : [:]
            ) {
                $1
            }
    }
}

/// The records of an answer, each with the film that earlier answers showed with its ids.
private struct KnownFilmsOfRecords {
    let records: [MovieRecord]
    let shown: [ShownFilm?]

    /// How sure it is that two records belong to one film because it was shown with the ids of both.
    static let confidence = 0.99

    /// The pairs of ids of records of two sources that belong to one film, unless these have an id in common.
    func pairs(apartFrom corrections: Corrections) -> [IDPair] {
        var places: [MovieID: [Int]] = [:]
        for (place, film) in shown.enumerated() {
            if let film, !corrections.split(film.ids) { places[film.firstID, default: []].append(place) }
        }
        return places.values.flatMap { places in
            places.indices.flatMap { one in
                places.indices.dropFirst(one + 1).compactMap { pair(places[one], places[$0]) }
            }
        }
    }

    private func pair(_ one: Int, _ other: Int) -> IDPair? {
        let (ids, others) = (records[one].facts.ids, records[other].facts.ids)
        guard records[one].provider != records[other].provider, !ids.shares(with: others), !ids.contradicts(others),
            let id = ids.movieIDs.min(), let otherID = others.movieIDs.min(),
            shown[one]?.ids.contains(otherID) == true
        else { return nil }
        return IDPair(id, otherID)
    }

    /// Returns the pairs of ids of records whose films have the ids of a pair that is apart.
    func pairs(apart: Set<IDPair>) -> [IDPair] {
        guard !apart.isEmpty else { return [] }
        var places: [MovieID: [Int]] = [:]
        for (place, film) in shown.enumerated() { for id in film?.ids ?? [] { places[id, default: []].append(place) } }
        return apart.flatMap { pair in
            (places[pair.first] ?? []).flatMap { one in
                (places[pair.second] ?? []).compactMap { other in
                    guard let id = records[one].facts.ids.movieIDs.min(),
                        let otherID = records[other].facts.ids.movieIDs.min(), id != otherID,
                        !records[one].facts.ids.shares(with: records[other].facts.ids)
                    else { return nil }
                    return IDPair(id, otherID)
                }
            }
        }
    }
}

extension [MatchNote] {
    /// The notes without matches about a film that the user has pinned since: whoever pins a film corrects what was matched.
    var withoutDoubted: [MatchNote] {
        let pins = filter { $0.author == .user && $0.verdict == .same }
        guard !pins.isEmpty else { return self }
        return filter { note in
            note.author == .user || note.verdict == .different
                || !pins.contains { pin in
                    pin.decidedAt >= note.decidedAt
                        && (note.pair.holds(pin.pair.first) || note.pair.holds(pin.pair.second))
                }
        }
    }

    /// Returns the pairs of ids that are one film because both are that of an id which is not among `shown`, with the
    /// confidence of the less sure match.
    fileprivate func chained(besides shown: Set<MovieID>) -> [(pair: IDPair, confidence: Double)] {
        var partners: [MovieID: [(id: MovieID, confidence: Double)]] = [:]
        for note in self where note.verdict == .same {
            for id in [note.pair.first, note.pair.second] where !shown.contains(id) {
                guard let partner = note.pair.partner(of: id) else { continue }
                partners[id, default: []].append((partner, note.confidence))
            }
        }
        return partners.values.flatMap { partners in
            partners.indices.flatMap { one in
                partners.indices.dropFirst(one + 1).compactMap { other in
                    let (first, second) = (partners[one], partners[other])
                    guard first.id.namespace != second.id.namespace else { return nil }
                    return (IDPair(first.id, second.id), Swift.min(first.confidence, second.confidence))
                }
            }
        }
    }
}
