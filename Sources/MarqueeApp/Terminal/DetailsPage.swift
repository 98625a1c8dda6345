import JSON
import MovieService
import Platform

/// A page about one film or person: a heading, the texts, the facts, and whatever else the answer has.
struct DetailsPage {
    let answer: JSONElement
    let style: TerminalStyle

    /// The width if no terminal reports one.
    private static let usualWidth = 100
    private static let labelWidth = 16
    private static let mostPeople = 20
    private static let mostImages = 3

    /// Members that the heading shows, or that describe other members.
    private static let headingMembers: Set<String> = [
        "id", "ids", "titles", "originalTitle", "overview", "tagline", "bookmarked", "card",
        "provenance",
        "differing", "match", "genres", "castTotal", "crewTotal", "imagesTotal", "unlisted",
        "name", "nameEn", "biography", "films", "filmsTotal",
    ]

    /// The film or the person.
    private var subject: JSONElement { answer["movie"] ?? answer["person"] ?? answer }
    private var width: Int { max(40, style.columns ?? Self.usualWidth) }

    var text: String {
        [heading, storedNotice, own, texts, facts, films, related, match].filter { !$0.isEmpty }.joined(
            separator: "\n\n"
        )
    }

    private var heading: String {
        let title = subject["title"]?.string ?? subject["name"]?.string ?? subject["id"].words
        let year = subject["year"]?.int.map { " (\($0))" } ?? ""
        let mark = subject["bookmarked"]?.bool == true ? " ♥" : ""
        var lines = [style((title + year).printable, .heading) + mark]
        let titles = subject["titles"].texts("text") + [subject["nameEn"]?.string].compactMap(\.self)
        let others = titles.filter { $0 != title }
        if !others.isEmpty { lines += others.joined(separator: " · ").printable.wrapped(toColumns: width) }
        let ids = subject["ids"]?.members.compactMap { name, value in value.string.map { "\(name):\($0)" } } ?? []
        lines += ids.joined(separator: "  ").printable.wrapped(toColumns: width).map { style($0, .minor) }
        return lines.joined(separator: "\n")
    }

    /// Says that the film is an older one from the library.
    private var storedNotice: String {
        guard answer["stored"]?.bool == true else { return "" }
        let text = "No source returned this film now; it is shown as your library last stored it."
        return text.wrapped(toColumns: width).map { style($0, .doubtful) }.joined(separator: "\n")
    }

    /// The user's own stars, days, and comment, and the lists that the film is in.
    private var own: String {
        let entry = answer["library"]
        let own = entry["card"]
        let days = [own["watchedOn"]?.string].compactMap(\.self) + own["watchedBefore"].texts
        let seenBefore = own["seenBefore"]?.bool == true ? ["and before"] : []
        let card = [own["stars"]?.double.map(Self.stars)] + days + seenBefore + [own["comment"]?.string]
        let parts = [
            ("Your card", card.compactMap(\.self)), ("Your tags", own?.marks ?? []),
            ("Your lists", entry["lists"].texts),
        ]
        return parts.filter { !$0.1.isEmpty }
            .flatMap { paragraph("\($0.0): \($0.1.joined(separator: ", "))", "", width) }
            .joined(separator: "\n")
    }

    private var texts: String {
        ["tagline", "overview", "biography"].flatMap { name in
            subject[name]["text"]?.string.map { paragraph($0, sources(of: name), width) } ?? []
        }
        .joined(separator: "\n")
    }

    /// One paragraph for each remaining member, with its name and sources.
    private var facts: String {
        subject.members.filter { !Self.headingMembers.contains(String($0.name)) }
            .compactMap { row(String($0.name), $0.value) }
            .joined(separator: "\n")
    }

    private func row(_ name: String, _ value: JSONElement) -> String? {
        let texts = lines(of: name, value)
        guard let last = texts.last else { return nil }
        let room = width - Self.labelWidth
        let lines =
            texts.dropLast().flatMap { paragraph($0, "", room) } + paragraph(last, sources(of: name), room)
            + differences(name).flatMap { paragraph("differs: \($0)", "", room) }
        guard !lines.isEmpty else { return nil }
        let label = Self.label(name)
        let indent = String(repeating: " ", count: Self.labelWidth)
        let first = label + String(repeating: " ", count: max(1, Self.labelWidth - label.terminalColumns)) + lines[0]
        return ([first] + lines.dropFirst().map { indent + $0 }).joined(separator: "\n")
    }

