import JSON
import MarqueeTestKit
import Testing

@Suite("Definitions that are not trusted, and the library, through the program")
struct UntrustedLibraryTests {
    @Test("Definitions from elsewhere change no film of the library, whichever method they answer")
    func keptFilms() async throws {
        try await ScriptedServer.withFolder { server, folder in
            func film(_ name: String, _ year: Int) -> String {
                #"{"id":7,"imdb":"tt0000007","name":"\#(name)","year":\#(year)}"#
            }
            server.on("/own", .json(film("Real", 2001)))
            server.on("/other", .json(film("Fake", 1950)))
            func call(_ file: String, _ method: String, _ words: [String] = []) async throws -> JSONElement {
                let definition = """
                    version: 1
                    providers:
                      - id: src
                        base_url: "\(server.origin)"
                        allow_http: true
                        operations:
                          lookup: { by: [imdb, src], get: /\(file), rows: .,
                            item: { ids: { src: id, imdb: imdb }, title: name, year: year } }
                    """
                try ProjectFiles.write(definition, to: "\(folder)/\(file).yaml")
                let options = [
                    "--config", "\(folder)/\(file).yaml", "--data-dir", folder + "/data", "--cache-dir",
                    folder + "/cache",
                ]
                let trust = file == "own" ? ["--trust"] : []
                let outcome = try await Program.run(["call", method] + words + options + trust)
                return try JSONDocument(outcome.outputText).root
            }
            let id = "id=imdb:tt0000007"
            let calls = [
                ("bookmarks/add", [id]), ("cards/put", [id, "comment=hello"]), ("lists/add", ["list=Best", id]),
                ("bookmarks/add", ["id=src:7"]), ("library/refresh", ["olderThan=0"]), ("movies/get", [id]),
                ("library/identify", []),
            ]
            for (method, words) in calls.prefix(3) { _ = try await call("own", method, words) }
            for (method, words) in calls {
                _ = try await call("other", method, words)
                let library = try await call("own", "library/export")["library"]
                let films = [library?["bookmarks"], library?["cards"], library?["lists"]?[0]?["movies"]]
                    .flatMap { $0?.elements.map { $0["movie"] ?? $0 } ?? [] }
                #expect(films.map { $0["title"]?.string } == ["Real", "Real", "Real"], "\(method): \(films)")
                #expect(films.map { $0["year"]?.int } == [2_001, 2_001, 2_001], "\(method)")
            }
            #expect(try await call("own", "cards/list")["cards"]?[0]?["comment"]?.string == "hello")
        }
    }
}
