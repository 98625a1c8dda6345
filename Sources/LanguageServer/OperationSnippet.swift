import MovieDomain
import ProviderLanguage

/// An operation with the keys that it needs, as a snippet of LSP with places to be filled in.
struct OperationSnippet {
    let text: String

    /// The fields that the operation is about: those of a film, or the part of it that is asked for.
    private static func fields(of operation: Capability, _ place: (String) -> String) -> [String] {
        func list(_ field: String, _ item: String) -> String {
            "\(field): { rows: \(place(field)), item: { \(item) } }"
        }
        switch operation {
        case .credits: return [list("cast", "name: name, character: character"), list("crew", "name: name, job: job")]
        case .images: return [list("images", "url: url, kind: { value: poster }")]
        case .videos: return [list("videos", "key: key, name: name")]
        case .releases: return [list("releases", "region: region, events: { rows: dates, item: { date: date } }")]
        case .watch: return [list("watch", "region: region, stream: { rows: stream, item: { name: name } }")]
        case .lookup: return ["title: \(place("title"))"]
        default: return ["ids: { \(place("imdb")): \(place("id")) }", "title: \(place("title"))"]
        }
    }

    init(_ operation: Capability) {
        var places = 0
        func place(_ text: String) -> String {
            places += 1
            return "${\(places):\(text)}"
        }
        var lines = ["\(operation.rawValue):"]
        if operation.takesID {
            lines.append("  by: [\(place("imdb"))]")
            lines.append("  get: /\(place("films"))/\\${input.ids.$1\\}")
        } else {
            lines.append("  get: /\(place(operation == .search ? "search" : "films"))")
        }
        switch operation {
        case .search, .peopleSearch: lines.append("  query: { \(place("q")): \"\\${input.query\\}\" }")
        case .dailyBoxOffice, .weeklyBoxOffice: lines.append("  query: { \(place("date")): \"\\${input.date\\}\" }")
        case .charts: lines.append("  query: { \(place("kind")): \"\\${input.kind\\}\" }")
        default: break
        }
        let isOne = operation == .collection || operation.takesID && !operation.isPaged
        lines.append("  rows: \(isOne ? "." : place("results"))")
        lines.append("  item:")
        switch operation.itemKind {
        case .boxOfficeEntry:
            lines.append("    rank: \(place("rank"))")
            lines.append("    movie: { ids: { \(place("imdb")): \(place("id")) }, title: \(place("title")) }")
        case .personProfile: lines.append("    name: \(place("name"))")
        case .collection:
            lines.append("    name: \(place("name"))")
            lines.append("    films: { rows: \(place("films")), item: { movie: { title: \(place("title")) } } }")
        default: lines += Self.fields(of: operation, place).map { "    " + $0 }
        }
        text = lines.joined(separator: "\n")
    }
}
