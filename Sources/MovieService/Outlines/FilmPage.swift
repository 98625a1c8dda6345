import MovieAggregation
import MovieDomain
import Platform

extension MovieResult: Outlined {
    package func outline(for reader: Reader) -> AnswerOutline {
        var outline: AnswerOutline
        if reader.isPerson, reader.showsOffers {
            outline = placesToWatch(reader)
        } else {
            let entry = entry == LibraryEntry() ? nil : entry
            let page = FilmPage(
                movie: movie,
                entry: entry,
                isStored: stored != nil,
                related: [("similar", similar ?? []), ("recommendations", recommendations ?? [])],
                parts: parts,
                film: FilmWords(reader: reader, marksSeen: entry == nil),
                reader: reader
            )
            outline = reader.isPerson ? page.forPerson : page.forAssistant
        }
        outline.add(outcomeOf: sources, for: reader, parts: parts)
        return outline
    }

    /// Where a film can be watched, a row for each country and kind of offer.
    private func placesToWatch(_ reader: Reader) -> AnswerOutline {
        let offers = movie.facts.watch.flatMap { region in region.services.map { (region: region, offer: $0) } }
        let silent = sources.filter { $0.isAsked && $0.status != .empty && $0.failure != nil }
        let names = silent.map(\.provider.rawValue).joined(separator: ", ")
        var table = TableWriter(offers, for: reader)
        table.text("Country") { $0.region.region }
        table.text("Kind") { $0.offer.kind }
        table.text("Services") { $0.offer.names }
        table.text("From", [.optional, .minor]) { $0.region.attribution ?? "" }
        var outline = AnswerOutline([.line(FilmWords(reader: reader).nameAndID(of: movie), .heading)])
        outline.add(
            table.table(
                none: silent.isEmpty
                    ? "no offers are known" : "where to watch it is not known: \(names) did not answer"
            )
        )
        return outline
    }
}

/// Everything that an answer says about one film.
struct FilmPage {
    let movie: Movie
    var entry: LibraryEntry?
    var isStored = false
    /// Other films in the answer, by the name of their list.
    var related: [(name: String, films: [Movie])] = []
    var parts: [PartReport] = []
    let film: FilmWords
    let reader: Reader

    private static let (mostPeople, mostImages) = (20, 3)
    /// The maximum number of items that an assistant is shown of an included list.
    private static let includedItems = 8

    /// What the heading and the texts show.
    private static let above: Set<MovieField> = [.originalTitle, .titles, .overview, .tagline]

    private var facts: MovieFacts { movie.facts }
    private var words: Wording { reader.words }

    // MARK: For a person

    /// A heading, the texts, a line for each field with its sources, and the other films of the answer.
    var forPerson: AnswerOutline {
        var outline = AnswerOutline(heading)
        if isStored {
            let notice = "No source returned this film now; it is shown as your library last stored it."
            outline.add([.paragraph(notice, .doubtful)])
        }
        outline.add(own)
        let texts: [(MovieField, LocalizedText?)] = [(.tagline, facts.tagline), (.overview, facts.overview)]
        outline.add(texts.compactMap { field, text in text.map { .paragraph($0.text, from: sources(of: field)) } })
        outline.add(MovieField.allCases.filter { !Self.above.contains($0) }.flatMap(rows) + bookmarkedAt)
        for (name, films) in related where !films.isEmpty {
            let table = FilmTable(films, for: reader).table()
            outline.add([.line(AnswerOutline.label(name), .heading), .table(table)])
        }
        if let match = movie.match { outline.add([match.sentence(about: "film")]) }
        return outline
    }

    private var heading: [AnswerOutline.Block] {
        let title = film.name(of: movie)
        let mark = movie.bookmarked == true ? " ♥" : ""
        let others = facts.titles.map(\.text).filter { $0 != title }
        let ids = facts.ids.movieIDs.sorted().map(\.description)
        var heading: [AnswerOutline.Block] = [.line(title + movie.yearInBrackets + mark, .heading)]
        if !others.isEmpty { heading.append(.paragraph(others.joined(separator: " · "))) }
        if !ids.isEmpty { heading.append(.paragraph(ids.joined(separator: "  "), .minor)) }
        return heading
    }