    /// Returns a text as lines, followed by its sources.
    private func paragraph(_ text: String, _ source: String, _ width: Int) -> [String] {
        var lines = (text + " " + source).oneLine.wrapped(toColumns: width)
        if let last = lines.last, !source.isEmpty, last.hasSuffix(scalars: source) {
            lines[lines.count - 1] = last.dropLast(source.count) + style(source, .minor)
        }
        return lines
    }

    private func lines(of name: String, _ value: JSONElement) -> [String] {
        switch name {
        case "runtimeMinutes": return value.int.map { [Self.runtime($0)] } ?? []
        case "stars": return value.double.map { [Self.stars($0)] } ?? []
        case "cast", "crew": return people(value, total: subject[name + "Total"]?.int)
        case "ratings": return [value.elements.map(rating).joined(separator: ", ")]
        case "certifications": return [value.elements.map(certification).joined(separator: ", ")]
        case "images":
            let total = subject["imagesTotal"]?.int ?? value.count
            return rest(value.elements.prefix(Self.mostImages).map(Self.words), of: total)
        case "videos": return value.elements.map(Self.video)
        case "collection":
            return [[value["name"]?.string, value["id"]?.string].compactMap(\.self).joined(separator: "  ")]
        case "watch": return value.elements.map(Self.offers)
        case "releases": return value.elements.map(Self.release)
        default: break
        }
        let isSimple = value.elements.allSatisfy { $0.kind != .object || $0["name"] != nil || $0["text"] != nil }
        return value.kind == .array && !isSimple ? value.elements.map(Self.words) : [Self.words(value)]
    }

    private func people(_ list: JSONElement, total: Int?) -> [String] {
        let lines = list.elements.prefix(Self.mostPeople).map { person in
            let part = person["character"]?.string.map { " as \($0)" } ?? person["job"]?.string.map { ", \($0)" }
            return Self.words(person) + (part ?? "")
        }
        return rest(Array(lines), of: total ?? list.count)
    }

    private func rest(_ lines: [String], of total: Int) -> [String] {
        total > lines.count ? lines + ["and \(total - lines.count) more"] : lines
    }

    private func rating(_ rating: JSONElement) -> String {
        let value = "\(rating["value"]?.description ?? "?") of \(rating["scale"]?.description ?? "?")"
        let votes = rating["votes"]?.int.map { " by \($0)" } ?? ""
        return "\(rating["name"]?.string ?? rating["provider"].words): \(value)\(votes)"
    }

    private func certification(_ certification: JSONElement) -> String {
        [certification["label"]?.string, certification["region"]?.string.map { "(\($0))" }].compactMap(\.self)
            .joined(separator: " ")
    }

    /// The films of a person, with what the person did for each.
    private var films: String {
        let films = subject["films"].list
        guard !films.isEmpty else { return "" }
        let table = style.table([.right("Year"), "Title", "As", .left("Id").optional.minor], films) { film in
            let (movie, parts) = (film["movie"], film["characters"].texts + film["jobs"].texts)
            return [movie["year"].digits, movie["title"].words, parts.joined(separator: ", "), movie["id"].words]
        }
        let rest = rest([], of: (subject["filmsTotal"]?.int ?? 0) - films.count)
        return ([style("Films", .heading), table] + rest).joined(separator: "\n")
    }

    /// Lists of other films in the answer.
    private var related: String {
        answer.members.compactMap { name, value -> String? in
            let films = value["movies"] ?? value
            guard !["movie", "person", "sources", "parts", "problems"].contains(String(name)), films.kind == .array,
                films.count > 0
            else {
                return nil
            }
            let table = AnswerTable.films(Array(films.elements), style, none: "")
            return style(Self.label(String(name)), .heading) + "\n" + table
        }
        .joined(separator: "\n\n")
    }

