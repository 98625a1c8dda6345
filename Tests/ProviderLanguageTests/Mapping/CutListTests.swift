import JSON
import MovieDomain
import Testing

@testable import ProviderLanguage

@Suite("Truncated lists and lists in one text")
struct CutListTests {
    private static let people = #"{"p":[{"n":"A","j":"x"},{"n":"B","j":"y"},{"n":"C","j":"x"},{"n":"D","j":"x"}]}"#

    @Test("A truncated list reports its total over all parts, and a complete list reports none")
    func totals() throws {
        let part = { (job: String, limit: Int) in
            "{ rows: p, where: { path: j, is: \(job) }, limit: \(limit), item: { name: n, job: j } }"
        }
        let cut = try film(with: .crew, by: "[\(part("x", 2)), \(part("y", 2))]", in: Self.people).film
        #expect(cut?.crew.map(\.name) == ["A", "C", "B"])
        #expect(cut?.crewTotal == 4)
        #expect(try film(with: .crew, by: "[\(part("x", 3))]", in: Self.people).film?.crewTotal == nil)
        #expect(try film(with: .cast, by: "{ path: \"p[*].n\", limit: 3 }", in: Self.people).film?.castTotal == 4)
        #expect(try film(with: .cast, by: "\"p[*].n\"", in: Self.people).film?.castTotal == nil)
        let images = try film(
            with: .images,
            by: "[{ path: a, limit: 1 }, { path: b }]",
            in: #"{"a":["1","2"],"b":"3"}"#
        )
        #expect(images.film?.images.count == 2)
        #expect(images.film?.imagesTotal == 3)
    }

    @Test("The rest of a truncated list counts each row once") func repeatedRows() throws {
        let rows = #"{"p":[{"n":"A"},{"n":"B"},{"n":"C"},{"n":"A"},{"n":"C"},{"n":"D"}]}"#
        for (limit, total) in [(2, 4), (3, 4), (6, nil)] as [(Int, Int?)] {
            let crew = try film(with: .crew, by: "{ rows: p, limit: \(limit), item: { name: n } }", in: rows).film
            #expect(crew?.crewTotal == total)
        }
        let twice = #"{"p":[{"n":"A"},{"n":"B"},{"n":"A"}]}"#
        let whole = try film(with: .crew, by: "{ rows: p, limit: 2, item: { name: n } }", in: twice).film
        #expect(whole?.crewTotal == nil)
    }

    @Test("People have portraits, of a path or of a list")
    func portraits() throws {
        let rows = #"{"p":[{"n":"A","i":"a.jpg","l":[{"u":"b.jpg","w":"9"}]},{"n":"B","i":null}]}"#
        let one = try film(with: .cast, by: "{ rows: p, item: { name: n, images: { path: i, width: 185 } } }", in: rows)
        #expect(one.film?.cast.map { $0.images.map(\.kind) } == [["portrait"], []])
        #expect(one.film?.cast[0].images[0].width == 185)
        let list = "{ rows: p, item: { name: n, images: { rows: l, item: { url: u, width: w } } } }"
        let several = try film(with: .crew, by: list, in: rows)
        #expect(several.film?.crew.map { $0.images.map(\.width) } == [[9], []])
        #expect(one.failures + several.failures == 0)
    }

    @Test("An image and a video in no language have none, as the film has") func noLanguage() throws {
        let item = "{ rows: p, item: { url: u, kind: { value: poster }, language: l } }"
        let images = try film(with: .images, by: item, in: #"{"p":[{"u":"a.jpg","l":"xx"},{"u":"b.jpg","l":"ko"}]}"#)
        #expect(images.film?.images.map(\.language) == [nil, "ko"])
    }

    @Test("Names in one text are split into people with a job")
    func names() throws {
        let made = try film(
            with: .crew,
            by: "{ path: w, then: [{ split: [\",\", \" & \"] }], job: Writer }",
            in: #"{"w":"A & B, C"}"#
        ).film
        #expect(made?.crew == ["A", "B", "C"].map { Person(name: $0, job: "Writer") })
    }

    @Test("Invalid votes fail without losing the rating, and a provider may have several ratings")
    func ratings() throws {
        let one = try film(with: .rating, by: "{ path: r, votes: v }", in: #"{"r":7.5,"v":"many"}"#)
        #expect(one.film?.ratings == [Rating(provider: "shelf", value: 7.5, scale: 10)])
        #expect(one.failures == 1)
        let negative = try film(with: .rating, by: "{ path: r, votes: v }", in: #"{"r":7.5,"v":-5}"#)
        #expect(negative.film?.ratings == one.film?.ratings)
        #expect(negative.failures == 1)
        let several = try film(
            with: .rating,
            by: "[r, { path: m, scale: 100, name: Metacritic }, { path: x, scale: 5, name: Other }]",
            in: #"{"r":7.5,"m":"81"}"#
        ).film
        #expect(several?.ratings.map(\.value) == [7.5, 81])
        #expect(several?.ratings.map(\.name) == [nil, "Metacritic"])
    }

    @Test(
        "A homepage is an address of the web, or left out",
        arguments: [
            ("https://films.example/a?b=c#d", true), ("HTTP://films.example", true), ("https://films.example/한국", true),
            ("javascript:alert(1)", false), ("not a url", false), ("http://", false), ("ftp://films.example", false),
            ("www.films.example", false),
        ]
    )
    func homepage(text: String, isTaken: Bool) throws {
        let made = try film(with: .homepage, by: "h", in: #"{"h":"\#(text)"}"#)
        #expect(made.film?.homepage == (isTaken ? text : nil))
        #expect(made.failures == (isTaken ? 0 : 1))
    }

    @Test("A report names the votes if only they cannot be converted")
    func votes() throws {
        let item = "{ rating: { path: score, scale: 10, votes: votes } }"
        let operation = try #require(try provider(item: item).operations[.search]?.first)
        let rows = #"[{"score":7.9,"votes":"1,200"},{"score":79,"votes":3}]"#
        let report = try films(in: try JSONDocument(rows).root, by: operation).report
        #expect(
            report.failures.map(\.finding.description) == [
                "'votes' at 'votes': expected a whole number, found \"1,200\"",
                "'rating' at 'score': expected a rating from 0 to 10, found 79; did you mean scale: 100?",
            ]
        )
    }

    @Test(
        "A report says which key of the definition reads the value",
        arguments: [
            (
                "{ runtime: { path: v, unit: min } }", #""104 min""#,
                "'runtime' at 'v': expected a duration in min, found \"104 min\"; did you mean unit: duration?"
            ),
            (
                "{ runtime: { path: v, unit: duration } }", #""125'""#,
                "'runtime' at 'v': expected a duration such as 1h 58m, found \"125'\""
            ),
            (
                "{ budget: v }", "1000000",
                "'budget' at 'v': expected an amount with its currency, found 1000000; write unit: USD"
            ),
        ]
    )
    func words(_ item: String, _ value: String, _ message: String) throws {
        let operation = try #require(try provider(item: item).operations[.search]?.first)
        let report = try films(in: try JSONDocument("[{\"v\":\(value)}]").root, by: operation).report
        #expect(report.failures.map(\.finding.description) == [message])
    }

    @Test(
        "A runtime in words is converted to minutes",
        arguments: [("1 h 32 min", 92), ("1h 58m", 118), ("92 min", 92), ("92", 92), ("soon", nil)] as [(String, Int?)]
    )
    func runtimes(_ text: String, _ minutes: Int?) throws {
        #expect(try film(with: .runtime, by: "r", in: #"{"r":"\#(text)"}"#).film?.runtimeMinutes == minutes)
    }
}
