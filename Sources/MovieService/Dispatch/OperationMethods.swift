import MovieDomain
import Platform

extension Capability {
    /// Returns a hint for a name that is not a method but an operation of definitions, such as `movies/charts`: the
    /// method that asks sources for it; `nil` for any other name.
    static func hint(asMethod name: String) -> String? {
        let word = name.split(scalar: "/").last.map(String.init) ?? ""
        guard let operation = Capability(rawValue: word) else { return nil }
        return "Did you mean \(operation.call)? It asks sources for '\(word)'."
    }

    /// The method that asks sources for the operation, with the parameters that make it do so.
    private var call: String {
        switch self {
        case .dailyBoxOffice: "boxOffice/daily"
        case .weeklyBoxOffice: "boxOffice/weekly"
        case .search: "movies/search"
        case .list: "movies/list"
        case .trending: "movies/trending"
        case .lookup: "movies/get"
        case .credits, .images, .videos, .releases, .watch: "movies/get with {\"include\": [\"\(rawValue)\"]}"
        case .similar: "movies/related with {\"kind\": \"similar\"}"
        case .recommendations: "movies/related with {\"kind\": \"recommended\"}"
        case .charts: "movies/list with {\"kind\": \"popular\"}"
        case .peopleSearch: "people/search"
        case .person: "people/get"
        case .collection: "collections/get"
        }
    }
}
