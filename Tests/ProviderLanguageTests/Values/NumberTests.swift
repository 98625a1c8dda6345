import HTTPModel
import JSON
import MovieDomain
import Testing

@testable import ProviderLanguage

@Suite("Numbers in texts")
struct NumberTextTests {
    @Test(
        "A decimal is read as the nearest double",
        arguments: [
            ("7.4", 7.4), ("0.1", 0.1), ("0", 0), ("00012.50", 12.5), ("123456789012345", 123_456_789_012_345),
            ("0.00000000000001", 1e-14), ("99999999.9999999", 99_999_999.9999999),
            ("1234567890123456", 1_234_567_890_123_456),
            ("0.1234567890123456789", 0.123_456_789_012_345_68), ("-3.5", -3.5), ("+3.5", 3.5), ("1e3", 1_000),
            (".5", 0.5),
        ]
    )
    func decimals(_ text: String, _ number: Double) {
        #expect(NumberText.decimal(text) == number)
        #expect(NumberText.decimal(text) == Double(text))
    }

    @Test(
        "A text that is not a number is rejected",
        arguments: [
            "", ".", "1.", "1..2", "1.2.3", "1,5", "nan", "inf", "0x1p4", " 1", "1 ", "١", "1e", "1e999", "--1",
        ]
    )
    func noNumbers(_ text: String) {
        #expect(NumberText.decimal(text) == nil)
    }

    @Test(
        "A whole number may be written with a decimal point or an exponent",
        arguments: [("100.0", 100), ("7", 7), ("-7", -7), ("1e2", 100)]
    )
    func integers(_ text: String, _ number: Int) {
        #expect(NumberText.integer(text) == number)
        #expect(NumberText.integer("100.5") == nil)
    }
}

@Suite("Numbers with separators")
struct SeparatedNumberTests {
    @Test(
        "Groups have three digits, or two before the last in India; anything else is not a number",
        arguments: [
            ("1,234,567.5", ",", ".", "1234567.5"), ("1234567.5", ",", ".", "1234567.5"), ("-1,234", ",", ".", "-1234"),
            ("12,34,567", ",", ".", "1234567"), ("1.434.451,5", ".", ",", "1434451.5"), ("7,9", ".", ",", "7.9"),
            ("1 234", " ", ",", "1234"), ("1.434.451", ".", ".", "1434451"), ("+1,234", ",", ".", "+1234"),
            ("12", ",", ".", "12"), (".5", ",", ".", ".5"), ("7,9", "", ",", "7.9"), (" 1,234 ", ",", ".", "1234"),
            ("7,9", ",", ".", nil), ("12,34", ",", ".", nil), (",5", ",", ".", nil), ("1,", ",", ".", nil),
            ("1,234.5", ".", ",", nil), ("12.34", ".", ",", nil), ("1.2.3", ".", ",", nil), ("1,23,4", ",", ".", nil),
            ("1234,567", ",", ".", nil), ("1,234,56,789", ",", ".", nil), ("123,45,678", ",", ".", nil),
            ("1,,234", ",", ".", nil), ("1.5,000", ",", ".", nil), ("1,234.567,8", ",", ".", nil),
            ("many", ",", ".", nil),
            ("1e3,000", ",", ".", nil), ("", ",", ".", nil), ("-", ",", ".", nil), ("1,-23", ",", ".", nil),
        ] as [(String, String, String, String?)]
    )
    func canonical(_ text: String, _ group: String, _ decimal: String, _ expected: String?) {
        #expect(NumberText.canonical(text, group: group, decimal: decimal) == expected)
    }
}