    /// The user's own stars, days, and comment, and the lists that the film is in.
    private var own: [AnswerOutline.Block] {
        let card = entry?.card.map(OwnCard.init)
        let seenBefore = card?.marks.isSeenBefore == true ? ["and before"] : []
        let parts: [(String, [String])] = [
            (
                "Your card",
                [card?.stars.map(FilmWords.stars)].compactMap(\.self) + (card?.watchedDays.map(\.description) ?? [])
                    + seenBefore + [card?.comment].compactMap(\.self)
            ),
            ("Your tags", card?.marksInWords ?? []), ("Your lists", entry?.lists ?? []),
        ]
        return parts.filter { !$0.1.isEmpty }.map { .paragraph("\($0.0): \($0.1.joined(separator: ", "))") }
    }

    /// The field with its value, and what can be told from it.
    private func rows(_ field: MovieField) -> [AnswerOutline.Block] {
        let values = values(of: field).filter { !$0.isEmpty }
        guard !values.isEmpty else { return [] }
        let notes = movie.differences.filter { $0.field == field }
            .map { "differs: \($0.provider) \(text(of: $0.value, field))" }
        let row = AnswerOutline.Block.row(
            .init(label: Self.label(field), values: values, sources: sources(of: field), notes: notes)
        )
        guard field == .ratings, let stars = movie.stars else { return [row] }
        return [row, .row(.init(label: "Mean rating", values: [FilmWords.stars(stars)]))]
    }

    private static func label(_ field: MovieField) -> String {
        switch field {
        case .runtimeMinutes: "Runtime"
        case .watch: "Where to watch"
        default: AnswerOutline.label(field.name)
        }
    }

    private func values(of field: MovieField) -> [String] {
        switch field.declaration.value {
        case .text(let place), .address(let place): [facts[keyPath: place]].compactMap(\.self)
        case .localized(let place): [facts[keyPath: place]?.text].compactMap(\.self)
        case .year: [facts.likelyYear.map(String.init)].compactMap(\.self)
        case .minutes(let place): [facts[keyPath: place].map(Self.runtime)].compactMap(\.self)
        case .decimal(let place): [facts[keyPath: place]?.shortText].compactMap(\.self)
        case .flag(let place): [facts[keyPath: place].map { $0 ? "yes" : "no" }].compactMap(\.self)
        case .date(let place): [facts[keyPath: place]?.description].compactMap(\.self)
        case .money(let place): [facts[keyPath: place].map(film.money)].compactMap(\.self)
        case .texts where field == .genres: [movie.genreNames.joined(separator: ", ")]
        case .texts(let place): [facts[keyPath: place].joined(separator: ", ")]
        case .people where field == .cast: people(facts.cast, of: facts.castTotal)
        case .people where field == .crew: people(facts.crew, of: facts.crewTotal)
        case .people(let place): [facts[keyPath: place].map(film.bothNames).joined(separator: ", ")]
        case .title: [facts.title?.text].compactMap(\.self)
        case .titles: []
        case .ratings: [film.ratings(of: movie)]
        case .certifications: [film.certifications(of: movie)]
        case .releases: facts.releases.map(film.release)
        case .watch: facts.watch.map(film.offers)
        case .images:
            facts.images.prefix(Self.mostImages).map { "\($0.kind)  \($0.url)" }
                .withRest(of: facts.imagesTotal ?? facts.images.count)
        case .videos: facts.videos.map(film.video)
        case .pages: facts.pages.map(\.url)
        case .collection: [[facts.collection?.name, facts.collection?.id].compactMap(\.self).joined(separator: "  ")]
        }
    }

    private func people(_ people: [Person], of total: Int?) -> [String] {
        people.prefix(Self.mostPeople).map { person in
            film.bothNames(of: person) + (person.character.map { " as \($0)" } ?? person.job.map { ", \($0)" } ?? "")
        }
        .withRest(of: total ?? people.count)
    }

    private static func runtime(_ minutes: Int) -> String {
        minutes < 60 ? "\(minutes) min" : "\(minutes / 60) h \(minutes % 60) min"
    }

    /// The sources of the value that is shown for a field, in brackets.
    private func sources(of field: MovieField) -> String {
        let sources = movie.provenance[field] ?? []
        return sources.isEmpty ? "" : "[\(sources.map(\.rawValue).joined(separator: " "))]"
    }

