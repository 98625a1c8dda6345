import MovieAggregation
import MovieDomain

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
