import Platform
import Testing

@testable import MovieStore

@Suite("The steps of the files' schemas")
struct MigrationTests {
    /// The beginning of the hash of each step.
    private static let library = [
        "8609bf51654fdbad", "b9228f004995829a", "ac1e2c2d5b27477f", "2e4be124d41ab4c3", "9e14b18158298bc9",
        "adbd59a25a4e9d89", "20dc78832d707ad1", "cf9cba8e3dd7e357", "73f2d9305abc42fc", "0b2a51a54d2be92c",
        "bcd9dfc00972062d",
    ]
    private static let cache = [
        "2f726f34e78f20d3", "c3db6176cadf429f", "a7287cf56053e25e", "f3b62900dc6ee433", "8f8709347919d2d8",
        "88a04f596a357f4f", "943239360a3ad2e6", "cc1d313e30b91ab1",
    ]

    @Test("A step that files have taken is never changed: what is new is a step of its own, with its hash here")
    func frozen() {
        for (kind, hashes) in [(StoreFileKind.library, Self.library), (.cache, Self.cache)] {
            let found = kind.migrations.map { String(SHA256.hexadecimal(Array($0.utf8)).prefix(16)) }
            #expect(found == hashes, "\(kind.name)")
        }
    }
}