    private var bookmarkedAt: [AnswerOutline.Block] {
        [.fact("Added at", movie.bookmarkedAt?.description)].compactMap(\.self)
    }

    private func text(of value: FieldDifference.Value, _ field: MovieField) -> String {
        switch value {
        case .number(let number): field == .runtimeMinutes && reader.isPerson ? Self.runtime(number) : "\(number)"
        case .date(let date): date.description
        case .flag(let flag): reader.isPerson ? (flag ? "yes" : "no") : "\(flag)"
        case .text(let text): text
        case .money(let money): film.money(money)
        case .people(let people):
            reader.isPerson ? people.map(film.bothNames).joined(separator: ", ") : film.names(of: people)
        }
    }

    // MARK: For an assistant

    /// The facts that are worth an assistant's tokens, each on a line.
    var forAssistant: AnswerOutline {
        let blocks: [AnswerOutline.Block?] = [
            .line(film.heading(of: movie), .heading),
            isStored ? .line(words(.stored), .doubtful) : nil,
            .fact(words(.directors), film.names(of: facts.directors, withIDs: true)),
            .fact(words(.cast), film.names(of: facts.cast, of: facts.castTotal, withIDs: true)),
            .fact(words(.genres), film.genres(of: movie)),
            .fact(words(.collection), facts.collection?.name),
            .fact(words(.released), facts.releaseDate?.description),
            .fact(words(.ratings), film.ratings(of: movie)),
            .fact(words(.certifications), film.certifications(of: movie)),
            facts.overview.map { .paragraph($0.text) },
            .fact(words(.stars), entry?.card?.stars?.shortText),
            .fact(words(.comment), entry?.card?.comment),
            .fact(words(.watched), entry?.card.map { OwnCard($0).daysInWords }),
            .fact(words(.lists), entry?.lists.joined(separator: ", ")),
            .fact(words(.differing), differing),
            movie.isGuess ? .fact(words(.guessed), movie.match?.inWords) : nil,
            .fact(words(.watch), film.joined(facts.watch, atMost: Self.includedItems, film.offers)),
            .fact(words(.releases), film.joined(facts.releases, atMost: Self.includedItems, film.release)),
            .fact(words(.videos), film.joined(facts.videos, atMost: 4, film.video)),
            .fact(words(.similar), films("similar")),
            .fact(words(.recommendations), films("recommendations")),
            .fact(words(.unavailable), unavailable),
            .fact(words(.oldParts), oldParts),
        ]
        return AnswerOutline(blocks.compactMap(\.self))
    }

    private var differing: String {
        MovieField.allCases.compactMap { field in
            let differences = movie.differences.filter { $0.field == field }
            guard !differences.isEmpty else { return nil }
            let values = differences.map { "\($0.provider) \(text(of: $0.value, field))" }
            return "\(field.name) \(values.joined(separator: ", "))"
        }
        .joined(separator: "; ")
    }

    private func films(_ name: String) -> String {
        let films = related.first { $0.name == name }?.films ?? []
        return film.joined(films, atMost: Self.includedItems, film.heading)
    }

    private var unavailable: String {
        parts.filter { ![.ok, .stale].contains($0.status) }.map { "\($0.part.rawValue) (\($0.status.rawValue))" }
            .joined(separator: ", ")
    }

    private var oldParts: String {
        parts.filter { $0.status == .stale }
            .map { part in part.part.rawValue + (part.ageSeconds.map { " (\($0) s)" } ?? "") }
            .joined(separator: ", ")
    }
}

extension MatchExplanation {
    /// The confidence that the sources describe one film or person, and why.
    func sentence(about kind: String) -> AnswerOutline.Block {
        let reasons = reasons.joined(separator: ", ")
        return .paragraph("one \(kind) with a confidence of \(confidence.shortText): \(reasons)", .minor)
    }

    fileprivate var inWords: String { ([confidence.shortText] + reasons).joined(separator: ", ") }
}

extension AnswerOutline {
    /// Returns `Release date` for `releaseDate`.
    static func label(_ name: String) -> String {
        let words = name.camelCaseWords(separatedBy: " ")
        return words.prefix(1).uppercased() + words.dropFirst()
    }
}

extension [String] {
    /// The lines with one that says how many more there are.
    func withRest(of total: Int) -> [String] { total > count ? self + ["and \(total - count) more"] : self }
}
