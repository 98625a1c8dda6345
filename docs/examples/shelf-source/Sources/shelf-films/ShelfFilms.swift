import MovieProviderContract
import MovieProviders
import Shelf

/// Registers the kind, holds a source of it to the contract, and asks it together with another one.
@main
enum ShelfFilms {
    static let configuration = """
        version: 1
        settings: { languages: [en] }
        providers:
          - id: mine
            kind: shelf
            operations: [search, list, lookup]
            options: { "1": The Paper Lighthouse (2024), "2": The Lighthouse Keeper (2019), "3": Urumul (2024) }
          - id: yours
            kind: shelf
            operations: [search, lookup]
            options: { a: The Paper Lighthouse (2024) }
        """

    static func main() async throws {
        var registry = FilmSourceRegistry()
        try registry.register(ShelfKind())

        let source = try ShelfKind().makeSource(
            FilmSourceSettings(id: "mine", options: ["1": "The Paper Lighthouse (2024)", "2": "The Lighthouse Keeper"])
        )
        let contract = FilmSourceContract(
            source,
            operations: [.search, .list, .lookup],
            idNameSpace: "mine",
            words: "lighthouse",
            knownID: "1"
        )
        try await contract.check()
        print("the contract is kept")

        let catalogue = try FilmCatalogue(yaml: configuration, registry: registry)
        let answer = try await catalogue.search("lighthouse")
        for film in answer.films {
            let ids = film.ids.sorted { $0.key < $1.key }.map { "\($0.key):\($0.value)" }.joined(separator: " ")
            print("\(film.title) (\(film.year.map(String.init) ?? "?")) \(ids)")
        }
    }
}
