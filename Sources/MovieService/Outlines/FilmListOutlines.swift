import MovieAggregation
import MovieDomain

/// A list of films, one in each row.
struct FilmListTable {
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
    init(_ list: FilmListTable, none: String) {
        self.init()
        sections = list.blocks(none: none)
        films = list.films.map(FoundFilm.init)
    }
}

extension SearchResult: Outlined {
    package func outline(for reader: Reader) -> AnswerOutline {
        var list = FilmListTable(movies, for: reader)
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
        var list = FilmListTable(movies, for: reader)
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
    package var films: [FoundFilm] { movies.map { FoundFilm($0.movie) } }

    package func outline(for reader: Reader) -> AnswerOutline {
        let list = FilmListTable(movies.map(\.movie), for: reader, FilmWords(reader: reader, marksBookmarked: false))
        var outline = AnswerOutline(list, none: reader.none("no bookmarks", [], page))
        outline.add(lacking, for: reader)
        outline.add(page, seed: seed, for: reader)
        return outline
    }
}

extension ListFilmsResult: Outlined {
    package func outline(for reader: Reader) -> AnswerOutline {
        var list = FilmListTable(movies.map(\.movie), for: reader, FilmWords(reader: reader, marksBookmarked: false))
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
