import JSON
import MovieDomain
import Testing

@testable import ProviderLanguage

@Suite("Dates without a format")
struct MomentTests {
    @Test(
        "A moment is read as the UTC or written date, or as the date in the provider's time zone",
        arguments: [
            ("2019-05-30", "2019-05-30", "2019-05-30"), ("2019-05-30T12:00:00Z", "2019-05-30", "2019-05-30"),
            ("2019-05-29T15:00:00.000Z", "2019-05-29", "2019-05-30"), ("2019-05-29 15:00", "2019-05-29", "2019-05-29"),
            ("2019-05-30T00:00:00+09:00", "2019-05-30", "2019-05-30"),
            ("2019-05-30T20:00-0700", "2019-05-30", "2019-05-31"),
            ("1559174400", "2019-05-30", "2019-05-30"), ("1559142000", "2019-05-29", "2019-05-30"),
            ("1559142000000", "2019-05-29", "2019-05-30"), ("-50000000", "1968-06-01", "1968-06-01"),
            ("2019", nil, nil),
            ("20190530", nil, nil), ("2019-13-01T00:00:00Z", nil, nil), ("2019-05-30T25:00:00Z", nil, nil),
            ("2019-05-30Tnoon", nil, nil), ("2019-05-30T12:00:00 UTC", nil, nil), ("99999999999999999", nil, nil),
            ("2019-05-30T12:00:00+99:00", nil, nil), ("2019-05-30T", nil, nil), ("soon", nil, nil), ("-1", nil, nil),
            ("Sat, 23 Nov 2024 10:00:00 +0900", "2024-11-23", "2024-11-23"),
            ("23 nov 2024 20:30 GMT", "2024-11-23", "2024-11-24"),
            ("Sat, 2 Nov 2024 20:30:00 EST", "2024-11-02", "2024-11-03"),
            ("Sat, 23 Nov 2024", nil, nil), ("Sat, 31 Nov 2024 10:00:00 +0900", nil, nil),
            ("Sat, 23 Nov 2024 10:00:00 KST", nil, nil),
        ] as [(String, String?, String?)]
    )
    func moments(_ text: String, _ written: String?, _ inSeoul: String?) {
        var inputs = TemplateInputs()
        #expect(MomentText.date(in: text, inputs)?.description == written)
        inputs.utcOffset = { _ in 9 * 3_600 }
        #expect(MomentText.date(in: text, inputs)?.description == inSeoul)
    }

    @Test("A unit determines how a small number is read")
    func units() {
        #expect(MomentText.date(in: "86400", unit: "s", TemplateInputs())?.description == "1970-01-02")
        #expect(MomentText.date(in: "86400000", unit: "ms", TemplateInputs())?.description == "1970-01-02")
        #expect(MomentText.date(in: "2019-05-30", unit: "s", TemplateInputs()) == nil)
    }

    @Test("Seconds and milliseconds that stand for an unknown day are no day", arguments: ["0", "-1"], ["s", "ms"])
    func unknown(_ text: String, _ unit: String) {
        #expect(MomentText.date(in: text, unit: unit, TemplateInputs()) == nil)
    }

