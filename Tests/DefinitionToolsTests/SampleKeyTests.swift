import HTTPModel
import Testing

@testable import DefinitionTools

@Suite("Keys in the request for a sample")
struct SampleKeyTests {
    @Test(
        "A short key is found under a name that is not known",
        arguments: ["pw", "k", "t", "x", "i", "api", "license", "subscription", "v"],
        ["Zq7Xk0Sv9Tn4wB2m", "Zq7Xk0Sv", "4a3b711bq9x2", "A1B2C3D4E5"]
    )
    func keys(_ name: String, _ key: String) throws {
        let request = try SampleRequest(url: "https://films.example/search?q=parasite&\(name)=\(key)")
        #expect(request.role(named: name, key) == .key)
        #expect(!request.shownURL.contains(key))
        #expect(request.role(named: "q", "parasite") == .search)
        let header = try SampleRequest(url: "https://films.example/", headers: [("X-Subscription", key)])
        #expect(header.sentKeys.map { $0.reveal { $0 } } == [key])
    }

    @Test(
        "A title, a day, and an id are no keys",
        arguments: [
            "parasite", "Parasite2019", "Blade Runner 2049", "2001", "tt0133093", "20240310", "2024-03-10", "2023C165",
            "the-matrix-1999", "en-US", "movie,tv", "Catch22", "District9", "popularity.desc", "s01e02",
        ]
    )
    func others(_ value: String) throws {
        let request = try SampleRequest(url: "https://films.example/search")
        #expect(request.role(named: "x", value) != .key)
    }
}
