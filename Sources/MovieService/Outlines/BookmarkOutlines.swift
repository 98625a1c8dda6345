import MovieAggregation
import MovieDomain

extension BookmarkOffersResult: Outlined {
    /// The bookmarks with their offers, and how many have none.
    package func outline(for reader: Reader) -> AnswerOutline {
        let (heads, words) = (reader.words, FilmWords(reader: reader))
        let movies = films.map(\.movie.movie)
        var table = TableWriter(Array(zip(films, movies)), for: reader)
        table.text(heads(.title)) { reader.isPerson ? words.name(of: $1) : words.title(of: $1) }
        table.number(heads(.year), for: .person) { $1.facts.likelyYear.map(String.init) ?? "" }
        func places(of film: OfferedFilm) -> String {
            let places = film.offers.map { "\($0.service.name) (\($0.kind.rawValue))" }.joined(separator: ", ")
            guard places.isEmpty else { return places }
            return reader.isPerson ? film.sources.whyUnknown : heads(.unknown)
        }
        // It is what a person looks for, so the rest is left out first.
        table.id("Where", for: .person) { film, _ in places(of: film) }
        table.text(heads(.watch), for: .assistant) { film, _ in places(of: film) }
        table.text(heads(.from), [.optional, .minor]) { film, _ in
            let origins = film.offers.compactMap {
                $0.region.attribution ?? (reader.isPerson ? $0.region.provider.rawValue : nil)
            }
            return Set(origins).sorted().joined(separator: ", ")
        }
        table.id(nil, [.optional, .minor]) { $1.id.description }
        let isEmpty = page.totalItems == 0
        let none = isEmpty ? "no bookmarks yet: marquee bookmarks add FILM" : "no film on these services"
        var outline = AnswerOutline()
        outline.add(table.table(none: reader.isPerson ? none : reader.none("", sources, page)))
        outline.films = movies.map(FoundFilm.init)
        if elsewhere > 0 {
            let others = "\(elsewhere) \(elsewhere == 1 ? "other film has" : "other films have") no such offer"
            outline.add([.line(reader.isPerson ? others : "\(heads(.withoutOffer)): \(elsewhere)", .plain)])
        }
        outline.add(page, for: reader)
        outline.add(outcomeOf: sources, for: reader)
        return outline
    }
}

extension BookmarkReleasesResult: Outlined {
    /// The release days of bookmarks and, below them, the films without a day.
    package func outline(for reader: Reader) -> AnswerOutline {
        let (heads, words) = (reader.words, FilmWords(reader: reader))
        func title(of movie: Movie) -> String {
            reader.isPerson ? words.name(of: movie) : words.title(of: movie)
        }
        let movies = calendar.releases.map(\.movie.movie)
        var table = TableWriter(Array(zip(calendar.releases, movies)), for: reader)
        table.text(reader.isPerson ? "Day" : heads(.released)) { day, _ in day.date.description }
        table.text("Kind", for: .person) { day, _ in day.event.kind ?? "" }
        table.text(heads(.title)) { title(of: $1) }
        table.text(heads(.kind), for: .assistant) { day, _ in "\(day.event.kind ?? "") \(day.region)" }
        table.number("Year", .optional, for: .person) { $1.facts.likelyYear.map(String.init) ?? "" }
        table.text("Note", [.optional, .minor], for: .person) { day, _ in day.event.note ?? "" }
        table.id(nil, [.optional, .minor]) { $1.id.description }
        var outline = AnswerOutline()
        outline.add(table.table(none: reader.isPerson ? "no release days" : reader.none("", sources, page)))
        outline.films = movies.map(FoundFilm.init)
        let unknown = calendar.unknown
        if !unknown.isEmpty, reader.isPerson {
            var others = TableWriter(unknown, for: reader)
            others.text("Day not known") { words.name(of: $0.movie.movie) }
            others.text("Why") { $0.status == .unanswered ? $0.sources.whyUnknown : $0.status.rawValue }
            outline.add(others.table())
        } else if !unknown.isEmpty {
            let films = unknown.map { "\(words.title(of: $0.movie.movie)) (\($0.status.rawValue))" }
            outline.add([.fact(heads(.noDay), films.joined(separator: ", "))].compactMap(\.self))
        }
        outline.add(page, for: reader)
        outline.add(outcomeOf: sources, for: reader)
        return outline
    }
}
