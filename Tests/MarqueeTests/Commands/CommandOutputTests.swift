import MarqueeTestKit
import MovieAggregation
import MovieDomain
import Testing

@testable import MarqueeApp
@testable import MovieService

@Suite("What commands print, and where they cannot")
struct CommandOutputTests {
    private static let home = ["HOME": "/nonexistent", "PATH": "/usr/bin:/bin"]

    private func text(_ arguments: String...) async throws -> String {
        try await Program.run(arguments + ["--demo", "--format", "table"], environment: Self.home).outputText
    }

    @Test(
        "A command that cannot write its output says why",
        .enabled(if: ProjectFiles.isReadable("/dev/full"), "needs /dev/full"),
        arguments: [["search", "parasite", "--demo"], ["help", "export"], ["--version"], ["schema"]]
    )
    func fullOutput(arguments: [String]) async throws {
        var plan = try Program.plan(arguments, environment: Self.home)
        plan.output = .file("/dev/full")
        let outcome = try await ProcessOutcome.of(plan, input: [])
        #expect(outcome.status == .exited(74))
        #expect(outcome.errors == "error: standard output cannot be written: No space left on device\n")
    }

    @Test("A page shows the values of other sources, credits a value to its own, and names missing parts")
    func page() async throws {
        let page = try await text("movie", "imdb:tt6751668", "--include", "similar,videos")
        let indent = String(repeating: " ", count: 16)
        #expect(page.contains("Runtime         2 h 11 min [kofic]\n\(indent)differs: yts 2 h 12 min\n"), "\(page)")
        #expect(page.contains("\nparts: videos empty\nkofic: ok ("), "\(page)")
    }

    @Test("A page shows money with separators and its currency, and what other sources say instead")
    func money() throws {
        var movie = Movie(id: MovieID(namespace: "a", value: "1"), facts: MovieFacts(), provenance: [.budget: ["a"]])
        movie.facts.title = LocalizedText("T")
        movie.facts.budget = Money(amount: 15_000_000_000, currency: "KRW")
        let other = Money(amount: 500, currency: "USD", region: "US")
        movie.differences = [FieldDifference(.budget, "b", .money(other))]
        let text = try AnswerPage(MovieResult(movie: movie, sources: [])).text()
        let indent = String(repeating: " ", count: 16)
        #expect(text.contains("Budget          15,000,000,000 KRW [a]\n\(indent)differs: b 500 USD (US)"), "\(text)")
    }

    private func answer(_ films: [Movie] = [], from sources: [ProviderReport]) -> SearchResult {
        SearchResult(movies: films, page: Page(page: 1, limit: 20, hasMore: false), sources: sources)
    }

    private func failed(_ provider: ProviderID, _ message: String) -> ProviderReport {
        let failure = ProviderError(.upstream, provider: provider, message: message)
        return ProviderReport(provider: provider, status: .error, failure: failure)
    }

    @Test("The line of a source has the age of its answer, and what a person should know is said once, below the lines")
    func sources() throws {
        var old = ProviderReport(provider: "lantern", status: .stale, items: 1)
        old.freshness = Freshness(fromCache: true, ageSeconds: 200, isStale: true)
        var cut = failed("shelf", "HTTP status 500")
        cut.items = 20
        cut.failure?.page = 2
        var well = ProviderReport(provider: "well", status: .ok, items: 3)
        well.freshness = Freshness(fromCache: true, ageSeconds: 200)
        #expect(
            try AnswerPage(answer(from: [old, cut, well])).text() == """
                no answer from shelf; the others have none

                lantern: stale (1), 3 min old
                shelf: error (20)
                well: ok (3)
                page 2: shelf: HTTP status 500; what follows may be missing.
                """
        )
    }

    @Test("The line about a source is wrapped to the width, and its further lines are indented")
    func longSources() throws {
        let answer = answer(from: [failed("shelf", "the source answered with HTTP status 500")])
        let text = try AnswerPage(answer, style: TerminalStyle(columns: 40)).text()
        let end = "shelf: the source answered with HTTP\n  status 500; what it knows may be\n  missing."
        #expect(text.hasSuffix(end), "\(text)")
    }

    @Test("The genres in a table have the names that the answer has for people")
    func genreNames() throws {
        var film = Movie(id: MovieID(namespace: "a", value: "1"), facts: MovieFacts(), provenance: [:])
        (film.facts.title, film.facts.genres) = (LocalizedText("T"), ["drama", "Noir"])
        film.genreNames = ["드라마", "Noir"]
        var other = film
        (other.id, other.facts.genres, other.genreNames) = (MovieID(namespace: "a", value: "2"), ["war"], [])
        let text = try AnswerPage(answer([film, other], from: [])).text()
        #expect(text.contains("a:1  드라마, Noir") && text.contains("a:2  war"), "\(text)")
    }

    @Test("No stars are shown as an empty star")
    func stars() {
        #expect([0, 0.5, 4.5].map(FilmWords.stars) == ["☆", "½", "★★★★½"])
    }

    @Test(
        "A wrong value is answered with what is expected",
        arguments: [
            (["serve", "--max-message-size", "0"], "expected a size from 1KiB to 1GiB, such as 10MiB, found '0'"),
            (["serve", "--stall-timeout", "5x"], "expected a time span with its unit, such as 600s or 10m, found "),
            (["search", "x", "--demo", "--timeout", "-1"], "timeout: expected "),
            (
                ["call", "movies/search", #"{"query":"x",}"#],
                "error: the parameters are not JSON: expected a name in double quotes, found '}' (byte 13)\n"
            ),
            (["new", "ftp://x"], "expected an address that begins with https://, or a file, found ftp://x"),
        ]
    )
    func expected(arguments: [String], message: String) async throws {
        let outcome = try await Program.run(arguments, environment: Self.home)
        #expect(outcome.status == .exited(64))
        #expect(outcome.errors.contains(message), "\(outcome.errors)")
    }

    @Test("The configuration for a host comes with a warning about definitions that are not trusted")
    func untrusted() async throws {
        try await ProjectFiles.withTemporaryFolder { folder in
            let file = folder + "/films.yaml"
            try ProjectFiles.write(
                """
                version: 1
                providers:
                  - id: lantern
                    base_url: https://lantern.example
                    auth: { kind: bearer, value: "${env.LANTERN_KEY}" }
                    operations:
                      search: { get: /, query: { q: "${input.query}" }, rows: ., item: { ids: { lantern: id }, title: t } }
                """,
                to: file
            )
            let outcome = try await Program.run(["mcp-config", "codex", "--config", file], environment: Self.home)
            #expect(outcome.status == .exited(0), "\(outcome.errors)")
            #expect(outcome.errors.contains("'lantern' is disabled"), "\(outcome.errors)")
            #expect(outcome.errors.contains("run: marquee trust \(file)\n"), "\(outcome.errors)")
            let trusted = try await Program.run(
                ["mcp-config", "codex", "--trust", "--config", file],
                environment: Self.home
            )
            #expect(!trusted.errors.contains("marquee trust"), "\(trusted.errors)")
        }
    }
}
