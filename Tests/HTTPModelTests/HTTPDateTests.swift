import HTTPModel
import Testing

@Suite("HTTP dates")
struct HTTPDateTests {
    /// 2026-11-21T00:00:00Z.
    private let now = 1_795_219_200

    @Test(
        arguments: [
            ("Sun, 06 Nov 1994 08:49:37 GMT", 784_111_777), ("Sunday, 06-Nov-94 08:49:37 GMT", 784_111_777),
            ("Sun Nov  6 08:49:37 1994", 784_111_777), ("Thu, 01 Jan 1970 00:00:00 GMT", 0),
            ("Thu, 29 Feb 2024 23:59:59 GMT", 1_709_251_199), ("Tue, 29 Feb 2000 00:00:00 GMT", 951_782_400),
            ("Fri, 31 Dec 9999 23:59:59 GMT", 253_402_300_799), ("Wed, 31 Dec 1969 23:59:59 GMT", -1),
            ("Sat, 31 Dec 2016 23:59:60 GMT", 1_483_228_800), ("Saturday, 21-Nov-26 00:00:00 GMT", 1_795_219_200),
            ("Saturday, 21-Nov-76 00:00:00 GMT", 3_373_142_400), ("Monday, 21-Nov-77 00:00:00 GMT", 248_918_400),
        ]
    )
    func good(text: String, seconds: Int) {
        #expect(HTTPDate.seconds(parsing: text, now: now) == seconds)
    }

    @Test(
        arguments: [
            "", "0", "-1", "now", "Sun, 06 Nov 1994 08:49:37", "Sun, 06 Nov 1994 08:49:37 CET",
            "Sun, 31 Nov 1994 08:49:37 GMT", "Thu, 29 Feb 2023 00:00:00 GMT", "Sun, 06 Nov 1994 24:00:00 GMT",
            "Sun, 06 Nov 1994 08:60:00 GMT", "Sun, 06 Nov 1994 8:49:37 GMT", "Sun, 06 Foo 1994 08:49:37 GMT",
            "Son, 06 Nov 1994 08:49:37 GMT", "Sun, +6 Nov 1994 08:49:37 GMT", "Sun, 00 Nov 1994 08:49:37 GMT",
            "Sun Nov  6 08:49:37 94", "1994-11-06T08:49:37Z", "Sun, 06 Nov 99999999999999999999 08:49:37 GMT",
        ]
    )
    func bad(text: String) {
        #expect(HTTPDate.seconds(parsing: text, now: now) == nil)
    }
}

@Suite("Retry-After values")
struct RetryAfterTests {
    @Test(
        "Retry-After is read as seconds or as a date, and a malformed value is ignored",
        arguments: [
            ("120", 120), (" 5", 5), ("0", 0), ("99999999999999999999", Int.max),
            ("Sun, 06 Nov 1994 08:51:37 GMT", 120), ("Sun, 06 Nov 1994 08:49:37 GMT", 0),
            ("Sun, 06 Nov 1994 08:00:00 GMT", 0), ("Mon, 06 Nov 1995 08:49:37 GMT", 31_536_000),
            ("1.5", 2), ("2.0", 2), ("99999999999999999999.5", Int.max),
            ("", nil), ("-1", nil), (".5", nil), ("5.", nil), ("1.5.2", nil), ("soon", nil), ("١٢", nil),
        ] as [(String, Int?)]
    )
    func retryAfter(_ text: String, _ seconds: Int?) {
        #expect(RetryAfter.seconds(text, now: 784_111_777) == seconds)
    }

    @Test(
        "The reset of a rate limit is read as seconds, or as a moment in seconds or milliseconds",
        arguments: [
            ("RateLimit-Reset", "90", 90), ("X-RateLimit-Reset", "1792000120", 120), ("x-ratelimit-reset", "7", 7),
            ("X-Rate-Limit-Reset", "1792000120000", 120), ("X-RateLimit-Reset", "1791999999", 0),
            ("RateLimit", #""default";r=0;t=30"#, 30), ("RateLimit", "limit=9, remaining=0, reset=40", 40),
            ("RateLimit", #""a";r=0;t=30, "b";r=5;t=60"#, 60), ("X-RateLimit-Reset", "99999999999999999999", Int.max),
            ("X-RateLimit-Reset", "soon", nil), ("RateLimit", "reset", nil), ("X-RateLimit-Remaining", "0", nil),
        ] as [(String, String, Int?)]
    )
    func reset(_ name: String, _ value: String, _ seconds: Int?) {
        #expect(RetryAfter.secondsUntilReset(in: HTTPHeaders([(name, value)]), now: 1_792_000_000) == seconds)
    }
}
