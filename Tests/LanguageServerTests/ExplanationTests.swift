import DefinitionTools
import JSON
import Testing

@testable import LanguageServer

@Suite("Explanations of what a path leads to")
struct ExplanationTests {
    /// A line of the definition, and the line with the cursor in its place, with the explanation.
    private static let cases: [(String, String, String?)] = [
        ("title: name", "title: na|me", "`\"Paper\"`\n\nIn 1 of 1 row.\n\nIt becomes `\"Paper\"`."),
        ("year: released.year", "year: released.ye|ar", "`2019`\n\nIn 1 of 1 row.\n\nIt becomes `2019`."),
        ("year: released.year", "year: { path: released.ye|ar }", "`2019`\n\nIn 1 of 1 row.\n\nIt becomes `2019`."),
        (
            "year: released.year", "year: { first_of: [a, \"released|.year\"] }",
            "`2019`\n\nIn 1 of 1 row.\n\nIt becomes `2019`."
        ),
        ("year: released.year", "tagline: nowh|ere", "Nothing there in 1 row.\n\nIt becomes nothing."),
        ("year: released.year", "year: { path: name, then: [{ extract: '(x)' }], unit: none|", nil),
        (
            "year: released.year", "rating: { path: id, votes: released.d|ay }", "`3`\n\nIn 1 of 1 row."
        ),
        ("shelf: id", "shelf: i|d", "`1`\n\nIn 1 of 1 row.\n\nIt becomes `\"1\"`."),
        ("rows: results", "rows: res|ults", "1 row in 1 sample, with `id`, `name`, `released`, `people`."),
        (
            "rows: people", "rows: peo|ple",
            "1 row in 1 sample, with `name`, `part`.\n\nIt becomes `[{\"name\":\"A\"}]`."
        ),
        ("item: { name: name }", "item: { name: na|me }", "`\"A\"`\n\nIn 1 of 1 row.\n\nIt becomes `\"A\"`."),
        ("kind: page", "kind: page\n          total_pages: pa|ges", "`1`\n\nIn 1 of 1 sample."),
        (
            "year: released.year", "overview: { template: \"In ${row.released.y|ear}\" }",
            "**${row.released.year}**\n\n`2019`\n\nIn 1 of 1 row.\n\nIt becomes `\"In 2019\"`."
        ),
        ("${input.query}", "${input.qu|ery}", "**${input.query}**\n\nThe words of the query."),
        (
            "${env.SHELF_TOKEN}", "${env.SHELF|_TOKEN}",
            "**${env.SHELF_TOKEN}**\n\nThe environment variable SHELF_TOKEN, which is kept secret."
        ),
        ("${input.query}", "${nothing|}", nil),
        ("ids: { shelf: id }", "ids: { sh|elf: id }", "**shelf**\n\nIds of the source 'shelf'."),
        ("ids: { shelf: id }", "ids: { im|db: id }", "**imdb**\n\nIds of IMDb: `tt0133093`."),
        ("year: released.year", "runtime: { path: id, unit: m|in }", "**min**\n\nMinutes."),
        ("id: shelf", "id: shelf\n    extends: tv|maze", "**tvmaze**\n\nA built-in definition."),
        ("get: /search", "get: /sea|rch", nil),
    ]

    @Test("A path is explained by its values in the samples, and by what becomes of them", arguments: cases)
    func values(_ line: String, _ replacement: String, _ expected: String?) throws {
        let marked = Shelf.text.replacing(line, with: replacement, maxReplacements: 1)
        let (text, position) = try Shelf.parted(marked)
        #expect(Shelf.explanation(Shelf.document(text), at: position) == expected)
    }

    @Test("A key of a field is explained with what becomes of it, too")
    func keys() throws {
        let (text, position) = try Shelf.parted(Shelf.text.replacing("title: name", with: "ti|tle: name"))
        let explanation = try #require(Shelf.explanation(Shelf.document(text), at: position))
        #expect(explanation.hasPrefix("**title**"))
        #expect(explanation.hasSuffix("It becomes `\"Paper\"`."))
    }

    @Test("Of a text that cannot be read now, the last samples still explain, but not what becomes of a path")
    func stale() throws {
        let (text, position) = try Shelf.parted(Shelf.text.replacing("title: name", with: "title: na|me, \"x"))
        let samples = RecordedSamples(providers: Shelf.samples.providers, tests: Shelf.check.tests, areCurrent: false)
        let (before, place) = try Shelf.parted(
            Shelf.text.replacing("year: released.year", with: "year: \"released.ye|ar")
        )
        #expect(Explanation(Shelf.document(text), at: position, samples).json == nil)
        let value = Explanation(Shelf.document(before), at: place, samples).json?["contents"]?["value"]?.text
        #expect(value == "`2019`\n\nIn 1 of 1 row.")
    }
}
