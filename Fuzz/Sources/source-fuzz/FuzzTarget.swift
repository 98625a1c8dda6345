import HTTPModel
import JSON
import MovieDomain
import MovieMatching
import ProviderLanguage

@testable import FilmLists
@testable import MovieHTTP

/// A reader of the bytes of a source, a definition, or a file of films, with the invariants that it must keep.
enum FuzzTarget: String, CaseIterable {
    /// The head and the body of a response, compressed or not.
    case httpAnswer = "http-answer"
    /// A definition, a line `%%`, and a response that the definition maps.
    case definition = "definition"
    /// Lines of `marquee match`, and the matching of their films.
    case filmLines = "film-lines"

    static let first = FuzzTarget.httpAnswer

    func check(_ bytes: [UInt8]) throws(Violation) {
        switch self {
        case .httpAnswer: try SourceInvariants.checkAnswer(bytes)
        case .definition: try SourceInvariants.checkDefinition(bytes)
        case .filmLines: try SourceInvariants.checkFilms(bytes)
        }
    }
}

enum SourceInvariants {
    private static let bodyLimit = 4_096

    static func checkAnswer(_ bytes: [UInt8]) throws(Violation) {
        var request = HTTPRequest(source: "s", origin: HTTPOrigin(scheme: .https, host: "a.example"), path: "/")
        request.limits.maximumBodyBytes = bodyLimit
        var answer = IncomingAnswer(to: request)
        var rest = bytes[...]
        do {
            while let end = rest.firstIndex(of: 0x0A) {
                let line = rest[...end]
                rest = rest[(end + 1)...]
                try answer.receiveHeadLine(String(decoding: line, as: UTF8.self), line.count)
                if line.count <= 2 { break }
            }
            for part in [rest.prefix(rest.count / 2), rest.dropFirst(rest.count / 2)] {
                try Array(part).withUnsafeBytes { try answer.receiveBody($0) }
            }
            let response = try answer.response()
            try Violation.unless((0...999).contains(response.status), "the status \(response.status)")
            try Violation.unless(response.body.count <= bodyLimit, "a body of \(response.body.count) bytes")
            for field in response.headers.fields {
                try Violation.unless(!field.name.isEmpty, "a field without a name")
                let isOneLine = !field.value.unicodeScalars.contains { $0 == "\n" }
                try Violation.unless(isOneLine, "the field \(field.name) has two lines")
            }
        } catch let violation as Violation {
            throw violation
        } catch {}
    }

    static func checkDefinition(_ bytes: [UInt8]) throws(Violation) {
        let mark = Array("\n%%\n".utf8)
        let split = bytes.indices.first { bytes[$0...].starts(with: mark) } ?? bytes.endIndex
        let loaded = ConfigurationLoader.load(bytes: Array(bytes[..<split]), file: "f.yaml", bundled: [])
        guard let configuration = loaded.configuration, split < bytes.endIndex else { return }
        let body = Array(bytes[(split + mark.count)...])
        var root: JSONElement?
        do { root = try JSONDocument(body).root } catch {}
        for http in configuration.providers.compactMap(\.http) {
            for status in [200, 404] {
                let response = HTTPResponse(status: status, headers: HTTPHeaders([("Content-Type", "a/b")]), body: body)
                _ = http.errorRules.failure(in: ResponseFacts(response, root: root))
            }
            guard let root else { continue }
            for operation in http.operations.values.joined() {
                guard case .rows(let rows) = operation.rows.rows(in: root) else { continue }
                let limits = MappingBudget.Limits()
                var mapper = RowMapping(operation.item, provider: "f", deadline: nil).mapper()
                for row in rows {
                    guard let found = mapper.canonicalRow(row.element, root: root, key: row.key) else { continue }
                    let size = found.json.jsonBytes.count
                    try Violation.unless(size <= 8 * limits.rowBytes, "a row of \(size) bytes")
                }
            }
        }
    }

