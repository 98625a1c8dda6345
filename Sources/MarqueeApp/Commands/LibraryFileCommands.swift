import ArgumentParser
import JSON
import MovieAggregation
import MovieDomain
import MovieService
import Platform

struct ExportCommand: MethodCommand {
    static let methods = ["library/export"]
    static let configuration = CommandConfiguration(
        commandName: "export",
        abstract: "Write your history, bookmarks, and cards to a file, or as notes into a folder.",
        discussion: """
              marquee export library.json
              marquee export --letterboxd films.csv
              marquee export --list 'Best of 2019' best.csv
              marquee export --markdown notes

            The first writes everything, for marquee import. Cards, bookmarks (--watchlist), and a list are written as \
            Letterboxd imports them. Notes have front matter, one note for each film; --template FILE gives them a form \
            of your own (docs/command-line.md).

            Without a file, everything goes to standard output. An existing note is rewritten down to its marker. \
            What you wrote below the marker stays, even if you renamed the note. The note of a removed film is left \
            alone unless you pass --prune, and a file of the same name without a marker, or an existing FILE, unless \
            you pass --force.
            """
    )

    @Option(help: "Write the cards as CSV to this file.", completion: .file(extensions: ["csv"]))
    var letterboxd: String?

    @Option(help: "Write the bookmarks as CSV to this file.", completion: .file(extensions: ["csv"]))
    var watchlist: String?

    @Option(Self["list"], help: "Write the list of this name as CSV to FILE.") var list: ParameterValue?

    @Option(help: "Write a note for each film into this folder.", completion: .directory)
    var markdown: String?

    @Option(
        help: "With --markdown, the form of the notes: a note with {{title}} in place of the title.",
        completion: .file()
    )
    var template: String?

    @Option(Self["format"], as: "as", help: "Write FILE in this format.") var format: ParameterValue?

    @Flag(help: "Overwrite an existing file, and notes that are not from this program.")
    var force = false

    @Flag(help: "With --markdown, take stars, days, lists, and comments out of notes of films that you removed.")
    var prune = false

    @Argument(help: "The file for everything, as JSON, or for --list.", completion: .file(extensions: ["json", "csv"]))
    var file: String?
    @OptionGroup var engine: EngineOptions

    var options: CallOptions { CallOptions(engine, nil) }

    private static let largestTemplate = 100_000

    func validate() throws {
        if [letterboxd, watchlist, markdown, file].compactMap(\.self).count > 1 {
            throw ValidationError("expected one of FILE, --letterboxd, --watchlist, and --markdown")
        }
        if format != nil, list != nil || letterboxd ?? watchlist ?? markdown != nil {
            throw ValidationError("expected one of --as, --list, --letterboxd, --watchlist, and --markdown")
        }
        let others = [
            "csv": ["--letterboxd", "films.csv"], "letterboxd": ["--letterboxd", "films.csv"], "json": ["library.json"],
            "markdown": ["--markdown", "notes"], "notes": ["--markdown", "notes"],
            "watchlist": ["--watchlist", "films.csv"],
        ]
        if let file, format == nil, let words = others[file.lowercased()] {
            let line = CommandSuggestion.line(["export"] + words)
            throw ValidationError("'\(file)' is not a file name; did you mean: \(line)")
        }
        if let file, format == nil, list == nil, file.lowercased().hasSuffix(scalars: ".csv") {
            let line = CommandSuggestion.line(["export", "--letterboxd", file])
            throw ValidationError(
                "without an option, FILE is JSON with everything, found '\(file.printable)'; did you mean: \(line)"
            )
        }
        if prune || template != nil, markdown == nil {
            throw ValidationError("--\(prune ? "prune" : "template") is for --markdown only")
        }
        if prune, template != nil {
            throw ValidationError("--prune knows the usual properties only: leave out --template")
        }
        if list != nil, letterboxd ?? watchlist ?? markdown != nil {
            throw ValidationError("expected one of --list, --letterboxd, --watchlist, and --markdown")
        }
        if list != nil, let file, file.lowercased().hasSuffix(scalars: ".json") {
            throw ValidationError(
                "--list writes a table: expected a FILE that ends in .csv, found '\(file.printable)'; without --list, "
                    + "JSON has everything"
            )
        }
    }

