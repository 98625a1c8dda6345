import ImageDecoding
import MarqueeTestKit
import MovieAggregation
import MovieDomain
import Testing

@testable import MarqueeApp

@Suite("A box office with posters")
struct PosterSheetTests {
    private func entry(_ rank: Int, _ title: String) -> BoxOfficeEntry {
        var facts = MovieFacts()
        facts.title = LocalizedText(title)
        let movie = Movie(id: MovieID(namespace: "a", value: "\(rank)"), facts: facts, provenance: [:])
        return BoxOfficeEntry(figures: BoxOfficeFigures(rank: rank), movie: movie)
    }

    @Test("A page has each film in order, and no text of a source is markup")
    func page() throws {
        var first = entry(1, #"Salt & "Lamp""#)
        (first.movie.facts.year, first.figures.audience.count) = (2024, 12_345)
        first.movie.facts.images = [
            MovieImage(kind: "backdrop", url: "https://x.example/b", provider: "a"),
            MovieImage(kind: "poster", url: "https://x.example/p?a=1&b=2", provider: "a"),
        ]
        let day = try #require(CalendarDate(parsing: "2026-11-01"))
        var source = ProviderReport(provider: "a", status: .ok)
        source.attribution = "By A & B"
        let answer = BoxOfficeResult(
            period: BoxOfficePeriod(span: .day, from: day, to: day),
            entries: [first, entry(2, "<b>Quay</b>")],
            sources: [source]
        )
        let page = PosterSheet(answer).page
        for part in [
            "<title>Box office 2026-11-01</title>", #"<img src="https://x.example/p?a=1&amp;b=2""#,
            "<figcaption>1. Salt &amp; &quot;Lamp&quot; (2024) · 12,345</figcaption>",
            "<figure><figcaption>2. &lt;b&gt;Quay&lt;/b&gt;</figcaption></figure>", "<p>By A &amp; B</p>",
        ] {
            #expect(page.contains(part), "\(page)")
        }
    }

    @Test("The table of a box office shows how ranks changed, whatever a source says")
    func ranks() throws {
        let day = try #require(CalendarDate(parsing: "2026-11-01"))
        let entries = [3, -2, Int.min].enumerated().map { place, change in
            var entry = entry(place + 1, "Salt")
            entry.figures.rankChange = change
            return entry
        }
        let period = BoxOfficePeriod(span: .day, from: day, to: day)
        let text = try AnswerPage(BoxOfficeResult(period: period, entries: entries, sources: [])).text()
        for change in ["▲3", "▼2", "▼9223372036854775808"] { #expect(text.contains(change), "\(text)") }
    }

    @Test("The command prints the page in a pipe, writes it to a file, and says on a terminal how to get it")
    func command() async throws {
        let piped = try await Program.run(["boxoffice", "--posters", "--demo"])
        #expect(piped.status == .exited(0) && piped.outputText.contains("<figcaption>1. 존 윅 4"), "\(piped.errors)")
        try await ProjectFiles.withTemporaryFolder { folder in
            let path = folder + "/posters.html"
            let first = try await Program.run(["boxoffice", "--posters", "--demo", "-o", path])
            #expect(first.status == .exited(0) && first.errors.contains("the posters of 10 films"), "\(first.errors)")
            #expect(String(decoding: try ProjectFiles.read(path), as: UTF8.self).contains("<figcaption>1. 존 윅 4"))
            let wrong = try await Program.run(["boxoffice", "--posters", "--demo", "-o", folder + "/posters.svg"])
            #expect(wrong.errors.contains("a name that ends in .html or .png"), "\(wrong.errors)")
            let picture = folder + "/posters.png"
            let sheet = try await Program.run(["boxoffice", "--posters", "--demo", "-o", picture])
            #expect(sheet.status == .exited(0) && sheet.outputText.contains("1. 존 윅 4"), "\(sheet.errors)")
            let bounds = PixelSize(width: 5_000, height: 5_000)
            let size = try Bitmap(decoding: try ProjectFiles.read(picture), toFit: bounds).size
            // Five posters beside each other, and two rows.
            #expect(size.width == 5 * 185 + 6 * 12 && size.height == 2 * 277 + 3 * 12, "\(size)")
            let again = try await Program.run(["boxoffice", "--posters", "--demo", "-o", path])
            #expect(again.status == .exited(74) && again.errors.contains("--force"), "\(again.errors)")
        }
        let terminal = try PseudoTerminal(columns: 80)
        var plan = try Program.plan(["boxoffice", "--posters", "--demo"], environment: ["TERM": "dumb"])
        (plan.output, plan.errors) = (.file(terminal.path), .file(terminal.path))
        let (text, _) = try await terminal.screen(of: plan)
        #expect(text.contains("marquee boxoffice --posters --demo -o posters.html"), "\(text)")
    }
}
