import HTTPModel
import MovieDomain
import MovieImages
import Testing

@Suite("Hosts of images")
struct ImageHostsTests {
    @Test(
        "Images come from the named hosts and what lies below a name, but not from other ports and addresses",
        arguments: [
            ("https://img.example/a.png", true), ("https://de.img.example/a.png", true),
            ("https://bad-img.example/a.png", false), ("https://img.example:8443/a.png", false),
            ("http://img.example/a.png", true), ("https://192.0.2.1/a.png", true),
            ("http://127.0.0.1:81/a.png", true), ("http://127.0.0.1:82/a.png", false),
            ("http://localhost/a.png", false), ("http://127.0.0.1/a.png", false),
            // A part of an address is not a name above it.
            ("https://10.0.0.1/a.png", false), ("https://192.0.0.1/a.png", false),
            ("http://198.51.100.7:8080/a.png", true), ("http://198.51.100.7/a.png", false),
        ]
    )
    func allowed(_ address: String, _ isAllowed: Bool) {
        let api = HTTPOrigin(scheme: .http, host: "198.51.100.7", port: 8080)
        let images = HTTPOrigin(scheme: .http, host: "127.0.0.1", port: 81)
        let named = ["img.example", "192.0.2.1", "localhost", "127.0.0.1", "0.1"]
        let provider = ImageHosts.Provider(id: "films", origins: [api, images], hosts: named, allowsHTTP: true)
        do throws(ImageError) {
            _ = try ImageHosts([provider]).place(of: address)
            #expect(isAllowed)
        } catch {
            #expect(!isAllowed)
        }
    }
}