@Suite("Durations in words and symbols")
struct DurationTextTests {
    @Test(
        "A duration is converted to minutes, and an invalid one is rejected",
        arguments: [
            ("1h 58m", 118), ("1 hr 58 min", 118), ("2 hours", 120), ("58min.", 58), ("1 hr. 58 mins.", 118),
            ("118", 118), ("118분", 118),
            ("1시간 58분", 118), ("1:58", 118), ("0:45", 45), ("1:58:30", 118.5), ("PT1H58M", 118), ("PT45M30S", 45.5),
            ("1 Std 41 min", 101), ("1.5h", 90), ("1h, 5m", 65), ("2H", 120), ("", nil), ("PT", nil), ("long", nil),
            ("1:75", nil), ("1:", nil), (":30", nil), ("5 apples", nil), ("1h of 2", nil), ("-5", nil),
            ("99999999999999999999h", nil), ("1h30", 90), ("1h 58", 118), ("1,5h", 90), ("1,25 hours", 75),
            ("118,5 min", 118.5), ("118,5", nil), ("1,234 min", nil), ("118 min, 95 min", nil), ("105, 120", nil),
            ("118 minutes 5", nil), ("95 min 1h", nil), ("1h 1h", nil), ("1h, 30", nil), ("1h 75", nil), ("90 95", nil),
            ("1,2,3 h", nil), ("1,5.5h", nil),
        ] as [(String, Double?)]
    )
    func minutes(_ text: String, _ minutes: Double?) {
        #expect(DurationText.minutes(in: text) == minutes)
    }
}

@Suite("Values with units")
struct UnitTests {
    @Test(
        "A duration is a number with a unit of time",
        arguments: [
            ("8s", .seconds(8)), ("250ms", .milliseconds(250)), ("1.5s", .milliseconds(1500)), ("30m", .seconds(1800)),
            ("6h", .seconds(21_600)), ("7d", .seconds(604_800)), ("0s", .zero), ("0.25h", .seconds(900)),
            ("8", nil), ("s", nil), ("8 s", nil), ("-8s", nil), ("8sec", nil), ("1.s", nil), (".5s", nil),
            ("0.5ms", nil),
            ("1e3s", nil), ("99999999999999999999s", nil), ("9999999999999d", nil), ("", nil), ("１s", nil),
        ] as [(String, Duration?)]
    )
    func durations(_ text: String, _ expected: Duration?) {
        #expect(UnitText.duration(text) == expected)
    }

    @Test(
        "A size is a number with a unit of bytes",
        arguments: [
            ("4MiB", 4_194_304), ("500kB", 500_000), ("1B", 1), ("1.5KiB", 1536), ("2GB", 2_000_000_000), ("4M", nil),
            ("0.3B", nil), ("9999999999GiB", nil),
        ] as [(String, Int?)]
    )
    func sizes(_ text: String, _ expected: Int?) {
        #expect(UnitText.bytes(text) == expected)
    }

    @Test(
        "A rate is a positive count per period",
        arguments: [
            ("2/s", Rate(count: 2, period: .seconds(1))), ("20/10s", Rate(count: 20, period: .seconds(10))),
            ("40/min", Rate(count: 40, period: .seconds(60))), ("1/2s", Rate(count: 1, period: .seconds(2))),
            ("0/s", nil), ("2/", nil), ("/s", nil), ("2/0s", nil), ("2/s/s", nil), ("-2/s", nil), ("2/day", nil),
        ] as [(String, Rate?)]
    )
    func rates(_ text: String, _ expected: Rate?) {
        #expect(UnitText.rate(text) == expected)
    }

    @Test("Quotas and duration ranges are read, and invalid ones are rejected")
    func quotasAndRanges() {
        #expect(UnitText.quota("3000/day") == Quota(count: 3000, period: .day))
        #expect(UnitText.quota("5/month") == Quota(count: 5, period: .month))
        #expect(UnitText.quota("5/week") == nil)
        #expect(UnitText.durations("100ms..2s") == .milliseconds(100) ... .seconds(2))
        #expect(UnitText.durations("2s..100ms") == nil)
        #expect(UnitText.durations("2s") == nil)
    }

