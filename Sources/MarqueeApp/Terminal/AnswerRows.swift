import JSON
import MovieDomain
import MovieService
import Platform

/// The rows of an answer for other programs: as CSV, as TSV, as chosen members in JSON, or only the ids.
struct AnswerRows {
    /// The parts of an answer in which a member of a row is looked for, one after the other, and what none of them has.
    private struct Row {
        var parts: [JSONElement]
        var added: [String: String] = [:]
    }

    private let rows: [Row]
    let fields: [String]

    private static let ofOffers = ["region", "kind", "services", "id", "title"]

    /// Takes the rows of the answer's table, the one film that it is about, its offers, or else the answer as a row.
    init(_ answer: JSONElement, _ table: AnswerTable?, fields: [String] = [], showsOffers: Bool = false) {
        func elements(_ list: String) -> [JSONElement] { answer[list].list }
        switch table?.rows {
        case .list(let list):
            rows = elements(list).map { row in Row(parts: [row] + [row["interpreted"]].compactMap(\.self)) }
        case .inner(let inner, let list):
            rows = elements(list).flatMap { film in film[inner].list.map { Row(parts: [$0, film]) } }
        case .groups(let groups):
            rows = groups.flatMap { group in
                elements(group).map { share in
                    let name = share["name"]?.string ?? share["period"].words
                    return Row(parts: [share], added: ["group": group, "name": name])
                }
            }
        case .one(let name) where showsOffers:
            let film = answer[name] ?? answer
            rows = film["watch"].list.flatMap { region in
                region.services.map { Row(parts: [region, film], added: ["kind": $0.kind, "services": $0.names]) }
            }
        case .one(let name): rows = [Row(parts: [answer[name] ?? answer])]
        case nil: rows = [Row(parts: [answer])]
        }
        let usual = showsOffers ? Self.ofOffers : table?.columns ?? answer.members.map { String($0.name) }
        self.fields = fields.isEmpty ? usual : fields
    }

    /// A line for each field that no row has, with the name that may be meant.
    var unknownFields: [String] {
        guard !rows.isEmpty else { return [] }
        let parts = rows.flatMap(\.parts)
        let known = Set((parts + parts.compactMap { $0["movie"] }).flatMap { $0.members.map { String($0.name) } })
        return fields.filter { field in rows.allSatisfy { value(field, of: $0) == nil } }.map { field in
            let hint = NearestName.nearest(to: field, among: known.sorted()).map { "; did you mean \($0)?" } ?? ""
            return "note: no row has \(field.printable)\(hint)"
        }
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
    ///
    /// A film of several rows, such as the days of a trend, is named once.
    var ids: String {
        var seen: Set<String> = []
        return rows.compactMap { row in value("id", of: row).map { Self.text($0).oneLine + "\n" } }
            .filter { seen.insert($0).inserted }.joined()
    }

    /// A list of objects with the fields.
    var json: JSONValue {
        .array(
            rows.map { row in
                .object(fields.map { JSONValue.Member($0, value($0, of: row) ?? .null) })
            }
        )
    }

    private var cells: [[String]] {
        rows.map { row in fields.map { value($0, of: row).map(Self.text) ?? "" } }
    }

    /// Returns a member of a row or of its film, by its name or by a path such as `audience.count`.
    private func value(_ field: String, of row: Row) -> JSONValue? {
        if let added = row.added[field] { return .string(added) }
        let names = field.split(scalar: ".").map(String.init)
        func member(of element: JSONElement?) -> JSONElement? { names.reduce(element) { $0?[$1] } }
        for part in row.parts {
            if let value = member(of: part) ?? member(of: part["movie"]) { return JSONValue(value) }
        }
        return nil
    }

    private static func text(_ value: JSONValue) -> String {
        switch value {
        case .string(let text): text
        case .null: ""
        case .array(let values): values.map(text).joined(separator: "; ")
        case .object(let members):
            members.first { ["name", "text"].contains($0.name) }.map { text($0.value) } ?? value.jsonText
        default: value.jsonText
        }
    }
}
