import MarqueeTestKit
import MovieDomain

extension ScriptedRepository {
    /// A source that can search its films by any title's beginning, and list them, window by window.
    static func shelf(_ id: ProviderID, _ films: [MovieFacts], knowsTotal: Bool = false) -> ScriptedRepository {
        var script = Script()
        script.search = { query throws(ProviderError) in answer(films, query.window, knowsTotal: knowsTotal) }
        script.list = { query throws(ProviderError) in answer(films, query.window, knowsTotal: knowsTotal) }
        return ScriptedRepository(id, [.search, .list], script: script)
    }

    private static func answer(
        _ films: [MovieFacts],
        _ window: RowWindow,
        knowsTotal: Bool
    ) -> ProviderAnswer<MovieList> {
        let rows = films.dropFirst(window.offset).prefix(window.count)
        return ProviderAnswer(
            MovieList(
                movies: Array(rows),
                totalItems: knowsTotal ? films.count : nil,
                hasMore: films.count > window.offset + window.count
            )
        )
    }

    /// A source that fails in one way, whatever it is asked to search.
    static func failing(_ id: ProviderID, _ kind: ProviderError.Kind) -> ScriptedRepository {
        var script = Script()
        script.search = { _ throws(ProviderError) in throw ProviderError(kind, provider: id, message: "scripted") }
        return ScriptedRepository(id, [.search], script: script)
    }

    /// A source that answers a search only when the gate opens, and does not care about being cancelled.
    static func stubborn(_ id: ProviderID, until gate: Gate) -> ScriptedRepository {
        var script = Script()
        script.search = { _ throws(ProviderError) in
            await gate.pass()
            return ProviderAnswer(MovieList(movies: [.film("Late", 2000)]))
        }
        return ScriptedRepository(id, [.search], script: script)
    }

    /// A source that knows films by their ids.
    static func library(
        _ id: ProviderID,
        takes namespaces: [String],
        languages: [String] = [],
        _ films: [MovieFacts],
        searchable: Bool = false
    ) -> ScriptedRepository {
        var script = Script()
        script.lookup = { query throws(ProviderError) in
            let ids = query.ids.filter { namespaces.contains($0.key) }
            guard let film = films.first(where: { film in ids.contains { film.ids[$0.key] == $0.value } }) else {
                throw ProviderError(.notFound, provider: id, message: "no such film")
            }
            return ProviderAnswer(film)
        }
        script.search = { query throws(ProviderError) in
            let found = films.filter { film in
                (film.titles + [film.title].compactMap(\.self)).contains { $0.text == query.text }
                    && (query.year == nil || film.year == query.year)
            }
            return ProviderAnswer(MovieList(movies: found))
        }
        return ScriptedRepository(
            id,
            searchable ? [.lookup, .search] : [.lookup],
            takes: [.lookup: namespaces],
            languages: languages,
            script: script
        )
    }
}
