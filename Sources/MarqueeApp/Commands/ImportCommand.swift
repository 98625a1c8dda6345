import ArgumentParser
import JSON
import MovieDomain
import MovieService
import Platform

struct ImportCommand: MethodCommand {
    static let methods = ["library/import"]
    static let configuration = CommandConfiguration(
        commandName: "import",
        abstract: "Add an exported library, or a file from another service, to your own.",
        discussion: """
              marquee import letterboxd-export.zip
              marquee import https://letterboxd.com/USER/rss/
              marquee import library.json
              marquee import --list 'Top 250' ratings.csv
              marquee import --dry-run ratings.csv

            An export of Letterboxd, Trakt, or Simkl is read as a whole: the zip archive, or the folder that was in it. \
            So are single files of Letterboxd, IMDb, Trakt (CSV and JSON), Simkl, and TMDB, the feed of a member of \
            Letterboxd, and your own tables with the columns of Letterboxd's importer. A file with ratings, days, or \
            reviews becomes cards, and a list from Letterboxd becomes a list. Any other file becomes bookmarks. If a file \
            does not tell whether you have watched its films, nothing is imported, and the command asks for --as; the \
            names watched.csv and watchlist.csv tell. What a file says about a film is kept until a source tells more.

            Lines that cannot be read are reported, and the others are imported; so are the lines of a diary whose stars \
            or review a later viewing replaces. If no line can be read, the exit code is 65. Importing a file again \
            changes nothing. A card that an exported library has too gets the days and comments of both, and the newest \
            stars. `marquee undo` takes the import back.

            After a table or an account, films that have only a title are looked for in the sources, and details are \
            fetched. Stop that with Ctrl-C: what was found stays, and the next import, or marquee identify and marquee \
            library refresh, go on. --no-completion leaves it out.
            """
    )

    @Option(Self["as"], help: "What to make of films in a file without ratings, days, or reviews.")
    var meaning: ParameterValue?

    @Option(Self["scale"], help: "The best value of the column Rating, if the file does not say.")
    var scale: ParameterValue?

    @Option(Self["list"], help: "The list that the films of a CSV file are put in, in place of bookmarks.")
    var list: ParameterValue?

    @Flag(Self["dryRun"], help: "Only show what would be written.") var dryRun = false

    @Flag(
        inversion: .prefixedNo,
        help: "Whether to look for films that have only a title in the sources afterwards, and to fetch details."
    )
    var completion = true

    @Argument(
        help: "The file, archive, folder, or address; - is standard input.",
        completion: .file(extensions: ["json", "csv", "zip"])
    )
    var file: String
    @OptionGroup var options: CallOptions

    func validate() throws {
        if list != nil, meaning != nil { throw ValidationError("expected --as or --list, not both") }
    }

    func run(kinds: [ProviderKind]) async throws {
        let source = ImportSource(path: file)
        let content = try await source.read(asAccount: list == nil)
        var call = try call(adding: try values(of: content, source), kinds: kinds)
        if case .document = content { call.dataFile = file }
        let answer = try await call.answer(as: LibraryImportResult.self)
        reportRest(of: answer)
        if case .account(_, let others) = content, !others.isEmpty {
            CommandErrors.write("left out: \(others.joined(separator: ", ").printable)")
        }
        try await call.show(answer)
        if let preview = answer.preview { Self.show(preview.library) }
        if answer.lines == 0, !answer.problems.isEmpty || !answer.files.isEmpty { throw ExitCode.dataError }
        guard answer.lines != nil, completion, !dryRun else { return }
        await LibraryCompletion(settings: options.engine.settings, kinds: kinds).run()
    }

    /// The number of lines of a file of an account that are named; the answer in JSON has all.
    private static let mostLines = 20

