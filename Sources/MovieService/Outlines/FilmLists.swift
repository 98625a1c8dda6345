import MovieAggregation
import MovieDomain

/// A list of films, one in each row.
struct FilmTable {
    let films: [Movie]
    let reader: Reader
    var words: FilmWords
    var showsDates = false
    /// The position in the user's own order that the first film has; `nil` for another order.
    var firstPosition: Int?

    init(_ films: [Movie], for reader: Reader, _ words: FilmWords? = nil) {
        (self.films, self.reader) = (films, reader)
        self.words = words ?? FilmWords(reader: reader)
    }

    func table(none: String = "") -> AnswerOutline.Table {
        let heads = reader.words
        var table = TableWriter(Array(films.enumerated()), for: reader)
        table.number("#", .optional, for: .person) { row, _ in firstPosition.map { "\($0 + row)" } ?? "" }
        table.text(heads(.title)) { words.title(of: $1) }
        table.number(heads(showsDates ? .released : .year)) { _, movie in
            (showsDates ? movie.facts.releaseDate?.description : nil) ?? movie.facts.likelyYear.map(String.init) ?? ""
        }
        table.id { $1.id.description }
        table.text("Also", [.optional, .minor], for: .person) { words.otherTitle(of: $1) }
        table.text("Yours", .optional, for: .person) { words.mark(of: $1.card) }
        table.text("Rating", .optional, for: .person) { $1.stars.map(FilmWords.stars) ?? "" }
        table.number(reader.isPerson ? "Min" : heads(.minutes), .optional) { _, movie in
            movie.facts.runtimeMinutes.map(String.init) ?? ""
        }
        table.text(heads(.directors), for: .assistant) { words.names(of: $1.facts.directors) }
        table.text(heads(.ratings), for: .assistant) { words.ratings(of: $1) }
        table.text(heads(.genres), [.optional, .minor], for: .person) { words.genres(of: $1) }
        table.text(heads(.sources), [.optional, .minor], for: .person) { _, movie in
            Set(MovieField.allCases.flatMap { movie.provenance[$0] ?? [] }).map(\.rawValue).sorted()
                .joined(separator: " ")
        }
        return table.table(none: none)
    }

    /// The table, and which of its films are only likely to be one.
    func blocks(none: String) -> [[AnswerOutline.Block]] {
        [[.table(table(none: none))], words.guesses(among: films).map { [$0] } ?? []].filter { !$0.isEmpty }
    }
}

extension AnswerOutline {
    /// Creates the outline of a list of films, which are the rows of its table.
    init(_ list: FilmTable, none: String) {
        self.init()
        sections = list.blocks(none: none)
        films = list.films.map(FoundFilm.init)
    }
}

extension SearchResult: Outlined {
    package func outline(for reader: Reader) -> AnswerOutline {
        var list = FilmTable(movies, for: reader)
        list.showsDates = reader.showsDates
        var outline = AnswerOutline(list, none: reader.none("no such film", sources, page))
        outline.add(reading: interpreted, for: reader)
        outline.add(page, for: reader)
        outline.add(outcomeOf: sources, for: reader)
        return outline
    }
}

extension CollectionResult: Outlined {
    /// The name of a collection with how much of it the user has seen, its text, and its films.
    package func outline(for reader: Reader) -> AnswerOutline {
        var list = FilmTable(movies, for: reader)
        list.showsDates = reader.isPerson || reader.showsDates
        var outline = AnswerOutline(list, none: reader.none("no films", reader.isPerson ? [] : sources))
        var heading: [AnswerOutline.Block] = [.line(collection.name, .heading)]
        if reader.isPerson {
            let isKnown = !movies.contains { $0.bookmarked == nil }
            let counts: [String?] = [
                movies.count.counted("film"), isKnown ? "\(movies.count { $0.card != nil }) seen" : nil,
                isKnown ? "\(movies.count { $0.bookmarked == true }) bookmarked" : nil, id.description,
            ]
            heading.append(.line(counts.compactMap(\.self).joined(separator: ", "), .minor))
            if let overview = collection.overview { outline.sections.insert([.paragraph(overview.text)], at: 0) }
        }
        outline.sections.insert(heading, at: 0)
        outline.add(outcomeOf: sources, for: reader)
        return outline
    }
}