    func run(kinds: [ProviderKind]) async throws {
        let output = (letterboxd ?? watchlist ?? file).flatMap { $0 == "-" ? nil : $0 }
        if let output { try OutputFile(path: output).check(isForced: force) }
        let formats = [
            ("letterboxd", letterboxd), ("watchlist", watchlist), ("markdown", markdown), ("list", list?.text),
        ]
        let format =
            format ?? ParameterValue("format", .string(formats.first { $0.1 != nil }?.0 ?? "json"))
        let form = try template.map { file in
            let bytes = try InputFile(path: file).read(atMost: Self.largestTemplate)
            return ParameterValue("template", .string(String(decoding: bytes, as: UTF8.self)))
        }
        let answer = try await call(adding: [format, form], kinds: kinds).answer(as: LibraryExportResult.self)
        if let library = answer.library {
            return try write(await ServiceHandler.written(library) + [UInt8(ascii: "\n")], to: output)
        }
        if let markdown = markdown ?? (answer.notes.isEmpty ? nil : file) {
            let notes = NoteFolder(path: markdown, isForced: force, prunes: prune)
            return try report(notes.write(answer.notes), in: markdown)
        }
        for id in answer.omitted.compactMap(\.ids.first) {
            CommandErrors.write(
                "not exported: \(id.description.printable): neither a title nor an id of IMDb or TMDB is known"
            )
        }
        try write(Array((answer.text ?? "").utf8), to: output)
    }

    private func write(_ bytes: [UInt8], to file: String?) throws {
        guard let file else { return try CommandOutput.print(bytes: bytes) }
        try FileSystem.local.write(bytes, file).get()
        CommandErrors.write("\(list == nil ? "the library" : "the list") was written to \(file.printable)")
    }

    private func report(_ outcome: NoteFolder.Outcome, in folder: String) throws {
        for name in outcome.leftAlone {
            CommandErrors.write(
                "warning: \(name.printable) exists and has no marker: left alone (--force replaces it)"
            )
        }
        if let failure = outcome.failure {
            throw CommandError(
                "\(failure)\n\(outcome.written) of the notes were written before; none is half-written.",
                .inputOutput
            )
        }
        CommandErrors.write("\(outcome.written.counted("note")) written to \(folder.printable)")
        if outcome.orphans.count > 0 {
            let notes = outcome.orphans.count == 1 ? "1 note is" : "\(outcome.orphans.count) notes are"
            CommandErrors.write(
                "\(notes) of films that are not in the library: "
                    + (outcome.orphans.arePruned
                        ? "their stars, days, lists, and comments were taken out"
                        : "left alone (--prune takes their stars, days, lists, and comments out)")
            )
        }
    }
}

/// A folder of film notes, which the user edits, too.
struct NoteFolder {
    struct Outcome {
        var written = 0
        /// Files without a marker, which this program has not written.
        var leftAlone: [String] = []
        /// The notes of films that the library does not have, and whether what they have from it was taken out.
        var orphans = (count: 0, arePruned: false)
        var failure: FileFailure?
    }

    let path: String
    let isForced: Bool
    /// Whether notes of films that the library does not have lose what they have from it.
    let prunes: Bool

    private static let largestNote = 16 << 20
    private var files: FileSystem { .local }