    /// The confidence that the sources describe one film.
    private var match: String {
        guard let match = subject["match"], let confidence = match["confidence"]?.double else { return "" }
        let reasons = match["reasons"].texts.joined(separator: ", ")
        let kind = answer["person"] == nil ? "film" : "person"
        let text = "one \(kind) with a confidence of \(FilmNote.number(confidence)): \(reasons)"
        return text.printable.wrapped(toColumns: width).map { style($0, .minor) }.joined(separator: "\n")
    }

    /// The sources that have another value for a field, each with its value.
    private func differences(_ name: String) -> [String] {
        subject["differing"][name].list.compactMap { other in
            other["value"].map { "\(other["provider"].words) \(lines(of: name, $0).joined(separator: ", "))" }
        }
    }

    /// The sources of the value that is shown for a field, in brackets.
    private func sources(of name: String) -> String {
        let field = name == "genreNames" ? "genres" : name
        let sources = subject["provenance"][field].texts
        return sources.isEmpty ? "" : "[\(sources.joined(separator: " "))]".printable
    }
}

// MARK: - Words

extension DetailsPage {
    /// Returns `★★★★½` for 4.5, and `☆` for 0.
    static func stars(_ value: Double) -> String {
        let halves = Int((min(max(value, 0), 5) * 2).rounded())
        guard halves > 0 else { return "☆" }
        return String(repeating: "★", count: halves / 2) + (halves.isMultiple(of: 2) ? "" : "½")
    }

    private static func runtime(_ minutes: Int) -> String {
        minutes < 60 ? "\(minutes) min" : "\(minutes / 60) h \(minutes % 60) min"
    }

    /// Returns `Release date` for `releaseDate`.
    private static func label(_ name: String) -> String {
        switch name {
        case "genreNames": return "Genres"
        case "runtimeMinutes": return "Runtime"
        case "stars": return "Mean rating"
        case "watch": return "Where to watch"
        default: break
        }
        let words = name.camelCaseWords(separatedBy: " ")
        return (words.prefix(1).uppercased() + words.dropFirst()).printable
    }

    private static func video(_ video: JSONElement) -> String {
        let place = video["url"]?.string ?? "\(video["site"].words): \(video["key"].words)"
        return "\(video["kind"]?.string ?? "video")  \(place)"
    }

    /// Returns a line such as `KR: stream Netflix; rent wavve (JustWatch)`.
    private static func offers(_ offers: JSONElement) -> String {
        let services = offers.services.map { "\($0.kind) \($0.names)" }
        let source = offers["attribution"]?.string.map { " (\($0))" } ?? ""
        return "\(offers["region"].words): \(services.joined(separator: "; "))\(source)"
    }

    /// Returns a line such as `KR: 2019-05-30 15 theatrical`.
    private static func release(_ release: JSONElement) -> String {
        let events = release["events"].list.map { event in
            ["date", "certification", "kind", "note"].compactMap { event[$0]?.string }.joined(separator: " ")
        }
        return "\(release["region"].words): \(events.joined(separator: "; "))"
    }

    /// Returns a value as a short text.
    private static func words(_ value: JSONElement) -> String {
        switch value.kind {
        case .array: return value.elements.map(words).joined(separator: ", ")
        case .object:
            if let name = value["name"]?.string ?? value["text"]?.string {
                return name + (value["nameEn"]?.string.map { " (\($0))" } ?? "")
            }
            if value["amount"] != nil {
                let region = value["region"]?.string.map { " (\($0))" } ?? ""
                return "\(value["amount"].grouped) \(value["currency"].words)\(region)"
            }
            if let url = value["url"]?.string {
                return [value["kind"]?.string, url].compactMap(\.self).joined(separator: "  ")
            }
            return value.members.filter { !$0.value.isNull }.map { "\($0.name) \(words($0.value))" }
                .joined(separator: "  ")
        case .string: return value.string ?? ""
        case .bool: return value.bool == true ? "yes" : "no"
        default: return value.description
        }
    }
}
