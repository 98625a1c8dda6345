import JSON
import MarqueeTestKit
import MovieDomain
import MovieService
import Platform
import Testing

@testable import MarqueeApp

@Suite("The files of media centres beside films")
struct NFOFileTests {
    @Test(
        "Ids of the film are read, and no others",
        arguments: [
            (
                #"<movie><uniqueid type="imdb" default="true">tt7100001</uniqueid><uniqueid type='tmdb'>7101</uniqueid></movie>"#,
                ["imdb:tt7100001", "tmdb:7101"]
            ),
            ("<movie><imdbid>tt7100001</imdbid><tmdbid>7101</tmdbid></movie>", ["imdb:tt7100001", "tmdb:7101"]),
            ("<movie><IMDB_ID>tt7100001</IMDB_ID></movie>", ["imdb:tt7100001"]),
            ("<movie>\n<id>\n tt7100001</id><title>Salt & Pier</title></movie>", ["imdb:tt7100001"]),
            ("<movie><id>7101</id></movie>", []), ("https://www.imdb.com/title/tt7100001/\n", ["imdb:tt7100001"]),
            ("<movie><title>X</title></movie>\nhttps://www.themoviedb.org/movie/7101-grey-pier", ["tmdb:7101"]),
            (
                "<movie><actor><name>A</name><tmdbid>9</tmdbid></actor><tmdbid>7101</tmdbid><set><tmdbid>8</tmdbid></set></movie>",
                ["tmdb:7101"]
            ),
            ("<movie><plot>See imdb.com/title/tt7100009.</plot><imdbid>tt7100001</imdbid></movie>", ["imdb:tt7100001"]),
            ("<movie><imdbid>tt7100001</imdbid><imdbid>tt7100002</imdbid><tmdbid>7101</tmdbid></movie>", ["tmdb:7101"]),
            ("<movie><imdbid>tt0000000</imdbid><tmdbid>0</tmdbid></movie>", []),
            ("<tvshow><imdbid>tt7100001</imdbid></tvshow>", []),
            ("<episodedetails><uniqueid type=\"imdb\">tt7100001</uniqueid></episodedetails>", []), ("", []),
            ("GREY PIER\nrelease notes", []),
        ]
    )
    func ids(_ text: String, _ ids: [String]) { #expect(NFOFile(text: text).ids.map(\.description) == ids) }

    @Test(
        "The file of the name goes before that of the folder, which counts for a film alone; discs have theirs inside"
    )
    func places() async throws {
        try await ProjectFiles.withTemporaryFolder { folder in
            let files = [
                ("One/grey.pier.mkv", ""), ("One/movie.nfo", "<imdbid>tt7100001</imdbid>"),
                ("Two/a.mkv", ""), ("Two/b.mkv", ""), ("Two/movie.nfo", "<imdbid>tt7100001</imdbid>"),
                ("Two/B.NFO", "<imdbid>tt7100002</imdbid>"), ("Disc/VIDEO_TS/VIDEO_TS.IFO", ""),
                ("Disc/VIDEO_TS/VIDEO_TS.nfo", "<tmdbid>7103</tmdbid>"), ("None/c.mkv", ""),
            ]
            for (name, text) in files { try FileSystem.local.write(Array(text.utf8), folder + "/" + name).get() }
            let expected = [
                ("One/grey.pier.mkv", "One/grey.pier {imdb-tt7100001}.mkv"), ("Two/a.mkv", nil),
                ("Two/b.mkv", "Two/b {imdb-tt7100002}.mkv"), ("Disc", "Disc {tmdb-7103}"), ("None/c.mkv", nil),
            ]
            for (film, name) in expected {
                let path = folder + "/" + film
                let found = NFOFile(beside: path, .local)?.name(of: path)
                #expect(found == name.map { folder + "/" + $0 }, "\(film)")
            }
        }
    }

    @Test("identify believes the id beside a film, and shows the name as it is")
    func identify() async throws {
        try await Program.withHome { folder, environment in
            let films = folder + "/films"
            try FileSystem.local.write([], films + "/home video 7.mkv").get()
            try FileSystem.local.write(Array("<imdbid>tt6751668</imdbid>".utf8), films + "/movie.nfo").get()
            let outcome = try await Program.run(["identify", films, "--demo"], environment: environment)
            let film = try JSONDocument(outcome.output).root["films"].list.first
            #expect(film["name"].words == films + "/home video 7.mkv", "\(outcome.errors)")
            #expect(film["status"].words == "found" && film["movie"]["id"].words == "imdb:tt6751668")
        }
    }
}
