package import JSON
package import MovieDomain

/// A film, a person, or a row of the box office in the words of the language, for tests and for people to read.
///
/// Texts, days, and amounts appear without their tags; lists of people, images, and videos contain objects.
package struct CanonicalRow: Hashable, Sendable {
    package let json: JSONValue
    /// The row as an answer has it: countries, languages, and genres by their codes.
    package let answer: JSONValue

    package init(_ film: MovieFacts) { (json, answer) = (film.canonical, film.normalized().canonical) }

    package init(_ person: PersonFacts) { (json, answer) = (person.canonical, person.normalized().canonical) }

    package init(_ collection: CollectionFacts) {
        (json, answer) = (collection.canonical, collection.normalized().canonical)
    }

    package init(_ row: BoxOffice.Row) { (json, answer) = (row.canonical, row.normalized().canonical) }

    /// Returns the names in a row that are not fields of an item of this kind, and are therefore probably mistakes.
    package static func unknownNames(in row: JSONElement, of kind: ItemKind) -> [String] {
        row.members.map(\.name).filter { name in
            kind.field(name) == nil
        }
    }
}

extension PersonFacts {
    fileprivate var canonical: JSONValue {
        JSONValue(canonical: [
            (.ids, .ids(ids)), (.name, .text(name)), (.nameEn, .text(nameEn)),
            (.otherNames, .list(otherNames, JSONValue.string)), (.knownFor, .text(knownFor)),
            (.biography, .text(biography?.text)), (.born, .text(born?.description)),
            (.died, .text(died?.description)), (.birthplace, .text(birthplace)),
            (.homepage, .text(homepage)), (.images, .list(images, \.canonical)),
            (.films, .list(films, \.canonical)), (.page, .text(pages.first?.url)),
        ])
    }
}

extension CollectionFacts {
    fileprivate var canonical: JSONValue {
        JSONValue(canonical: [
            (.ids, .ids(ids)), (.name, .text(name)), (.overview, .text(overview?.text)),
            (.images, .list(images, \.canonical)), (.films, .list(films.map { FilmCredit(film: $0) }, \.canonical)),
        ])
    }
}

extension BoxOffice.Row {
    fileprivate var canonical: JSONValue {
        JSONValue(canonical: [
            (.rank, .integer(figures.rank)), (.rankChange, .integer(figures.rankChange)),
            (.isNew, .boolean(figures.isNew)), (.audience, .integer(figures.audience.count)),
            (.audienceChange, .integer(figures.audience.change)),
            (.audienceChangePercent, .decimal(figures.audience.changePercent)),
            (.audienceTotal, .integer(figures.audience.total)), (.sales, .integer(figures.sales.amount)),
            (.salesShare, .decimal(figures.sales.share)), (.salesChange, .integer(figures.sales.change)),
            (.salesChangePercent, .decimal(figures.sales.changePercent)),
            (.salesTotal, .integer(figures.sales.total)), (.screens, .integer(figures.screens)),
            (.showings, .integer(figures.showings)), (.movie, movie.canonical.unlessEmpty),
        ])
    }
}

extension MovieFacts {
    fileprivate var canonical: JSONValue {
        let fields = ItemKind.movie.fields.compactMap { field in
            field.film.map { (field, canonical($0.declaration.value)) }
        }
        let ofCollection: [(Field, JSONValue?)] = [
            (.collectionID, .text(collection?.id)), (.collectionImages, .list(collection?.images ?? [], \.canonical)),
        ]
        return JSONValue(canonical: [(.ids, .ids(ids))] + fields + ofCollection)
    }

