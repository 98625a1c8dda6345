import MovieDomain
import Testing

@testable import ProviderLanguage

@Suite("Date formats")
struct DateFormatTests {
    @Test(
        "A text is read as a date only if it matches the format",
        arguments: [
            ("yyyyMMdd", "20240229", "2024-02-29"), ("yyyyMMdd", "20230229", nil), ("yyyyMMdd", "20230200", nil),
            ("yyyy-MM-dd", "2019-05-30", "2019-05-30"), ("yyyy-MM-dd", "2019-5-30", nil),
            ("yyyy-MM-dd", "2019-05-301", nil),
            ("yyyy-MM-dd", "", nil), ("yyyy-MM-dd", " ", nil), ("yyyy-MM-dd", "2019-13-01", nil),
            ("d MMM yyyy", "16 Jul 2010", "2010-07-16"), ("d MMM yyyy", "6 jul 2010", "2010-07-06"),
            ("d MMM yyyy", "16 Juli 2010", nil), ("MMMM d, yyyy", "May 4, 1977", "1977-05-04"),
            ("M/d/yyyy", "1/31/2001", "2001-01-31"), ("yyyy년 M월 d일", "2024년 3월 9일", "2024-03-09"),
            ("yyyy'T'MMdd", "2024T0309", "2024-03-09"), ("d''MM yyyy", "1'02 1900", "1900-02-01"),
            ("YYYY'W'ww", "2026W01", "2025-12-29"), ("YYYY'W'ww", "2020W53", "2020-12-28"),
            ("YYYY'W'ww", "2021W53", nil), ("YYYY-w", "2024-7", "2024-02-12"), ("YYYY'W'ww", "2024W00", nil),
            ("yyyy-MM-dd", "1900-02-29", nil), ("yyyy-MM-dd", "2000-02-29", "2000-02-29"),
        ] as [(String, String, String?)]
    )
    func reading(_ format: String, _ text: String, _ expected: String?) throws {
        #expect(try DateFormat(parsing: format).date(in: text)?.description == expected)
    }

    @Test(
        "A date is written in the given format",
        arguments: [
            ("yyyyMMdd", "20240309"), ("d.M.yyyy", "9.3.2024"), ("MMMM d, yyyy", "March 9, 2024"),
            ("dd MMM yyyy", "09 Mar 2024"),
        ]
    )
    func writing(_ format: String, _ expected: String) throws {
        let date = try #require(CalendarDate(year: 2024, month: 3, day: 9))
        #expect(try DateFormat(parsing: format).text(of: date) == expected)
    }

    @Test(
        "An invalid date format reports what is wrong",
        arguments: [
            (
                "yyyy-MM",
                "a date format needs one year, one month and one day, such as yyyy-MM-dd, or a week and its year, such as YYYY'W'ww"
            ),
            (
                "",
                "a date format needs one year, one month and one day, such as yyyy-MM-dd, or a week and its year, such as YYYY'W'ww"
            ),
            ("yyMMdd", "'yy' means nothing in a date format; expected yyyy, MM, M, MMM, MMMM, dd, d, YYYY, ww and w"),
            (
                "yyyy-MM-ddTHH",
                "'T' means nothing in a date format; the year is yyyy, the month MM, the day dd, and plain letters need single quotes"
            ),
            ("yyyy'MMdd", "a single quote in a date format is not closed"),
        ]
    )
    func refused(_ format: String, _ expected: String) {
        do throws(LanguageError) {
            _ = try DateFormat(parsing: format)
            Issue.record("it was accepted")
        } catch {
            #expect(error.finding.description == expected)
        }
    }
}
