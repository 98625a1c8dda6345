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
        matcher.corrections = matcher.corrections.splitting(undone)
        return matcher
    }

    /// Returns the films of an answer with the ids that earlier answers matched with theirs, if they may have a better one
    /// or lack the one by which they were shown first.
    ///
    /// An id that another film of the answer has, or would get too, is not added: these are two films.
    func linked(_ movies: [Movie], _ firstIDs: [MovieID?], _ merging: MovieMerger) async -> [Movie] {
        let isLacking = zip(movies, firstIDs).map { movie, firstID in
            merging.mayHaveBetterID(movie) || firstID.map(movie.lacks) ?? false
        }
        let lacking = zip(movies, isLacking).filter(\.1).map(\.0)
        guard !lacking.isEmpty else { return movies }
        let links = await book.links(of: Set(lacking.flatMap(\.facts.ids.movieIDs)).sorted()).withoutDoubted
        let undone = Set(links.filter(\.isUndone).map(\.pair))
        let sure = links.filter { $0.verdict == .same && !undone.contains($0.pair) }
        guard !sure.isEmpty else { return movies }
        let added = zip(movies, isLacking).map { movie, isLacking -> [String: String] in
            isLacking ? matcher.corrections.ids(linkedWith: movie.facts.ids.movieIDs, by: sure) : [:]
        }
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
            let confidence = sure.filter { pairs.contains($0.pair) }.map(\.confidence).min() ?? 1
            var film = merging.adding(own, to: movie)
            film.match =
                film.match ?? MatchExplanation(confidence: confidence, reasons: [MatchExplanation.matchedBefore])
            return film
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
