import JSON
import MovieDomain
import Platform

/// A file of an account at another service.
struct ImportedText: Sendable {
    /// The path in the archive or the folder; empty for a file that comes alone.
    var name = ""
    var text: String
}

/// The files of an account at another service, read as one library.
///
/// Each file is read after those that tell more about films: what it says about a film that an earlier file has, or the
/// library, completes the card of that film. So the result is the same whatever the order of the files, and a file that
/// is read again adds nothing.
struct AccountImport {
    private(set) var library = Library()
    private(set) var files: [ReadFile] = []
    /// The number of films of which only the title and the year are known.
    private(set) var byTitle = 0

    /// The cards of the library, and then those of the files; changed ones are in `library`.
    private var cards: [Card]
    private var places: FilmPlaces
    private var changed: Set<Int> = []
    private var namesakes: Namesakes

    /// Reads files; `choice` is what the user says about a file that comes alone, and `read` reads one after the
    /// others.
    init(
        _ texts: [ImportedText],
        known cards: [Card],
        namesakes: Namesakes,
        read: (ImportedText, CSVImport.Role, Namesakes) -> CSVImport
    ) {
        (self.cards, self.namesakes) = (cards, namesakes)
        places = FilmPlaces(cards.map(\.film.ids))
        let account = AccountFiles(texts)
        for text in texts.map({ ($0, account.place(of: $0.name)) }).sorted(by: { $0.1 < $1.1 }).map(\.0) {
            switch account.use(of: text) {
            case .leftOut(let reason): files.append(ReadFile(name: text.name, leftOut: reason))
            case .table(let role): add(read(text, role, self.namesakes), text.name)
            }
        }
        library.cards = changed.sorted().map { self.cards[$0] }
        var films = FilmPlaces()
        for film in library.bookmarks.map(\.film) + library.lists.flatMap(\.films) + readFilms
        where film.isKnownByTitle && films.first(film) == nil {
            films.append(film.ids)
            byTitle += 1
        }
        readFilms = []
    }

    /// The films of the cards in the files.
    private var readFilms: [LibraryFilm] = []

    private mutating func add(_ table: CSVImport, _ name: String) {
        var table = table
        namesakes = table.namesakes
        namesakes.keepAll()
        readFilms += table.library.cards.map(\.film)
        let count = table.library.cards.count
        table.complete(with: cards)
        var file = ReadFile(name: name)
        file.unchanged = count - table.library.cards.count
        (file.lines, file.asks, file.unread) = (table.lineCount, table.asked, table.unreadColumns)
        file.problems = table.problems
        (file.remarks, file.superseded) = (table.remarks, table.superseded)
        if !name.isEmpty { file.countSeries() }
        files.append(file)
        for card in table.library.cards {
            let place = places.first(card.film) ?? cards.count
            if place == cards.count {
                cards.append(card)
                places.append(card.film.ids)
            } else {
                cards[place] = card
                places.add(card.film.ids, to: place)
            }
            changed.insert(place)
        }
        library.bookmarks += table.library.bookmarks
        library.lists += table.library.lists
        library.details += table.library.details
    }
}

/// What became of one file of an import.
package struct ReadFile: Sendable {
    package var name: String
    /// Why nothing of the file is imported.
    package var leftOut: String?
    /// The lines that are taken over, and those about series and other things that are not films.
    package var (lines, series) = (0, 0)
    /// The cards that the file does not change.
    var unchanged = 0
    var asks: String?
    var problems: [LineProblem] = []
    var remarks: [LineProblem] = []
    var superseded: [LineProblem] = []
    package var unread: [String] = []

    init(name: String, leftOut: String? = nil) { (self.name, self.leftOut) = (name, leftOut) }

    /// Counts the lines about series, of which an account may have thousands, in place of naming each.
    fileprivate mutating func countSeries() {
        series = problems.count(where: \.isOfSeries)
        problems.removeAll(where: \.isOfSeries)
        for lines in [\ReadFile.problems, \.remarks, \.superseded] {
            for index in self[keyPath: lines].indices { self[keyPath: lines][index].file = name }
        }
    }
}

/// What the files of an account are, by their paths: those of Letterboxd, and those of Trakt.
private struct AccountFiles {
    enum Use {
        case leftOut(String)
        case table(CSVImport.Role)
    }

    /// The names of Trakt's lists, by their numbers.
    private var listNames: [String: String] = [:]

    init(_ texts: [ImportedText]) {
        for text in texts where ["lists-lists", "lists"].contains(AccountPath(text.name).stem) && text.text.isList {
            noteListNames(text.text)
        }
    }

    private mutating func noteListNames(_ text: String) {
        do throws(JSONError) {
            for list in try JSONDocument(text, limits: JSONLimits(maximumBytes: .max)).root.elements {
                guard let number = list["ids"]?["trakt"]?.int, let name = list["name"]?.string else { continue }
                listNames[String(number)] = name
            }
        } catch {
            // The file has a problem of its own; its lists are named by their files.
            listNames = [:]
        }
    }