    private func canonical(_ value: FilmField.Value) -> JSONValue? {
        switch value {
        case .text(let place), .address(let place): .text(self[keyPath: place])
        case .localized(let place): .text(self[keyPath: place]?.text)
        case .year(let place), .minutes(let place): .integer(self[keyPath: place])
        case .decimal(let place): .decimal(self[keyPath: place])
        case .flag(let place): .boolean(self[keyPath: place])
        case .date(let place): .text(self[keyPath: place]?.description)
        case .money(let place): .integer(self[keyPath: place]?.amount)
        case .texts(let place): .list(self[keyPath: place], JSONValue.string)
        case .people(let place): .list(self[keyPath: place], \.canonical)
        case .title: .text(title?.text)
        case .titles: .list(titles) { .string($0.text) }
        case .ratings: .decimal(ratings.first?.value)
        case .certifications: .list(certifications) { .string($0.label) }
        case .releases: .list(releases, \.canonical)
        case .watch: .list(watch, \.canonical)
        case .images: .list(images, \.canonical)
        case .videos: .list(videos, \.canonical)
        case .pages: .text(pages.first?.url)
        case .collection: .text(collection?.name)
        }
    }
}

extension Person {
    fileprivate var canonical: JSONValue {
        JSONValue(canonical: [
            (.ids, .ids(ids)), (.name, .text(name)), (.nameEn, .text(nameEn)), (.character, .text(character)),
            (.job, .text(job)), (.images, .list(images, \.canonical)),
        ])
    }
}

extension MovieImage {
    fileprivate var canonical: JSONValue {
        JSONValue(canonical: [
            (.url, .text(url)), (.kind, .text(kind)), (.width, .integer(width)), (.language, .text(language)),
        ])
    }
}

extension MovieVideo {
    fileprivate var canonical: JSONValue {
        JSONValue(canonical: [
            (.key, .text(key)), (.site, .text(site)), (.url, .text(page)), (.kind, .text(kind)), (.name, .text(name)),
            (.language, .text(language)), (.official, .boolean(isOfficial)),
            (.published, .text(publishedOn?.description)),
        ])
    }
}

extension FilmCredit {
    fileprivate var canonical: JSONValue {
        JSONValue(canonical: [(.movie, film.canonical.unlessEmpty), (.character, .text(character)), (.job, .text(job))])
    }
}

extension RegionalRelease {
    fileprivate var canonical: JSONValue {
        JSONValue(canonical: [(.region, .text(region)), (.events, .list(events, \.canonical))])
    }
}

extension RegionalRelease.Event {
    fileprivate var canonical: JSONValue {
        JSONValue(canonical: [
            (.kind, .text(kind)), (.date, .text(date?.description)), (.certification, .text(certification)),
            (.note, .text(note)),
        ])
    }
}

extension WatchOffers {
    fileprivate var canonical: JSONValue {
        JSONValue(canonical: [
            (.region, .text(region)), (.link, .text(link)), (.attribution, .text(attribution)),
            (.stream, .list(stream, \.canonical)), (.rent, .list(rent, \.canonical)),
            (.buy, .list(buy, \.canonical)), (.free, .list(free, \.canonical)), (.ads, .list(ads, \.canonical)),
        ])
    }
}

extension WatchOffers.Service {
    fileprivate var canonical: JSONValue {
        JSONValue(canonical: [(.name, .text(name)), (.logo, .text(logo))])
    }
}

extension JSONValue {
    fileprivate init(canonical fields: [(Field, JSONValue?)]) {
        self = .object(fields.compactMap { field, value in value.map { Member(field.word, $0) } })
    }

    // Not `nil`, which would be JSON's own null.
    fileprivate var unlessEmpty: JSONValue? { self == .object([]) ? .none : .some(self) }
}

extension JSONValue? {
    fileprivate static func ids(_ ids: [String: String]) -> Self {
        ids.isEmpty
            ? nil : .object(ids.sorted { $0.key < $1.key }.map { JSONValue.Member($0.key, .string($0.value)) })
    }

    fileprivate static func text(_ text: String?) -> Self { text.map(JSONValue.string) }

    fileprivate static func integer(_ number: Int?) -> Self { number.map { .number(JSONNumber($0)) } }

    fileprivate static func decimal(_ number: Double?) -> Self {
        number.flatMap { JSONNumber($0) }.map(JSONValue.number)
    }

    fileprivate static func boolean(_ value: Bool?) -> Self { value.map(JSONValue.bool) }

    fileprivate static func list<Element>(_ elements: [Element], _ value: (Element) -> JSONValue) -> Self {
        elements.isEmpty ? nil : .array(elements.map(value))
    }
}

