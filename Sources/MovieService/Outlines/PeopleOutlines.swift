import MovieAggregation
import MovieDomain

extension PeopleResult: Outlined {
    package func outline(for reader: Reader) -> AnswerOutline {
        let heads = reader.words
        var table = TableWriter(people, for: reader)
        table.text(heads(.name)) { reader.isPerson ? $0.facts.name : $0.facts.bothNames }
        table.id { $0.id.description }
        table.text("Also", [.optional, .minor], for: .person) { $0.facts.nameEn ?? "" }
        table.text(heads(.knownFor), .optional) { $0.facts.knownFor ?? "" }
        table.text(heads(.films), [.optional, .minor]) { person in
            person.films.prefix(reader.isPerson ? .max : 4).compactMap { $0.movie.facts.title?.text }
                .joined(separator: ", ")
        }
        var outline = AnswerOutline()
        outline.add(table.table(none: reader.none("no such person", sources, page)))
        outline.add(page, for: reader)
        outline.add(outcomeOf: sources, for: reader)
        return outline
    }
}

extension PersonFacts {
    /// Both names of a person, for assistants: `봉준호 / BONG Joon-ho`.
    fileprivate var bothNames: String { name + (nameEn.map { " / \($0)" } ?? "") }
}

extension PersonResult: Outlined {
    package func outline(for reader: Reader) -> AnswerOutline {
        var outline = reader.isPerson ? person.outlineForPerson(reader) : person.outlineForAssistant(reader)
        outline.films = person.films.map { FoundFilm($0.movie) }
        outline.add(outcomeOf: sources, for: reader)
        return outline
    }
}

extension PersonProfile {
    private static let mostImages = 3
    /// The most films of a person in the text for an assistant; the data have more.
    private static let shownFilms = 30

    private func films(_ films: [PersonFilm], for reader: Reader) -> AnswerOutline.Table {
        let (heads, words) = (reader.words, FilmWords(reader: reader))
        var table = TableWriter(films, for: reader)
        table.number(heads(.year)) { $0.movie.facts.likelyYear.map(String.init) ?? "" }
        table.text(heads(.title)) { reader.isPerson ? words.name(of: $0.movie) : words.title(of: $0.movie) }
        table.text(heads(.role)) { ($0.characters + $0.jobs).joined(separator: ", ") }
        table.id(nil, [.optional, .minor]) { $0.movie.id.description }
        return table.table()
    }

    fileprivate func outlineForPerson(_ reader: Reader) -> AnswerOutline {
        var outline = AnswerOutline([.line(facts.name, .heading)])
        if let english = facts.nameEn, english != facts.name { outline.sections[0].append(.paragraph(english)) }
        let ids = facts.ids.movieIDs.sorted().map(\.description)
        if !ids.isEmpty { outline.sections[0].append(.paragraph(ids.joined(separator: "  "), .minor)) }
        if let biography = facts.biography { outline.add([.paragraph(biography.text)]) }
        let images = facts.images.prefix(Self.mostImages).map { "\($0.kind)  \($0.url)" }
        let rows: [(String, [String], PersonDifference.Field?)] = [
            ("Other names", [facts.otherNames.joined(separator: ", ")], nil),
            ("Known for", [facts.knownFor ?? ""], nil),
            ("Born", [facts.born?.description ?? ""], .born), ("Died", [facts.died?.description ?? ""], .died),
            ("Birthplace", [facts.birthplace ?? ""], .birthplace), ("Homepage", [facts.homepage ?? ""], nil),
            ("Pages", facts.pages.map(\.url), nil), ("Images", images.withRest(of: facts.images.count), nil),
            ("Sources", [sources.map(\.rawValue).joined(separator: ", ")], nil),
        ]
        outline.add(
            rows.compactMap { label, values, field in
                let values = values.filter { !$0.isEmpty }
                guard !values.isEmpty else { return nil }
                let others = differences.filter { $0.field == field }
                return .row(.init(label: label, values: values, notes: others.map(\.note)))
            }
        )
        if !films.isEmpty {
            let rest = [String]().withRest(of: (facts.filmsTotal ?? 0) - films.count)
            outline.add(
                [.line("Films", .heading), .table(films(films, for: reader))] + rest.map { .line($0, .plain) }
            )
        }
        if let match { outline.add([match.sentence(about: "person")]) }
        return outline
    }

    fileprivate func outlineForAssistant(_ reader: Reader) -> AnswerOutline {
        let words = reader.words
        let life = [facts.born, facts.died].compactMap { $0?.description }.joined(separator: "–")
        let about = [facts.knownFor, life, facts.birthplace, id.description].compactMap(\.self)
            .filter { !$0.isEmpty }
        let total = max(films.count, facts.filmsTotal ?? 0)
        let shown = Array(films.prefix(Self.shownFilms))
        let blocks: [AnswerOutline.Block?] = [
            .line("\(facts.bothNames) (\(about.joined(separator: ", ")))", .heading),
            facts.biography.map { .paragraph($0.text) },
            shown.isEmpty ? nil : .table(films(shown, for: reader)),
            total > Self.shownFilms ? .fact(words(.films), "\(Self.shownFilms)/\(total)") : nil,
        ]
        return AnswerOutline(blocks.compactMap(\.self))
    }
}

extension PersonDifference {
    fileprivate var note: String {
        switch value {
        case .date(let date): "differs: \(provider) \(date)"
        case .text(let text): "differs: \(provider) \(text)"
        case .number(let number): "differs: \(provider) \(number)"
        case .flag, .money, .people: "differs: \(provider)"
        }
    }
}

extension CreditsResult: Outlined {
    /// The people, each with the part or the job.
    package func outline(for reader: Reader) -> AnswerOutline {
        var table = TableWriter(people, for: reader)
        table.text("Name") { $0.name }
        table.text("Also", .optional) { $0.nameEn ?? "" }
        table.text("As", .optional) { $0.character ?? "" }
        table.text("Job", .optional) { $0.job ?? "" }
        table.id(nil, .optional) { $0.id?.description ?? "" }
        var outline = AnswerOutline()
        outline.add(table.table(none: reader.none("no credits", [], page)))
        outline.add(page, for: reader)
        outline.add(outcomeOf: sources, for: reader)
        return outline
    }
}
