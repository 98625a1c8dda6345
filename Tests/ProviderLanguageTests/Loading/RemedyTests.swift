import Foundation
import MovieDomain
import ProviderLanguage
import Testing

@Suite("Remedies for mistakes in definitions")
struct RemedyTests {
    private static let right = """
        version: 1
        providers:
          - id: beacon
            languages: [en]
            base_url: https://beacon.example/api
            auth: { kind: api_key, in: header, name: X-Api-Key, value: "${env.BEACON_KEY}" }
            operations:
              search:
                get: /search
                query: { q: "${input.query}", year: "${input.year}" }
                paging: { kind: page, param: page, size_param: limit, size: 20, total: count }
                rows: films
                item:
                  ids: { beacon: id }
                  title: { path: name, language: en, required: true }
                  release_date: released
                  rating: { path: score, scale: 10, votes: votes }
                  images: { path: poster, kind: poster }
              lookup:
                by: [beacon]
                get: /films/${input.ids.beacon}
                rows: .
                item: { extends: search, overview: plot }
        """

    /// Returns the problems of the file and of its review after replacing one text with a mistake.
    private func problems(_ text: String, _ mistake: String) -> [String] {
        #expect(Self.right.contains(text))
        let outcome = load(Self.right.replacing(text, with: mistake, maxReplacements: 1))
        let review = outcome.configuration.map { DefinitionReview($0, bundled: []).warnings } ?? []
        return (outcome.diagnostics + review).sorted(startingWith: "test.yaml")
            .map { String($0.description.dropFirst("test.yaml:".count)) }
    }

    @Test("The file without a mistake has no problems")
    func right() {
        #expect(problems("version: 1", "version: 1") == [])
    }