    @Test(
        "Only decimal numbers are accepted, not every form that Swift reads",
        arguments: [
            ("12", 12), ("-0.5", -0.5), ("1e3", 1000), ("+7", 7), ("nan", nil), ("inf", nil), ("0x10", nil),
            ("1,000", nil),
            ("", nil), ("1.", nil), ("1e999", nil),
        ] as [(String, Double?)]
    )
    func numbers(_ text: String, _ expected: Double?) {
        #expect(NumberText.decimal(text) == expected)
    }
}

@Suite("Numbers with words behind them")
struct NumberFormatTests {
    private func format(_ definition: String) throws -> NumberFormat {
        let shape = try #require(try transform(definition))
        guard case .number(let format) = shape else { throw NoNumber() }
        return format
    }

    private struct NoNumber: Error {}

    private func transform(_ definition: String) throws -> Transform? {
        let operation = try shelfOperation(
            .search,
            "get: /f, query: { q: '${input.query}' }, rows: ., item: { title: { path: t, then: [{ number: \(definition) }] } }"
        )
        return operation.item.ownFields.first?.options.transforms.first
    }

    @Test(
        "A unit multiplies its number, and several add up",
        arguments: [
            ("{ units: { 万: 10000, 亿: 100000000 } }", "12.97亿", "1297000000"),
            ("{ units: { 万: 10000, 亿: 100000000 } }", "5120 万", "51200000"),
            ("{ units: { 억: 100000000, 만: 10000 }, group: ',' }", "1억 2,300만", "123000000"),
            ("{ units: { 억: 100000000, 만: 10000 } }", "1억2300만45", "123000045"),
            ("{ units: { M: 1000000, million: 1000000 } }", "7.5 Million", "7500000"),
            ("{ units: { M: 1000000, million: 1000000 } }", "7.5m", "7500000"),
            ("{ units: { K: 1000 } }", "-1.5K", "-1500"), ("{ units: { K: 1000 } }", "15", "15"),
            ("{ units: { 만: 10000, 억: 100000000 } }", "2만 1억", nil), ("{ units: { K: 1000 } }", "15 M", nil),
            ("{ units: { K: 1000 } }", "K", nil), ("{ factor: 0.01 }", "12345", "123.45"),
            ("{ factor: 0.01, group: '.', decimal: ',' }", "1.234,5", "12.345"), ("{ factor: 1000 }", "x", nil),
            ("{ factor: 1000 }", "123456789012345678", "123456789012345678000"),
        ] as [(String, String, String?)]
    )
    func units(_ definition: String, _ text: String, _ expected: String?) throws {
        #expect(try format(definition).canonical(text) == expected)
    }

    @Test("A factor applies to a number of JSON, too")
    func factor() throws {
        let definition = "{ path: s, unit: USD, then: [{ number: { factor: 0.01 } }] }"
        let operation = try shelfOperation(
            .dailyBoxOffice,
            "get: '/${input.date}', rows: ., item: { rank: r, sales: \(definition), movie: { title: t } }"
        )
        let root = try JSONDocument(#"[{"r":1,"t":"A","s":1250050},{"r":2,"t":"B","s":"99"}]"#).root
        let (rows, report) = try boxOffice(in: root, by: operation)
        #expect(rows.map(\.figures.sales.amount) == [12_501, 1])
        #expect(report.failures.isEmpty)
    }

    @Test("The position is the rank of a list without ranks, and the previous rank gives the change")
    func position() throws {
        let operation = try shelfOperation(
            .dailyBoxOffice,
            "get: '/${input.date}', rows: { path: ., where: { path: k, is: film } }, "
                + "item: { rank: { position: true }, previous_rank: p, movie: { title: t } }"
        )
        let text = #"[{"k":"film","t":"A","p":3},{"k":"ad","t":"X"},{"k":"film","t":"B","p":1},{"k":"film","t":"C"}]"#
        let (rows, _) = try boxOffice(in: try JSONDocument(text).root, by: operation)
        #expect(rows.map(\.figures.rank) == [1, 2, 3])
        #expect(rows.map(\.figures.rankChange) == [2, -1, nil])
    }
}
