import JSON
import JSONRPC
import MovieDomain
import MovieService
import Testing

@Suite("Settings in place of parameters")
struct UserSettingTests {
    @Test(
        "A setting stands in for a parameter that a call leaves out",
        arguments: [
            (nil, "{}", "region is missing"), (#"{"region":"KR"}"#, "{}", nil),
            (#"{"region":"Narnia"}"#, "{}", "region: expected a country"),
            (#"{"region":"KR"}"#, #"{"region":null}"#, nil),
            (#"{"region":"KR"}"#, #"{"region":"Narnia"}"#, "region: expected a country"),
            (#"{"providers":["nosuch"],"region":"KR"}"#, "{}", "nosuch"),
            (#"{"providers":["nosuch"],"region":"KR"}"#, #"{"providers":[]}"#, nil),
            (#"{"limit":0,"region":"KR"}"#, "{}", nil),
        ] as [(String?, String, String?)]
    )
    func settings(_ settings: String?, _ params: String, _ problem: String?) async throws {
        let client = ServiceClient([PlainSources.kofic()], settings: try settings.map { try JSONDocument($0).root })
        var message = ""
        if case .failure(let error) = try await client.reply("bookmarks/upcoming", params) { message = error.message }
        let words = problem ?? ""
        #expect(problem == nil ? !message.contains("Invalid params") : message.contains(words), "\(message)")
    }
}
