import MovieAggregation
import MovieDomain

/// What other programs read of an answer as rows, such as those of CSV.
package struct AnswerTable: Sendable {
    package enum Rows: Sendable {
        /// The elements of a list.
        case list(String)
        /// The elements of a list in each element of another one, such as the days of the films of a trend.
        case inner(String, of: String)
        /// The elements of several lists, each with the name of its list as `group`.
        case groups([String])
        /// The one film or person that the answer is about.
        case one(String)
    }

    package let rows: Rows
    /// The members of a row, or of its film, if none are asked for.
    package let columns: [String]

    package init(_ rows: Rows, _ columns: [String] = AnswerTable.ofFilms) {
        (self.rows, self.columns) = (rows, columns)
    }

    /// The members of a film that are shown if none are asked for.
    package static let ofFilms = ["id", "title", "year", "releaseDate", "runtimeMinutes", "genres", "directors"]
    fileprivate static let figures = ["audience.count", "audience.total", "sales.amount", "screens"]
    fileprivate static let ofCards = ["id", "title", "year", "stars", "watchedOn", "watchedBefore", "comment"]
    fileprivate static let ofMatches = ["id", "with", "verdict", "by", "reasons"]
    fileprivate static let ofPeople = ["id", "name", "nameEn"]
}

/// An answer that has rows; of any other one, programs get its members as a row.
package protocol Tabular: WireObject {
    static var table: AnswerTable { get }
}

// MARK: Films and people

extension SearchResult: Tabular { package static let table = AnswerTable(.list("movies")) }
extension CollectionResult: Tabular { package static let table = AnswerTable(.list("movies")) }
extension MovieResult: Tabular { package static let table = AnswerTable(.one("movie")) }
extension SuggestionsResult: Tabular { package static let table = AnswerTable(.list("suggestions")) }

extension BoxOfficeResult: Tabular {
    package static let table = AnswerTable(.list("entries"), ["rank"] + AnswerTable.ofFilms + AnswerTable.figures)
}

extension TrendResult: Tabular {
    package static let table = AnswerTable(
        .inner("days", of: "series"),
        ["date", "id", "title", "rank"] + AnswerTable.figures
    )
}

extension IdentifiedNames: Tabular {
    package static let table = AnswerTable(.list("films"), ["name", "status", "id", "title", "year"])
}

extension CreditsResult: Tabular {
    package static let table = AnswerTable(.list("credits"), AnswerTable.ofPeople + ["character", "job"])
}

extension PeopleResult: Tabular {
    package static let table = AnswerTable(.list("people"), AnswerTable.ofPeople + ["knownFor"])
}

extension PersonResult: Tabular { package static let table = AnswerTable(.one("person"), AnswerTable.ofPeople) }

// MARK: The library

extension HistoryResult: Tabular {
    package static let table = AnswerTable(.list("entries"), ["query", "count", "searchedAt"])
}

extension BookmarksResult: Tabular { package static let table = AnswerTable(.list("movies")) }
extension BookmarkResult: Tabular { package static let table = AnswerTable(.one("movie")) }
extension BookmarkOffersResult: Tabular { package static let table = AnswerTable(.list("films")) }

extension BookmarkReleasesResult: Tabular {
    package static let table = AnswerTable(.list("releases"), ["date", "kind"] + AnswerTable.ofFilms)
}

extension CardsResult: Tabular { package static let table = AnswerTable(.list("cards"), AnswerTable.ofCards) }
extension CardResult: Tabular { package static let table = AnswerTable(.one("card"), AnswerTable.ofCards) }

extension CardStatisticsResult: Tabular {
    package static let table = AnswerTable(
        .groups(["periods", "genres", "directors", "countries", "decades", "tags"]),
        ["group", "name", "films", "viewings", "meanStars"]
    )
}

extension ListsResult: Tabular {
    package static let table = AnswerTable(.list("lists"), ["name", "count", "changedAt"])
}

extension ListFilmsResult: Tabular { package static let table = AnswerTable(.list("movies")) }
extension ListedFilmResult: Tabular { package static let table = AnswerTable(.one("movie")) }
extension MatchListResult: Tabular { package static let table = AnswerTable(.list("matches"), AnswerTable.ofMatches) }
extension MatchNotes: Tabular { package static let table = AnswerTable(.list("matches"), AnswerTable.ofMatches) }
extension LibraryStandings: Tabular { package static let table = AnswerTable(.list("films")) }
extension LibraryChanges: Tabular { package static let table = AnswerTable(.list("films")) }
extension LibraryIdentifyResult: Tabular { package static let table = AnswerTable(.list("films")) }
extension LibraryRefreshResult: Tabular { package static let table = AnswerTable(.list("films")) }

// MARK: Sources

extension ProvidersResult: Tabular {
    package static let table = AnswerTable(.list("providers"), ["id", "title", "status"])
}

extension ProviderStatusResult: Tabular {
    package static let table = AnswerTable(.list("providers"), ["id", "title", "status"])
}

extension CacheStatsResult: Tabular {
    package static let table = AnswerTable(.list("providers"), ["id", "answers", "bytes"])
}
