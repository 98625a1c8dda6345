import ImageDecoding
import JSON
import MarqueeTestKit
import Testing

@testable import MarqueeApp

@Suite("A box office with posters")
struct PosterSheetTests {
    private static let answer = #"""
        {"entries":[
        {"rank":1,"audience":{"count":12345},"movie":{"id":"a:1","title":"Salt & \"Lamp\"","year":2024,
        "images":[{"kind":"backdrop","url":"https://x.example/b"},{"kind":"poster","url":"https://x.example/p?a=1&b=2"}]}},
        {"rank":2,"movie":{"id":"a:2","title":"<b>Quay</b>"}}],
        "period":{"from":"2026-11-01","to":"2026-11-01"},"sources":[{"provider":"a","attribution":"By A & B"}]}
        """#

    @Test("A page has each film in order, and no text of a source is markup")
    func page() throws {
        let page = PosterSheet(try JSONDocument(Self.answer).root).page
        for part in [
            "<title>Box office 2026-11-01</title>", #"<img src="https://x.example/p?a=1&amp;b=2""#,
            "<figcaption>1. Salt &amp; &quot;Lamp&quot; (2024) · 12,345</figcaption>",
            "<figure><figcaption>2. &lt;b&gt;Quay&lt;/b&gt;</figcaption></figure>", "<p>By A &amp; B</p>",
        ] {
            #expect(page.contains(part), "\(page)")
        }
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
        #expect(text.contains("marquee boxoffice --posters -o posters.html"), "\(text)")
    }
}
