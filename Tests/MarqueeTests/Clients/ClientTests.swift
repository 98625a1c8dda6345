import MarqueeTestKit
import Testing

@Suite("Plugins and clients, each in its host", .serialized)
struct ClientTests {
    @Test(
        "The plugin for Neovim searches, cancels, bookmarks, and shows details and posters",
        .enabled(if: ClientHost.neovim.isInstalled, "needs nvim, of Debian's package neovim")
    )
    func neovim() async throws { try await Self.playAll(.neovim) }

    @Test(
        "The plugin for Vim searches, cancels, bookmarks, and shows details and posters",
        .enabled(if: ClientHost.vim.isInstalled, "needs vim, of Debian's package vim-nox")
    )
    func vim() async throws { try await Self.playAll(.vim) }

    @Test(
        "The plugin for Emacs searches, cancels, bookmarks, and shows details and posters",
        .enabled(if: ClientHost.emacs.isInstalled, "needs emacs, of Debian's package emacs-nox")
    )
    func emacs() async throws { try await Self.playAll(.emacs) }

    @Test(
        "The plugin for VS Code works with a stand-in for the editor",
        .enabled(if: ClientHost.node.isInstalled, "needs node, of Debian's package nodejs")
    )
    func visualStudioCode() async throws { try await Self.playAll(.node) }

    @Test(
        "The Python client searches, cancels, bookmarks, and shows details and posters",
        .enabled(if: ClientHost.python.isInstalled, "needs python3")
    )
    func python() async throws { try await Self.playAll(.python) }

    private static let plugins = [ClientHost.neovim, .vim, .emacs, .node].filter(\.isInstalled)

    @Test(
        "A program that is killed while a source is slow is started again, and its search goes on",
        .enabled(if: !plugins.isEmpty, "needs nvim, vim, emacs, or node"),
        arguments: plugins
    )
    func killed(host: ClientHost) async throws {
        try await SlowSource.with(.untilReleased) { source in
            let command = try source.command(framing: host.framing)
            let seen = try await host.play("killed", command: command, in: source.folder) { shown in
                try await ClientHost.waitForFile(shown + ".killed")
                source.release()
            }
            let films = ["  Early film (2001)", "  \(SlowSource.lateFilm) (2002)"]
            #expect(seen["after the restart"] == ["slow", "2 films"] + films, "\(seen)")
        }
    }

    @Test(
        "A page that failed leaves the list as it is, and comes when it is asked for again",
        .enabled(if: !plugins.isEmpty && ClientHost.python.isInstalled, "needs python3, and nvim, vim, emacs, or node"),
        arguments: plugins
    )
    func failedPage(host: ClientHost) async throws {
        let python = try #require(ClientHost.path(of: "python3"))
        try await ProjectFiles.withTemporaryFolder { folder in
            let command = [python, ClientHost.scripts + "/failing-page.py", host.framing]
            let seen = try await host.play("page", command: command, in: folder)
            #expect(seen["failed page"] == ["quick", "too slow", "  Film 1", "  Film 2"], "\(seen)")
            #expect(seen["asked again"] == ["quick", "3 films", "  Film 1", "  Film 2", "  Film 3"])
        }
    }

    private static func playAll(_ host: ClientHost) async throws {
        try await playDemo(host)
        try await playTyping(host)
        try await playLostCancellation(host)
        try await playPoster(host)
    }

    // MARK: Without a key

    private static let film = "기생충 (2019) · Parasite"
    private static let details = [
        "---", #"title: "기생충""#, #"also: ["Parasite"]"#, "year: 2019", "minutes: 131", #"directors: ["봉준호"]"#,
        #"genres: ["drama","thriller"]"#, #"rating: "8.5/10 (yts)""#, #"id: "imdb:tt6751668""#,
        #"poster: "https://images.example/990000009/large-cover.jpg""#, #"sources: ["kofic","yts","demo"]"#, "---", "",
        "# 기생충 (2019)", "",
        "A family from a basement takes one post after another in a rich house, until somebody rings at the door at night.",
    ]
    private static let demo = [
        "box office": ["", "10 films of 2023-04-23", "  존 윅 4 (2023)", "  스즈메의 문단속 (2023)"],
        "search": ["Parasite", "1 film", "  " + film],
        "bookmarked": ["Parasite", "1 film", "★ " + film],
        "details": details,
        "inserted": ["My films"] + details + ["", "The end"],
        "bookmarks": ["", "1 film", "★ " + film],
    ]

