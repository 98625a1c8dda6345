import MovieDomain
import MovieMatching

extension IdentifyFilm.Finding {
    private static let mostCandidates = 5

    /// Decides which of the films is the wanted one, which may be found by the year of any of its releases.
    ///
    /// The film's own year takes precedence, so that a film that was re-released in the year of a namesake is not taken for
    /// the namesake.
    init(of wanted: MovieFacts, _ ids: [MovieID], among movies: [Movie], _ matcher: Matcher) {
        self.init(ofExactly: wanted, ids, among: movies, matcher)
        guard let year = wanted.year else { return }
        if case .found(let movie) = self, movie.facts.likelyYear == year { return }
        let dated = movies.map { movie in
            var movie = movie
            if movie.years.contains(year) { movie.facts.year = year }
            return movie
        }
        guard dated != movies else { return }
        let other = Self(ofExactly: wanted, ids, among: dated, matcher)
        switch (self, other) {
        case (_, .found(let movie)): self = .found(movie.undated(as: movies))
        case (.unknown, .undecided(let candidates)): self = .undecided(candidates.map { $0.undated(as: movies) })
        default: break
        }
    }

    /// Decides which of the films is the wanted one; `match` of each says how certain that is, and why.
    private init(
        ofExactly wanted: MovieFacts,
        _ ids: [MovieID],
        among movies: [Movie],
        _ matcher: Matcher
    ) {
        let records =
            [MovieRecord(provider: "library", facts: wanted.spelledOut)]
            + movies.map { MovieRecord(provider: "sources", facts: $0.facts.spelledOut) }
        guard let own = matcher.clusters(of: records).first(where: { $0.members.contains(0) }) else {
            self = .unknown
            return
        }
        var candidates = Set(own.members + own.rivals).filter { $0 > 0 }.sorted().map { $0 - 1 }
        if candidates.count == 1, let match = own.explanation, match.confidence >= IdentifyFilm.leastConfidence {
            var movie = movies[candidates[0]]
            movie.match = match
            self = .found(movie)
            return
        }
        let title = TitleKey(whole: wanted.title?.text ?? "").text
        if candidates.isEmpty, wanted.year == nil, !title.isEmpty {
            // A title without a year says too little for a match.
            candidates = movies.indices.filter { index in
                movies[index].facts.allTitles.contains { TitleKey(whole: $0.text).text == title }
                    && !ids.contains { own in
                        movies[index].ids.contains { matcher.corrections.split.contains(IDPair(own, $0)) }
                    }
            }
        }
        guard !candidates.isEmpty else {
            self = .unknown
            return
        }
        let decisions = matcher.decisions(aboutFirstOf: records)
        let certain = candidates.filter {
            decisions[$0].verdict != .different && decisions[$0].confidence >= IdentifyFilm.leastConfidence
        }
        if let index = wanted.onlyNamesake(among: certain, of: movies) {
            var movie = movies[index]
            let reason = "the only one of that year with exactly this title"
            movie.match = MatchExplanation(
                confidence: decisions[index].confidence,
                reasons: decisions[index].reasons + [reason]
            )
            self = .found(movie)
            return
        }
        self = .undecided(
            candidates.prefix(Self.mostCandidates).map { index in
                var movie = movies[index]
                let decision = decisions[index]
                movie.match =
                    decision.verdict == .different
                    ? nil : MatchExplanation(confidence: decision.confidence, reasons: decision.reasons)
                return movie
            }
        )
    }
}

extension Movie {
    /// The years that sources give for the film: that of its production, and those of its releases anywhere.
    var years: Set<Int> {
        var years = Set([facts.year, facts.releaseDate?.year].compactMap(\.self))
        for difference in differences {
            switch (difference.field, difference.value) {
            case (.year, .number(let year)): years.insert(year)
            case (.releaseDate, .date(let day)): years.insert(day.year)
            default: break
            }
        }
        for release in facts.releases { years.formUnion(release.events.compactMap(\.date?.year)) }
        return years
    }

    /// Returns the year if a source tells it of the film, or else the film's own.
    func nearest(to year: Int?) -> Int? { year.map { years.contains($0) ? facts.likelyYear ?? $0 : $0 } }

    /// Returns the film as it was before it got the year of a release, with the reasons of the match.
    fileprivate func undated(as movies: [Movie]) -> Movie {
        var movie = movies.first { $0.id == id } ?? self
        movie.match = match
        return movie
    }
}

extension MovieFacts {
    /// Returns the place of the only film of the wanted year that has the wanted title to the letter, with its article:
    /// `Gift` is not `The Gift`.
    fileprivate func onlyNamesake(among places: [Int], of movies: [Movie]) -> Int? {
        guard let wanted = title?.text, let year else { return nil }
        func titles(_ place: Int) -> [String] {
            [movies[place].facts.title?.text, movies[place].facts.originalTitle].compactMap(\.self)
        }
        let key = TitleKey(whole: wanted).text
        let ofYear = places.filter { movies[$0].facts.likelyYear == year }
        // The titles under which films are known are told apart before their other titles are.
        let levels: [(Int) -> Bool] = [
            { titles($0).contains { $0.asQuery.lowercased() == wanted.asQuery.lowercased() } },
            { titles($0).contains { TitleKey(whole: $0).text == key } },
            { movies[$0].facts.allTitles.contains { TitleKey(whole: $0.text).text == key } },
        ]
        guard !key.isEmpty, let found = levels.lazy.map({ ofYear.filter($0) }).first(where: { !$0.isEmpty }),
            found.count == 1
        else { return nil }
        // `Paper (Boat)` may be a film of that name, or `Paper`.
        let others = Set(allTitles.map { TitleKey(whole: $0.text).text }).subtracting([key])
        let hasRival = places.contains { place in
            place != found[0] && titles(place).contains { others.contains(TitleKey(whole: $0).text) }
        }
        return hasRival ? nil : found[0]
    }

    /// The film with its titles in letters, too, if digits stand for letters in them, or a sign for a fraction.
    fileprivate var spelledOut: MovieFacts {
        let others = allTitles.compactMap { title in title.text.spelledOut.map { LocalizedText($0) } }
        guard !others.isEmpty else { return self }
        var facts = self
        facts.titles = allTitles + others
        return facts
    }
}

extension String {
    /// The text in letters: `Se7en` as `Seven`, `8½` as `8 and a Half`; `nil` if it is the same.
    var spelledOut: String? {
        var characters = Array(self)
        for (place, character) in characters.enumerated() where place > 0 {
            if character == "½", characters[place - 1].isNumber { return spellingOutHalf }
            let isInWord =
                characters[place - 1].isLetter && place + 1 < characters.count && characters[place + 1].isLetter
            if isInWord, let letter = Self.lettersLikeDigits[character] { characters[place] = letter }
        }
        let spelled = String(characters)
        return spelled == self ? nil : spelled
    }

    private var spellingOutHalf: String {
        split(separator: "½", omittingEmptySubsequences: false).joined(separator: " and a Half")
    }

    private static let lettersLikeDigits: [Character: Character] = [
        "0": "o", "1": "i", "3": "e", "4": "a", "5": "s", "7": "v",
    ]
}
