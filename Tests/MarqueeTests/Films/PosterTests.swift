import MarqueeTestKit
import Platform
import Testing

@Suite("marquee poster on a terminal")
struct PosterTests {
    @Test(
        "A terminal that supports images gets the image itself, and others only the path",
        arguments: [
            ("iTerm.app", "xterm-256color", "\u{1B}]1337;File=inline=1"), ("", "xterm-kitty", "\u{1B}_Ga=T,f=100,m=0;"),
            ("", "xterm-256color", nil), ("iTerm.app", "tmux-256color", nil),
        ]
    )
    func terminal(_ program: String, _ type: String, _ sequence: String?) async throws {
        try await ProjectFiles.withTemporaryFolder { folder in
            let terminal = try PseudoTerminal()
            var environment = ["HOME": folder, "PATH": "/usr/bin:/bin", "TERM": type]
            if !program.isEmpty { environment["TERM_PROGRAM"] = program }
            let arguments = ["poster", "--demo", "imdb:tt10366206", "--cache-dir", folder + "/cache"]
            var plan = try Program.plan(arguments, environment: environment)
            plan.output = .file(terminal.path)
            let (text, status) = try await terminal.screen(of: plan)
            #expect(status == .exited(0))
            #expect(text.contains("\u{1B}") == (sequence != nil))
            if let sequence { #expect(text.contains(sequence)) }
            #expect(text.contains(folder + "/cache/images/"))
        }
    }

    @Test("The picture is written where the user says, and replaces a file only by force")
    func output() async throws {
        try await Program.withHome { folder, environment in
            let words = ["poster", "imdb:tt10366206", "--demo", "-o", folder + "/poster.png"]
            for (more, status) in [([], 0), ([], 74), (["--force"], 0)] as [([String], Int32)] {
                let outcome = try await Program.run(words + more, environment: environment)
                #expect(outcome.status == .exited(status), "\(outcome.errors)")
            }
            let bytes = try FileSystem.local.read(folder + "/poster.png", 1 << 20).get()
            #expect(bytes.starts(with: [0x89, 0x50, 0x4E, 0x47]))
            let piped = try await Program.run(words.dropLast() + ["-"], environment: environment)
            #expect(piped.output == bytes)
        }
    }

    /// Returns what a terminal shows of an image with four quarters; expects that the command succeeds.
    private static func shown(
        _ name: String,
        type: String = "xterm-256color",
        answer: String?,
        columns: Int = 80
    ) async throws -> String {
        try await ScriptedServer.withFolder { server, folder in
            let configuration = """
                version: 1
                providers:
                  - id: shelf
                    base_url: \(server.origin)
                    operations: { lookup: { by: [shelf], get: /film, rows: ., item: { title: title } } }
                """
            try ProjectFiles.write(configuration, to: folder + "/providers.yaml")
            let bytes = try ProjectFiles.read(ProjectFiles.root + "/Tests/Fixtures/images/\(name)")
            server.on("*", .reply(headers: [("Content-Type", "image/png")], body: bytes))
            let terminal = try PseudoTerminal(columns: columns)
            let environment = ["HOME": folder + "/home", "PATH": "/usr/bin:/bin", "TERM": type]
            let arguments = ["poster", "\(server.origin)/\(name)", "--config", folder + "/providers.yaml"]
            var plan = try Program.plan(arguments, environment: environment)
            plan.output = .file(terminal.path)
            plan.errors = .file(terminal.path)
            if answer != nil { plan.input = .file(terminal.path) }
            let reply = answer.map { (question: "\u{1B}[c", answer: $0) }
            let (text, status) = try await terminal.screen(of: plan, reply: reply)
            #expect(status == .exited(0), "\(text)")
            #expect(text.hasSuffix(name.hasSuffix("jpg") ? ".jpg\n" : ".png\n"), "\(text.suffix(200))")
            return text
        }
    }

    @Test(
        "A terminal that reports Sixel support gets the image with at most the colors that it has",
        arguments: [
            ("quarters.jpg", "\u{1B}[?1;0;64S\u{1B}[?62;4;22c", 64, 80),
            ("quarters.png", "\u{1B}[?63;1;2;4c", 256, 80), ("quarters-progressive.jpg", "\u{1B}[?64;4c", 256, 5),
        ]
    )
    func sixel(_ name: String, _ answer: String, _ colors: Int, _ columns: Int) async throws {
        let text = try await Self.shown(name, answer: answer, columns: columns)
        let picture = try #require(SixelReader(text), "\(text.prefix(200))")
        let width = min(64, columns * 8)
        #expect((picture.width, picture.height) == (width, width * 3 / 4))
        #expect(picture.colorCount <= colors && picture.colorCount >= 4)
        #expect(picture.pixels.allSatisfy { $0.allSatisfy { $0 != nil } })
        for (place, color) in [
            ((4, 4), [78, 16, 16]), ((width - 5, 4), [16, 63, 24]), ((4, picture.height - 5), [16, 24, 78]),
            ((width - 5, picture.height - 5), [90, 86, 24]),
        ] {
            let found = try #require(picture.pixels[place.1][place.0])
            #expect(zip(found, color).allSatisfy { abs($0 - $1) <= 5 }, "\(place): \(found)")
        }
    }

    @Test("A terminal without Sixel, or one that is not also the input, gets only the path")
    func noSixel() async throws {
        for answer in ["\u{1B}[?62;22c", "\u{1B}[?4c", nil] {
            let text = try await Self.shown("quarters.png", answer: answer)
            #expect(!text.contains("\u{1B}P"))
            #expect(text.contains("\u{1B}[c") == (answer != nil))
        }
    }

    @Test("Kitty gets the pixels of a JPEG image")
    func kittyPixels() async throws {
        let text = try await Self.shown("quarters.jpg", type: "xterm-kitty", answer: nil)
        let chunks = text.matches(of: /\u{1B}_G([^;]*);([^\u{1B}]*)\u{1B}\\/).map { ($0.output.1, $0.output.2) }
        #expect(chunks.first?.0 == "a=T,f=24,s=64,v=48,m=1")
        #expect(chunks.dropFirst().dropLast().allSatisfy { $0.0 == "m=1" } && chunks.last?.0 == "m=0")
        let pixels = try #require(Base64.bytes(chunks.map { String($0.1) }.joined()))
        #expect(pixels.count == 64 * 48 * 3)
        #expect(zip(pixels[..<3], [200, 40, 40]).allSatisfy { abs(Int($0) - $1) <= 12 })
    }

    @Test("An image that takes too long to decode is given up at the time limit, and its path is printed")
    func slowToDecode() async throws {
        let bytes = try ProjectFiles.read(ProjectFiles.root + "/Tests/Fixtures/images/flat-progressive.jpg")
        let scan = try #require(bytes.indices.last { bytes[$0...].starts(with: [0xFF, 0xDA]) })
        let repeated = Array(repeatElement(bytes[scan...].dropLast(2), count: 450).joined())
        try await ScriptedServer.withFolder { server, folder in
            let configuration = """
                version: 1
                providers:
                  - id: shelf
                    base_url: \(server.origin)
                    operations: { lookup: { by: [shelf], get: /film, rows: ., item: { title: title } } }
                """
            try ProjectFiles.write(configuration, to: folder + "/providers.yaml")
            let body = bytes.dropLast(2) + repeated + bytes.suffix(2)
            server.on("*", .reply(headers: [("Content-Type", "image/jpeg")], body: Array(body)))
            let arguments = ["poster", "\(server.origin)/flat.jpg", "--config", folder + "/providers.yaml"]
            let environment = ["HOME": folder + "/home", "PATH": "/usr/bin:/bin", "TERM": "xterm-kitty"]
            // Into the cache, so that the limit below leaves time to decode.
            let fetched = try await Program.run(arguments, environment: environment)
            #expect(fetched.status == .exited(0), "\(fetched.errors)")
            let terminal = try PseudoTerminal()
            var plan = try Program.plan(arguments + ["--timeout", "2"], environment: environment)
            plan.output = .file(terminal.path)
            plan.errors = .file(terminal.path)
            let (text, status) = try await terminal.screen(of: plan)
            #expect(status == .exited(0), "\(text)")
            #expect(text.contains("the picture is not shown: decoding it takes longer than 2 s"), "\(text.prefix(300))")
            #expect(text.hasSuffix(".jpg\n"), "\(text.suffix(200))")
        }
    }

    @Test("For an image that cannot be shown, the reason and the path are printed")
    func notShown() async throws {
        let text = try await Self.shown("quarters-cmyk.jpg", type: "xterm-kitty", answer: nil)
        #expect(text.contains("the picture is not shown: expected a picture in JPEG"))
    }
}