    /// The place of a file: what is known of all films comes before what happened on a day.
    func place(of name: String) -> Place {
        let path = AccountPath(name)
        let order = [
            "watched-movies", "history", "watched", "ratings", "diary", "reviews", "comments", "likes", "watchlist",
        ]
        let words = (path.folders + [path.stem]).joined(separator: "/")
        return Place(
            rank: path.folders.last == "lists"
                ? order.count + 1
                : order.firstIndex { words.contains(scalars: $0) } ?? order.count,
            name: name
        )
    }

    struct Place: Comparable {
        let rank: Int
        let name: String

        static func < (one: Place, other: Place) -> Bool { (one.rank, one.name) < (other.rank, other.name) }
    }

    func use(of text: ImportedText) -> Use {
        if text.name.isEmpty { return .table(CSVImport.Role()) }
        let path = AccountPath(text.name)
        if path.folders.contains("deleted") { return .leftOut("what you deleted there") }
        if path.folders.contains("orphaned") { return .leftOut("entries whose film was removed there") }
        if text.text.isSimklBackup { return .table(CSVImport.Role()) }
        if path.isJSON || text.text.isList { return useOfList(path, text.text) }
        if text.text.begins(with: "{") { return .leftOut("an object; expected a table or a list") }
        var role = CSVImport.Role()
        switch (path.folders.last, path.stem) {
        case ("likes", "films"): (role.isLiked, role.meaning) = (true, .watched)
        case ("likes", _): return .leftOut("reviews and lists of others that you like")
        case ("lists", _): role.standardListName = path.stem.replacing(scalars: "-", with: " ")
        case (_, "comments"): return .leftOut("your comments on what others wrote")
        case (_, "profile"): return .leftOut("your profile there")
        case (_, let stem) where stem.contains(scalars: "favorite"): (role.isLiked, role.meaning) = (true, .watched)
        case (_, let stem) where stem.hasPrefix(scalars: "watchlist"): role.meaning = .watchlist
        case (_, let stem) where stem.hasPrefix(scalars: "watched"): role.meaning = .watched
        default: break
        }
        return .table(role)
    }

    /// The words in the names of Trakt's files that say that a file is not about films which the user watched or wants to
    /// watch.
    private static let others = [
        "hidden": "what you have hidden", "playback": "what you have not watched to the end",
        "collection": "what you own", "like": "what of others you like", "follow": "members", "friend": "members",
        "network": "members", "profile": "your profile there", "settings": "your settings there",
        "stats": "counts", "note": "notes", "reaction": "reactions", "shows": "series", "episodes": "series",
        "seasons": "series", "last-activities": "times", "people": "people",
    ]

    private func useOfList(_ path: AccountPath, _ text: String) -> Use {
        var role = CSVImport.Role()
        let stem = path.stem
        if !listNames.isEmpty, ["lists-lists", "lists"].contains(stem) {
            return .leftOut("the names of your lists, which are read with their films")
        }
        if stem.hasPrefix(scalars: "lists-list-") {
            let words = stem.split(scalar: "-").dropFirst(2)
            let standard = words.dropFirst().joined(separator: " ")
            role.listName = words.first.flatMap { listNames[String($0)] } ?? (standard.isEmpty ? stem : standard)
            return .table(role)
        }
        if stem.contains(scalars: "favorites") {
            role.listName = "Favorites"
            return .table(role)
        }
        if let other = Self.others.keys.sorted().first(where: { stem.contains(scalars: $0) }) {
            return .leftOut(Self.others[other] ?? other)
        }
        guard text.isList else { return .leftOut("no list of films") }
        if text.drop(while: \.isWhitespace).dropFirst().begins(with: "]") { return .leftOut("an empty list") }
        return .table(role)
    }
}

/// The path of a file in an account, in lower case.
private struct AccountPath {
    /// The folders, the outermost first.
    let folders: [String]
    /// The name without its ending.
    let stem: String
    let isJSON: Bool

    init(_ name: String) {
        let parts = name.lowercased().split(scalar: "/").map(String.init)
        let file = parts.last ?? ""
        folders = Array(parts.dropLast())
        isJSON = file.hasSuffix(scalars: ".json")
        stem = file.lastIndex(scalar: ".").map { String(file[..<$0]) } ?? file
    }
}

extension String {
    fileprivate var isList: Bool { begins(with: "[") }
}

extension ParameterKind where Value == ImportedText {
    /// A file with its path.
    static var importedText: ParameterKind {
        let schema = Schema(.object([.init("name", .text(maximumLength: 1_000)), .init("text", .text)]))
        return ParameterKind(schema) { element throws(InvalidParameters) in
            guard element.kind == .object, let name = element["name"]?.string, let text = element["text"]?.string,
                !name.isEmpty, name.utf8.count <= 4_000
            else {
                throw InvalidParameters(expected: "an object with the texts \"name\" and \"text\"", received: element)
            }
            guard text.utf8.count <= CSVTable.longest * 4 else {
                throw InvalidParameters(expected: "a text of at most \(CSVTable.longest) characters", received: element)
            }
            return ImportedText(name: name, text: text)
        }
    }
}