    static func checkFilms(_ bytes: [UInt8]) throws(Violation) {
        var table = FilmTable()
        let sources = ["a", "b"].map { table.addSource(named: $0) }
        var count = 0
        for line in bytes.split(separator: 0x0A) {
            do {
                try FilmLine(Array(line)).add(to: &table, source: sources[count % 2])
                count += 1
            } catch {
                try Violation.unless(!error.description.isEmpty, "a problem without words")
            }
        }
        let members = Matcher().match(table, duplicates: .detected).clusters().reduce(0) { $0 + $1.members.count }
        try Violation.unless(members == count, "\(members) films in clusters of \(count)")
    }
}

extension FuzzTarget {
    var seeds: [[UInt8]] {
        switch self {
        case .httpAnswer: Self.answers.map { Array($0.utf8) }
        case .definition: Self.definitions.map { Array($0.utf8) }
        case .filmLines: [Array(Self.films.joined(separator: "\n").utf8)] + Self.films.map { Array($0.utf8) }
        }
    }

    private static let answers = [
        "HTTP/1.1 200 OK\r\nContent-Type: application/json\r\nContent-Length: 2\r\n\r\n{}",
        "HTTP/1.1 200 OK\r\nContent-Encoding: gzip\r\n\r\n\u{1F}",
        "HTTP/1.1 103 Early\r\nLink: <a>\r\n\r\nHTTP/1.1 200 OK\r\n\r\n",
        "HTTP/1.1 000 OK\r\n\r\n", "HTTP/2 404\r\nX: a\r\n b\r\n\r\n", "HTTP/1.1 101 Switching\r\n\r\n",
        "ICY 200 OK\r\n\r\n",
        "HTTP/1.1 429 Slow\r\nRetry-After: Sun, 06 Nov 1994 08:49:37 GMT\r\nCache-Control: max-age=-1\r\n\r\n[]",
    ]

    private static let fields = [
        "title: r", "title: { path: r, then: [strip_html, { replace: { regex: '(a|b)*', with: c } }] }",
        "title: 'r[0].n', year: y, runtime: { path: y, unit: duration }, rating: { path: y, scale: 5, votes: y }",
        "title: { template: '${row.r} ${row.n}' }, genres: { path: 'r[*]', map: { a: b }, else: keep }",
        "title: { first_of: [x, r] }, release_date: { path: r, then: [{ date: [yyyyMMdd, d MMM yyyy] }] }",
        "title: n, cast: { rows: r, limit: 5, where: { path: n, matches: 'a+' }, item: { name: n, job: '$.r' } }",
        "title: r, ids: { imdb: { path: i, prefix: tt } }, countries: r, languages: r, certification: { path: r, region: KR }",
        "title: { path: r, then: [{ split: ' ' }, { at: -1 }, { number: { group: '.', decimal: ',' } }] }",
    ]

    private static let values = [
        #"{"r":"a b <i>c</i> &amp;","n":"x","y":1999,"i":7}"#, #"[{"r":["a","b",{"n":"c"}],"y":"1h 30m"}]"#,
        #"{"r":[{"n":"aa"},{"n":null}],"n":"z","y":-9223372036854775808}"#, #"{"r":"20240131","y":1e400}"#,
    ]

    private static let definitions = fields.enumerated().map { number, item in
        """
        version: 1
        providers:
          - id: f
            base_url: https://f.example
            errors: [{ when: { path: r, matches: '^e' }, kind: quota, message: n }]
            operations:
              search:
                get: /
                rows: .
                item: { \(item) }
        %%
        \(values[number % values.count])
        """
    }

    private static let films = [
        #"{"id":"a:1","title":"Parasite","year":2019,"directors":["Bong Joon-ho"],"countries":["KR"]}"#,
        #"{"id":"b:1","ids":{"imdb":"tt6751668"},"titles":["기생충",{"text":"Gisaengchung"}],"releaseDate":"2019-05-30"}"#,
        #"{"id":"b:2","title":"The Return of the King 3","runtimeMinutes":201,"series":false,"cast":[{"name":"A B"}]}"#,
        #"{"id":"","title":1}"#, "[]", #"{"id":"c","title":"\ud83d\ude00","year":-9223372036854775808}"#,
    ]
}
