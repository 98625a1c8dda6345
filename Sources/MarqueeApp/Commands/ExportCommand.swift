import ArgumentParser
import JSON
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
