public import MovieProviders

/// `kind: shelf`: the films that stand in the definition itself, one an option, `12: The Paper Lighthouse (2024)`.
public struct ShelfKind: FilmSourceKind {
    /// A kind without settings of its own.
    public init() {}

    /// What stands under `kind` in a definition.
    public var name: String { "shelf" }

    /// The shelf of a definition's options.
    ///
    /// - Parameter settings: what the definition says.
    /// - Returns: a source of the films in the options.
    /// - Throws: `badRequest` where there are none.
    public func makeSource(_ settings: FilmSourceSettings) throws(FilmSourceFailure) -> any FilmSource {
        if settings.options.isEmpty { throw FilmSourceFailure(.badRequest, "the shelf is empty: give it options") }
        return Shelf(settings)
    }
}

/// The shelf of one definition.
struct Shelf: FilmSource {
    private let nameSpace: String
    private let films: [Film]

    init(_ settings: FilmSourceSettings) {
        nameSpace = settings.id
        films = settings.options.sorted { $0.key < $1.key }.map { id, label in
            let parts = label.split(separator: "(", maxSplits: 1)
            let title = parts.first.map { String($0).trimmed } ?? label
            let year = parts.dropFirst().first.flatMap { Int($0.prefix { $0.isNumber }) }
            return Film(ids: [settings.id: id], title: title, year: year)
        }
    }

    func films(for request: FilmRequest) async throws(FilmSourceFailure) -> FilmPage {
        switch request.operation {
        case .search:
            let words = request.text.lowercased()
            return page(films.filter { $0.title.lowercased().contains(words) }, of: request)
        case .list: return page(films, of: request)
        case .lookup:
            guard let film = films.first(where: { $0.ids[nameSpace] == request.ids[nameSpace] }) else {
                throw FilmSourceFailure(.notFound, "the shelf has no such film")
            }
            return FilmPage([film])
        case .trending, .similar, .recommendations:
            throw FilmSourceFailure(.unsupported, "a shelf has no \(request.operation.rawValue)")
        }
    }

    private func page(_ films: [Film], of request: FilmRequest) -> FilmPage {
        FilmPage(Array(films.dropFirst(request.offset).prefix(request.count)), totalCount: films.count)
    }
}

extension String {
    fileprivate var trimmed: String {
        String(drop(while: \.isWhitespace).reversed().drop(while: \.isWhitespace).reversed())
    }
}
