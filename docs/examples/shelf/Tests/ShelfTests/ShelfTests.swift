import MovieProviderContract
import Shelf
import Testing

@Test("The shelf keeps the contract of every repository")
func contract() async throws {
    let shelf = try Shelf(.init(id: "shelf", options: ["1": "The Paper Lighthouse", "2": "The Lighthouse Keeper"]))
    try await RepositoryContract(shelf, words: "lighthouse", knownID: "1").check()
}
