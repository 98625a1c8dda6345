import JSON
import MovieDomain
import MovieService
import Platform
import ZIP

/// What the user imports: a file, an archive or a folder with the files of an account, or an address.
struct ImportSource {
    /// What is read of it.
    enum Content {
        /// An exported library.
        case document(String)
        case table(String)
        /// The files of an account, and the names of those that are not tables.
        case account([ImportedFile], others: [String])
    }

    /// A file of an account.
    struct ImportedFile {
        /// The path in the archive or the folder.
        let name: String
        let text: String
    }

    let path: String

    /// In bytes: more than any library; of a table, the method accepts less.
    private static let largest = 1 << 30
    private static let largestFeed = 16 << 20
    /// The number of files in a folder, and of folders inside each other.
    private static let (mostFiles, deepest) = (2_000, 4)
    private static let endings = [".csv", ".json", ".xml", ".rss"]

    private var name: String { path.split(scalar: "/").last.map(String.init) ?? path }
    private var isAddress: Bool { ["https://", "http://"].contains { path.lowercased().hasPrefix(scalars: $0) } }

    /// The folders of the file, the innermost first.
    private var folders: [String] {
        guard path != "-", !isAddress, let whole = SystemEnvironment.absolute(path) else { return [] }
        return whole.split(scalar: "/").dropLast().reversed().map { $0.lowercased() }
    }

    /// What the name of the file tells about its films: Letterboxd's `watched.csv` looks as `watchlist.csv` does.
    var meaning: String? {
        let name = name.lowercased()
        return ["watched", "watchlist"].first(where: name.hasPrefix)
    }

    /// Refuses a file of Letterboxd's export with entries that are gone there.
    private func checkPlace() throws(CommandError) {
        let folders = folders
        let gone = folders.first == "lists" ? folders.dropFirst().first : folders.first
        guard let gone, ["deleted", "orphaned"].contains(gone) else { return }
        let what = gone == "deleted" ? "what you deleted there" : "entries whose film was removed there"
        throw CommandError(
            "\(path.printable) is left out: in the folder \(gone), Letterboxd exports \(what); to import it anyway, move "
                + "it to another folder",
            .dataError
        )
    }

    /// Reads everything; `asAccount` says that the films of a table are not put in a list.
    func read(asAccount: Bool) async throws -> Content {
        if isAddress {
            let bytes = try await CommandNetwork(environment: .current).file(at: path, atMost: Self.largestFeed)
            return .table(try text(bytes, of: path))
        }
        if FileFacts.of(path)?.kind == .folder || FileFacts.of(path + "/.")?.kind == .folder { return try folder() }
        try checkPlace()
        let bytes = try InputFile(path: path).read(atMost: Self.largest)
        if ZIPArchive.begins(bytes) { return try archive(bytes) }
        if bytes.starts(with: [0x1F, 0x8B]) {
            throw CommandError("\(path.printable) is compressed: decompress it with gunzip", .dataError)
        }
        let text = try text(bytes, of: path)
        if text.drop(while: \.isWhitespace).first == "{", !text.isSimklBackup { return .document(text) }
        try checkLength(text)
        // Only its place tells that a file has the films that the user likes.
        if asAccount, folders.first == "likes", name.lowercased() == "films.csv" {
            return .account([ImportedFile(name: "likes/films.csv", text: text)], others: [])
        }
        return .table(text)
    }

    private func text(_ bytes: [UInt8], of name: String) throws(CommandError) -> String {
        guard let text = String(validating: bytes, as: UTF8.self) else {
            throw CommandError("\(name.printable) is not UTF-8 text; save it as UTF-8", .dataError)
        }
        return text
    }

    // MARK: Accounts

    private func archive(_ bytes: [UInt8]) throws -> Content {
        do {
            let archive = try ZIPArchive(bytes)
            if archive.entries.contains(where: { $0.path == "[Content_Types].xml" }) {
                throw CommandError("\(path.printable) is a spreadsheet or a document: save it as CSV", .dataError)
            }
            let shown = archive.entries.filter { !Self.isHidden($0.path) }
            var files: [ImportedFile] = []
            for entry in shown where Self.isTable(entry.path) {
                let text = try text(try archive.read(entry), of: "\(path): \(entry.path)")
                files.append(ImportedFile(name: entry.path, text: text))
            }
            return try account(files, others: shown.map(\.path).filter { !Self.isTable($0) })
        } catch let error as ZIPError {
            throw CommandError(
                "\(path.printable) cannot be read as a zip archive: \(error.description.printable)",
                .dataError
            )
        }
    }

    private func folder() throws -> Content {
        var (names, waiting): ([String], [String]) = ([], [""])
        while let folder = waiting.popLast() {
            for name in FileSystem.names(inFolder: path + "/" + folder).sorted() {
                let name = folder.isEmpty ? name : folder + "/" + name
                guard !Self.isHidden(name) else { continue }
                switch FileFacts.of(path + "/" + name)?.kind {
                case .file where Self.isTable(name): names.append(name)
                case .folder where name.split(scalar: "/").count < Self.deepest: waiting.append(name)
                default: continue
                }
            }
            guard names.count + waiting.count <= Self.mostFiles else {
                throw CommandError(
                    "\(path.printable) has more than \(Self.mostFiles) files: expected the folder of one export",
                    .dataError
                )
            }
        }
        let files = try names.sorted().map { name in
            let file = InputFile(path: path + "/" + name)
            return ImportedFile(name: name, text: try text(try file.read(atMost: CSVTable.longest * 4), of: file.path))
        }
        return try account(files, others: [])
    }

    private func account(_ files: [ImportedFile], others: [String]) throws(CommandError) -> Content {
        guard !files.isEmpty else {
            throw CommandError(
                "\(path.printable) has no tables: expected an export with files such as diary.csv or ratings-movies.json",
                .dataError
            )
        }
        // Archives often have everything in one folder.
        let tops = Set(files.map { $0.name.split(scalar: "/").first.map(String.init) ?? "" })
        let top = tops.count == 1 ? (tops.first ?? "") + "/" : ""
        let isInside = top.count > 1 && files.allSatisfy { $0.name.hasPrefix(scalars: top) }
        guard isInside, !["lists/", "likes/", "deleted/", "orphaned/"].contains(top.lowercased()) else {
            return .account(files, others: others)
        }
        return .account(
            files.map { ImportedFile(name: String($0.name.dropFirst(top.count)), text: $0.text) },
            others: others
        )
    }

    private static func isTable(_ name: String) -> Bool { endings.contains(where: name.lowercased().hasSuffix) }

    /// Whether a system wrote the file for itself.
    private static func isHidden(_ name: String) -> Bool {
        name.split(scalar: "/").contains { $0.hasPrefix(scalars: ".") || $0 == "__MACOSX" }
    }

    /// Refuses a table that is too long.
    private func checkLength(_ text: String) throws(CommandError) {
        guard text.utf8.count > CSVTable.longest, text.count > CSVTable.longest else { return }
        throw CommandError(
            "\(path.printable) has \(text.utf8.count) bytes; expected a table of at most \(CSVTable.longest) characters: "
                + "divide it into files that each begin with the line of column names",
            .dataError
        )
    }
}