extension ItemMapping {
    /// Creates the mapping of a row in the words of the language, as sources of kind `process` give it; `nil` if the
    /// row is not an object.
    ///
    /// Values are converted to the types of their fields, like those of a definition: dates are in ISO 8601, running
    /// times in minutes, and ratings out of ten. A text may be an object with its language
    /// (`{"text": "기생충", "language": "ko"}`), a certification one with its `region`, an amount of money one with its
    /// `currency` (`{"value": 1, "currency": "KRW"}`), and a rating one with its `scale` and `votes`. A list may be a
    /// single value, and people, images, and videos may be their main field alone. Values in any other form are counted
    /// as failures.
    init?(
        canonical row: JSONElement,
        _ kind: ItemKind,
        _ report: inout MappingReport,
        _ budget: MappingBudget
    ) throws(ConversionFailure) {
        guard row.kind == .object else { return nil }
        try budget.spend(steps: row.count)
        var parts: [Part] = []
        for (name, value) in row.members {
            guard let field = kind.field(String(name)), !value.isNone(for: field) else { continue }
            do throws(ConversionFailure) {
                parts += try Self.parts(of: field, value, &report, budget)
            } catch {
                report.count(failureOf: field, path: name) {
                    "expected \(field.type.summary), found \(String(decoding: value.text.prefix(120), as: UTF8.self))"
                }
            }
        }
        self.init(kind: kind, parts: parts, missing: MissingValues())
    }

    private static func parts(
        of field: Field,
        _ value: JSONElement,
        _ report: inout MappingReport,
        _ budget: MappingBudget
    ) throws(ConversionFailure) -> [Part] {
        guard value.count <= FieldValues.maximumCount else { throw ConversionFailure() }
        try budget.spend(steps: value.count)
        var parts: [Part] = []
        switch field.type {
        case .ids:
            guard value.kind == .object else { throw ConversionFailure() }
            for (namespace, id) in value.members where !id.isNone(for: field) {
                parts.append(.field(try FieldMapping(canonical: field, namespace: namespace, id)))
            }
        case .movie:
            guard let film = try ItemMapping(canonical: value, .movie, &report, budget) else {
                throw ConversionFailure()
            }
            parts.append(.nested(NestedItem(field, film)))
        case .items(let kind):
            for entry in entries(of: value, field) {
                if let item = try ItemMapping(canonical: entry, kind, &report, budget) {
                    parts.append(.nested(NestedItem(field, item)))
                } else {
                    parts.append(.field(try FieldMapping(canonical: field, entry)))
                }
            }
        case .texts, .localizedTexts, .certifications:
            for entry in entries(of: value, field) { parts.append(.field(try FieldMapping(canonical: field, entry))) }
        default:
            parts.append(.field(try FieldMapping(canonical: field, value)))
        }
        return parts
    }

    private static func entries(of value: JSONElement, _ field: Field) -> [JSONElement] {
        (value.kind == .array ? Array(value.elements) : [value]).filter { !$0.isNone(for: field) }
    }
}

extension JSONElement {
    /// Whether there is no value: null, and `false` in a field that is not true or false.
    fileprivate func isNone(for field: Field) -> Bool { isNull || bool == false && field.type != .boolean }
}

extension FieldMapping {
    /// Creates the mapping of a value, with the tags next to it if it is an object.
    fileprivate convenience init(
        canonical field: Field,
        namespace: String = "",
        _ element: JSONElement
    ) throws(ConversionFailure) {
        let value = element.kind == .object ? element["text"] ?? element["value"] : element
        guard let text = value?.scalarText, value?.bool == nil || field.type == .boolean else {
            throw ConversionFailure()
        }
        var options = Options()
        options.language = element["language"]?.string.map(LanguageTag.init(named:))
        options.region = element["region"]?.string
        if field.type == .money || field.type == .amount { options.unit = element["currency"]?.string }
        if let scale = element["scale"] {
            guard let best = scale.double, best > 0 else { throw ConversionFailure() }
            options.scale = best
        }
        if let votes = element["votes"]?.scalarText {
            options.votes = FieldMapping(field, type: .integer, source: .value(votes), place: "votes")
        }
        self.init(field, namespace: namespace, source: .value(text), options: options, place: field.word)
    }
}