    /// Says what was not imported, and what to do about it.
    private func reportRest(of answer: LibraryImportResult) {
        let parts = [
            ("problems", answer.problems), ("remarks", answer.remarks), ("superseded", answer.superseded),
        ]
        for (part, lines) in parts {
            let shown = answer.files.isEmpty ? lines.count : Self.mostLines
            for problem in lines.prefix(shown) {
                let place = "\((problem.file ?? file).printable):\(problem.line)"
                CommandErrors.write("\(place): \(problem.message.printable)")
            }
            if lines.count > shown {
                CommandErrors.write("and \(lines.count - shown) more of \(part); --format json has all")
            }
        }
        for part in answer.files { report(part) }
        if let asked = answer.asks {
            let lines = Self[asked].choices.map {
                CommandSuggestion.line(["import", "--\(asked)", $0, file]).printable
            }
            CommandErrors.write("try: " + lines.joined(separator: "\n or: "))
        }
        report(unread: answer.unread, of: file)
        if answer.byTitle > 0, dryRun || !completion {
            let films = "\(answer.byTitle.counted("film")) \(answer.byTitle == 1 ? "is" : "are")"
            CommandErrors.write(
                "\(file.printable): \(films) known by title and year only; marquee identify looks for them"
            )
        }
        for refused in answer.refused { CommandErrors.write("refused: \(refused.printable)") }
    }

    /// Says what of a file was not imported.
    private func report(_ file: ReadFile) {
        let name = file.name.printable
        if let reason = file.leftOut { CommandErrors.write("\(name): left out: \(reason)") }
        if file.series > 0 {
            let lines = file.series.counted("line")
            CommandErrors.write("\(name): \(lines) \(file.series == 1 ? "is" : "are") not about films")
        }
        report(unread: file.unread, of: file.name)
    }

    private func report(unread columns: [String], of file: String) {
        guard !columns.isEmpty else { return }
        CommandErrors.write("\(file.printable): not imported: \(columns.joined(separator: ", ").printable)")
    }

    /// The number of films of each kind that are named after a dry run; the answer in JSON has all.
    private static let mostShown = 20

    /// Says what would be written.
    private static func show(_ preview: Library) {
        CommandErrors.write("dry run: nothing was written")
        let kinds = [("bookmark", preview.bookmarks.map(\.film))] + preview.lists.map { ("list " + $0.name, $0.films) }
        for card in preview.cards.prefix(mostShown) {
            let stars = card.stars.map { ", ★\(FilmNote.number($0))" } ?? ""
            let day = card.watchedOn.map { ", watched \($0)" } ?? ""
            CommandErrors.write("would write: card: \(title(card.film))\(stars)\(day)".printable)
        }
        showRest(preview.cards.count, "cards")
        for (kind, films) in kinds {
            for film in films.prefix(mostShown) {
                CommandErrors.write("would write: \(kind): \(title(film))".printable)
            }
            showRest(films.count, "films: \(kind)")
        }
    }

    private static func showRest(_ count: Int, _ kind: String) {
        if count > mostShown { CommandErrors.write("and \(count - mostShown) more \(kind)".printable) }
    }

    private static func title(_ film: LibraryFilm) -> String { film.title + (film.year.map { " (\($0))" } ?? "") }

    /// The values that the files give.
    private func values(of content: ImportSource.Content, _ source: ImportSource) throws -> [ParameterValue?] {
        switch content {
        case .table(let text):
            let named = list == nil && meaning == nil ? source.meaning : nil
            let table = ParameterValue("csv", .string(text), spelling: file.printable)
            return [table, named.map { ParameterValue("as", .string($0)) }]
        case .account(let files, _):
            try checkOptions("an account has files of its own for each")
            let values = files.map { file -> JSONValue in ["name": .string(file.name), "text": .string(file.text)] }
            return [ParameterValue("files", .array(values), spelling: file.printable)]
        case .document(let text):
            try checkOptions("\(file.printable) is an exported library")
            do {
                let library = JSONValue(try JSONDocument(text, limits: .ofFiles).root)
                return [ParameterValue("library", library, spelling: file.printable)]
            } catch {
                throw CommandError("\(file.printable) is not an exported library: \(error)", .dataError)
            }
        }
    }

    /// Refuses the options of single tables.
    private func checkOptions(_ reason: String) throws(CommandError) {
        guard let given = [list, meaning, scale].compactMap(\.self).first else { return }
        throw CommandError("\(given.spelling) is for CSV files, and \(reason)", .usage)
    }
}
