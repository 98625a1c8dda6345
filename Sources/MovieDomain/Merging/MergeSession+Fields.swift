extension MergeSession {
    mutating func mergeScalars() {
        facts.originalTitle = scalar(.originalTitle, length: \.count) { $0.facts.originalTitle }
        facts.year = scalar(.year, difference: FieldDifference.Value.number) { $0.facts.year }
        facts.releaseDate = scalar(.releaseDate, difference: FieldDifference.Value.date) { $0.facts.releaseDate }
        facts.runtimeMinutes = scalar(.runtimeMinutes, difference: FieldDifference.Value.number) {
            $0.facts.runtimeMinutes
        }
        facts.originalLanguage = scalar(.originalLanguage) { $0.facts.originalLanguage }
        facts.popularity = scalar(.popularity) { $0.facts.popularity }
        facts.homepage = scalar(.homepage, length: \.count) { $0.facts.homepage }
        facts.adult = scalar(.adult) { $0.facts.adult }
        facts.series = scalar(.series) { $0.facts.series }
        facts.overview = text(.overview) { $0.facts.overview }
        facts.tagline = text(.tagline) { $0.facts.tagline }
    }

    mutating func mergeLists() {
        facts.genres = list(.genres, key: \.self) { $0.facts.genres }
        facts.countries = list(.countries, key: \.self) { $0.facts.countries }
        facts.languages = list(.languages, key: \.self) { $0.facts.languages }
        facts.companies = list(.companies, key: { $0.lowercased() }, { $0.facts.companies })
        facts.certifications = list(.certifications, key: \.self) { $0.facts.certifications }
        let ranking = ImageRanking(languages: policy.languages, prefer: policy.rule(for: .images).prefer)
        facts.images = ranking.ranked(list(.images, key: \.url) { $0.facts.images })
        facts.videos = list(.videos, key: { [$0.site.lowercased(), $0.key] }, { $0.facts.videos })
        facts.ratings = ratings()
    }

    /// One rating for each source that rates, on each of its scales; the first to pass it on is believed.
    private mutating func ratings() -> [Rating] {
        guard order.stated.contains(.ratings) else { return [] }
        guard policy.rule(for: .ratings).strategy == .perSource else {
            return list(.ratings, key: \.self) { $0.facts.ratings }
        }
        var seen: [Rating] = []
        for statement in order.statements(for: policy.rule(for: .ratings)) where !statement.facts.ratings.isEmpty {
            name(statement.provider)
            for rating in statement.facts.ratings
            where !seen.contains(where: { $0.provider == rating.provider && $0.scale == rating.scale }) {
                seen.append(rating)
            }
        }
        credit(.ratings)
        return seen
    }

    /// A text: the wanted languages first, then the rule.
    private mutating func text(_ field: MovieField, _ read: (Statement) -> LocalizedText?) -> LocalizedText? {
        guard order.stated.contains(field) else { return nil }
        let wanted = policy.languages
        guard let best = order.best({ read($0)?.rank(in: wanted) }) else { return nil }
        return scalar(field, length: \.text.count) { statement in
            read(statement).flatMap { $0.rank(in: wanted) == best ? $0 : nil }
        }
    }
}
