import JSON
import MovieDomain
import Testing

@testable import MovieService

@Suite("The user's own form of notes")
struct NoteTemplateTests {
    private static let document = """
        {"id":"imdb:tt1","title":"종이: \\"등대\\"","releaseDate":"2023-03-10","runtimeMinutes":118,\
        "directors":[{"name":"고은별"},{"name":"[Ann] | Lee"}],"genreNames":["드라마"],\
        "images":[{"kind":"backdrop","url":"https://a.example/b"},{"kind":"poster","url":"https://a.example/p"}]}
        """

    private static func note(_ template: String) throws -> String {
        let film = LibraryFilm(
            ids: [MovieID(namespace: "imdb", value: "tt1")],
            title: "종이: \"등대\"",
            year: 2023,
            document: Array(document.utf8)
        )
        var library = Library()
        library.cards = [Card(film: film, stars: 4, comment: "*Good*", changedAt: Timestamp(secondsSinceEpoch: 0))]
        return try #require(FilmNote.notes(of: library, try NoteTemplate(template)).first?.text)
    }

    @Test("Values in the front matter are YAML, those below are Markdown, and lines without a known value are left out")
    func filled() throws {
        let text = try Self.note(
            """
            ---
            ids: {{ids}}
            film: {{title}}
            length: {{ runtime }}
            day: {{released}}
            people: {{directors|link}}
            by: a film by {{directors}} ({{year}})
            set: {{collection}}
            cssclasses: [film]
            ---
            # {{heading}}

            {{overview}}

            By {{directors | link}}, {{runtime}} min, {{stars}} stars.
            ![]({{poster}})

            {{comment}}
            """
        )
        #expect(
            text == """
                ---
                ids: ["imdb:tt1"]
                film: "종이: \\"등대\\""
                length: 118
                day: 2023-03-10
                people: ["[[고은별]]", "[[ Ann    Lee]]"]
                by: "a film by 고은별, [Ann] | Lee (2023)"
                cssclasses: [film]
                ---
                # 종이: "등대" (2023)

                By [[고은별]], [[ Ann    Lee]], 118 min, 4 stars.
                ![](https://a.example/p)

                *Good*

                \(FilmNote.marker)

                """,
            "\(text)"
        )
        #expect(FilmNote.ids(in: text) == [MovieID(namespace: "imdb", value: "tt1")])
    }

    @Test("What a template has below the marker begins the reader's own part")
    func ownPart() throws {
        let text = try Self.note("---\nids: {{ids}}\n---\n\(FilmNote.marker)\n\n## Notes on {{title}}\n")
        #expect(text == "---\nids: [\"imdb:tt1\"]\n---\n\n\(FilmNote.marker)\n\n## Notes on {{title}}\n", "\(text)")
    }

    @Test(
        "A template that cannot be used is refused with its line",
        arguments: [
            ("# {{title}}", "expected front matter"),
            ("---\ntitle: {{title}}\n---\n", "expected the line 'ids: {{ids}}'"),
            ("---\nids: {{ids}}\n---\n{{directr}}", "line 4: there is no value {{directr}}"),
        ]
    )
    func refused(_ template: String, _ message: String) throws {
        let problem = #expect(throws: InvalidParameters.self) { _ = try NoteTemplate(template) }
        #expect(problem?.message.contains(message) == true, "\(String(describing: problem))")
    }
}