    @Test(
        "A day from which computers count is no day of a release, but one on which people are born",
        arguments: ["1899-12-30", "1899-12-31", "1900-01-01", "1904-01-01", "1970-01-01", "1969-12-31"]
    )
    func firstDays(_ day: String) throws {
        let root = try JSONDocument("{\"n\":\"A\",\"d\":\"\(day)\"}").root
        let released = try provider(item: "{ title: n, release_date: d }").operations[.search]?.first
        let (found, report) = try films(in: root, by: try #require(released))
        #expect(found.first?.releaseDate == nil)
        #expect(found.first?.year == nil)
        #expect(report.failures.map(\.count) == [1])
        #expect(report.failures.map(\.detail) == ["expected a day that does not stand for none, found \"\(day)\""])
        let keys = #"by: [shelf], get: "/p/${input.ids.shelf}", rows: ., item: { name: n, born: d }"#
        var mapper = RowMapping(try shelfOperation(.person, keys).item, provider: "shelf").mapper()
        #expect(mapper.person(root, root: root)?.born?.description == day)
    }

    @Test(
        "A day that only fills its place is counted, and says which days there can be",
        arguments: [#""0001-01-01""#, #""1000-01-01""#, #""9999-12-31""#, #""2999-01-01T00:00:00Z""#]
    )
    func fillers(_ value: String) throws {
        let root = try JSONDocument("{\"n\":\"A\",\"d\":\(value)}").root
        let released = try provider(item: "{ title: n, release_date: d }").operations[.search]?.first
        let (found, report) = try films(in: root, by: try #require(released))
        #expect(found.first?.releaseDate == nil)
        #expect(report.failures.map(\.detail) == ["expected a day from 1870 to 2200, found \(value)"])

        let keys = #"by: [shelf], get: "/p/${input.ids.shelf}", rows: ., item: { name: n, born: d }"#
        var mapper = RowMapping(try shelfOperation(.person, keys).item, provider: "shelf").mapper()
        #expect(mapper.person(root, root: root)?.born == nil)
        #expect(mapper.report.failures.map(\.detail) == ["expected a day from 1100 to 2200, found \(value)"])
    }

    @Test("A person may have been born long before the first film")
    func born() throws {
        let root = try JSONDocument(#"{"n":"William Shakespeare","d":"1564-04-26"}"#).root
        let keys = #"by: [shelf], get: "/p/${input.ids.shelf}", rows: ., item: { name: n, born: d }"#
        var mapper = RowMapping(try shelfOperation(.person, keys).item, provider: "shelf").mapper()
        #expect(mapper.person(root, root: root)?.born?.description == "1564-04-26")
    }

    @Test("A moment gives a film its release date and its year", arguments: [#""2019-05-30T12:00:00Z""#, "1559174400"])
    func ofFilm(_ value: String) throws {
        let (made, failures) = try film(with: .releaseDate, by: "d", in: #"{"d":\#(value)}"#)
        #expect(made?.releaseDate?.description == "2019-05-30")
        #expect(failures == 0)
        #expect(try film(with: .year, by: "d", in: #"{"d":"2019-05-30T12:00:00Z"}"#).film?.year == 2019)
    }
}

@Suite("Image addresses")
struct ImageAddressTests {
    private func images(_ settings: String, _ row: String) throws -> (urls: [String], failures: Int) {
        let provider = try provider(
            item: "{ title: t, images: [{ path: p }, { rows: more, item: { url: u } }] }",
            settings: settings
        )
        let operation = try #require(provider.operations[.search]?.first)
        let root = try JSONDocument(row).root
        let (films, report) = try films(in: root, by: operation, inputs: provider.withImages(TemplateInputs()))
        return (films.first?.images.map(\.url) ?? [], report.failures.reduce(0) { $0 + $1.count })
    }

    @Test(
        "An image that is not shown is counted with what was expected",
        arguments: [
            ("", "javascript:alert(1)", "an address such as https://img.example/7.jpg"),
            (
                "    image_hosts: [img.example]", "https://bad-img.example/a.jpg",
                "an address on a host of 'image_hosts', which does not name bad-img.example"
            ),
            ("    image_hosts: [img.example]", "data:,x", "an address such as https://img.example/7.jpg"),
        ]
    )
    func refused(_ settings: String, _ text: String, _ expected: String) throws {
        let provider = try provider(item: "{ title: t, images: [{ path: p }] }", settings: settings)
        let operation = try #require(provider.operations[.search]?.first)
        let root = try JSONDocument(#"{"t":"A","p":"\#(text)"}"#).root
        let report = try films(in: root, by: operation, inputs: provider.withImages(TemplateInputs())).report
        #expect(report.failures.map(\.detail) == [#"expected \#(expected), found "\#(text)""#])
    }

    @Test(
        "Image addresses are resolved against base_url or images_base, and checked against image_hosts",
        arguments: [
            ("", "/i/a b.jpg", "https://shelf.example/i/a%20b.jpg"), ("", "i/a.jpg", "https://shelf.example/i/a.jpg"),
            ("", "//img.example/a.jpg", "https://img.example/a.jpg"),
            ("", "http://img.example/a.jpg", "http://img.example/a.jpg"),
            ("", "javascript:alert(1)", nil),
            ("    images_base: https://img.example/w500", "/a.jpg", "https://img.example/w500/a.jpg"),
            ("    images_base: https://img.example/w500/", "a.jpg", "https://img.example/w500/a.jpg"),
            ("    images_base: https://img.example/w500", "https://b.example/a.jpg", "https://b.example/a.jpg"),
            ("    image_hosts: [img.example]", "https://img.example/a.jpg", "https://img.example/a.jpg"),
            ("    image_hosts: [img.example]", "https://de.img.example/a.jpg", "https://de.img.example/a.jpg"),
            ("    image_hosts: [img.example]", "https://shelf.example/a.jpg", "https://shelf.example/a.jpg"),
            ("    image_hosts: [img.example]", "https://bad-img.example/a.jpg", nil),
        ] as [(String, String, String?)]
    )
    func addresses(_ settings: String, _ text: String, _ expected: String?) throws {
        let one = try images(settings, #"{"t":"A","p":"\#(text)"}"#)
        #expect(one.urls == [expected].compactMap(\.self))
        #expect(one.failures == (expected == nil ? 1 : 0))
        #expect(try images(settings, #"{"t":"A","more":[{"u":"\#(text)"}]}"#).urls == [expected].compactMap(\.self))
    }
}
