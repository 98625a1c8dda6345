import HTTPModel
import Testing

@Suite("When a source wants to be asked again")
struct RetryAfterTests {
    @Test(
        "seconds, dates, moments that have passed, and what nobody can read",
        arguments: [
            ("120", 120), (" 5", 5), ("0", 0), ("99999999999999999999", Int.max),
            ("Sun, 06 Nov 1994 08:51:37 GMT", 120), ("Sun, 06 Nov 1994 08:49:37 GMT", 0),
            ("Sun, 06 Nov 1994 08:00:00 GMT", 0), ("Mon, 06 Nov 1995 08:49:37 GMT", 31_536_000),
            ("", nil), ("-1", nil), ("1.5", nil), ("soon", nil), ("١٢", nil),
        ] as [(String, Int?)]
    )
    func retryAfter(_ text: String, _ seconds: Int?) {
        #expect(RetryAfter.seconds(text, now: 784_111_777) == seconds)
    }
}
