import JSON
import MarqueeTestKit
import Platform
import Testing

@Suite("images/get, through the program")
struct ImageTests {
    /// Runs `body` with a source whose films have covers in three sizes, and with the program's folders in a temporary
    /// one.
    private static func withScene(_ body: (ScriptedServer, Scene) async throws -> Void) async throws {
        try await ScriptedServer.withFolder { server, folder in
            let scene = Scene(folder: folder, origin: server.origin)
            try ProjectFiles.write(scene.configuration, to: folder + "/providers.yaml")
            let row = """
                {"id": 7, "title": "The Paper Lighthouse", "large": "\(server.origin)/large.png", \
                "medium": "\(server.origin)/medium.png", "small": "\(server.origin)/small.png", \
                "wide": "/wide.png"}
                """
            server.on("/api/films/7", .json(row))
            try await body(server, scene)
        }
    }

    private struct Scene {
        let folder: String
        let origin: String

        var configuration: String {
            """
            version: 1
            settings: { deadline: 20s }
            providers:
              - id: shelf
                base_url: \(origin)/api
                images_base: "\(origin)/{size}"
                image_sizes: { backdrop: { w300: 300, w1280: 1280, original: ~ } }
                operations:
                  lookup:
                    by: [shelf]
                    get: "/films/${input.ids.shelf}"
                    rows: .
                    item:
                      ids: { shelf: id }
                      title: title
                      images:
                        - { each: [large, medium, small], widths: [500, 230, 45], kind: poster }
                        - { path: wide, kind: backdrop, width: 300 }
            """
        }

        var arguments: [String] { ["--config", folder + "/providers.yaml"] }
        var images: String { folder + "/home/.cache/marquee/untrusted/images" }
        var environment: [String: String] { ["HOME": folder + "/home", "PATH": "/usr/bin:/bin"] }

        func result(_ params: String, _ arguments: [String] = []) async throws -> JSONElement {
            try await Program.result(self.arguments + arguments, "images/get", params, environment: environment)
        }

        func failure(_ params: String, _ arguments: [String] = []) async throws -> JSONElement {
            try await Program.error(self.arguments + arguments, "images/get", params, environment: environment)
        }
    }

    /// Returns a PNG with valid format and dimensions but no real content.
    private static func png(_ width: UInt8 = 45, _ height: UInt8 = 68) -> [UInt8] {
        func chunk(_ name: String, _ data: [UInt8]) -> [UInt8] {
            [0, 0, 0, UInt8(data.count)] + Array(name.utf8) + data + [0, 0, 0, 0]
        }
        return [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A]
            + chunk("IHDR", [0, 0, 0, width, 0, 0, 0, height, 8, 2, 0, 0, 0]) + chunk("IDAT", [1]) + chunk("IEND", [])
    }

    private static func image(_ bytes: [UInt8]) -> ScriptedAnswer {
        .reply(headers: [("Content-Type", "image/png")], body: bytes)
    }

