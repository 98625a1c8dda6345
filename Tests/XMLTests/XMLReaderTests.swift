import JSON
import Testing
import XML

@Suite("Reading XML")
struct XMLReaderTests {
    @Test(
        "XML is read as a JSON tree",
        arguments: [
            ("<a/>", #"{"a":null}"#),
            ("<a>text</a>", #"{"a":"text"}"#),
            ("<a>\n  text \t</a>", #"{"a":"text"}"#),
            ("<a> \n </a>", #"{"a":null}"#),
            ("<a b='1'/>", #"{"a":{"@b":"1"}}"#),
            ("<a b='1' c='&lt;'>x</a>", ##"{"a":{"@b":"1","@c":"<","#text":"x"}}"##),
            ("<a><b>1</b></a>", #"{"a":{"b":"1"}}"#),
            ("<a><b>1</b><b/><b>3</b></a>", #"{"a":{"b":["1",null,"3"]}}"#),
            ("<a><b>1</b><c>2</c><b>3</b></a>", #"{"a":{"b":["1","3"],"c":"2"}}"#),
            ("<a><b><c>1</c></b><b><c>2</c></b></a>", #"{"a":{"b":[{"c":"1"},{"c":"2"}]}}"#),
            ("<a>one <b>two</b> three</a>", ##"{"a":{"b":"two","#text":"one  three"}}"##),
            ("<a><![CDATA[<b>&amp;</b>]]></a>", #"{"a":"<b>&amp;</b>"}"#),
            ("<a>x<![CDATA[ & ]]>y</a>", #"{"a":"x & y"}"#),
            ("<a>x<!-- y -->z<?pi w?></a>", #"{"a":"xz"}"#),
            ("<a>&lt;&gt;&amp;&quot;&apos;&#44032;&#xAC00;</a>", #"{"a":"<>&\"'가가"}"#),
            (
                "<r xmlns:m='urn:m'><m:c m:u='1'/></r>",
                #"{"r":{"@xmlns:m":"urn:m","m:c":{"@m:u":"1"}}}"#
            ),
            ("\u{FEFF}<?xml version='1.0' encoding='utf-8'?>\n<a>기생충</a>\n<!-- end -->", #"{"a":"기생충"}"#),
            ("<영화 제목='괴물'/>", #"{"영화":{"@제목":"괴물"}}"#),
        ]
    )
    func reads(_ text: String, _ json: String) throws {
        #expect(try XMLReader.read(Array(text.utf8)).description == json)
    }

    @Test("XML is read in ISO-8859-1 and UTF-16")
    func encodings() throws {
        let latin = Array("<?xml version='1.0' encoding='ISO-8859-1'?><a>".utf8) + [0xE9] + Array("</a>".utf8)
        #expect(try XMLReader.read(latin)["a"] == "é")
        let wide = "<a>가</a>".utf16.flatMap { [UInt8($0 & 0xFF), UInt8($0 >> 8)] }
        #expect(try XMLReader.read([0xFF, 0xFE] + wide)["a"] == "가")
    }

    @Test(
        "Unacceptable XML is refused with its line and column",
        arguments: [
            ("", "expected an element, found the end", 1, 1),
            ("<a>", "the element 'a' is never closed", 1, 4),
            ("<a>\n  <b></a>", "mismatched tag", 2, 8),
            ("<a x='1' x='2'/>", "duplicate attribute", 1, 10),
            ("<a/><b/>", "junk after document element", 1, 5),
            (#"{"a":1}"#, "not well-formed (invalid token)", 1, 1),
            (
                "<a>가&nbsp;</a>",
                "expected one of the entities &amp; &lt; &gt; &quot; &apos; or a number such as &#233;, found another",
                1, 5
            ),
            (
                "<?xml version='1.0' encoding='EUC-KR'?><a/>",
                "expected the encoding UTF-8, UTF-16, ISO-8859-1 or US-ASCII, found EUC-KR", 1, 31
            ),
            (
                "<!DOCTYPE l [<!ENTITY a 'lol'><!ENTITY b '&a;&a;&a;&a;&a;&a;&a;&a;'>]>\n<l>&b;</l>",
                "a document type declaration (<!DOCTYPE …>) is not read", 1, 13
            ),
            (
                "<!DOCTYPE l [<!ENTITY x SYSTEM 'file:///etc/passwd'>]><l>&x;</l>",
                "a document type declaration (<!DOCTYPE …>) is not read", 1, 13
            ),
            (
                "<!DOCTYPE l SYSTEM 'http://127.0.0.1/l.dtd'><l>&x;</l>",
                "a document type declaration (<!DOCTYPE …>) is not read", 1, 44
            ),
        ]
    )
    func refuses(_ text: String, _ message: String, _ line: Int, _ column: Int) {
        let error = #expect(throws: XMLError.self) { try XMLReader.read(Array(text.utf8)) }
        #expect(error?.message == message)
        #expect(error.map { [$0.line, $0.column] } == [line, column])
    }

    @Test("XML with more levels, elements, or attributes than its limits allow is refused")
    func limits() throws {
        func nested(_ depth: Int) -> [UInt8] {
            Array((String(repeating: "<a>", count: depth) + String(repeating: "</a>", count: depth)).utf8)
        }
        #expect(try XMLReader.read(nested(64))["a"] != nil)
        #expect(throws: XMLError.self) { try XMLReader.read(nested(65)) }
        #expect(throws: XMLError.self) { try XMLReader.read(nested(100_000)) }
        var limits = XMLLimits()
        limits.maximumNodes = 4
        #expect(try XMLReader.read(Array("<a b='1'><c/><c/></a>".utf8), limits: limits)["a"] != nil)
        #expect(throws: XMLError.self) { try XMLReader.read(Array("<a b='1'><c/><c/><c/></a>".utf8), limits: limits) }
    }

    @Test("Many elements with many different names are read")
    func manyElements() throws {
        let text = "<a>" + (0..<100_000).map { "<n\($0 % 50_000)>x</n\($0 % 50_000)>" }.joined() + "</a>"
        #expect(try XMLReader.read(Array(text.utf8))["a"]?["n7"]?[1] == "x")
    }
}
