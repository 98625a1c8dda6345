import MovieDomain
import ProviderLanguage

/// An operation with the keys that it needs, as a snippet of LSP with places to be filled in.
struct OperationSnippet {
    let text: String

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
        let isOne = [.lookup, .person, .collection].contains(operation)
        lines.append("  rows: \(isOne ? "." : place("results"))")
        lines.append("  item:")
        switch operation.itemKind {
        case .boxOfficeEntry:
            lines.append("    rank: \(place("rank"))")
            lines.append("    movie: { title: \(place("title")) }")
        case .personProfile: lines.append("    name: \(place("name"))")
        case .collection:
            lines.append("    name: \(place("name"))")
            lines.append("    films: { rows: \(place("films")), item: { movie: { title: \(place("title")) } } }")
        default: lines.append("    title: \(place("title"))")
        }
        text = lines.joined(separator: "\n")
    }
}
