import JSON
import MovieService
import Platform

/// The rows of an answer for other programs: as CSV, as TSV, as chosen members in JSON, or only the ids.
struct AnswerRows {
    let rows: [JSONElement]
    let fields: [String]

    /// The members of answers that are lists of rows.
    private static let lists = [
        "movies", "entries", "cards", "films", "releases", "matches", "lists", "suggestions", "people", "providers",
        "series", "credits",
    ]
    private static let ofFilms = ["id", "title", "year", "releaseDate", "runtimeMinutes", "genres", "directors"]
    /// The members of answers without films, or with more than films.
    private static let usual = [
        "entries": ["rank"] + ofFilms + ["audience.count", "audience.total", "sales.amount", "screens"],
        "cards": ["id", "title", "year", "stars", "watchedOn", "watchedBefore", "comment"],
        "releases": ["date", "kind"] + ofFilms, "matches": ["id", "with", "verdict", "by", "reasons"],
        "lists": ["name", "count", "changedAt"], "people": ["id", "name", "nameEn", "knownFor"],
        "credits": ["id", "name", "nameEn", "character", "job"],
        "providers": ["id", "title", "status"],
    ]

    /// Takes the list of the answer, or the one film that it is about.
    init(_ answer: JSONElement, fields: [String] = []) {
        let list = Self.lists.first { answer[$0]?.kind == .array }
        rows = list.map { answer[$0].list } ?? [answer["movie"] ?? answer["person"] ?? answer["card"] ?? answer]
        self.fields = fields.isEmpty ? list.flatMap { Self.usual[$0] } ?? Self.ofFilms : fields
    }

    /// A heading and a line for each row.
    var csv: String { ([fields] + cells).map(CSVTable.line).joined() }

    /// The same with tabulators between the cells; those in a cell become blanks.
    var tsv: String {
        ([fields] + cells).map { line in
            line.map { $0.replacing(scalars: "\t", with: " ").oneLine }.joined(separator: "\t") + "\n"
        }
        .joined()
    }

    /// The id of each row, for programs that choose one.
    var ids: String { rows.compactMap { value("id", of: $0)?.string.map { $0.oneLine + "\n" } }.joined() }

    /// A list of objects with the fields.
    var json: JSONValue {
        .array(
            rows.map { row in
                .object(fields.map { JSONValue.Member($0, value($0, of: row).map { JSONValue($0) } ?? .null) })
            }
        )
    }

    private var cells: [[String]] {
        rows.map { row in fields.map { value($0, of: row).map(Self.text) ?? "" } }
    }

    /// Returns a member of a row or of its film, by its name or by a path such as `audience.count`.
    private func value(_ field: String, of row: JSONElement) -> JSONElement? {
        let names = field.split(scalar: ".").map(String.init)
        func member(of element: JSONElement?) -> JSONElement? { names.reduce(element) { $0?[$1] } }
        return member(of: row) ?? member(of: row["movie"])
    }

    private static func text(_ value: JSONElement) -> String {
        switch value.kind {
        case .string: value.string ?? ""
        case .null: ""
        case .array: value.elements.map(text).joined(separator: "; ")
        case .object: value["name"]?.string ?? value["text"]?.string ?? value.description
        default: value.description
        }
    }
}
