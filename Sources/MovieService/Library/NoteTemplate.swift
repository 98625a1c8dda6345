import JSON
import MovieDomain
import Platform

/// The form of notes: Markdown with front matter, in which `{{title}}` stands for the title of the film.
///
/// A line of which no value is known is left out. In the front matter, values are written as YAML, so that no title can
/// break it.
struct NoteTemplate: Hashable, Sendable {
    private let matter: [Property]
    private let body: [Line]
    /// What a new note has below the marker, where the text is the reader's.
    private let rest: String

    /// The form of notes for which no other one is given.
    static let standard = NoteTemplate(
        matter: [
            "title: {{title}}", "aliases: {{aliases}}", "year: {{year}}", "collection: {{collection}}", "ids: {{ids}}",
            "stars: {{stars}}", "watched: {{watched}}", "watched_before: {{watched_before}}",
            "seen_before: {{seen_before}}", "liked: {{liked}}", "bookmarked: {{bookmarked}}", "lists: {{lists}}",
            "tags: {{tags}}",
        ],
        body: ["", "# {{heading}}", "", "{{comment}}", ""]
    )

    private init(matter: [String], body: [String]) {
        (self.matter, self.body, rest) = (matter.map { Property($0) }, body.map { Line($0) }, "")
    }

    /// Reads a template; throws for a value that does not exist, and if notes could not be found again.
    init(_ text: String) throws(InvalidParameters) {
        let end = text.firstRange(scalars: FilmNote.marker)
        let lines = text[..<(end?.lowerBound ?? text.endIndex)].lines.map(String.init)
        guard lines.first == "---", let last = lines.dropFirst().firstIndex(where: { $0 == "---" }) else {
            throw Self.problem("expected front matter: a first line ---, and another one where it ends")
        }
        (matter, body) = (lines[1..<last].map { Property($0) }, lines[(last + 1)...].map { Line($0) })
        rest = end.map { String(text[$0.upperBound...]) } ?? ""
        for (number, line) in lines.enumerated() {
            guard let unknown = Line(line).names.first(where: { NoteValue.named($0) == nil }) else { continue }
            let names = NoteValue.all.map(\.name)
            let near = NearestName.hint(for: unknown, among: names)
            let hint = near ?? "The values are \(names.joined(separator: ", "))."
            throw Self.problem("line \(number + 1): there is no value {{\(unknown)}}", hint)
        }
        guard lines[1..<last].contains(Self.idLine) else {
            throw Self.problem("expected the line '\(Self.idLine)' in the front matter, by which a note is found again")
        }
    }

    private static let idLine = "ids: {{ids}}"

    private static func problem(_ text: String, _ hint: String? = nil) -> InvalidParameters {
        InvalidParameters("template: \(text)", field: "template", hint: hint)
    }

    /// Returns the note of a film.
    func text(of film: NotedFilm) -> String {
        let matter = matter.compactMap { $0.yaml(of: film) }
        var lines = ["---"] + matter + ["---"]
        for line in body {
            guard let text = line.markdown(of: film) else { continue }
            // What is left out leaves no second blank line.
            if !(text.isEmpty && lines.last == "") { lines.append(text) }
        }
        if lines.last != "" { lines.append("") }
        return (lines + [FilmNote.marker + rest]).joined(separator: "\n") + (rest.isEmpty ? "\n" : "")
    }
}

/// A line of a template.
private struct Line: Hashable, Sendable {
    private enum Part: Hashable { case text(String), value(String, isLink: Bool) }

    private let parts: [Part]

    init(_ text: String) {
        var parts: [Part] = []
        var rest = text[...]
        while let match = rest.firstMatch(of: /\{\{ *([A-Za-z_]+) *(\| *link *)?\}\}/) {
            parts += [.text(String(rest[..<match.range.lowerBound])), .value(String(match.1), isLink: match.2 != nil)]
            rest = rest[match.range.upperBound...]
        }
        self.parts = parts + [.text(String(rest))]
    }

    /// The values that the line names.
    var names: [String] {
        parts.compactMap { part in if case .value(let name, _) = part { name } else { nil } }
    }

    /// Whether it is one value and nothing else.
    var isValue: Bool { parts.count == 3 && parts.first == .text("") && parts.last == .text("") }

    /// Returns the line as Markdown; `nil` if it has values, and none of them is known.
    func markdown(of film: NotedFilm) -> String? { filled(from: film) { $0.markdown(isLink: $1) } }

    func filled(from film: NotedFilm, _ written: (NoteValue, Bool) -> String) -> String? {
        var isKnown = names.isEmpty
        let texts = parts.map { part -> String in
            switch part {
            case .text(let text): return text
            case .value(let name, let isLink):
                guard let value = NoteValue.named(name)?.value(film) else { return "" }
                isKnown = true
                return written(value, isLink)
            }
        }
        return isKnown ? texts.joined() : nil
    }
}

/// A line of the front matter.
private struct Property: Hashable, Sendable {
    /// With the colon; empty for a line without values, which is written as it is.
    private let key: String
    private let value: Line

    init(_ text: String) {
        let colon = Line(text).names.isEmpty ? nil : text.firstIndex(scalar: ":")
        key = colon.map { String(text[...$0]) } ?? ""
        value = Line(colon.map { String(text[text.index(after: $0)...].trimmed) } ?? text)
    }

    /// Returns the line; `nil` if it has values, and none of them is known.
    ///
    /// A value that stands alone has its own type; beside other words it is a part of a text.
    func yaml(of film: NotedFilm) -> String? {
        guard !key.isEmpty else { return value.filled(from: film) { $0.yaml(isLink: $1) } }
        let text =
            value.isValue
            ? value.filled(from: film) { $0.yaml(isLink: $1) }
            : value.filled(from: film) { $0.plain(isLink: $1) }.map(NoteValue.quoted)
        return text.map { "\(key) \($0)" }
    }
}

