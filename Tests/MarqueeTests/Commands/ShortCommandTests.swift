import JSON
import MarqueeTestKit
import Platform
import Testing

@testable import MarqueeApp

@Suite("The commands for the commonest jobs")
struct ShortCommandTests {
    @Test(
        "The country of a locale is the default",
        arguments: [
            (["LANG": "ko_KR.UTF-8"], "KR"), (["LANG": "ko_KR.UTF-8", "LC_ALL": "de_AT"], "AT"),
            (["LANG": "C.UTF-8"], nil), (["LANG": "en"], nil), ([:], nil),
            (["LC_MESSAGES": "pt_BR@x", "LANG": "C"], "BR"),
        ] as [([String: String], String?)]
    )
    func region(_ variables: [String: String], _ code: String?) {
        #expect(HomeRegion { variables[$0] }?.code == code)
    }

    @Test("A folder stands for the films in it, without samples, extras, pictures, and subtitles")
    func folder() async throws {
        try await ProjectFiles.withTemporaryFolder { folder in
            for name in [
                "Grey.Pier.2011.mkv", "Grey.Pier.2011.sample.mkv", "cover.jpg", "Grey.Pier.2011.srt", ".hidden.mkv",
                "Slow Lamp (2018)/lamp.mp4", "Slow Lamp (2018)/Extras/making.mp4", "notes.txt",
                "Disc/VIDEO_TS/VTS_01_1.VOB",
            ] {
                try FileSystem.local.write([], folder + "/" + name).get()
            }
            let films = FilmFolder(folder + "/")?.films.map { $0.dropFirst(folder.count + 1) }
            #expect(films == ["Disc", "Grey.Pier.2011.mkv", "Slow Lamp (2018)/lamp.mp4"])
            #expect(FilmFolder(folder + "/notes.txt") == nil)
        }
    }

    @Test("An empty folder has no films, and names come from standard input for -")
    func names() async throws {
        try await Program.withHome { folder, environment in
            let none = try await Program.run(["identify", folder, "--demo"], environment: environment)
            #expect(none.status == .exited(66) && none.errors.contains("found no films"), "\(none.errors)")
            let read = try await Program.run(
                ["identify", "-", "--demo", "--format", "table"],
                lines: ["Parasite.2019.1080p.mkv", ""],
                environment: environment
            )
            #expect(read.outputText.contains("imdb:tt6751668"), "\(read.errors)")
        }
    }

    @Test("A diary entry is of today and keeps the other days; where shows the offers alone")
    func logAndWhere() async throws {
        try await Program.withHome { folder, environment in
            let options = ["--demo", "--data-dir", folder + "/library", "--format", "table"]
            let older = try await Program.run(
                ["log", "demo:1", "--on", "2023/4/2"] + options,
                environment: environment
            )
            #expect(older.status == .exited(0), "\(older.errors)")
            let newer = try await Program.run(["log", "demo:1", "--stars", "4"] + options, environment: environment)
            #expect(newer.outputText == "✓ 종이 등대 (2023)  demo:1  ★★★★  2023-04-24, 2023-04-02\n", "\(newer.outputText)")
            let offers = try await Program.run(["where", "demo:1"] + options, environment: environment)
            #expect(offers.outputText.hasPrefix("종이 등대 (2023)  demo:1\n"), "\(offers.outputText)")
            #expect(offers.outputText.contains("Paper Stream") && !offers.outputText.contains("Runtime"))
        }
    }

    @Test("A bookmark is told in a line, and so is one that was there already")
    func bookmarks() async throws {
        try await Program.withHome { folder, environment in
            let options = ["--demo", "--data-dir", folder + "/library", "--format", "table"]
            for end in ["", ", was bookmarked already"] {
                let added = try await Program.run(["bookmarks", "add", "demo:1"] + options, environment: environment)
                #expect(added.outputText == "♥ 종이 등대 (2023)  demo:1\(end)\n", "\(added.outputText)")
            }
        }
    }
}
