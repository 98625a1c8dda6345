import JSON
package import MovieDomain
import Platform

extension LibraryFormat {
    /// A note for each film, for programs that keep notes.
    static let markdown = LibraryFormat(name: "markdown", summary: "a note with front matter for each film") {
        LibraryExportResult(notes: FilmNote.notes(of: $0.library, $1))
    }
}

/// A Markdown note with front matter about a film in the library, for programs that keep notes in folders.
package struct FilmNote: Hashable, Sendable {
    /// A file name that is valid on every system.
    package var name: String
    package var text: String

    /// The line below which the text belongs to the reader, and stays when the note is rewritten.
    package static let marker =
        "<!-- Yours: marquee keeps what is below this line, and rewrites what is above it. -->"

    /// Returns one note for each film with a bookmark or a card, or in a list, sorted by file name.
    static func notes(of library: Library, _ template: NoteTemplate = .standard) -> [FilmNote] {
        let carded = FilmPlaces(library.cards.map(\.film.ids))
        let bookmarked = FilmPlaces(library.bookmarks.map(\.film.ids))
        let lists = library.lists.map { (name: $0.name, films: FilmPlaces($0.films.map(\.ids))) }
        var films = library.cards.map(\.film)
        var places = carded
        for film in library.bookmarks.map(\.film) + library.lists.flatMap(\.films) where places.first(film) == nil {
            places.append(film.ids)
            films.append(film)
        }
        let names = films.map(Self.name)
        let counts = Dictionary(names.map { ($0.lowercased(), 1) }, uniquingKeysWith: +)
        return zip(films, names).map { film, name in
            // Films with the same name get their ids in the name, so that the order of the films does not matter.
            let isShared = counts[name.lowercased()] ?? 1 > 1
            let suffix = isShared ? film.ids.first.map { " " + safe($0.description) } ?? "" : ""
            let card = carded.first(film).map { library.cards[$0] }
            let isBookmarked = bookmarked.first(film) != nil
            let names = lists.filter { $0.films.first(film) != nil }.map(\.name)
            let noted = NotedFilm(
                film: film,
                details: film.details,
                card: card,
                isBookmarked: isBookmarked,
                lists: names
            )
            return FilmNote(name: name + suffix + ".md", text: template.text(of: noted))
        }
        .sorted { $0.name < $1.name }
    }

    /// Returns the ids in the front matter of a note; none if the text is no note of this program.
    package static func ids(in text: String) -> [MovieID] {
        guard text.contains(scalars: marker), let line = text.lines.first(where: { $0.hasPrefix(scalars: "ids: [") })
        else { return [] }
        do throws(JSONError) {
            let ids = try JSONDocument(String(line.dropFirst("ids: ".count))).root.elements
            return ids.compactMap { $0.string.flatMap { MovieID(parsing: $0) } }
        } catch {
            return []
        }
    }

    /// Returns a note of a film that has left the library: without stars, days, lists, and comment, and with the text
    /// below the marker; `nil` if the text is no note of this program.
    package static func withoutEntry(_ text: String) -> String? {
        guard let end = text.firstRange(scalars: marker) else { return nil }
        let lines = text[..<end.lowerBound].lines
        guard let last = lines.dropFirst().firstIndex(where: { $0 == "---" }), lines.first == "---" else { return nil }
        let removed = ["stars: ", "watched: ", "watched_before: ", "seen_before: ", "liked: ", "lists: "]
        let cleared = ["bookmarked: ": "bookmarked: false", "tags: ": "tags: [film]"]
        let matter = lines[...last].filter { line in !removed.contains { line.hasPrefix(scalars: $0) } }
            .map { line in cleared.first { line.hasPrefix(scalars: $0.key) }?.value ?? String(line) }
        let heading = lines[last...].first { $0.hasPrefix(scalars: "# ") }.map { ["", String($0)] } ?? []
        return (matter + heading + ["", ""]).joined(separator: "\n") + text[end.lowerBound...]
    }

    /// Returns `4.5` for 4.5, and `4` rather than `4.0` for 4.
    package static func number(_ value: Double) -> String {
        value == value.rounded() && value.magnitude < 1e9 ? String(Int(value)) : "\(value)"
    }

    /// The tags of a note, of which programs of notes take none with a blank.
    static func tags(_ own: [String]) -> [String] {
        ["film"] + own.map { NoteValue.quoted($0.split(whereSeparator: \.isWhitespace).joined(separator: "-")) }
    }

    private static func name(of film: LibraryFilm) -> String { safe(film.heading) }

    /// Replaces characters that file systems or shells interpret, and limits the length.
    private static func safe(_ text: String) -> String {
        var name = ""
        for character in text {
            let next = String(character).replacingScalars { scalar in
                let isUnsafe =
                    scalar.properties.generalCategory == .control || scalar.properties.isNoncharacterCodePoint
                    || "/\\:*?\"<>|#^[]".unicodeScalars.contains(scalar)
                    || (0x200E...0x202E).contains(scalar.value) || (0x2066...0x2069).contains(scalar.value)
                return isUnsafe ? "-" : nil
            }
            guard name.utf8.count + next.utf8.count <= 120 else { break }
            name += next
        }
        // A name of dots is a folder, and one that begins with a dot is hidden.
        name = String(name.unicodeScalars.drop { $0 == "." || $0 == " " })
        while let last = name.unicodeScalars.last, last == "." || last == " " { name.unicodeScalars.removeLast() }
        return name.isEmpty || reserved.contains(name.uppercased()) ? "film " + name : name
    }

    /// Names of Windows devices.
    private static let reserved: Set<String> = [
        "CON", "PRN", "AUX", "NUL", "COM1", "COM2", "COM3", "COM4", "COM5", "COM6", "COM7", "COM8", "COM9",
        "LPT1", "LPT2", "LPT3", "LPT4", "LPT5", "LPT6", "LPT7", "LPT8", "LPT9",
    ]
}
