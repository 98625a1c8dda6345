import MovieDomain
import Testing

@testable import HTTPModel

@Suite("Addresses of sources")
struct WebURLTests {
    @Test(
        "An address is parsed and written in canonical form",
        arguments: [
            ("https://api.example.org/v3/", "https://api.example.org/v3", "api.example.org", nil),
            ("HTTPS://API.Example.ORG", "https://api.example.org", "api.example.org", nil),
            ("https://example.org:8443", "https://example.org:8443", "example.org", 8443),
            ("http://127.0.0.1:80/x", "http://127.0.0.1/x", "127.0.0.1", nil),
            ("http://[::1]:9000/a/b", "http://[::1]:9000/a/b", "[::1]", 9000),
        ]
    )
    func accepted(_ text: String, _ written: String, _ host: String, _ port: Int?) throws {
        let url = try WebURL(baseAddress: text)
        #expect(url.description == written)
        #expect(url.origin.host == host)
        #expect(url.origin.port == port)
    }

    @Test(
        "Only a host that is this machine is loopback",
        arguments: [
            ("http://localhost", true), ("http://127.9.9.9", true), ("http://[::1]", true),
            ("http://films.localhost", true), ("http://[0:0:0:0:0:0:0:1]", true), ("http://[::ffff:127.0.0.1]", true),
            ("http://[::ffff:10.0.0.1]", false),
            ("http://127.0.0.1.example.org", false), ("http://10.0.0.1", false),
            ("http://localhost.example.org", false),
            ("http://127.1", false),
        ]
    )
    func loopback(_ text: String, _ expected: Bool) throws {
        #expect(try WebURL(baseAddress: text).origin.isLoopback == expected)
    }

    @Test(
        "A refused address has a message with the reason, which doesn't repeat a password",
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
        do throws(WebURLError) {
            _ = try WebURL(baseAddress: text)
            Issue.record("it was accepted")
        } catch {
            #expect(error.message == expected)
        }
    }

    @Test(
        "A reference is resolved against the page that contains it",
        arguments: [
            ("/b", "/b"), ("b", "/v1/b"), ("./b", "/v1/b"), ("../b", "/b"), ("../../b", "/b"), ("?x=1", "/v1/a?x=1"),
            ("", "/v1/a?q=1"), ("#part", "/v1/a?q=1"), ("/b?x=1#part", "/b?x=1"), ("/b/../c/./d/", "/c/d/"),
            ("/b/..", "/"), ("https://films.example/b", "/b"), ("https://FILMS.example:443/b", "/b"),
            ("//films.example/b", "/b"), ("https://films.example", "/"), ("HTTPS://films.example?x=1", "/?x=1"),
            ("https://films.example:", "/"), ("/영화?q=기", "/%EC%98%81%ED%99%94?q=%EA%B8%B0"), ("/a:b", "/a:b"),
            ("?u=http://evil.example/", "/v1/a?u=http://evil.example/"),
        ]
    )
    func resolved(_ reference: String, _ expected: String) throws {
        let page = try #require(WebURL("https://films.example/v1/a?q=1"))
        #expect(page.resolve(reference)?.description == "https://films.example" + expected)
    }

    @Test(
        "An invalid or ambiguous reference isn't resolved",
        arguments: [
            "https://films.example@evil.example/", "file:///etc/passwd", "https:b", "data:text/plain,x", "/a b",
            "/a\r\nX: 1", #"\\evil.example\"#, "https://[::1/", "https://:80/", "https://films.example:x/",
            "https://films.example:0/", "https://films.example:70000/", "1a:b", "ftp://films.example/",
        ]
    )
    func unresolved(_ reference: String) throws {
        let page = try #require(WebURL("https://films.example/v1/a?q=1"))
        #expect(page.resolve(reference) == nil)
    }

    @Test("A written address is encoded, and its query is parsed")
    func written() throws {
        let url = try #require(WebURL("HTTP://Films.Example:80/기 a?q=%EA%B8%B0+b&empty=&name#part"))
        #expect(url.description == "http://films.example/%EA%B8%B0%20a?q=%EA%B8%B0+b&empty=&name")
        #expect(url.parameters.map(\.name) == ["q", "empty", "name"])
        #expect(url.parameters.map(\.value) == ["기 b", "", ""])
        #expect(WebURL("https://films.example")?.description == "https://films.example/")
        #expect(WebURL("films.example/a") == nil)
    }
}

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

    @Test("Origins are equal if scheme, host, and port are, however they are written")
    func equality() {
        let origin = HTTPOrigin(scheme: .https, host: "films.example")
        #expect(origin == HTTPOrigin(scheme: .https, host: "FILMS.example", port: 443))
        #expect(origin != HTTPOrigin(scheme: .http, host: "films.example", port: 443))
        #expect(origin != HTTPOrigin(scheme: .https, host: "films.example", port: 444))
        #expect(origin != HTTPOrigin(scheme: .https, host: "www.films.example"))
    }
}

@Suite("Percent-encoding")
struct PercentEncodingTests {
    @Test(
        "A query is decoded, and broken escapes stay as they are",
        arguments: [("a%20b+c", "a b c"), ("%EA%B8%B0", "기"), ("100%", "100%"), ("%zz%4", "%zz%4")]
    )
    func query(_ text: String, _ decoded: String) {
        #expect(PercentEncoding.decoded(text) == decoded)
    }

    @Test("A sign is not a digit of an escape", arguments: ["%+5", "%-0"])
    func signs(_ text: String) {
        #expect(PercentEncoding.decodedBytes(text.utf8) == Array(text.utf8))
    }
}
