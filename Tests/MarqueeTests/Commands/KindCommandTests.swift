import ArgumentParser
import MarqueeTestKit
import MovieDomain
import Testing

@testable import MarqueeApp

@Suite("Commands of a program that adds a provider kind")
struct KindCommandTests {
    private struct Shelf: MovieRepository {
        let profile: ProviderProfile

        func search(
            _ query: SearchQuery,
            in context: CallContext
        ) async throws(ProviderError) -> ProviderAnswer<MovieList> {
            let film = MovieFacts(ids: [profile.id.rawValue: "1"], title: "The Paper Lighthouse")
            return ProviderAnswer(MovieList([film], in: query.window))
        }
    }

    private static let kind = ProviderKind("shelf") { settings in
        Shelf(profile: ProviderProfile(id: settings.id, capabilities: [.search]))
    }

    @Test(
        "Every command that reads definitions accepts the added kind, and refuses it in other programs",
        arguments: [
            ["check"], ["test"], ["record", "--cache-dir", "FOLDER"],
            ["call", "movies/search", "query=lighthouse", "--demo", "--format", "json", "--config"],
            ["providers", "--demo", "--format", "json", "--config"],
        ]
    )
    func commands(_ words: [String]) async throws {
        try await ProjectFiles.withTemporaryFolder { folder in
            let file = folder + "/providers.yaml"
            let text = "version: 1\nproviders: [{ id: mine, kind: shelf, operations: [search] }]\n"
            try ProjectFiles.write(text, to: file)
            let arguments = words.map { $0 == "FOLDER" ? folder : $0 } + [file]
            let command = try #require(try Marquee.parseAsRoot(arguments) as? any DefinitionCommand)
            try await command.run(kinds: [Self.kind])
            await #expect(throws: ExitCode.configuration) { try await command.run(kinds: []) }
        }
    }
}
