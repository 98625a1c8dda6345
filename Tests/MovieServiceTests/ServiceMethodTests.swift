import JSON
import JSONRPC
import MovieDomain
import MovieService
import Testing

@Suite("The methods that ask nobody")
struct ServiceMethodTests {
    @Test(
        "ping answers an empty object, also with the protocols' own parameters",
        arguments: [
            nil, "null", "{}", #"{"workDoneToken":1,"partialResultToken":"p","_meta":{"x":1}}"#,
        ]
    )
    func ping(params: String?) async throws {
        #expect(try await ServiceClient().result("ping", params).description == "{}")
    }

    @Test("providers/list says what every source can do, in configured order")
    func providersList() async throws {
        var kofic = FakeRepository(
            "kofic",
            capabilities: [.search, .dailyBoxOffice, .lookup],
            namespaces: [.lookup: ["kofic"]]
        )
        kofic.profile.title = "KOFIC"
        kofic.profile.homepage = "https://kofic.example"
        kofic.profile.languages = ["ko", "en"]
        var omdb = FakeRepository("omdb", capabilities: [.lookup])
        omdb.profile.availability = .disabled(reason: "OMDB_API_KEY is not set")
        let result = try await ServiceClient([kofic, omdb]).result("providers/list")
        #expect(
            result.description == """
                {"providers":[{"id":"kofic","title":"KOFIC","homepage":"https://kofic.example","languages":["ko","en"],\
                "capabilities":["daily_box_office","search","lookup"],"namespaces":{"lookup":["kofic"]},"status":"available"},\
                {"id":"omdb","title":"omdb","languages":[],"capabilities":["lookup"],"namespaces":{},"status":"disabled",\
                "reason":"OMDB_API_KEY is not set"}]}
                """
        )
    }

    @Test("Another catalogue takes effect with the next call")
    func replacingCatalogue() async throws {
        let client = ServiceClient([FakeRepository("one", capabilities: [])])
        #expect(try await client.result("providers/list")["providers"]?[0]?["id"]?.string == "one")
        let catalogue = try #require(client.handler.catalogue as? CatalogueSource)
        catalogue.replace(with: ServiceClient.catalogue([FakeRepository("two", capabilities: [])]))
        #expect(try await client.result("providers/list")["providers"]?[0]?["id"]?.string == "two")
    }

    @Test(
        "An unknown method is −32601 with the nearest known name",
        arguments: [
            ("movies/serach", "Did you mean \"movies/search\"?"),
            ("Ping", "Did you mean \"ping\"?"),
            ("boxoffice/daily", "Did you mean \"boxOffice/daily\"?"),
            ("rpc.foo", "rpc.discover lists every method."),
            ("", "rpc.discover lists every method."),
        ]
    )
    func unknownMethod(name: String, hint: String) async throws {
        let error = try await ServiceClient().error(name)
        #expect(error.code.rawValue == -32_601)
        #expect(error.message == "Method not found")
        #expect(error.data == ["kind": "method_not_found", "method": .string(name), "hint": .string(hint)])
    }
}