    /// Writes the notes that have changed, each whole or not at all, up to the first failure.
    func write(_ notes: [FilmNote]) -> Outcome {
        var outcome = Outcome()
        var changed: [(path: String, bytes: [UInt8])] = []
        var strays = findStrays(besides: Set(notes.map(\.name)))
        var films = FilmPlaces()
        for note in notes {
            let text = note.text
            films.append(FilmNote.ids(in: text))
            var file = path + "/" + note.name
            var old = files.read(file, Self.largestNote)
            if case .failure(let failure) = old, failure.reason == .missing,
                let stray = strays.take(FilmNote.ids(in: text))
            {
                file = path + "/" + stray
                old = files.read(file, Self.largestNote)
            }
            switch old {
            // A pipe, which would wait for a reader, or a device is not a note, whatever is forced.
            case .failure(let failure) where failure.reason == .notRegular || failure.reason != .missing && !isForced:
                outcome.failure = failure
            case .success(let bytes):
                guard let text = merged(text, with: String(decoding: bytes, as: UTF8.self)) else {
                    outcome.leftAlone.append(file)
                    continue
                }
                if Array(text.utf8) == bytes { outcome.written += 1 } else { changed.append((file, Array(text.utf8))) }
            case .failure: changed.append((file, Array(text.utf8)))
            }
            if outcome.failure != nil { break }
        }
        let removed = outcome.failure == nil ? strays.notes(besides: films) : []
        let pruned = prunes ? removed.map { (path: path + "/" + $0.name, bytes: $0.bytes) } : []
        let (written, failure) = FileSystem.writeLocal(changed + pruned)
        outcome.written += min(written, changed.count)
        outcome.orphans = prunes ? (max(0, written - changed.count), true) : (removed.count, false)
        outcome.failure = failure ?? outcome.failure
        return outcome
    }

    /// Existing notes whose names differ from those that they would get now, because another film of that name was
    /// added or removed, or because the user renamed them.
    private struct Strays {
        var names: [String?] = []
        var texts: [String] = []
        var films = FilmPlaces()

        /// Returns the name of a film's note, once.
        mutating func take(_ ids: [MovieID]) -> String? {
            guard let place = films.places(of: ids).first(where: { names[$0] != nil }) else { return nil }
            defer { names[place] = nil }
            return names[place]
        }

        /// Returns the notes of films that are not among these ones, without what the library said about them; only
        /// those that this changes.
        func notes(besides kept: FilmPlaces) -> [(name: String, bytes: [UInt8])] {
            names.indices.compactMap { place in
                let ids = FilmNote.ids(in: texts[place])
                guard let name = names[place], !ids.isEmpty, kept.places(of: ids).isEmpty,
                    let text = FilmNote.withoutEntry(texts[place]), text != texts[place]
                else { return nil }
                return (name, Array(text.utf8))
            }
        }
    }

    private func findStrays(besides names: Set<String>) -> Strays {
        var strays = Strays()
        for name in FileSystem.names(inFolder: path).sorted()
        where name.hasSuffix(scalars: ".md") && !names.contains(name) {
            guard case .success(let bytes) = files.read(path + "/" + name, Self.largestNote) else { continue }
            let text = String(decoding: bytes, as: UTF8.self)
            strays.names.append(name)
            strays.texts.append(text)
            strays.films.append(FilmNote.ids(in: text))
        }
        return strays
    }

    /// Returns the new note with the old text below the marker; `nil` if the old file has no marker and must be kept.
    private func merged(_ note: String, with old: String) -> String? {
        guard let marker = old.firstRange(scalars: FilmNote.marker) else { return isForced ? note : nil }
        guard let end = note.firstRange(scalars: FilmNote.marker) else { return note }
        return String(note[..<end.upperBound]) + String(old[marker.upperBound...])
    }
}

struct IdentifyCommand: MethodCommand {
    static let methods = ["movies/identify", "library/identify"]
    static let configuration = CommandConfiguration(
        commandName: "identify",
        abstract: "Tell which films your files are, or look up films that were imported by title only.",
        discussion: """
            The same as: marquee call movies/identify with names, and library/identify without

              marquee identify ~/Films
              marquee identify 'Dune Part Two 2024'

            It goes into folders, for the films in them, and reads the names from standard input for -. An id in the \
            movie.nfo or NAME.nfo of a media centre beside a film counts as one in its name. Pictures, subtitles, and \
            what else comes with films are left out.

            Without names, it goes through the films in the library. A film that is found with certainty gets the ids \
            and details of the sources. For the others, the command shows the candidates. Choose one with marquee \
            matches add ID CANDIDATE, then run this command again.
            """
    )

