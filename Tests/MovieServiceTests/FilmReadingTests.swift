import JSON
import MovieDomain
import Testing

@testable import MovieService

/// A film that an answer wrote is read with the same description.
@Suite("Reading films that answers have written")
struct FilmReadingTests {
    /// The members that follow from others, or that tell what the user has of the film now.
    private static let derived: Set<String> = [
        "id", "ids", "genreNames", "unlisted", "stars", "bookmarked", "addedAt", "card", "provenance", "differing",
        "match", "keptAs", "fetchedAt",
    ]

    private static var film: Movie {
        var film = FullFilm.movie
        (film.facts.castTotal, film.facts.crewTotal, film.facts.imagesTotal) = (40, 120, 9)
        film.facts.series = false
        film.facts.ratings[0].name = "Critics"
        film.facts.certifications[0].provider = "one"
        film.facts.images[0].sizes = [
            ImageSize(url: "https://one.example/s", width: 92), ImageSize(url: "https://one.example/o", width: nil),
        ]
        return film
    }

    private func read(_ text: String) throws -> Movie {
        var film = Movie(id: Self.film.id, facts: MovieFacts(), provenance: [:])
        Movie.wire.read(try JSONDocument(text).root, into: &film)
        return film
    }

    @Test("Every member of a film is read as it was written")
    func roundTrip() throws {
        let written = try JSONDocument(Self.film.jsonBytes).root
        let again = try JSONDocument(try read(Self.film.jsonText).jsonBytes).root
        let names = written.members.map { String($0.0) }
        #expect(names.count > 35)
        for name in names where !Self.derived.contains(name) {
            #expect(again[name]?.description == written[name]?.description, "\(name)")
        }
    }

    @Test("Every member of the description is read, or follows from others")
    func complete() throws {
        guard case .object(let properties) = Movie.wire.schema.shape else {
            Issue.record("a film is an object")
            return
        }
        let written = try JSONDocument(Self.film.jsonBytes).root
        for name in properties.map(\.name) where !Self.derived.contains(name) {
            #expect(written[name] != nil, "the film of the test has no \(name)")
        }
    }

    @Test("Values of other types are left out, and short forms are read")
    func oddities() throws {
        let film = try read(
            #"""
            {"title":7,"titles":["One",{"text":"Two","language":"en"},3],"year":"1999","runtimeMinutes":"90",
            "directors":["Ann Lee",{"name":"Bo Zhang","ids":{"tmdb":"5"}},{"nameEn":"No Name"}],"cast":{"name":"x"},
            "ratings":[{"value":8,"scale":10},{"value":8}],"budget":{"amount":5},"collection":{"name":"All"},
            "releaseDate":"1999-02-31","unknown":{"x":1},"overview":"What happens.","adult":"yes","tagline":null}
            """#
        ).facts
        #expect(film.title == nil && film.titles == [LocalizedText("One"), LocalizedText("Two", language: "en")])
        #expect(film.year == 1999 && film.runtimeMinutes == 90 && film.releaseDate == nil && film.adult == nil)
        #expect(film.directors.map(\.name) == ["Ann Lee", "Bo Zhang"] && film.directors[1].ids == ["tmdb": "5"])
        #expect(film.cast.isEmpty && film.ratings.count == 1 && film.ratings[0].provider == "")
        #expect(film.budget == nil && film.collection?.name == "All" && film.overview?.text == "What happens.")
    }
}
