import JSON
import MarqueeTestKit
import MovieAggregation
import MovieService
import Testing

@testable import MarqueeApp

@Suite("Answers for other programs")
struct AnswerRowsTests {
    private static let answer = #"""
        {"movies":[
        {"id":"imdb:tt1","title":"Amber, \"New\"","year":1999,"genres":["drama","war"],"directors":[{"name":"Ann\tLee"}]},
        {"id":"imdb:tt2","title":"=Brass","year":null}]}
        """#

    private func rows(_ fields: String...) throws -> AnswerRows {
        AnswerRows(try JSONDocument(Self.answer).root, AnswerTable(.list("movies")), fields: fields)
    }

    @Test("CSV quotes cells, and no cell is a formula")
    func csv() throws {
        let expected = "id,title,genres\r\nimdb:tt1,\"Amber, \"\"New\"\"\",drama; war\r\nimdb:tt2,'=Brass,\r\n"
        #expect(try rows("id", "title", "genres").csv == expected)
    }

    @Test("TSV has one line for each row")
    func tsv() throws {
        #expect(try rows("year", "directors").tsv == "year\tdirectors\n1999\tAnn Lee\n\t\n")
        #expect(try rows().tsv.hasPrefix("id\ttitle\tyear\treleaseDate\t"))
    }

    @Test("Ids are alone on their lines, and JSON has the chosen members")
    func idsAndJSON() throws {
        #expect(try rows().ids == "imdb:tt1\nimdb:tt2\n")
        #expect(
            try rows("id", "genres").json.jsonText
                == #"[{"id":"imdb:tt1","genres":["drama","war"]},{"id":"imdb:tt2","genres":null}]"#
        )
    }

    @Test("A member of the film is found in a row that has one")
    func films() throws {
        let document = try JSONDocument(#"{"entries":[{"rank":1,"audience":{"count":7},"movie":{"id":"kofic:1"}}]}"#)
        let rows = AnswerRows(document.root, BoxOfficeResult.table, fields: ["rank", "id", "audience.count"])
        #expect(rows.tsv.hasSuffix("\n1\tkofic:1\t7\n"))
    }

    @Test("A trend has a row for each day of a film, and offers one for each kind")
    func daysAndOffers() throws {
        let trend = try JSONDocument(
            #"{"series":[{"movie":{"id":"a:1","title":"Amber"},"days":[{"date":"2026-11-01","audience":{"count":5}}]}]}"#
        )
        #expect(AnswerRows(trend.root, TrendResult.table).csv.hasSuffix("\r\n2026-11-01,a:1,Amber,,5,,,\r\n"))
        let film = try JSONDocument(
            #"{"movie":{"id":"a:1","title":"Amber","watch":[{"region":"KR","stream":[{"name":"Lantern"}]}]}}"#
        )
        #expect(
            AnswerRows(film.root, MovieResult.table, showsOffers: true).tsv.hasSuffix(
                "\nKR\tstream\tLantern\ta:1\tAmber\n"
            )
        )
    }

    @Test("On a terminal, cells are escaped, and what is between them is not")
    func onTerminal() {
        #expect("id\ttitle\na:1\tRed \u{1B}[31m\n".escapedInCells == "id\ttitle\na:1\tRed \\u001b[31m\n")
        #expect("id,title\r\na:1,Red\r\n".escapedInCells == "id,title\na:1,Red\n")
    }

    @Test("An answer without rows is a row of its members")
    func members() throws {
        #expect(AnswerRows(try JSONDocument(#"{"removed":2}"#).root, nil).csv == "removed\r\n2\r\n")
    }

    @Test("A field that no row has is named, with the one that may be meant")
    func unknownFields() throws {
        #expect(try rows("title", "yaer").unknownFields == ["note: no row has yaer; did you mean year?"])
        #expect(try rows("id").unknownFields.isEmpty)
    }

    @Test(
        "A command prints the format that is wanted",
        arguments: [
            (["--format", "ids"], "imdb:tt6751668\n"),
            (["--format", "tsv", "--fields", "title,year"], "title\tyear\n기생충\t2019\n"),
            (["--fields", "year"], "[{\"year\":2019}]\n"),
        ]
    )
    func formats(_ options: [String], _ expected: String) async throws {
        let outcome = try await Program.run(["search", "parasite", "--demo"] + options)
        #expect(outcome.outputText == expected, "\(outcome.errors)")
    }

    @Test("JSON is indented on a terminal, and one line elsewhere")
    func indented() async throws {
        let terminal = try PseudoTerminal(columns: 80)
        var plan = try Program.plan(["search", "parasite", "--demo", "--format", "json"])
        plan.output = .file(terminal.path)
        let (text, _) = try await terminal.screen(of: plan)
        #expect(text.hasPrefix("{\n  \"movies\""), "\(text)")
        let piped = try await Program.run(["search", "parasite", "--demo"])
        #expect(piped.outputText.split(separator: "\n").count == 1)
    }
}