    @Argument(Self["names"], help: "Names of files or folders, or titles.", completion: .file())
    var names: [ParameterValue] = []
    @OptionGroup var sources: SourceOptions<Self>
    @OptionGroup var options: CallOptions

    /// The number of names in one call.
    private static let namesOfCall = 50

    func validate() throws {
        if names.isEmpty, sources.languages != nil {
            throw ValidationError("--languages is for names; expected NAMES")
        }
    }

    /// The number of films in a row without an answer after which no source seems to answer.
    private static let mostUnanswered = 10

    /// Returns the films of a folder, the lines of standard input for `-`, or the name itself.
    private static func expanded(_ value: ParameterValue) throws -> [ParameterValue] {
        guard case .string(let text)? = value.elements.first else { return [value] }
        var names: [String] = []
        if text == "-" {
            var reader = try LineReader("-")
            while let line = try reader.next() {
                let name = String(decoding: line, as: UTF8.self).trimmedText
                if !name.isEmpty { names.append(name) }
            }
            guard !names.isEmpty else { throw CommandError("standard input: expected names, one on each line", .usage) }
        } else if let folder = FilmFolder(text) {
            names = folder.films
            guard !names.isEmpty else {
                throw CommandError(
                    "\(text.printable): found no films, such as .mkv or .mp4 files, in this folder",
                    .noInput
                )
            }
        } else {
            return [value]
        }
        return names.map { ParameterValue(value.name, .array([.string($0)]), spelling: value.spelling) }
    }

    /// What to do about a second card of one film.
    private static func secondCard(_ film: IdentifiedFilm) -> String {
        let stars = film.movie?.card?.stars.map { " (\(FilmNote.number($0)) stars)" } ?? ""
        let line = CommandSuggestion.line(["cards", "remove", film.id.description])
        return
            "you already have a card of \(film.movie?.id.description ?? "")\(stars); the one of \(film.id) is "
            + "unchanged; to remove it, run: \(line)"
    }

    func run(kinds: [ProviderKind]) async throws {
        guard names.isEmpty else { return try await identifyNames(kinds) }
        var next: String?
        var (unanswered, left) = (0, 0)
        repeat {
            let cursor = next.map { ParameterValue("cursor", .string($0)) }
            let call = try call("library/identify", adding: [cursor], kinds: kinds)
            let answer = try await call.answer(as: LibraryIdentifyResult.self)
            try await call.show(answer)
            for film in answer.films where film.status == .secondCard {
                CommandErrors.write(Self.secondCard(film).printable)
            }
            next = answer.page.next?.text
            left += answer.films.count { $0.status == .unanswered }
            let isUnanswered = answer.films.allSatisfy { $0.status == .unanswered }
            unanswered = isUnanswered ? unanswered + answer.films.count : 0
            if unanswered >= Self.mostUnanswered || unanswered > 0 && next == nil {
                throw CommandError("no source answers; the remaining films were not looked up", .unavailable)
            }
        } while next != nil
        if left > 0 { throw ExitCode.partly }
    }

