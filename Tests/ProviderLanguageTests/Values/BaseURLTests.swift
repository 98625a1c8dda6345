import MovieDomain
import Testing

@testable import ProviderLanguage

@Suite("Addresses of sources")
struct BaseURLTests {
    @Test(
        "An address is taken apart and written the same way",
        arguments: [
            ("https://api.example.org/v3/", "https://api.example.org/v3", "api.example.org", 443),
            ("HTTPS://API.Example.ORG", "https://api.example.org", "api.example.org", 443),
            ("https://example.org:8443", "https://example.org:8443", "example.org", 8443),
            ("http://127.0.0.1:80/x", "http://127.0.0.1/x", "127.0.0.1", 80),
            ("http://[::1]:9000/a/b", "http://[::1]:9000/a/b", "::1", 9000),
        ]
    )
    func accepted(_ text: String, _ written: String, _ host: String, _ port: Int) throws {
        let url = try BaseURL(parsing: text)
        #expect(url.description == written)
        #expect(url.host == host)
        #expect(url.port == port)
    }

    @Test(
        "Only this machine is loopback",
        arguments: [
            ("http://localhost", true), ("http://127.9.9.9", true), ("http://[::1]", true),
            ("http://films.localhost", true),
            ("http://127.0.0.1.example.org", false), ("http://10.0.0.1", false),
            ("http://localhost.example.org", false),
            ("http://127.1", false),
        ]
    )
    func loopback(_ text: String, _ expected: Bool) throws {
        #expect(try BaseURL(parsing: text).isLoopback == expected)
    }

    @Test(
        "What is refused says why, and never repeats a password",
        arguments: [
            ("ftp://example.org", "an address begins with https:// (or http:// for this machine)"),
            ("file:///etc/passwd", "an address begins with https:// (or http:// for this machine)"),
            ("example.org", "an address begins with https:// (or http:// for this machine)"),
            ("https://user:secret@example.org", "an address must not carry a user name or password; use auth"),
            ("https://example.org?a=b", "an address must not carry a query or fragment; use query in the operation"),
            ("https://example.org/a#b", "an address must not carry a query or fragment; use query in the operation"),
            ("https://", "'' is not the name of a host"),
            ("https://a..b", "'a..b' is not the name of a host"),
            ("https://-a.org", "'-a.org' is not the name of a host"),
            ("https://example.org:0", "':0' is not a port; a port is a number from 1 to 65535"),
            ("https://example.org:99999", "':99999' is not a port; a port is a number from 1 to 65535"),
            ("https://[::1", "the address's '[' is not closed"),
            ("https://example.org/a/../b", "an address must not have '.' or '..' in its path"),
            ("https://example.org/a/%2e%2E/b", "an address must not have '.' or '..' in its path"),
            ("https://example.org/.%2e", "an address must not have '.' or '..' in its path"),
            (
                "http://0127.0.0.1",
                "'0127.0.0.1' can be read in two ways; a number of an address must not begin with 0"
            ),
            (
                "http://127.0.0.01",
                "'127.0.0.01' can be read in two ways; a number of an address must not begin with 0"
            ),
            ("https://exa mple.org", "an address has only printable ASCII characters and no backslash"),
            ("https://example.org\\@evil.org", "an address has only printable ASCII characters and no backslash"),
        ]
    )
    func refused(_ text: String, _ expected: String) {
        do throws(LanguageError) {
            _ = try BaseURL(parsing: text)
            Issue.record("it was accepted")
        } catch {
            #expect(error.message == expected)
        }
    }
}