extension BookmarksResult: Outlined {
    package func outline(for reader: Reader) -> AnswerOutline {
        let list = FilmTable(movies.map(\.movie), for: reader, FilmWords(reader: reader, marksBookmarked: false))
        var outline = AnswerOutline(list, none: reader.none("no bookmarks", [], page))
        outline.add(lacking, for: reader)
        outline.add(page, seed: seed, for: reader)
        return outline
    }
}

extension ListFilmsResult: Outlined {
    package func outline(for reader: Reader) -> AnswerOutline {
        var list = FilmTable(movies.map(\.movie), for: reader, FilmWords(reader: reader, marksBookmarked: false))
        list.firstPosition = reader.showsPositions ? (page.page - 1) * page.limit + 1 : nil
        var outline = AnswerOutline(list, none: reader.none("no films in this list", [], page))
        if !reader.isPerson { outline.sections.insert([self.list.line(for: reader)], at: 0) }
        outline.add(lacking, for: reader)
        outline.add(page, seed: seed, for: reader)
        return outline
    }
}

extension FilmListSummary {
    /// The list with its number of films, for an assistant.
    func line(for reader: Reader) -> AnswerOutline.Block {
        .line("\(reader.words(.list)): \(name) (\(count))", .plain)
    }
}

extension IdentifiedNames: Outlined {
    /// What each name is about, with a line for each film that may be it.
    package func outline(for reader: Reader) -> AnswerOutline {
        let rows = names.flatMap { name -> [(name: IdentifiedName, film: Movie?, isFirst: Bool)] in
            let films = [name.movie].compactMap(\.self) + name.candidates
            guard !films.isEmpty else { return [(name, nil, true)] }
            return films.enumerated().map { (name, $1, $0 == 0) }
        }
        return reader.isPerson ? table(of: rows, for: reader) : lines(of: rows, for: reader)
    }

    private func table(
        of rows: [(name: IdentifiedName, film: Movie?, isFirst: Bool)],
        for reader: Reader
    ) -> AnswerOutline {
        let words = FilmWords(reader: reader)
        var table = TableWriter(rows, for: reader)
        table.text("Name") { $0.isFirst ? $0.name.name : "" }
        table.text("Status") { $0.isFirst ? $0.name.status.rawValue : "" }
        table.text("Title") { row in row.film.map(words.title) ?? row.name.reading.title }
        table.number("Year") { row in
            (row.film.map(\.facts.likelyYear) ?? row.name.reading.year).map(String.init) ?? ""
        }
        table.text("Id") { row in
            let ids = row.name.reading.ids.movieIDs.sorted().map(\.description)
            return row.film?.id.description ?? ids.joined(separator: " ")
        }
        table.text("Sure", .optional) { row in
            row.film?.match.map { "\(Int(($0.confidence * 100).rounded())) %" } ?? ""
        }
        table.text("Why", [.optional, .minor]) { row in
            if let film = row.film { return film.match?.reasons.joined(separator: ", ") ?? "" }
            let failure = row.name.status == .unanswered ? row.name.sources.unanswered : nil
            return failure ?? row.name.reading.episode ?? ""
        }
        var outline = AnswerOutline()
        outline.add(table.table(none: "no names"))
        return outline
    }

    private func lines(
        of rows: [(name: IdentifiedName, film: Movie?, isFirst: Bool)],
        for reader: Reader
    ) -> AnswerOutline {
        guard !rows.isEmpty else { return AnswerOutline(reader.words(.nothing)) }
        let words = FilmWords(reader: reader, marksBookmarked: false)
        return AnswerOutline(
            rows.map { name, film, _ in
                let film = film.map { film in
                    let details = [film.facts.likelyYear.map(String.init), film.id.description].compactMap(\.self)
                    return "\(words.title(of: film)) (\(details.joined(separator: ", ")))"
                }
                return .line("\(name.name): \(name.status.rawValue): \(film ?? name.reading.title)", .plain)
            }
        )
    }
}

extension SuggestionsResult: Outlined {
    package func outline(for reader: Reader) -> AnswerOutline {
        var table = TableWriter(suggestions, for: reader)
        table.text("Title") { $0.title + ($0.matchedTitle.map { " (\($0))" } ?? "") }
        table.number("Year") { $0.year.map(String.init) ?? "" }
        table.id { $0.id?.description ?? "" }
        table.text("From", .minor) { $0.origin.rawValue }
        var outline = AnswerOutline()
        outline.add(table.table(none: reader.none("no suggestions")))
        outline.films = suggestions.map { FoundFilm($0) }
        outline.add(page, for: reader)
        return outline
    }
}

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