    @Test(
        "What other languages write is answered with what to write instead",
        arguments: [
            (
                "\"${input.query}\"", "\"{{ .Query.Keywords }}\"",
                "write a placeholder as ${input.query}"
            ),
            ("\"${env.BEACON_KEY}\"", "\"{{ config['key'] }}\"", "write a placeholder as ${env.BEACON_KEY}"),
            ("release_date: released", "release_date: day + month", "'template' joins texts"),
            ("release_date: released", "release_date: day ?? month", "'first_of' takes the first of several paths"),
            ("release_date: released", "release_date: day | trim", "'then' transforms a value: then: [trim]"),
            ("path: name,", "path: [name, title],", "write several under 'first_of'"),
            ("released", "{ path: released, then: [uppercase] }", "did you mean 'upper'?"),
            ("released", "{ path: released, then: [strip_tags] }", "did you mean 'strip_html'?"),
            ("scale: 10, votes: votes", "unit: percent, votes: votes", "a rating has no 'unit'; write scale: 100"),
            (
                "overview: plot", "cast: { name: actors.name, character: actors.part }",
                "write { rows: actors, item: { name: name, character: part } }"
            ),
            ("overview: plot", "cast: { name: lead }", "write { rows: PATH, item: { name: lead } }"),
            ("overview: plot", "budget: { path: b, unit: WON }", "did you mean 'KRW'?"),
            ("overview: plot", "budget: { path: b, unit: usd }", "did you mean 'USD'?"),
            ("languages: [en]", "languages: [kr]", "'kr' is the code of no language; did you mean 'ko'?"),
            ("language: en", "language: jp", "'jp' is the code of no language; did you mean 'ja'?"),
            ("languages: [en]", "format: jsonl", "did you mean 'ndjson'?"),
            ("languages: [en]", "timeout: 3000", "did you mean '3000ms'?"),
            ("languages: [en]", "connect_timeout: 2", "did you mean '2s'?"),
            ("path: name,", "path: films/0/name,", "did you mean 'films[0].name'?"),
            ("path: name,", "path: /name/0,", "did you mean 'name[0]'?"),
            ("released", "{ path: released, then: [{ lower: true }] }", "'lower' is a word, and has no value"),
            ("released", "{ path: released, default: x }", "without a value, a field is absent"),
            ("released", "{ path: released, filter: trim }", "did you mean 'then'?"),
            ("languages: [en]", "user_agent: x/1", "write headers: { User-Agent: … }"),
            ("languages: [en]", "verify_tls: false", "write ca_file: ca.pem"),
            ("languages: [en]", "proxy: http://127.0.0.1:3128", "set the variable https_proxy"),
            ("released", "release-date", "did you mean '['release-date']'?"),
            ("released", "dates.first-run.day", "did you mean 'dates['first-run'].day'?"),
            ("released", "\"dates[?(@.kind=='run')].day\"", "did you mean 'dates[?@.kind=='run'].day'?"),
            ("released", "'dates[?(@.kind==\"run\")].day'", "did you mean 'dates[?@.kind=='run'].day'?"),
            ("released", "\"dates[?(@.n == 1)].day\"", "did you mean 'dates[?@.n == 1].day'?"),
            ("released", "\"dates[?@.a=='x' && @.b=='y'].day\"", "a filter tests one member"),
            ("released", "\"dates[?@.n>1].day\"", "a filter is [?@.name=='text']"),
            ("released", "\"dates.*.day\"", "did you mean 'dates[*].day'?"),
            ("released", "\"@.released\"", "did you mean 'released'?"),
            ("scale: 10, votes", "max: 10, votes", "did you mean 'scale'?"),
            (
                "images: { path: poster, kind: poster }", "images: { poster: p, backdrop: b }",
                "write [{ path: p, kind: poster }, { path: b, kind: backdrop }]"
            ),
            ("overview: plot", "videos: { trailer: t }", "write { path: t, kind: trailer }"),
            (
                "rating: { path: score, scale: 10, votes: votes }", "rating: { Tomato: t }",
                "write { path: t, name: Tomato }"
            ),
            ("overview: plot", "title_en: name_en", "write titles: [{ path: name_en, language: en }]"),
            ("overview: plot", "tvdb_id: tvdb", "write ids: { tvdb: tvdb }"),
            ("overview: plot", "beacon: id", "write ids: { beacon: id }"),
            ("ids: { beacon: id }", "ids: { Beacon: id }", "did you mean 'beacon'?"),
            (
                "\"${input.query}\"", "\"${input.query:-film}\"",
                "a placeholder has no default; write ${input.query}, and inputs: { query: { default: film } }"
            ),
            ("\"${env.BEACON_KEY}\"", "\"${env.BEACON_KEY:-x}\"", "a placeholder has no default"),
            ("id: beacon\n", "id: beacon\n    extends: base.yaml\n", "write include: [base.yaml] at the top"),
            ("released", "{ css: h1 }", "format: html reads the JSON in a page"),
            ("get: /search", "get: /search#top", "what follows # is never sent to a server"),
            ("https://beacon", "https://${language}.beacon", "needs a provider of its own for each"),
            (
                "images: { path: poster, kind: poster }",
                "images: { template: \"https://i.example/${file}\", kind: poster }",
                "did you mean '${row.file}'?"
            ),
            ("rows: films", "rows: films[0]", "'films[0]' leads to one row of the list; did you mean 'films'?"),
            ("path: name,", "path: \"films[*].name\",", "begins with the path of the rows; did you mean 'name'?"),
            ("total: count", "total_pages: count", "looks like the number of rows; did you mean total: count?"),
            (
                "total: count", "total: pageCount",
                "looks like the number of pages; did you mean total_pages: pageCount?"
            ),
            ("path: name,", "value: name,", "each film is called 'name'; did you mean path: name?"),
            (
                "overview: plot", "titles: { en: name_en, ko: name_ko }",
                "write [{ path: name_en, language: en }, { path: name_ko, language: ko }]"
            ),
            ("overview: plot", "overview: { fr: plot_fr }", "write the first as { path: plot_fr, language: fr }"),
            (
                "overview: plot", "overview: \"texts.${locale}.plot\"",
                "write template: \"${locale}\", look_up: { in: texts, value: plot }"
            ),
            ("value: \"${env.BEACON_KEY}\"", "value: !secret beacon_key", "write \"${env.NAME}\" for a key"),
            ("rows: films", "rows: !path films", "the tag '!path' has no meaning here"),
            (
                "        item:\n          ids", "      item:\n          ids",
                "it belongs in an operation: indent it below 'search'"
            ),
            ("      search:\n", "      - name: search\n", "'operations' in line 7 is a map, and not a list"),
            (
                "query: { q: \"${input.query}\"", "query: { q: \"${input.query}",
                "the quote at column 21 is not closed where its text ends"
            ),
        ]
    )
    func remedies(_ text: String, _ mistake: String, _ remedy: String) {
        let found = problems(text, mistake)
        #expect(found.contains { $0.contains(remedy) }, "\(found)")
    }