    /// Plays box office, search, bookmark, details, Markdown, and bookmarks, and expects the program to end with its
    /// client.
    private static func playDemo(_ host: ClientHost) async throws {
        let binary = try #require(ProjectFiles.builtProduct())
        try await ProjectFiles.withTemporaryFolder { folder in
            let command = [binary, "--framing", host.framing, "--demo"]
            var seen = try await host.play("demo", command: command, in: folder)
            #expect(seen.removeValue(forKey: "completed") == ["Parasite"])
            // VS Code searches for a title after completing it.
            if let completed = seen.removeValue(forKey: "completed search") {
                #expect(completed == ["Parasite", "★ " + film])
            }
            let process = try #require(seen.removeValue(forKey: "process")?.first, "\(seen)")
            // The Python script starts without a list and has no document to insert into.
            let expected = host.program == "python3" ? demo.filter { seen[$0.key] != nil } : demo
            for (section, lines) in expected { #expect(seen[section].map(compared) == compared(lines), "\(section)") }
            #expect(Set(seen.keys) == Set(expected.keys))
            #expect(expected.count >= 4)
            #expect(try await ClientHost.waitForEnd(of: process), "the program outlives its client")
        }
    }

    /// Normalizes JSON lists with and without spaces, and posters, which may be a URL or a file.
    private static func compared(_ lines: [String]) -> [String] {
        lines.map { $0.hasPrefix("poster: \"") ? "poster" : $0.replacing(#"", ""#, with: #"",""#) }
    }

    // MARK: Typing

    /// Expects that the older search is cancelled at its source, and that the newer one shows its parts, films, and
    /// pages.
    private static func playTyping(_ host: ClientHost) async throws {
        try await SlowSource.with(.untilCancelled) { source in
            let seen = try await host.play(
                "typing",
                command: try source.command(framing: host.framing),
                in: source.folder
            ) { shown in
                #expect(
                    await source.server.waitForLog { $0.closedByPeerCount > 0 },
                    "the older search was not cancelled"
                )
                try await ClientHost.waitForFile(shown + ".newer")
                try ProjectFiles.write("", to: shown + ".older")
            }
            expectTyped(seen)
        }
    }

    /// Expects that an older answer that arrives after the newer one changes nothing, because its cancellation came too
    /// late.
    private static func playLostCancellation(_ host: ClientHost) async throws {
        guard let python = ClientHost.path(of: "python3") else { return }
        try await SlowSource.with(.untilReleased) { source in
            let relay = [
                python, ClientHost.scripts + "/deaf.py", source.folder + "/shown.older", SlowSource.lateFilm,
            ]
            let seen = try await host.play(
                "typing",
                command: relay + source.command(framing: host.framing),
                in: source.folder,
                environment: ["MARQUEE_OLDER": SlowSource.lateFilm]
            ) { shown in
                try await ClientHost.waitForFile(shown + ".newer")
                source.release()
            }
            expectTyped(seen)
        }
    }

    /// Expects that a film's details name the file of its poster.
    private static func playPoster(_ host: ClientHost) async throws {
        try await SlowSource.with(.untilCancelled) { source in
            let command = try source.command(framing: host.framing)
            let seen = try await host.play("poster", command: command, in: source.folder)
            let line = seen["poster"]?.first { $0.hasPrefix("poster: ") } ?? ""
            let path = String(line.dropFirst(#"poster: ""#.count).dropLast())
            #expect(path.hasPrefix(source.folder), "\(seen)")
            #expect(ProjectFiles.isReadable(path))
        }
    }

    private static func expectTyped(_ seen: [String: [String]]) {
        let page = ["quick", "20 films, + for more"] + SlowSource.quickFilms.prefix(20)
        #expect(seen["first part"] == ["slow", "1 film so far…", "  Early film (2001)"], "\(seen)")
        #expect(seen["newer search"] == page)
        #expect(seen["after the older answer"] == page)
        #expect(seen["second page"] == ["quick", "22 films"] + SlowSource.quickFilms)
        // The cursor stays on its film while the list is replaced.
        if let cursor = seen["cursor"] { #expect(cursor == [SlowSource.quickFilms[1]]) }
    }
}