    @Test("A film's poster at a width has its file, type, and size, and is fetched once")
    func poster() async throws {
        try await Self.withScene { server, scene in
            server.on("/small.png", Self.image(Self.png()))
            server.on("/medium.png", Self.image(Self.png(230, 100)))
            let image = try #require(try await scene.result(#"{"id": "shelf:7", "width": 40}"#)["image"])
            #expect(image["mimeType"]?.string == "image/png")
            #expect(image["width"]?.int == 45)
            #expect(image["height"]?.int == 68)
            #expect(image["bytes"]?.int == Self.png().count)
            #expect(image["url"]?.string == "\(server.origin)/small.png")
            #expect(image["provider"]?.string == "shelf")
            #expect(image["fromCache"]?.bool == false)
            #expect(image["data"] == nil)
            let path = try #require(image["path"]?.string)
            #expect(path == "\(scene.images)/\(SHA256.hexadecimal(Self.png())).png")
            #expect(try FileSystem.local.read(path, 1_000).get() == Self.png())
            #expect(FileFacts.of(path)?.mode == 0o600)
            #expect(FileFacts.of(scene.images)?.mode == 0o700)
            let again = try await scene.result(#"{"id": "shelf:7", "width": 45}"#)["image"]
            #expect(again?["fromCache"]?.bool == true)
            #expect(again?["path"]?.string == path)
            #expect(server.log.requests.count { $0.path == "/small.png" } == 1)
            let wider = try await scene.result(#"{"id": "shelf:7", "width": 46, "data": true}"#)["image"]
            #expect(wider?["width"]?.int == 230)
            #expect(wider?["data"]?.string == Base64.text(Self.png(230, 100)))
        }
    }

    @Test("An image and its failure name the film's source, not another one that names the same host first")
    func sourceOfImage() async throws {
        try await Self.withScene { server, scene in
            server.on("/small.png", Self.image(Self.png()))
            server.on("/medium.png", .reply(404))
            let operations = "{ list: { get: /, rows: ., item: { ids: { other: id }, title: title } } }"
            let other = "  - { id: other, base_url: \(server.origin)/other, operations: \(operations) }\n"
            let shared = scene.configuration.replacing("providers:\n", with: "providers:\n" + other)
            try ProjectFiles.write(shared, to: scene.folder + "/providers.yaml")
            let image = try await scene.result(#"{"id": "shelf:7", "width": 45}"#)["image"]
            #expect(image?["provider"]?.string == "shelf")
            let error = try await scene.failure(#"{"id": "shelf:7", "width": 230}"#)
            #expect(error["data"]?["kind"]?.string == "not_found")
            #expect(error["data"]?["provider"]?.string == "shelf", "\(error)")
        }
    }

    @Test("A kind whose sizes are parts of the URL has all widths up to the original")
    func sizes() async throws {
        try await Self.withScene { server, scene in
            server.on("/original/wide.png", Self.image(Self.png()))
            let params = #"{"id": "shelf:7", "kind": "backdrop", "width": 2000}"#
            #expect(try await scene.result(params)["image"]?["url"]?.string == "\(server.origin)/original/wide.png")
            let film = try await Program.result(
                scene.arguments,
                "movies/get",
                #"{"id": "shelf:7", "imageWidth": 200}"#,
                environment: scene.environment
            )["movie"]
            let images = try #require(film?["images"])
            #expect(images.elements.map { $0["width"]?.int } == [230, 300])
            #expect(images[0]?["url"]?.string == "\(server.origin)/medium.png")
            #expect(images[0]?["sizes"]?.elements.map { $0["width"]?.int } == [45, 230, 500])
            #expect(images[1]?["sizes"]?.elements.map { $0["width"]?.int } == [300, 1280, nil])
            #expect(images[1]?["sizes"]?[2]?["url"]?.string == "\(server.origin)/original/wide.png")
        }
    }

    @Test("A URL on a host that no definition names is refused, and nothing is sent")
    func unnamedHost() async throws {
        try await Self.withScene { server, scene in
            let error = try await scene.failure(#"{"url": "https://elsewhere.example/x.png"}"#)
            #expect(error["code"]?.int == -32602)
            #expect(error["data"]?["field"]?.string == "url")
            #expect(
                error["message"]?.string?.contains("no definition names the host https://elsewhere.example") == true
            )
            #expect(error["data"]?["hint"]?.string?.contains("image_hosts") == true)
            // Another port of the same host is another server.
            let other = try await scene.failure(#"{"url": "http://127.0.0.1:1/x.png"}"#)
            #expect(other["data"]?["kind"]?.string == "invalid_params")
            #expect(server.log.requests.isEmpty)
        }
    }

    @Test("An image of a gigabyte is refused as too large", arguments: [true, false])
    func huge(saysLength: Bool) async throws {
        try await Self.withScene { server, scene in
            server.on("/huge.png", .hugeBody(byteCount: 1 << 30, saysLength: saysLength))
            let error = try await scene.failure(#"{"url": "\#(server.origin)/huge.png"}"#)
            #expect(error["data"]?["kind"]?.string == "malformed")
            #expect(error["message"]?.string?.contains("larger than 20 MB") == true)
            #expect(error["data"]?["hint"]?.string?.contains("smaller width") == true)
        }
    }

    @Test("An image of 20,000,001 bytes is larger than 20 MB, and one of 20,000,000 is not")
    func twentyMegabytes() async throws {
        try await Self.withScene { server, scene in
            let image = Self.png()
            for size in [20_000_000, 20_000_001] {
                let body = image + [UInt8](repeating: 0, count: size - image.count)
                server.on(ScriptedRoute("/\(size).png"), Self.image(body))
            }
            let error = try await scene.failure(#"{"url": "\#(server.origin)/20000001.png"}"#)
            #expect(error["message"]?.string?.contains("larger than 20 MB") == true, "\(error)")
            let params = #"{"url": "\#(server.origin)/20000000.png"}"#
            let other = try await Program.answer(scene.arguments, "images/get", params, environment: scene.environment)
            #expect(other["error"]?["message"]?.string?.contains("larger") != true, "\(other)")
        }
    }

    @Test("A web page, a truncated image, or a missing one is reported as such and not kept")
    func noImage() async throws {
        try await Self.withScene { server, scene in
            let page = Array("<!DOCTYPE html><html><body>Not here</body></html>".utf8)
            server.on("/page.png", Self.image(page))
            server.on("/half.png", Self.image(Array(Self.png().dropLast(9))))
            server.on("/gone.png", .reply(404))
            for (name, words, kind) in [
                ("page", "sent a web page instead of an image", "malformed"),
                ("half", "sent only the beginning of a PNG image", "malformed"), ("gone", "404", "not_found"),
            ] {
                let error = try await scene.failure(#"{"url": "\#(server.origin)/\#(name).png"}"#)
                #expect(error["message"]?.string?.contains(words) == true, "\(error)")
                #expect(error["data"]?["kind"]?.string == kind)
            }
            #expect(FileSystem.names(inFolder: scene.images).isEmpty)
        }
    }

    @Test("Without a cache there is no file, so a call is an error unless it asks for the data")
    func noCache() async throws {
        try await Self.withScene { server, scene in
            server.on("/large.png", Self.image(Self.png()))
            let error = try await scene.failure(#"{"id": "shelf:7"}"#, ["--no-cache"])
            #expect(error["code"]?.int == 1_023)
            #expect(error["data"]?["hint"]?.string?.contains("data: true") == true)
            #expect(server.log.requests.isEmpty)
            let image = try await scene.result(#"{"id": "shelf:7", "data": true}"#, ["--no-cache"])["image"]
            #expect(image?["path"] == nil)
            #expect(image?["data"]?.string == Base64.text(Self.png()))
            #expect(FileFacts.of(scene.folder + "/home") == nil)
        }
    }

    @Test("An image on an unnamed host, a missing kind, and ambiguous parameters are errors")
    func nextImage() async throws {
        try await Self.withScene { server, scene in
            let films = """
                {"id": 8, "title": "Two Covers", "large": "https://elsewhere.example/l.png"}
                """
            server.on("/api/films/8", .json(films))
            let refused = try await scene.failure(#"{"id": "shelf:8"}"#, ["--trust"])
            #expect(refused["code"]?.int == 1_023)
            let none = try await scene.failure(#"{"id": "shelf:8", "kind": "logo"}"#)
            #expect(none["data"]?["kind"]?.string == "not_found")
            #expect(none["message"]?.string?.contains("logo of shelf:8") == true)
            for params in ["{}", #"{"id": "shelf:8", "url": "https://a.example/b"}"#] {
                #expect(try await scene.failure(params)["code"]?.int == -32602)
            }
        }
    }

    @Test("`cache/stats` counts images, and `cache/clear` drops them unless it names a source")
    func cleared() async throws {
        try await Self.withScene { server, scene in
            server.on("/small.png", Self.image(Self.png()))
            server.on("/medium.png", Self.image(Self.png(230, 100)))
            for width in [45, 230] { _ = try await scene.result(#"{"id": "shelf:7", "width": \#(width)}"#) }
            let lines = [
                Talk.request(1, "cache/stats"), Talk.request(2, "cache/clear", #"{"provider": "shelf"}"#),
                Talk.request(3, "cache/stats"), Talk.request(4, "cache/clear"), Talk.request(5, "cache/stats"),
            ]
            let plan = try Program.plan(scene.arguments, environment: scene.environment)
            let results = try await RunningProcess.withProcess(plan) { process in
                var results: [JSONElement] = []
                for line in lines {
                    process.send(line)
                    let answer = try await process.readJSON()
                    results.append(try #require(answer["result"], "\(answer)"))
                }
                return results
            }
            #expect(results[0]["images"]?["folder"]?.string == scene.images)
            #expect(results[0]["images"]?["files"]?.int == 2)
            #expect(results[0]["images"]?["bytes"]?.int ?? 0 > 2 * Self.png().count)
            #expect(results[1]["images"] == nil)
            #expect(results[2]["images"] == results[0]["images"])
            #expect(results[3]["images"] == results[0]["images"])
            #expect(results[4]["images"]?["files"]?.int == 0 && results[4]["images"]?["bytes"]?.int == 0)
            #expect(FileSystem.names(inFolder: scene.images).isEmpty)
            #expect(try await scene.result(#"{"id": "shelf:7", "width": 45}"#)["image"]?["fromCache"]?.bool == false)
        }
    }

    @Test("A cancelled image call ends, a late one times out, and neither leaves a file")
    func cancelled() async throws {
        try await Self.withScene { server, scene in
            server.on("/slow.png", .headThenSilence)
            let plan = try Program.plan(scene.arguments, environment: scene.environment)
            try await RunningProcess.withProcess(plan) { process in
                process.send(Talk.request(1, "images/get", #"{"url": "\#(server.origin)/slow.png"}"#))
                #expect(await server.waitForLog { $0.requests.count == 1 })
                process.send(#"{"jsonrpc":"2.0","method":"$/cancelRequest","params":{"id":1}}"#)
                let answer = try await process.readJSON()
                #expect(answer["error"]?["code"]?.int == -32800)
            }
            let configuration = scene.configuration.replacing("deadline: 20s", with: "deadline: 500ms")
            try ProjectFiles.write(configuration, to: scene.folder + "/providers.yaml")
            let error = try await scene.failure(#"{"url": "\#(server.origin)/slow.png"}"#)
            #expect(error["data"]?["kind"]?.string == "timeout")
            #expect(FileSystem.names(inFolder: scene.images).isEmpty)
        }
    }

    @Test("The demo has a cover for a film, and `marquee poster` prints the path of its file")
    func demo() async throws {
        try await Program.withHome { folder, environment in
            let outcome = try await Program.run(
                ["poster", "--demo", "imdb:tt10366206", "--width", "200", "--cache-dir", folder + "/cache"],
                environment: environment
            )
            #expect(outcome.status == .exited(0), "\(outcome.errors)")
            let path = outcome.outputText.split(separator: "\n").joined()
            #expect(path.hasPrefix(folder + "/cache/images/") && path.hasSuffix(".png"))
            #expect(FileFacts.of(path)?.kind == .file)
        }
    }
}