    @Test(
        "An error in a placeholder is the only problem of its text",
        arguments: ["${input.q}", "${input.query | url}"]
    )
    func oneProblem(_ place: String) {
        let found = problems("q: \"${input.query}\"", "q: \"\(place)\"")
        #expect(found.count == 1, "\(found)")
    }

    @Test("A list of providers in the place of the file is one problem, with what comes before it")
    func listOfProviders() {
        let found = ProviderLanguageTests.problems("- id: a\n  base_url: https://a.example\n")
        #expect(
            found == [
                "test.yaml:1:1: error: a list of providers stands in the place of the file; write version: 1 and providers: before it, and it below them"
            ]
        )
    }

    @Test("A table in a body is refused, with the place where it belongs")
    func tableInBody() {
        let found = problems(
            "get: /search\n        query: { q: \"${input.query}\", year: \"${input.year}\" }",
            "post: /search\n        body: { q: \"${input.query}\", from: 0, y: { from: input.year, then: [trim] } }"
        )
        #expect(found.count == 1)
        #expect(found.first?.contains("a body has no tables") == true, "\(found)")
        #expect(found.first?.contains("write the table under 'inputs' of the operation, as year:") == true)
    }

    @Test(
        "A file of another program is named, with the first steps",
        arguments: [
            (
                "openapi: 3.0.3\nservers: [{ url: https://b.example/api }]\npaths: { /find: {}, /search: {} }",
                "an OpenAPI document", "such as https://b.example/api/search"
            ),
            ("swagger: '2.0'\npaths: {}", "an OpenAPI document", "such as that of a search"),
            (
                "version: 4.3.0\ntype: DeclarativeSource\ndefinitions: { r: { url_base: 'https://b.example/api', path: films } }\nstreams: []",
                "a manifest of an Airbyte connector", "such as https://b.example/api/films"
            ),
            ("id: b\nlinks: [https://b.example/]\ncaps: {}\nsearch: {}", "a Cardigann definition", "kind: process"),
            ("name: B\nxPathScrapers: {}", "a scraper of Stash", "kind: process"),
            ("info: { name: B }\nitem: []", "a Postman collection", "marquee new URL"),
            ("log: { entries: [] }", "a HAR file", "marquee new URL"),
        ]
    )
    func otherPrograms(_ text: String, _ name: String, _ step: String) {
        let found = ProviderLanguageTests.problems(text)
        #expect(found.count == 1, "\(found)")
        #expect(found.first?.contains("this is \(name)") == true, "\(found)")
        #expect(found.first?.contains(step) == true, "\(found)")
    }

    @Test("A provider in the place of the file is one problem")
    func providerAlone() {
        let found = ProviderLanguageTests.problems("id: b\nbase_url: https://b.example\noperations: {}")
        #expect(
            found == [
                "test.yaml:1:1: error: a provider stands in the place of the file; write version: 1 and providers: before it, and it below them as '- id: …'"
            ]
        )
    }
}
