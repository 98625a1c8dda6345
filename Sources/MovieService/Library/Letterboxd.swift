import MovieDomain
import Platform

extension LibraryFormat {
    /// The cards, for Letterboxd's importer.
    static let letterboxd = LibraryFormat(name: "letterboxd", summary: "a CSV of the cards that Letterboxd can import")
    {
        document,
        _ in
        let cards = document.library.cards
        return LibraryExportResult(text: Letterboxd.diary(cards), omitting: cards.map(\.film))
    }

    /// The bookmarks, for Letterboxd's importer.
    static let watchlist = LibraryFormat(
        name: "watchlist",
        summary: "a CSV of the bookmarks that Letterboxd can import"
    ) { document, _ in
        LibraryExportResult(listing: document.library.bookmarks.map(\.film))
    }

    /// A list, for Letterboxd's importer.
    static let list = LibraryFormat(
        name: "list",
        summary: "a CSV of one of your lists that Letterboxd can import",
        isOfList: true
    ) {
        document,
        _ in
        LibraryExportResult(listing: document.library.lists.flatMap(\.films))
    }
}

extension LibraryExportResult {
    fileprivate init(listing films: [LibraryFilm]) { self.init(text: Letterboxd.list(films), omitting: films) }

    fileprivate init(text: String, omitting films: [LibraryFilm]) {
        self.init(text: text, omitted: films.filter { !Letterboxd.canName($0) })
    }
}

/// Writes the library as CSV for Letterboxd's importer.
enum Letterboxd {
    private static let filmColumns = ["imdbID", "tmdbID", "LetterboxdURI", "Title", "Year"]

    static func diary(_ cards: [Card]) -> String {
        let cards = cards.filter { canName($0.film) }
        // The columns of tags and likes are there if there are any. Letterboxd has no column of likes, and passes it over.
        let isTagged = cards.contains { !$0.marks.tags.isEmpty }
        let isLiked = cards.contains(where: \.marks.isLiked)
        let lines = cards.flatMap { card in
            // Letterboxd has no rating of zero.
            let rating = card.stars.flatMap { $0 > 0 ? FilmNote.number($0) : nil } ?? ""
            let words = card.marks.tags.map { $0.replacing(scalars: ",", with: " ") }.joined(separator: ", ")
            // Each day is a line; the last one has the opinion.
            let days = card.watchedDays.isEmpty ? [""] : card.watchedDays.map(\.description)
            return days.enumerated().map { place, day in
                let isRewatch = place < days.count - 1 || card.marks.isSeenBefore && !day.isEmpty ? "true" : ""
                let (rating, words, review) = place == 0 ? (rating, words, card.comment ?? "") : ("", "", "")
                let marks = (isTagged ? [words] : []) + (isLiked ? [card.marks.isLiked ? "Yes" : ""] : [])
                return CSVTable.line(film(card.film) + [rating, day, isRewatch] + marks + [review])
            }
        }
        let columns =
            ["Rating", "WatchedDate", "Rewatch"] + (isTagged ? ["Tags"] : []) + (isLiked ? ["Liked"] : []) + ["Review"]
        return CSVTable.line(filmColumns + columns) + lines.joined()
    }

    static func list(_ films: [LibraryFilm]) -> String {
        CSVTable.line(filmColumns) + films.filter(canName).map { CSVTable.line(film($0)) }.joined()
    }

    /// Whether a line can say which film it is about: not if only an id of another source is known.
    static func canName(_ film: LibraryFilm) -> Bool { self.film(film).contains { !$0.isEmpty } }

    private static func film(_ film: LibraryFilm) -> [String] {
        // A film of which only an id is known has that for a title.
        let own = film.ids.contains { $0.description == film.title } ? [] : [film.title]
        let titles = own + film.titles
        // Letterboxd finds films by ids first, then by titles in Latin letters.
        let title = titles.first { $0.unicodeScalars.allSatisfy { $0.value < 0x250 } } ?? own.first ?? ""
        let ids = [film.id("imdb"), film.id("tmdb"), film.id("letterboxd").map(address)].map { $0 ?? "" }
        return ids + [title, film.year.map(String.init) ?? ""]
    }

    /// Returns the address of a film: a short one for the code that exports have, a long one for a name.
    private static func address(_ id: String) -> String {
        (id.utf8.count <= 6 && !id.contains(scalars: "-") ? "https://boxd.it/" : "https://letterboxd.com/film/") + id
    }
}

extension LibraryFilm {
    fileprivate func id(_ namespace: String) -> String? { ids.first { $0.namespace == namespace }?.value }

    /// Whether no source knows an id of the film, so that only its title and year can tell which one it is.
    var isKnownByTitle: Bool { ids.allSatisfy { $0.namespace == "letterboxd" || $0.namespace == "title" } }
}
