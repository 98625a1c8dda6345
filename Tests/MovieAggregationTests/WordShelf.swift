import MovieDomain
import MovieMatching

@testable import MovieAggregation

/// A source that finds films of which one title has, for every word of the query, a word that begins with it.
struct WordShelf {
    let repository: ScriptedRepository

    /// Creates it; a search finds a film by the titles of its details, too, which only a lookup tells.
    init(_ films: [MovieFacts], details: [MovieFacts] = [], id: ProviderID = "shelf") {
        let pages = films.map { film in details.first { $0.ids == film.ids } ?? film }
        let indexed = zip(films, pages).map { film, page in
            (film: film, titles: page.allTitles.map { Self.words(of: $0.text) }, year: page.likelyYear)
        }
        var script = ScriptedRepository.Script()
        script.search = { query throws(ProviderError) in
            let words = Self.words(of: query.text)
            let found = indexed.filter { entry in
                (query.year == nil || entry.year == query.year)
                    && entry.titles.contains { title in
                        words.allSatisfy { word in title.contains { $0.hasPrefix(word) } }
                    }
            }
            let rows = found.map(\.film).dropFirst(query.window.offset).prefix(query.window.count)
            return ProviderAnswer(MovieList(movies: Array(rows), totalItems: found.count, hasMore: false))
        }
        script.lookup = { query throws(ProviderError) in
            guard let film = pages.first(where: { film in query.ids.contains { film.ids[$0.key] == $0.value } }) else {
                throw ProviderError(.notFound, provider: id, message: "no such film")
            }
            return ProviderAnswer(film)
        }
        repository = ScriptedRepository(
            id,
            [.search, .lookup],
            takes: [.lookup: Array(Set(["imdb", "tmdb", id.rawValue])).sorted()],
            script: script
        )
    }

    /// The texts, years, and languages of the searches, and the ids of the lookups.
    var asked: [String] {
        repository.questions.compactMap { question in
            switch question {
            case .search(let query):
                "\(query.text) \(query.year.map(String.init) ?? "-") \(query.languages.joined(separator: ","))"
            case .lookup(let query): query.ids.movieIDs.map(\.description).sorted().joined(separator: " ")
            default: nil
            }
        }
    }

    private static func words(of text: String) -> [String] {
        var scanner = TitleScanner()
        scanner.scan(text)
        return scanner.words.map { String(decoding: scanner.bytes[$0.start..<$0.end], as: UTF8.self) }
    }
}