/// A film of the library with what the user has of it.
struct NotedFilm {
    var film: LibraryFilm
    /// The stored details, read once for all values.
    var details: JSONElement?
    var card: Card?
    var isBookmarked: Bool
    /// The names of the lists that it is in.
    var lists: [String]

    fileprivate subscript(field: MovieField) -> JSONElement? { details[field.name] }
}

/// A value that a note can have.
enum NoteValue {
    case text(String)
    case texts([String])
    /// A number, a day, or a Boolean.
    case word(String)
    case words([String])
    /// Markdown of the user's own.
    case own(String)

    static func named(_ name: String) -> (name: String, value: @Sendable (NotedFilm) -> NoteValue?)? {
        all.first { $0.name == name }
    }

    static let all: [(name: String, value: @Sendable (NotedFilm) -> NoteValue?)] = [
        ("title", { .text($0.film.title) }),
        ("heading", { .text($0.film.heading) }),
        ("aliases", { film in known(film.film.titles.filter { $0 != film.film.title }) }),
        ("year", { $0.film.year.map { .word("\($0)") } }),
        ("ids", { .texts($0.film.ids.map(\.description)) }),
        ("collection", { $0[.collection]["name"]?.string.map(NoteValue.text) }),
        ("directors", { known($0[.directors].texts("name")) }),
        ("cast", { known($0[.cast].texts("name")) }),
        ("genres", { film in known((film.details["genreNames"] ?? film[.genres]).texts) }),
        ("countries", { known($0[.countries].texts) }),
        ("languages", { known($0[.languages].texts) }),
        ("runtime", { $0[.runtimeMinutes]?.int.map { .word("\($0)") } }),
        (
            "released",
            { film in
                film[.releaseDate]?.string.map { CalendarDate(parsing: $0) == nil ? .text($0) : .word($0) }
            }
        ),
        ("overview", { $0[.overview]["text"]?.string.map(NoteValue.text) }),
        (
            "poster",
            { film in
                let poster = film[.images].list.first { $0["kind"]?.string == ImageKind.poster.rawValue }
                return poster["url"]?.string.map(NoteValue.text)
            }
        ),
        ("stars", { $0.card?.stars.map { .word(FilmNote.number($0)) } }),
        ("watched", { $0.card?.watchedOn.map { .word($0.description) } }),
        (
            "watched_before",
            { film in
                let days = film.card?.watchedBefore.map(\.description) ?? []
                return days.isEmpty ? nil : NoteValue.words(days)
            }
        ),
        ("seen_before", { $0.card?.marks.isSeenBefore == true ? .word("true") : nil }),
        ("liked", { $0.card?.marks.isLiked == true ? .word("true") : nil }),
        ("bookmarked", { .word("\($0.isBookmarked)") }),
        ("lists", { known($0.lists) }),
        ("tags", { .words(FilmNote.tags($0.card?.marks.tags ?? [])) }),
        ("comment", { $0.card?.comment.map(NoteValue.own) }),
    ]

    private static func known(_ texts: [String]) -> NoteValue? { texts.isEmpty ? nil : NoteValue.texts(texts) }

    /// The value in a text.
    func plain(isLink: Bool) -> String {
        switch self {
        case .text(let text), .own(let text), .word(let text): isLink ? Self.link(text) : text
        case .texts(let texts), .words(let texts):
            (isLink ? texts.map(Self.link) : texts).joined(separator: ", ")
        }
    }

    func yaml(isLink: Bool) -> String {
        func quoted(_ text: String) -> String { Self.quoted(isLink ? Self.link(text) : text) }
        return switch self {
        case .text(let text), .own(let text): quoted(text)
        case .word(let word): isLink ? quoted(word) : word
        case .texts(let texts): "[\(texts.map(quoted).joined(separator: ", "))]"
        case .words(let words): "[\((isLink ? words.map(quoted) : words).joined(separator: ", "))]"
        }
    }

    func markdown(isLink: Bool) -> String {
        func escaped(_ text: String) -> String { isLink ? Self.link(text) : Self.escaped(text) }
        return switch self {
        case .text(let text): escaped(text)
        case .texts(let texts): texts.map(escaped).joined(separator: ", ")
        case .word, .words: plain(isLink: isLink)
        // A marker in the comment would make the rest of the comment the reader's.
        case .own(let text): Self.withoutMarkers(text)
        }
    }

    /// A link to the note of that name, as programs of notes write it.
    private static func link(_ text: String) -> String {
        "[[\(withoutMarkers(text.onOneLine).replacingScalars { "[]|#^<>".unicodeScalars.contains($0) ? " " : nil })]]"
    }

    /// The text as one line of Markdown: a source may have put markup, or code that a program of notes runs, in it.
    private static func escaped(_ text: String) -> String {
        text.onOneLine.replacingScalars { "\\`*_[]<>".unicodeScalars.contains($0) ? "\\\($0)" : nil }
    }

    /// Quotes a text as YAML and JSON do, without what YAML has no place for.
    static func quoted(_ text: String) -> String {
        withoutMarkers(text.onOneLine).replacingScalars { $0.properties.isNoncharacterCodePoint ? "\u{FFFD}" : nil }
            .jsonText
    }

    /// Removes the marker until none is left: one may be written around another.
    private static func withoutMarkers(_ text: String) -> String {
        var text = text
        while text.contains(scalars: FilmNote.marker) { text = text.replacing(scalars: FilmNote.marker, with: "") }
        return text
    }
}

extension LibraryFilm {
    /// The title with the year.
    var heading: String {
        let title = title.onOneLine
        return year.map { "\(title) (\($0))" } ?? title
    }
}
