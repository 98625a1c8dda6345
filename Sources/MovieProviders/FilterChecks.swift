import MovieDomain
import Platform
import ProviderLanguage

/// Checks of films against a query whose filters the source does not apply itself.
extension MovieFacts {
    /// Whether the film can be from a year: production and release, and releases in two countries, may be up to a year
    /// apart, and some films have no year.
    func mayBeOf(year wanted: Int) -> Bool {
        let years = [year, releaseDate?.year].compactMap(\.self)
        return years.isEmpty || years.contains { abs($0 - wanted) <= 1 }
    }

    /// Whether the film can be of a genre: a film may have none, or one that Marquee knows by another name.
    func mayBeOf(genre wanted: String) -> Bool {
        genres.isEmpty || genres.contains { $0 == wanted || Genre(rawValue: $0) == nil }
    }

    /// The filters of a query that something known of the film contradicts.
    func contradictions(to query: ListQuery) -> [Input] {
        let years = [year, releaseDate?.year].compactMap(\.self)
        let isEarly = query.firstDay.map { day in releaseDate.map { $0 < day } ?? years.contains { $0 + 1 < day.year } }
        let isLate = query.lastDay.map { day in releaseDate.map { $0 > day } ?? years.contains { $0 - 1 > day.year } }
        let votes = query.minimumVotes.map { wanted in
            ratings.contains { $0.name == nil && $0.votes ?? wanted < wanted }
        }
        let checks: [(Input, Bool?)] = [
            (.year, query.year.map { !mayBeOf(year: $0) }),
            (.releasedFrom, isEarly), (.releasedBy, isLate),
            (.genre, query.genre.map { !mayBeOf(genre: $0) }),
            (.withoutGenre, query.withoutGenre.map(genres.contains)),
            (.minimumRating, query.minimumRating.map { !mayBeRated(atLeast: $0) }),
            (.minimumVotes, votes),
            (.minimumMinutes, query.minimumMinutes.map { runtimeMinutes ?? $0 < $0 }),
            (.maximumMinutes, query.maximumMinutes.map { runtimeMinutes ?? $0 > $0 }),
            (.originalLanguage, query.originalLanguage.map { originalLanguage ?? $0 != $0 }),
            (.director, query.director.map { !mayBeDirected(by: $0) }),
        ]
        return checks.filter { $0.1 == true }.map(\.0)
    }

    /// Whether a director has the name, or a name that contains it; a film may have none.
    private func mayBeDirected(by name: String) -> Bool {
        let wanted = name.lowercased()
        return directors.isEmpty
            || directors.contains { person in
                [person.name, person.nameEn ?? ""].contains { $0.lowercased().contains(scalars: wanted) }
            }
    }

    /// Whether no rating of the source itself is below `wanted`, out of ten; some sources filter by whole numbers only.
    func mayBeRated(atLeast wanted: Double) -> Bool {
        ratings.filter { $0.name == nil }.allSatisfy { $0.scale <= 0 || $0.value / $0.scale * 10 >= wanted }
    }
}

extension ListQuery {
    /// The query as some sources filter, by whole ratings and years: they ignore what even that contradicts.
    var coarse: ListQuery {
        var query = self
        query.minimumRating = minimumRating?.rounded(.down)
        query.firstDay = firstDay.flatMap { CalendarDate(year: $0.year, month: 1, day: 1) }
        query.lastDay = lastDay.flatMap { CalendarDate(year: $0.year, month: 12, day: 31) }
        return query
    }
}
