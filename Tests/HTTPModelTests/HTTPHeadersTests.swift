import HTTPModel
import Testing

@Suite("Header fields of an answer")
struct HTTPHeadersTests {
    @Test func lookup() {
        var headers = HTTPHeaders([("Content-Type", "text/html"), ("X-Count", "1")])
        headers.append(name: "x-count", value: "2")
        #expect(headers["content-TYPE"] == "text/html")
        #expect(headers["X-COUNT"] == "1")
        #expect(headers["etag"] == nil)
        #expect(headers.fields.map(\.name) == ["Content-Type", "X-Count", "x-count"])
        #expect(headers.fields.map(\.value) == ["text/html", "1", "2"])
    }
}
