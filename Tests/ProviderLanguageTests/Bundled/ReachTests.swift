import Foundation
import JSON
import MovieDomain
import ProviderLanguage
import Testing

@Suite("Recorded answers of other APIs", .enabled(if: TestFiles.hasSamples, TestFiles.missingSamples))
struct ReachTests {
    /// Returns the first provider of a bundled definition or of a definition in docs/providers.
    private func definition(_ id: String) throws -> HTTPDefinition {
        if ["tmdb", "omdb", "tvmaze", "yts", "kofic"].contains(id) {
            return try #require(try bundledDefinition(id).http)
        }
        let bytes = try TestFiles.bytes(TestFiles.root.appending(path: "docs/providers/\(id).yaml"))
        let outcome = ConfigurationLoader.load(bytes: bytes, file: "\(id).yaml", bundled: [])
        return try #require(outcome.configuration?.providers.first?.http)
    }

    private func mapped(
        _ id: String,
        _ name: Capability,
        _ sample: String,
        alternative: Int = 0
    ) throws -> (films: [MovieFacts], report: MappingReport) {
        let alternatives = try #require(try definition(id).operations[name])
        try #require(alternatives.indices.contains(alternative))
        return try films(in: try TestFiles.sample(sample), by: alternatives[alternative])
    }

    @Test(
        "Recorded answers map without unreadable values or dropped rows",
        arguments: [
            ("tmdb", .search, "tmdb/search-the-matrix-2017.json", 20, "The Matrix"),
            ("tmdb", .trending, "tmdb/trending-movies.json", 20, nil),
            ("tmdb", .list, "tmdb/trending-movies.json", 20, nil),
            ("tmdb", .similar, "tmdb/similar-2013.json", 20, nil),
            ("tmdb", .lookup, "tmdb/movie-blank-homepage-release-date.json", 1, "Chariots of Fire"),
            ("omdb", .search, "omdb/search-results.json", 10, "Star Wars: Episode IV - A New Hope"),
            ("omdb", .lookup, "omdb/id-existing.json", 1, "Lost"),
            ("omdb", .lookup, "omdb/title-plot-0.json", 1, "Game of Thrones"),
            ("tvmaze", .lookup, "tvmaze/singlesearch-the-flash.json", 1, "The Flash"),
            ("trakt", .search, "trakt/search-the-matrix.json", 7, "The Matrix"),
        ] as [(String, Capability, String, Int, String?)]
    )
    func samples(_ id: String, _ name: Capability, _ sample: String, _ count: Int, _ title: String?) throws {
        let (items, report) = try mapped(id, name, sample)
        #expect(items.count == count)
        #expect(report.failures == [])
        #expect(report.dropped == 0)
        if let title { #expect(items.first?.title?.text == title) }
    }

    @Test("An old TMDB record maps its ids, rating, runtime, and cast")
    func oldRecord() throws {
        let (items, report) = try mapped("tmdb", .lookup, "tmdb/detail-append-2014.json")
        let movie = try #require(items.first)
        #expect(report.failures == [])
        #expect(movie.ids == ["tmdb": "22855", "imdb": "tt1398941"])
        #expect(movie.ratings == [Rating(provider: "shelf", value: 7.3, scale: 10, votes: 26)])
        #expect(movie.runtimeMinutes == 67)
        #expect(movie.tagline == nil)
        #expect(movie.cast.first?.character == "Batman")
    }

    @Test("Each part of a TMDB film is mapped by its own operation")
    func parts() throws {
        let credits = try #require(try mapped("tmdb", .credits, "tmdb/movie-credits.json").films.first)
        #expect(credits.directors.map(\.name) == ["David Fincher"])
        #expect(credits.cast.count == 40)
        #expect(credits.cast.first?.character == "The Narrator")
        let images = try #require(try mapped("tmdb", .images, "tmdb/movie-603-images-2017.json").films.first)
        #expect(images.images.count { $0.kind == "poster" } == 10)
        #expect(images.images.allSatisfy { $0.url.hasPrefix("https://image.tmdb.org/") })
        let videos = try #require(try mapped("tmdb", .videos, "tmdb/tmdb_movie_videos.json").films.first)
        #expect(
            CanonicalRow(videos).json["videos"] == [
                ["key": "SUXWAEX2jlg", "site": "youtube", "kind": "trailer", "name": "Trailer 1", "language": "en"]
            ]
        )
    }

    @Test("TMDB finds a film by its IMDb id")
    func found() throws {
        let (items, report) = try mapped("tmdb", .lookup, "tmdb/find-imdb-id-movie.json", alternative: 1)
        #expect(report.failures == [])
        #expect(items.first?.ids == ["tmdb": "550"])
        #expect(items.first?.genres == ["drama", "thriller"])
    }

    @Test(
        "Recorded failures map to the right error kinds",
        arguments: [
            ("tmdb", .search, 401, "tmdb/error-status-401.json", .auth),
            ("tmdb", .lookup, 404, "tmdb/error-status-response.json", .notFound),
            ("tmdb", .search, 404, "tmdb/error-status-response.json", .unavailable),
            ("omdb", .lookup, 200, "omdb/id-nonexistent.json", .notFound),
            ("omdb", .search, 200, "omdb/search-empty.json", .notFound),
            ("omdb", .lookup, 404, "omdb/id-nonexistent.json", .unavailable),
            ("yts", .lookup, 410, "tvmaze/singlesearch-not-found.json", .unavailable),
            ("kofic", .lookup, 404, "tvmaze/singlesearch-not-found.json", .unavailable),
            ("tvmaze", .lookup, 404, "tvmaze/singlesearch-not-found.json", nil),
        ] as [(String, Capability, Int, String, ProviderError.Kind?)]
    )
    func failures(_ id: String, _ name: Capability, _ status: Int, _ sample: String, _ kind: ProviderError.Kind?) throws
    {
        let bytes = try TestFiles.bytes(TestFiles.sampleURL(sample))
        let root = bytes.isEmpty ? nil : try JSONDocument(bytes).root
        let facts = ResponseFacts(response(status, "application/json", bytes), root: root, isByID: name.takesID)
        #expect(try definition(id).errorRules.failure(in: facts)?.kind == kind)
    }

    @Test("OMDb's JSON with unescaped quotes is rejected")
    func broken() throws {
        let bytes = try TestFiles.bytes(TestFiles.sampleURL("omdb/broken-unescaped-quotes.json"))
        #expect(throws: JSONError.self) { try JSONDocument(bytes) }
    }
}
