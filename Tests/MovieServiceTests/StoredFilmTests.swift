import JSON
import MovieAggregation
import MovieDomain
import Testing

@testable import MovieService

@Suite("The details of a stored film")
struct StoredFilmTests {
    private static func film(_ change: (inout MovieFacts) -> Void) -> Movie {
        var facts = MovieFacts(ids: ["imdb": "tt0000005"], title: "Harbor", year: 2001)
        change(&facts)
        let stated = MovieField.allCases.filter { $0.declaration.isStated(in: facts) }
        return Movie(
            id: MovieID(namespace: "imdb", value: "tt0000005"),
            facts: facts,
            provenance: Provenance(stated.map { ($0, ["a"]) })
        )
    }

    private static let answer = DetailProviders(onlyAdds: false)

    @Test("What says how much there is of a field goes with the field")
    func derived() throws {
        let stored = LibraryFilm(
            Self.film { facts in
                facts.cast = [Person(name: "Ann"), Person(name: "Bo")]
                facts.castTotal = 40
                facts.genres = ["drama", "Hafenfilm"]
            }
        )
        let told = LibraryFilm(
            Self.film { facts in
                facts.cast = [Person(name: "Ann")]
                facts.genres = ["drama"]
            }
        )
        let details = try #require(told.completed(with: stored, Self.answer).details)
        #expect(details["cast"]?.count == 1 && details["castTotal"] == nil && details["unlisted"] == nil)
        let silent = LibraryFilm(Self.film { _ in })
        let kept = try #require(silent.completed(with: stored, Self.answer).details)
        #expect(kept["cast"]?.count == 2 && kept["castTotal"]?.int == 40 && kept["unlisted"] != nil)
    }

    @Test("What a later version has stored is kept when an answer completes the film, and is shown")
    func laterVersion() throws {
        let text = #"""
            {"id":"imdb:tt0000005","ids":{"imdb":"tt0000005"},"title":"Harbor","scent":{"of":["salt", 1.50]},
            "overview":{"text":"A harbor.","tone":"dry"},"year":2001,"provenance":{"title":["a"],"scent":["b"]}}
            """#
        let id = MovieID(namespace: "imdb", value: "tt0000005")
        var stored = LibraryFilm(ids: [id], title: "Harbor", titles: ["Harbor"], year: 2001)
        stored.document = Array(text.utf8)
        let told = LibraryFilm(Self.film { $0.runtimeMinutes = 90 })
        let completed = told.completed(with: stored, Self.answer)
        #expect(
            String(decoding: completed.document, as: UTF8.self)
                == #"{"id":"imdb:tt0000005","ids":{"imdb":"tt0000005"},"overview":{"text":"A harbor.","tone":"dry"},"#
                + #""provenance":{"title":["a"],"titles":["a"],"year":["a"],"runtimeMinutes":["a"],"scent":["b"]},"#
                + #""runtimeMinutes":90,"scent":{"of":["salt", 1.50]},"title":"Harbor","titles":[{"text":"Harbor"}],"#
                + #""year":2001}"#
        )
        var writer = JSONWriter()
        LibraryMovie(film: completed).write(to: &writer)
        let shown = try JSONDocument(writer.bytes).root
        #expect(shown["scent"]?.description == #"{"of":["salt",1.50]}"#)
        #expect(shown["overview"]?["tone"]?.string == "dry")
    }

    @Test("A field stays if one of its sources has not answered, or the answer only adds to what is stored")
    func stays() throws {
        let stored = LibraryFilm(Self.film { $0.runtimeMinutes = 90 })
        let told = LibraryFilm(Self.film { $0.runtimeMinutes = 91 })
        var late = MovieResult(movie: Self.film { _ in }, sources: [ProviderReport(provider: "a", status: .timeout)])
        #expect(told.completed(with: stored, DetailProviders(late)).details?["runtimeMinutes"]?.int == 90)
        late.sources = [ProviderReport(provider: "b", status: .timeout)]
        #expect(told.completed(with: stored, DetailProviders(late)).details?["runtimeMinutes"]?.int == 91)
        let added = told.completed(with: stored, DetailProviders(onlyAdds: true))
        #expect(added.details?["runtimeMinutes"]?.int == 90 && added.addsNothing(to: stored))
        #expect(!told.addsNothing(to: stored))
    }
}