    private func identifyNames(_ kinds: [ProviderKind]) async throws {
        let (names, companions) = FilmFolder.withoutCompanions(try names.flatMap(Self.expanded), Self.text)
        if companions > 0 {
            let files = companions == 1 ? "1 file that comes" : "\(companions) files that come"
            CommandErrors.write("left out: \(files) with films, such as pictures and subtitles")
        }
        guard !names.isEmpty else { throw CommandError("none of these names is of a film", .noInput) }
        var statuses: [IdentifiedName.Status] = []
        for start in stride(from: 0, to: names.count, by: Self.namesOfCall) {
            let part = names[start..<min(names.count, start + Self.namesOfCall)]
            let (shown, read) = (part.map(Self.text), part.map { Self.text($0, withNFO: true) })
            let names = ParameterValue("names", .array(read.map(JSONValue.string)), spelling: "NAMES")
            let call = try call("movies/identify", adding: [names], kinds: kinds)
            var answer = try await call.answer(as: IdentifiedNames.self)
            // With the names that the user gave.
            for (place, name) in zip(answer.names.indices, shown) { answer.names[place].name = name }
            try await call.show(answer)
            statuses += answer.names.map(\.status)
        }
        let unanswered = statuses.count { $0 == .unanswered }
        if unanswered == statuses.count, unanswered > 0 { throw CommandError("no source answered", .unavailable) }
        if unanswered > 0 {
            let films = unanswered == 1 ? "1 name" : "\(unanswered) names"
            throw CommandError("no source answered for \(films); run the command again for them", .partly)
        }
    }

    private static func text(_ name: ParameterValue) -> String { text(name, withNFO: false) }

    /// Returns the text of a name, with the ids of the media centre's file beside it if it is the path of a film.
    private static func text(_ name: ParameterValue, withNFO: Bool) -> String {
        guard case .string(let text)? = name.elements.first else { return "" }
        guard withNFO, FileFacts.of(text) != nil, let file = NFOFile(beside: text, .local) else { return text }
        return file.name(of: text)
    }
}

struct LibraryCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "library",
        abstract: "Keep the details of the films in your library up to date.",
        discussion: """
              marquee library refresh
              marquee library refresh --older-than 7 --limit 50
            """,
        subcommands: [RefreshCommand.self]
    )
}

struct RefreshCommand: MethodCommand {
    static let methods = ["library/refresh"]
    static let configuration = view(
        named: "refresh",
        "Fetch the details of films in your library that have none, or old ones.",
        """
          marquee library refresh
          marquee library refresh --older-than 7 --limit 50

        The call is repeated until the last film. Films for which a source did not answer are fetched again the next \
        time. Films with only a title and a year are left to marquee identify.
        """
    )

    @Option(Self["timeout"]) var timeout: ParameterValue?
    @Option(Self["olderThan"]) var olderThan: ParameterValue?

    @Option(help: "The maximum number of films; without it, all.")
    var limit: Int?
    @OptionGroup var options: CallOptions

    /// The number of films in a call, and of films in a row without an answer after which no source seems to answer.
    private static let (mostFilms, mostUnanswered) = (20, 20)

    func validate() throws {
        if let limit, limit < 1 { throw ValidationError("--limit: expected a number of at least 1, found \(limit)") }
    }

    func run(kinds: [ProviderKind]) async throws {
        var next: String?
        var (left, unanswered, missed) = (limit ?? .max, 0, 0)
        repeat {
            let most = ParameterValue("limit", .number(JSONNumber(min(left, Self.mostFilms))))
            let cursor = next.map { ParameterValue("cursor", .string($0)) }
            let call = try call(adding: [most, cursor], kinds: kinds)
            let answer = try await call.answer(as: LibraryRefreshResult.self)
            try await call.show(answer)
            next = answer.page.next?.text
            left -= answer.films.count
            missed += answer.films.count { $0.status == .unanswered }
            let isUnanswered = answer.films.allSatisfy { $0.status == .unanswered }
            unanswered = isUnanswered ? unanswered + answer.films.count : 0
            if unanswered >= Self.mostUnanswered || unanswered > 0 && next == nil {
                let rest = next == nil ? "" : "; the remaining films were not fetched"
                throw CommandError("no source answers\(rest)", .unavailable)
            }
            if next == nil || left == 0, answer.remaining > 0 {
                let films = "\(answer.remaining.counted("film")) \(answer.remaining == 1 ? "has" : "have")"
                CommandErrors.write("\(films) no details yet, or old ones")
            }
        } while next != nil && left > 0
        if missed > 0 { throw ExitCode.partly }
    }
}
