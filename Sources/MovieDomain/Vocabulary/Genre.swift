/// The controlled list of genres; the raw values are the slugs on the wire.
package enum Genre: String, CaseIterable, Sendable {
    case action, adventure, animation, biography, comedy, crime, documentary, drama, family, fantasy
    case filmNoir = "film-noir"
    case gameShow = "game-show"
    case history, horror, music, musical, mystery, news, performance
    case reality = "reality-tv"
    case romance
    case scienceFiction = "science-fiction"
    case short, sport
    case talkShow = "talk-show"
    case thriller
    case tvMovie = "tv-movie"
    case war, western, adult, other

    /// The genre that a source calls `name`, in Korean or English; `nil` for a word that is not in the list.
    package init?(name: String) {
        guard let genre = Genre.byName[VocabularyTable.key(of: name)] else { return nil }
        self = genre
    }

    /// The slug of `name`: one of the list, or the name itself lower-cased with dashes for spaces.
    package static func slug(of name: String) -> String {
        if let genre = Genre(name: name) { return genre.rawValue }
        return name.lowercased().split(whereSeparator: \.isWhitespace).joined(separator: "-")
    }
}
