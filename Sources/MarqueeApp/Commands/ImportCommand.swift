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
              marquee import library.json
              marquee import diary.csv
              marquee import --list 'Top 250' ratings.csv
              marquee import --dry-run ratings.csv

            Files of Letterboxd, IMDb, Trakt (CSV and JSON), Simkl, and TMDB are read, and your own tables with the \
            columns of Letterboxd's importer. A file with ratings, days, or reviews becomes cards, and a list from \
            Letterboxd becomes a list. Any other file becomes bookmarks. If a file does not tell whether you have watched \
            its films, nothing is imported, and the command asks for --as; the names watched.csv and watchlist.csv \
            tell. What a file says about a film is kept until a source tells more. Lines that cannot be read are \
            reported, and the others are imported; so are the lines of a diary whose stars or review a later viewing \
            replaces. If no line can be read, the exit code is 65. Importing a file again changes nothing. A card that an exported library has too gets the days and comments of both, and the \
            newest stars. `marquee undo` takes the import back.
            """
    )

    @OptionGroup var options: CallOptions

    @Option(Self["as"], help: "What to make of films in a file without ratings, days, or reviews.")
    var meaning: ParameterValue?

    @Option(Self["scale"], help: "The best value of the column Rating, if the file does not tell.")
    var scale: ParameterValue?

    @Option(Self["list"], help: "The list that the films of a CSV file are put in, in place of bookmarks.")
    var list: ParameterValue?

    @Flag(Self["dryRun"], help: "Only show what would be written.") var dryRun = false

    @Argument(help: "The file; - is standard input.", completion: .file(extensions: ["json", "csv"]))
    var file: String

    func validate() throws {
        if list != nil, meaning != nil { throw ValidationError("expected --as or --list, not both") }
    }

    func run(kinds: [ProviderKind]) async throws {
        let input = ImportedFile(path: file)
        try input.checkPlace(isList: list != nil, isWatched: meaning?.text == "watched")
        let text = try input.read()
        var call = try call(adding: try values(of: text, input), kinds: kinds)
        if text.isDocument { call.dataFile = file }
        let answer = try await call.answer()
        reportRest(of: answer)
        try call.show(answer)
        if let preview = answer["preview"] { Self.show(preview) }
        if answer["lines"]?.int == 0, !answer["problems"].list.isEmpty { throw ExitCode.dataError }
    }

    /// Says what was not imported, and what to do about it.
    private func reportRest(of answer: JSONElement) {
        for part in ["problems", "remarks", "superseded"] {
            for problem in answer[part].list {
                let place = "\(file.printable):\(problem["line"].digits)"
                CommandErrors.write("\(place): \(problem["message"].words.printable)")
            }
        }
        if let asked = answer["asks"]?.string {
            let lines = Self[asked].choices.map {
                CommandSuggestion.line(["import", "--\(asked)", $0, file]).printable
            }
            CommandErrors.write("try: " + lines.joined(separator: "\n or: "))
        }
        let unread = answer["unread"].texts
        if !unread.isEmpty {
            CommandErrors.write("\(file.printable): not imported: \(unread.joined(separator: ", ").printable)")
        }
        if let count = answer["byTitle"]?.int {
            let films = count == 1 ? "1 film is" : "\(count) films are"
            CommandErrors.write(
                "\(file.printable): \(films) known by title and year only; marquee identify looks for them"
            )
        }
        for refused in answer["refused"].texts { CommandErrors.write("refused: \(refused.printable)") }
    }

    /// The number of films of each kind that are named after a dry run; the answer in JSON has all.
    private static let mostShown = 20

    /// Says what would be written.
    private static func show(_ preview: JSONElement) {
        CommandErrors.write("dry run: nothing was written")
        let lists = preview["lists"].list.map { ("list " + $0["name"].words, Array($0["movies"].list)) }
        let kinds = [("bookmark", preview["bookmarks"].list.compactMap { $0["movie"] })] + lists
        for card in preview["cards"].list.prefix(mostShown) {
            let stars = card["stars"]?.double.map { ", ★\(FilmNote.number($0))" } ?? ""
            let day = card["watchedOn"]?.string.map { ", watched \($0)" } ?? ""
            CommandErrors.write("would write: card: \(title(card["movie"]))\(stars)\(day)".printable)
        }
        showRest(preview["cards"].list.count, "cards")
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

    private static func title(_ film: JSONElement?) -> String {
        let year = film?["year"]?.int.map { " (\($0))" } ?? ""
        return (film?["title"]?.string ?? film?["id"]?.string ?? "") + year
    }

    /// The values that the file gives.
    private func values(of text: String, _ input: ImportedFile) throws -> [ParameterValue?] {
        guard text.isDocument else {
            try input.checkLength(text)
            let named = list == nil && meaning == nil ? input.meaning : nil
            let table = ParameterValue("csv", .string(text), spelling: file.printable)
            return [table, named.map { ParameterValue("as", .string($0)) }]
        }
        if let given = [list, meaning, scale].compactMap(\.self).first {
            throw CommandError(
                "\(given.spelling) is for CSV files, and \(file.printable) is an exported library",
                .usage
            )
        }
        do {
            let library = JSONValue(try JSONDocument(text, limits: .ofFiles).root)
            return [ParameterValue("library", library, spelling: file.printable)]
        } catch {
            throw CommandError("\(file.printable) is not an exported library: \(error)", .dataError)
        }
    }
}

/// A file to import, and what its place and its first bytes tell about it.
struct ImportedFile {
    let path: String

    /// In bytes: more than any library; of a table, the method accepts less.
    private static let largest = 1 << 30
    /// The files of Letterboxd's export that tell what the user did with films.
    private static let filesOfExport = ["watched.csv", "ratings.csv", "diary.csv", "reviews.csv", "watchlist.csv"]

    private var name: String { path.split(scalar: "/").last.map(String.init) ?? path }

    /// The folders of the file, the innermost first.
    private var folders: [String] {
        guard path != "-", let whole = SystemEnvironment.absolute(path) else { return [] }
        return whole.split(scalar: "/").dropLast().reversed().map { $0.lowercased() }
    }

    /// What the name of the file tells about its films: Letterboxd's `watched.csv` looks as `watchlist.csv` does.
    var meaning: String? {
        let name = name.lowercased()
        return ["watched", "watchlist"].first(where: name.hasPrefix)
    }

    /// Refuses files of Letterboxd's export that tell nothing about watching films, or about films that are gone.
    func checkPlace(isList: Bool, isWatched: Bool) throws(CommandError) {
        let folders = folders
        let gone = folders.first == "lists" ? folders.dropFirst().first : folders.first
        if let gone, ["deleted", "orphaned"].contains(gone) {
            let what = gone == "deleted" ? "what you deleted there" : "entries whose film was removed there"
            throw CommandError(
                "\(path.printable) is left out: in the folder \(gone), Letterboxd exports \(what); to import it anyway, "
                    + "move it to another folder",
                .dataError
            )
        }
        if folders.first == "likes", name.lowercased() == "films.csv", !isList, !isWatched {
            throw CommandError(
                "\(path.printable) is left out: films that you like are not a watchlist; to make a list of them, run: "
                    + CommandSuggestion.line(["import", "--list", "Likes", path]).printable,
                .dataError
            )
        }
    }

    func read() throws -> String {
        if FileFacts.of(path)?.kind == .folder { throw CommandError(adviceForFolder, .dataError) }
        let bytes = try InputFile(path: path).read(atMost: Self.largest)
        if bytes.starts(with: [0x50, 0x4B, 0x03, 0x04]) {
            throw CommandError(
                "\(path.printable) is a zip archive or a spreadsheet: unzip it, and import the files in it that tell of "
                    + "your films (\(Self.filesOfExport.joined(separator: ", "))); save a spreadsheet as CSV",
                .dataError
            )
        }
        if bytes.starts(with: [0x1F, 0x8B]) {
            throw CommandError("\(path.printable) is compressed: decompress it with gunzip", .dataError)
        }
        guard let text = String(validating: bytes, as: UTF8.self) else {
            throw CommandError("\(path.printable) is not UTF-8 text; save it as UTF-8", .dataError)
        }
        return text
    }

    /// Which files of a folder can be imported.
    private var adviceForFolder: String {
        let names = Set(FileSystem.names(inFolder: path))
        let lists = FileSystem.names(inFolder: path + "/lists").filter { $0.hasSuffix(scalars: ".csv") }.sorted()
        let files = Self.filesOfExport.filter(names.contains) + lists.map { "lists/" + $0 }
        let base = path.hasSuffix(scalars: "/") ? path : path + "/"
        let lines = files.map { "\n  " + CommandSuggestion.line(["import", base + $0]).printable }
        let advice = lines.isEmpty ? "" : "; import its files:" + lines.joined()
        return "\(path.printable) is a folder\(advice)"
    }

    /// Refuses a table that is too long.
    func checkLength(_ text: String) throws(CommandError) {
        guard text.utf8.count > CSVTable.longest, text.count > CSVTable.longest else { return }
        throw CommandError(
            "\(path.printable) has \(text.utf8.count) bytes; expected a table of at most \(CSVTable.longest) characters: "
                + "divide it into files that each begin with the line of column names",
            .dataError
        )
    }
}

extension String {
    /// Whether the text is an exported library rather than a table.
    fileprivate var isDocument: Bool { drop(while: \.isWhitespace).first == "{" }
}
