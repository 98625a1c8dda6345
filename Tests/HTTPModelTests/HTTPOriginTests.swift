import HTTPModel
import Testing

@Suite("Origins")
struct HTTPOriginTests {
    @Test(
        arguments: [
            (HTTPOrigin(scheme: .https, host: "Films.Example"), "https://films.example"),
            (HTTPOrigin(scheme: .https, host: "films.example", port: 443), "https://films.example"),
            (HTTPOrigin(scheme: .http, host: "films.example", port: 80), "http://films.example"),
            (HTTPOrigin(scheme: .http, host: "films.example", port: 443), "http://films.example:443"),
            (HTTPOrigin(scheme: .https, host: "[2001:DB8::1]", port: 8_443), "https://[2001:db8::1]:8443"),
        ]
    )
    func text(origin: HTTPOrigin, text: String) {
        #expect(origin.description == text)
    }

    @Test("scheme, host and port make the difference; the way they are written does not")
    func equality() {
        let origin = HTTPOrigin(scheme: .https, host: "films.example")
        #expect(origin == HTTPOrigin(scheme: .https, host: "FILMS.example", port: 443))
        #expect(origin != HTTPOrigin(scheme: .http, host: "films.example", port: 443))
        #expect(origin != HTTPOrigin(scheme: .https, host: "films.example", port: 444))
        #expect(origin != HTTPOrigin(scheme: .https, host: "www.films.example"))
    }
}
