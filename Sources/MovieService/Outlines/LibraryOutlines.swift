import MovieAggregation
import MovieDomain

// MARK: Cards and bookmarks

extension CardsResult: Outlined {
    package func outline(for reader: Reader) -> AnswerOutline {
        var outline = AnswerOutline()
        let words = FilmWords(reader: reader, marksBookmarked: false, marksSeen: false)
        outline.add(cards.table(for: reader, words, none: reader.none("no cards", [], page)))
        outline.films = cards.map { FoundFilm($0.movie.movie) }
        outline.add(lacking, for: reader)
        outline.add(page, seed: seed, for: reader)
        return outline
    }
}

extension [ShownCard] {
    fileprivate func table(for reader: Reader, _ words: FilmWords, none: String = "") -> AnswerOutline.Table {
        let heads = reader.words
        var table = TableWriter(map { (card: OwnCard($0.card), movie: $0.movie.movie) }, for: reader)
        table.text(heads(reader.isPerson ? .title : .film)) { words.title(of: $0.movie) }
        table.text(reader.isPerson ? "Your stars" : heads(.stars)) { entry in
            entry.card.stars.map(reader.isPerson ? FilmWords.stars : \.shortText) ?? ""
        }
        table.text(heads(.comment), for: .assistant) { $0.card.comment ?? "" }
        table.number(heads(.watched), .optional) { entry in
            guard reader.isPerson, let last = entry.card.watchedDays.first else { return entry.card.daysInWords }
            // Days are never cut, so the others are only counted.
            return "\(last)" + (entry.card.watchedDays.count > 1 ? " (+\(entry.card.watchedDays.count - 1))" : "")
        }
        table.id { $0.movie.id.description }
        table.text(heads(.comment), .optional, for: .person) { $0.card.comment ?? "" }
        table.text("Tags", .optional, for: .person) { $0.card.marksInWords.joined(separator: ", ") }
        return table.table(none: none)
    }
}

extension CardResult: Outlined {
    /// The card that was written, for assistants with the outcome of the sources.
    package func outline(for reader: Reader) -> AnswerOutline {
        let words = FilmWords(reader: reader, marksSeen: false)
        guard reader.isPerson else {
            let text = AnswerOutline.Block.line(reader.words(.cardRemoved), .plain)
            var outline = AnswerOutline([card.map { .table([$0].table(for: reader, words)) } ?? text])
            outline.add(outcomeOf: sources, for: reader, withRemarks: false)
            return outline
        }
        guard let card else { return AnswerOutline("the card was removed") }
        let own = OwnCard(card.card)
        let parts = [
            "✓ " + words.nameAndID(of: card.movie.movie), own.stars.map(FilmWords.stars) ?? "", own.daysInWords,
            own.comment.map { "“\($0)”" } ?? "",
        ]
        return AnswerOutline(parts.filter { !$0.isEmpty }.joined(separator: "  "))
    }
}

extension BookmarkResult: Outlined {
    /// The film that was bookmarked, for assistants with the outcome of the sources.
    package func outline(for reader: Reader) -> AnswerOutline {
        let movie = movie.movie
        guard !reader.isPerson else {
            let line = "♥ \(FilmWords(reader: reader).nameAndID(of: movie))"
            return AnswerOutline(existed == true ? line + ", was bookmarked already" : line)
        }
        let words = FilmWords(reader: reader, marksBookmarked: false)
        var outline = FilmPage(movie: movie, film: words, reader: reader).forAssistant
        outline.sections[0][0] = .line("\(reader.words(.bookmarked)): \(words.heading(of: movie))", .heading)
        outline.add(outcomeOf: sources, for: reader, withRemarks: false)
        return outline
    }
}

extension RemovedResult: Outlined {
    package func outline(for reader: Reader) -> AnswerOutline {
        AnswerOutline(reader.isPerson ? "\(removed) removed" : "\(reader.words(.removed)): \(removed)")
    }
}

// MARK: Lists, queries, and standings

extension ListsResult: Outlined {
    package func outline(for reader: Reader) -> AnswerOutline {
        var table = TableWriter(lists, for: reader)
        table.text(reader.words(.list)) { $0.name }
        table.number(reader.words(.films)) { $0.count.grouped }
        table.text("Changed", for: .person) { reader.time($0.changedAt) }
        var outline = AnswerOutline()
        outline.add(table.table(none: reader.none("no lists", [], page)))
        if let page { outline.add(page, for: reader) }
        return outline
    }
}

extension ListedFilmResult: Outlined {
    /// The film that was put in a list, and its place there.
    package func outline(for reader: Reader) -> AnswerOutline {
        let (movie, words) = (movie.movie, FilmWords(reader: reader))
        guard !reader.isPerson else {
            let place = position.map { "number \($0) of " } ?? "one of "
            let film = words.title(of: movie) + movie.yearInBrackets
            return AnswerOutline("\(film): \(place)\(list.count.grouped) in \(list.name)")
        }
        let place = position.map { "\($0). " } ?? ""
        var outline = AnswerOutline([
            list.line(for: reader), .line("\(place)\(words.title(of: movie)) (\(movie.id))", .plain),
        ])
        outline.add(outcomeOf: sources, for: reader, withRemarks: false)
        return outline
    }
}

extension HistoryResult: Outlined {
    package func outline(for reader: Reader) -> AnswerOutline {
        var table = TableWriter(entries, for: reader)
        table.text("Query") { $0.query }
        table.number("Times") { $0.count.grouped }
        table.text("Last") { reader.time($0.searchedAt) }
        var outline = AnswerOutline()
        outline.add(table.table(none: reader.none("no queries")))
        outline.add(page, for: reader)
        return outline
    }
}

