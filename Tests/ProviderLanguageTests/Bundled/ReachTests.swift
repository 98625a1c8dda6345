import JSON
import ProviderLanguage
import Testing

@Suite("APIs that the language must be able to say")
struct ReachTests {
    private func providers(_ file: String) throws -> [ProviderDefinition] {
        let bytes = try TestFiles.bytes(TestFiles.fixtureURL("definitions/\(file).yaml"))
        let outcome = ConfigurationLoader.load(bytes: bytes, file: "\(file).yaml", bundled: [])
        #expect(outcome.diagnostics.map(\.description) == [])
        return try #require(outcome.configuration?.providers)
    }

    @Test(
        "Each definition loads without a diagnostic, and its own tests hold",
        arguments: [
            ("tmdb", ["tmdb"]), ("omdb", ["omdb"]), ("tvmaze", ["tvmaze"]),
            ("others", ["trakt", "kmdb", "itunes", "ghibli", "swapi", "wikidata"]),
        ]
    )
    func definitions(_ file: String, _ ids: [String]) throws {
        let providers = try providers(file)
        #expect(providers.map(\.id) == ids)
        for provider in providers {
            #expect(!provider.tests.isEmpty)
            for test in provider.tests {
                let problems = test.problems(of: try #require(provider.http), body: try #require(test.inlineBytes))
                #expect(problems == [], "\(provider.id): \(test.name)")
            }
        }
    }

    @Test(
        "Recorded answers map without a value that could not be read",
        .enabled(if: TestFiles.hasSamples, TestFiles.missingSamples),
        arguments: [
            ("tmdb", .search, "tmdb/search-the-matrix-2017.json", 20, "The Matrix"),
            ("tmdb", .trending, "tmdb/trending-movies.json", 20, nil),
            ("tmdb", .similar, "tmdb/similar-2013.json", 20, nil),
            ("omdb", .search, "omdb/search-results.json", 10, "Star Wars: Episode IV - A New Hope"),
            ("omdb", .lookup, "omdb/id-existing.json", 1, "Lost"),
            ("omdb", .lookup, "omdb/title-plot-0.json", 1, "Game of Thrones"),
            ("tvmaze", .lookup, "tvmaze/singlesearch-the-flash.json", 1, "The Flash"),
            ("others", .search, "trakt/search-the-matrix.json", 7, "The Matrix"),
        ] as [(String, OperationName, String, Int, String?)]
    )
    func samples(_ file: String, _ name: OperationName, _ sample: String, _ count: Int, _ title: String?) throws {
        let operation = try #require(try providers(file).first?.http?.operations[name]?.first)
        let (items, report) = mapped(try TestFiles.sample(sample), operation)
        #expect(items.count == count)
        #expect(report.failures == [])
        #expect(report.dropped == 0)
        if let title { #expect(items.first?.text(.title)?.text == title) }
    }

    @Test(
        "An old record of TMDB: figures as texts, images, people",
        .enabled(if: TestFiles.hasSamples, TestFiles.missingSamples)
    )
    func oldRecord() throws {
        let operation = try #require(try providers("tmdb").first?.http?.operations[.lookup]?.first)
        let (items, report) = mapped(try TestFiles.sample("tmdb/detail-append-2014.json"), operation)
        let movie = try #require(items.first)
        #expect(report.failures == [])
        #expect(movie.ids == [MappedID("tmdb", "22855"), MappedID("imdb", "tt1398941")])
        #expect(movie.rating == MappedRating(value: 7.3, scale: 10, votes: 26))
        #expect(movie.integer(.runtime) == 67)
        #expect(movie.text(.tagline) == nil)
        #expect(movie.items(.cast).first?.text(.character)?.text == "Batman")
    }
}
