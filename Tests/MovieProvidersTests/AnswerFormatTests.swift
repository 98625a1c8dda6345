import HTTPModel
import JSON
import MarqueeTestKit
import MovieDomain
import Platform
import ProviderLanguage
import Testing

@testable import MovieProviders

@Suite("Answers in other formats than JSON and XML")
struct AnswerFormatTests {
    private func document(_ text: String, _ format: DocumentFormat) throws -> String {
        try #require(AnswerBody(Array(text.utf8), format).root).textString
    }

    @Test(
        "The header of separated values names the members of each row",
        arguments: [
            ("id,t\n1,A\n2,B\n", #"[{"id":"1","t":"A"},{"id":"2","t":"B"}]"#),
            ("id;t\r\n1;7,5\r\n", #"[{"id":"1","t":"7,5"}]"#),
            ("\u{FEFF}id,t\n\n1,\"A, \"\"B\"\"\nC\"\n", #"[{"id":"1","t":"A, \"B\"\nC"}]"#),
            ("a,,a\n1,2,3\n", #"[{"a":"1","column 2":"2","a 2":"3"}]"#),
            ("a,b\n1\n1,2,3\n", #"[{"a":"1"},{"a":"1","b":"2"}]"#),
            ("id,t\n", "[]"), (" id , t \n 1 , A \n", #"[{"id":"1","t":"A"}]"#), (#"{"error":"x"}"#, #"{"error":"x"}"#),
        ]
    )
    func separated(_ text: String, _ expected: String) throws {
        #expect(try document(text, .csv) == expected)
        if !text.contains(";"), !text.contains("{") {
            #expect(try document(text.replacing(",", with: "\t"), .tsv) == expected.replacing("A,", with: "A\\t"))
        }
    }

    @Test(
        "Tabs and line breaks in the texts of JSON become blanks, and other mistakes stay mistakes",
        arguments: [
            ("{\"t\":\"A\tB\"}", #"{"t":"A B"}"#), ("{\"t\":\"A\r\nB\"}", #"{"t":"A  B"}"#),
            ("{\n\"t\": \"A\u{1}\"}", #"{"t":"A "}"#), ("{\"t\":\"A\tB}", nil), ("{\"t\":\"A\t\",}", nil),
        ] as [(String, String?)]
    )
    func controlCharacters(_ text: String, _ expected: String?) {
        #expect(AnswerBody(Array(text.utf8), .json).root.map { JSONValue($0).jsonText } == expected)
    }

    @Test(
        "A file in gzip is read as what it contains, up to the limit",
        arguments: [
            (DocumentFormat.tsv, "id\tt\n1\tA\n", #"[{"id":"1","t":"A"}]"#), (.json, #"{"a":1}"#, #"{"a":1}"#),
            (.ndjson, "{\"a\":1}\n", #"[{"a":1}]"#), (.xml, "<a><b>1</b></a>", #"{"a":{"b":"1"}}"#),
        ]
    )
    func packed(_ format: DocumentFormat, _ text: String, _ expected: String) throws {
        let file = Gzip.stored(Array(text.utf8))
        #expect(try #require(AnswerBody(file, format).root).textString.replacing("\n", with: "") == expected)
        let half = text.utf8.count / 2
        let parts = Gzip.stored(Array(text.utf8.prefix(half))) + Gzip.stored(Array(text.utf8.dropFirst(half)))
        #expect(AnswerBody(parts, format).root?.textString == AnswerBody(file, format).root?.textString)
        for broken in [AnswerBody(file, format, limit: 3), AnswerBody(Array(file.dropLast(9)), format)] {
            guard case .failure(let problem) = broken.document else {
                Issue.record("it was read")
                continue
            }
            #expect(problem.message.contains("a whole file in gzip"))
        }
    }

    @Test("A value in quotes that does not end is reported where it begins")
    func openQuote() {
        guard case .failure(let problem) = AnswerBody(Array("a,b\n1,\"2\n".utf8), .csv).document else {
            Issue.record("it was read")
            return
        }
        #expect(problem.message == "a value in quotes does not end")
        #expect((problem.line, problem.column) == (2, 3))
    }

    @Test(
        "A web page gives its title, its meta elements, and the JSON of its scripts",
        arguments: [
            ("<title>A &amp; B</title>", #"{"title":"A & B","meta":{},"json":[],"scripts":{}}"#),
            (
                #"<META property="og:title" content='A "B"'><meta name=d content=C>"#,
                #"{"meta":{"og:title":"A \"B\"","d":"C"},"json":[],"scripts":{}}"#
            ),
            (
                #"<script type="application/ld+json">{"a":"</b>"}</script><script type=application/json id=x>[1]</SCRIPT>"#,
                #"{"meta":{},"json":[{"a":"</b>"},[1]],"scripts":{"x":[1]}}"#
            ),
            (
                "<!-- <script type='text/json'>{}</script> --><script>window.__D__ = {\"a\":1};</script>",
                #"{"meta":{},"json":[{"a":1}],"scripts":{"__D__":{"a":1}}}"#
            ),
            (
                "<script>if (1 < 2) { x = 1 }</script><script type='text/json'>{a}</script>",
                #"{"meta":{},"json":[],"scripts":{}}"#
            ),
            (
                #"<script>window.__ST__={"a":"};"};self.__next_f.push([1,"x"]);var b = [{"c":2}]</script>"#,
                #"{"meta":{},"json":[{"a":"};"},[{"c":2}]],"scripts":{"__ST__":{"a":"};"},"b":[{"c":2}]}}"#
            ),
            (
                #"<script>window["__APOLLO__"] = JSON.parse("{\"a\":\"it\\u0027s \'b\'\"}"); x={a:1}; y==={"d":1}</script>"#,
                #"{"meta":{},"json":[{"a":"it\u0027s 'b'"}],"scripts":{"__APOLLO__":{"a":"it\u0027s 'b'"}}}"#
            ),
            (
                #"<script>self.data=JSON.parse('{"a":"\x41"}')</script><script id=n>q={"b":1}</script>"#,
                #"{"meta":{},"json":[{"a":"A"},{"b":1}],"scripts":{"self.data":{"a":"A"},"n":{"b":1}}}"#
            ),
            (#"<script>a=[{"b":1}; c=JSON.parse("{</script>"#, #"{"meta":{},"json":[],"scripts":{}}"#),
            ("<script type='text/json'>{", #"{"meta":{},"json":[],"scripts":{}}"#),
            ("<", #"{"meta":{},"json":[],"scripts":{}}"#),
            ("<meta content", #"{"meta":{},"json":[],"scripts":{}}"#), ("", #"{"meta":{},"json":[],"scripts":{}}"#),
        ]
    )
    func page(_ text: String, _ expected: String) throws {
        #expect(try document(text, .html) == expected)
    }

    @Test("Texts that are JSON themselves are read as what they contain, and others stay")
    func embedded() throws {
        let operation =
            "list: { get: /f, embedded_json: [payload, \"more[*].x\"], rows: payload.films, "
            + "item: { ids: { shelf: id }, title: t, overview: \"$.more[0].x.a\" } }"
        let body =
            #"{"payload":"{\"films\":[{\"id\":1,\"t\":\"A\"}]}","more":[{"x":"{\"a\":\"long\"}"},{"x":"plain"}]}"#
        let answer = try films(by: operation, body)
        #expect(answer.map(\.title?.text) == ["A"])
        #expect(answer.first?.overview?.text == "long")
    }

    private func films(by operation: String, _ body: String) throws -> [MovieFacts] {
        let definition = try #require(try shelf(operation).http)
        let list = try #require(definition.operations[.list]?.first)
        let parsed = AnswerBody(Array(body.utf8), embedded: list.embeddedJSON)
        let root = try #require(parsed.root)
        guard case .rows(let rows) = list.rows.rows(in: root) else { return [] }
        var mapper = RowMapping(list.item, provider: "shelf").mapper()
        return rows.compactMap { mapper.movie($0.element, root: root) }
    }
}