extension LibraryStandings: Outlined {
    package func outline(for reader: Reader) -> AnswerOutline {
        let words = FilmWords(reader: reader)
        var table = TableWriter(films.map { ($0, $0.standing.entry.card.map(OwnCard.init)) }, for: reader)
        table.text("Id") { film, _ in film.id }
        table.text("♥") { film, _ in film.standing.bookmarkedAt == nil ? "" : "♥" }
        table.text("Yours") { words.mark(of: $1) }
        table.text("Watched", .optional) { $1?.daysInWords ?? "" }
        table.text("Lists", .optional) { film, _ in film.standing.entry.lists.joined(separator: ", ") }
        var outline = AnswerOutline()
        outline.add(table.table(none: reader.none("no ids")))
        return outline
    }
}

// MARK: Decisions about matches, and films that are looked up

extension MatchNotes: Outlined {
    package func outline(for reader: Reader) -> AnswerOutline {
        var table = TableWriter(matches, for: reader)
        table.id { $0.pair.first.description }
        table.text("Title", .optional) { $0.titles[$0.pair.first] ?? "" }
        table.id("With") { $0.pair.second.description }
        table.text("Title", .optional) { $0.titles[$0.pair.second] ?? "" }
        table.text("Films") { $0.verdict.rawValue }
        table.text("By") { $0.author.rawValue }
        table.text("Why", [.optional, .minor]) { $0.reasons.joined(separator: ", ") }
        var outline = AnswerOutline()
        outline.add(table.table(none: reader.none("no matches")))
        guard !choices.isEmpty else { return outline }
        var fields = TableWriter(choices, for: reader)
        fields.id { $0.id.description }
        fields.text("Field") { $0.field.name }
        fields.text("Source") { $0.provider.rawValue }
        outline.add(fields.table())
        return outline
    }
}

extension MatchListResult: Outlined {
    package func outline(for reader: Reader) -> AnswerOutline {
        var outline = notes.outline(for: reader)
        outline.add(page, for: reader)
        return outline
    }
}

extension LibraryIdentifyResult: Outlined {
    package func outline(for reader: Reader) -> AnswerOutline {
        var table = TableWriter(films, for: reader)
        table.text("Title") { $0.film.title }
        table.number("Year") { $0.film.year.map(String.init) ?? "" }
        table.text("Status") { $0.status.rawValue }
        table.id("Films") { film in
            ([film.movie].compactMap(\.self) + film.candidates).map(\.id.description).joined(separator: ", ")
        }
        table.id("Of", .minor) { $0.id.description }
        var outline = AnswerOutline()
        outline.add(table.table(none: reader.none("no film is known by title and year only")))
        return outline
    }
}

extension LibraryRefreshResult: Outlined {
    package func outline(for reader: Reader) -> AnswerOutline {
        var table = TableWriter(films, for: reader)
        table.text("Id") { $0.id.description }
        table.text("Title") { $0.film.title }
        table.number("Year") { $0.film.year.map(String.init) ?? "" }
        table.text("Status") { $0.status.rawValue }
        table.text("No answer from") { film in
            film.sources.filter(\.isFailed).map { "\($0.provider) (\($0.status.rawValue))" }.joined(separator: ", ")
        }
        var outline = AnswerOutline()
        outline.add(table.table(none: reader.none("no film lacks details or has old ones")))
        return outline
    }
}

// MARK: Changes

extension LibraryImportResult: Outlined {
    /// How many entries of each kind were added, joined, and there already; the command prints the problems.
    package func outline(for reader: Reader) -> AnswerOutline {
        var lines = [isChange ? kinds : "nothing to add"]
        if joined.cards > 0 {
            let gains = [
                joined.days > 0 ? joined.days.counted("day") + " added" : nil,
                joined.comments > 0 ? joined.comments.counted("comment") + " added" : nil,
                joined.stars > 0 ? "newer stars on \(joined.stars)" : nil,
            ]
            let gained = gains.compactMap(\.self).joined(separator: ", ")
            lines.append("\(joined.cards.counted("card")) joined: \(gained)")
        }
        if unchanged > 0 { lines.append("unchanged: \(unchanged)") }
        return AnswerOutline(lines.map { .line($0, .plain) })
    }

    private var kinds: String {
        [history, bookmarks, cards, lists, matches, fields].namingEntries
    }

    /// Whether it added or changed something.
    package var isChange: Bool { !kinds.isEmpty }
}

extension UndoResult: Outlined {
    package func outline(for reader: Reader) -> AnswerOutline {
        guard let undone else { return AnswerOutline("nothing to undo") }
        let counts = [undone.history, undone.bookmarks, undone.cards, undone.lists, undone.matches, undone.fields]
        let (kinds, names) = (counts.namingEntries, undone.names)
        let hasMore = counts.reduce(0, +) > names.count
        let lines = [
            "\(MethodDeclaration.named(undone.method)?.undo?.words ?? undone.method), \(reader.time(undone.madeAt))",
            names.isEmpty ? nil : names.joined(separator: ", ") + (hasMore ? ", …" : ""),
            kinds.isEmpty ? "every entry has changed since" : kinds,
            undone.kept == 0 ? nil : "changed since, and kept: \(undone.kept)",
            undone.remaining == 0 ? nil : "earlier changes to undo: \(undone.remaining)",
        ]
        return AnswerOutline(lines.compactMap(\.self).map { .line($0, .plain) })
    }
}

extension [Int] {
    /// The numbers of entries of each kind: `bookmarks: 3, cards: 1`.
    fileprivate var namingEntries: String {
        zip(["history", "bookmarks", "cards", "lists", "matches", "fields"], self).filter { $1 > 0 }
            .map { "\($0): \($1)" }.joined(separator: ", ")
    }
}
