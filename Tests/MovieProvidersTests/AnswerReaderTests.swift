import HTTPModel
import JSON
import MovieDomain
import Platform
import ProviderLanguage
import Testing
import Upstream

@testable import MovieProviders

@Suite("Reading provider responses")
struct AnswerReaderTests {
    private let secrets: [SecretReference: Secret] = [
        SecretReference(kind: .environment, name: "SHELF_KEY"): Secret("s3cr+t/key")
    ]

    private func read(
        _ response: HTTPResponse,
        by definition: ProviderDefinition,
        to operation: Capability = .search,
        hasSecrets: Bool = true
    ) throws -> Result<JSONElement, ProviderError> {
        let http = try #require(definition.http)
        let builder = RequestBuilder(
            provider: ProviderID(definition.id),
            definition: http,
            secrets: hasSecrets ? secrets : [:]
        )
        let reader = AnswerReader(
            builder,
            try #require(http.operations[operation]?.first),
            clock: .fixed(at: Timestamp(secondsSinceEpoch: 1_445_412_420))
        )
        do throws(ProviderError) {
            return .success(try reader.document(of: response))
        } catch {
            return .failure(error)
        }
    }

    private func failure(
        _ response: HTTPResponse,
        _ keys: String = "",
        to operation: Capability = .search,
        hasSecrets: Bool = true
    ) throws -> ProviderError {
        let operations = """
            search: { get: /films, rows: films, item: { title: t } }
            lookup: { by: [shelf], get: "/film/${input.ids.shelf}", rows: ., item: { title: t } }
            """
        let definition = try shelf(operations, keys)
        switch try read(response, by: definition, to: operation, hasSecrets: hasSecrets) {
        case .success: throw CancellationError()
        case .failure(let failure): return failure
        }
    }

    @Test(
        "Without an error rule, the HTTP status determines the kind of failure",
        arguments: [
            // status, kind with a key, kind without a key, kind for a lookup
            (400, ProviderError.Kind.badRequest, ProviderError.Kind.badRequest, ProviderError.Kind.badRequest),
            (401, .auth, .auth, .auth), (403, .auth, .auth, .auth),
            (404, .unavailable, .unavailable, .notFound), (410, .unavailable, .unavailable, .notFound),
            (405, .badRequest, .badRequest, .badRequest), (408, .timeout, .timeout, .timeout),
            (422, .badRequest, .badRequest, .badRequest), (429, .rateLimited, .rateLimited, .rateLimited),
            (500, .unavailable, .unavailable, .unavailable), (503, .unavailable, .unavailable, .unavailable),
            (525, .unavailable, .unavailable, .unavailable), (302, .upstream, .upstream, .upstream),
            (304, .upstream, .upstream, .upstream), (600, .malformed, .malformed, .malformed),
            (999, .malformed, .malformed, .malformed),
        ]
    )
    func statuses(
        _ status: Int,
        _ keyed: ProviderError.Kind,
        _ open: ProviderError.Kind,
        _ ofOneFilm: ProviderError.Kind
    ) throws {
        let response = HTTPResponse.text("{}", status: status)
        #expect(try failure(response).kind == keyed)
        #expect(try failure(response, hasSecrets: false).kind == open)
        #expect(try failure(response, to: .lookup).kind == ofOneFilm)
        #expect(try failure(response).code == String(status))
        #expect(try failure(response).message == "the source answered with HTTP status \(status)")
    }

    @Test(
        "The source's own words follow the HTTP status, in one line and without secrets",
        arguments: [
            (#"{"message":"Payment\n  required"}"#, "Payment required"), (#"{"error":"no credit"}"#, "no credit"),
            (#"{"error":{"code":7,"message":"no credit"}}"#, "no credit"),
            (#"{"error":"invalid_client","error_description":"Unknown client"}"#, "Unknown client"),
            (#"{"title":"Forbidden","detail":"Out of credit"}"#, "Out of credit"),
            (#"{"errors":[{"message":"first"},{"message":"second"}]}"#, "first"), (#"{"errors":["one"]}"#, "one"),
            (#"{"message":"key s3cr+t/key is bad"}"#, "key *** is bad"), (#"{"message":"","error":"x"}"#, "x"),
            (#"{"message":7}"#, nil), (#"{"error":{"error":{"error":{"error":"deep"}}}}"#, nil), (#""text""#, nil),
            ("plain", nil), ("", nil), ("[]", nil),
        ] as [(String, String?)]
    )
    func ownWords(_ body: String, _ words: String?) throws {
        let message = "the source answered with HTTP status 402" + (words.map { ": \($0)" } ?? "")
        #expect(try failure(.text(body, status: 402)).message == message)
    }

    @Test("Long words of the source are cut at 200 characters")
    func longOwnWords() throws {
        let body = #"{"message":"\#(String(repeating: "x", count: 900))"}"#
        #expect(try failure(.text(body, status: 402)).message.hasSuffix(": \(String(repeating: "x", count: 200))…"))
    }

    @Test(
        "A web page in place of JSON means that the provider is unavailable, except with status 401",
        arguments: [
            (200, ProviderError.Kind.unavailable, "the source answered with a web page instead of JSON"),
            (403, .unavailable, "the source answered with HTTP status 403 and a web page"),
            (404, .unavailable, "the source answered with HTTP status 404 and a web page"),
            (400, .unavailable, "the source answered with HTTP status 400 and a web page"),
            (503, .unavailable, "the source answered with HTTP status 503 and a web page"),
            (401, .auth, "the source answered with HTTP status 401 and a web page"),
        ]
    )
    func webPages(_ status: Int, _ kind: ProviderError.Kind, _ message: String) throws {
        let response = HTTPResponse.text("\u{FEFF}\r\n <!DOCTYPE html><html></html>", status: status)
        let failure = try failure(response, to: .lookup)
        #expect(failure.kind == kind)
        #expect(failure.message == message)
    }

    @Test("An XML response is reported as XML")
    func xml() throws {
        let failure = try failure(.text("<?xml version=\"1.0\"?><faultInfo/>"))
        #expect(failure.kind == .unavailable)
        #expect(failure.message == "the source answered with XML instead of JSON")
    }

    @Test(
        "Unacceptable JSON is reported with the line and column that an editor shows",
        arguments: [
            ("{\"a\": 1,\n \"b\": tru}", "line 2, column 10"),
            ("\u{FEFF}{\"a\": x}", "line 1, column 7"),
            ("{\"a\": \"영\" x}", "line 1, column 11"),
            (String(repeating: "[", count: 100_000), "line 1, column 65"),
        ]
    )
    func broken(_ body: String, _ position: String) throws {
        let failure = try failure(.text(body))
        #expect(failure.kind == .malformed)
        #expect(failure.message.hasPrefix("the source's answer is not valid JSON: "))
        #expect(failure.message.hasSuffix("(\(position))"), "\(failure.message)")
    }

    @Test(
        "A text in another encoding than UTF-8 is read as the definition or the header says",
        arguments: [
            ("EUC-KR", "", [0xB1, 0xE2, 0xBB, 0xFD], "기생"), ("\"ks_c_5601-1987\"", "", [0x8C, 0x63], "똠"),
            ("iso-8859-1", "", [0xE9], "é"), ("utf-8", "charset: CP949", [0x8C, 0x63], "똠"),
            // It is UTF-8, whatever the header and the definition say.
            ("EUC-KR", "charset: latin1", [0xEA, 0xB8, 0xB0], "기"),
        ] as [(String, String, [UInt8], String)]
    )
    func encodings(_ charset: String, _ key: String, _ title: [UInt8], _ text: String) throws {
        let definition = try shelf("search: { get: /films, rows: films, item: { title: t } }", key)
        let body = Array(#"{"t": ""#.utf8) + title + Array(#""}"#.utf8)
        let headers = HTTPHeaders([("Content-Type", "application/json; charset=\(charset)")])
        let response = HTTPResponse(status: 200, headers: headers, body: body)
        #expect(try read(response, by: definition).get()["t"]?.string == text)
    }

    @Test("Bytes that are no text in the named encoding are an error with their place")
    func notText() throws {
        let headers = HTTPHeaders([("Content-Type", "application/json; charset=EUC-KR")])
        let body = Array("{\n \"t\": \"".utf8) + [0xFF, 0xFF] + Array(#""}"#.utf8)
        let failure = try failure(HTTPResponse(status: 200, headers: headers, body: body))
        #expect(
            failure.message == "the source's answer is not valid JSON: expected text in EUC-KR, found bytes that "
                + "are not valid in it (line 2, column 8)"
        )
        #expect(failure.hint?.contains("charset: EUC-KR") == true)
    }

    @Test(
        "The call of a function around JSON is passed over (JSONP)",
        arguments: ["cb({\"t\": \"A\"});", "/**/ jQuery1_2.cb (\n{\"t\": \"A\"}\n)\n", "$({\"t\":\"A\"});\n"]
    )
    func calls(_ body: String) throws {
        let definition = try shelf("search: { get: /films, rows: films, item: { title: t } }")
        #expect(try read(.text(body), by: definition).get()["t"]?.string == "A")
    }

    @Test(
        "Values on lines are a list",
        arguments: [
            ("{\"t\": 1}\n{\"t\": 2}\n", 2), ("\n{\"t\": 1}\r\n\n{\"t\": 2}", 2), ("{\"t\": 1}", 1), ("", 0), ("\n", 0),
            ("[{\"t\": 1}, {\"t\": 2}]", 2),
        ]
    )
    func lines(_ body: String, _ count: Int) throws {
        let definition = try shelf("search: { get: /films, rows: ., item: { title: t } }", "format: ndjson")
        #expect(try read(.text(body), by: definition).get().elements.count == count)
    }

    @Test(
        "A charset that is declared but not known is named if the bytes are not UTF-8",
        arguments: [
            ("application/json; charset=x-mac-korean", "; it is declared as x-mac-korean"),
            ("application/json; charset=utf-8", ""), ("application/json", ""),
        ]
    )
    func charset(_ type: String, _ words: String) throws {
        let body = Array(#"{"films": [{"t": ""#.utf8) + [0xB1, 0xE2] + Array(#""}]}"#.utf8)
        let headers = HTTPHeaders([("Content-Type", type)])
        let failure = try failure(HTTPResponse(status: 200, headers: headers, body: body))
        #expect(
            failure.message == "the source's answer is not valid JSON: expected UTF-8, found byte 0xB1, "
                + "which does not continue it (line 1, column 19)" + words
        )
    }

    @Test("XML is read after blank lines, and its encoding is named if it cannot be read")
    func xmlEncoding() throws {
        let definition = try shelf("search: { get: /films, rows: films, item: { title: t } }", "format: xml")
        let late = HTTPResponse.text("\r\n <?xml version='1.0'?>\n<a>1</a>")
        #expect(try read(late, by: definition).get()["a"]?.string == "1")
        let start = Array("<?xml version='1.0' encoding='EUC-KR'?><a>".utf8)
        let korean = HTTPResponse(status: 200, body: start + [0xB1, 0xE2] + Array("</a>".utf8))
        #expect(try read(korean, by: definition).get()["a"]?.string == "기")
        let other = HTTPResponse.text("<?xml version='1.0' encoding='x-mac-korean'?><a/>")
        guard case .failure(let failure) = try read(other, by: definition) else { throw CancellationError() }
        #expect(failure.message.contains("found x-mac-korean"))
        #expect(failure.hint?.hasPrefix("ask the API for UTF-8, or name the encoding in the definition") == true)
    }

    @Test(
        "One half of a surrogate pair, where a source cut its text, is read as U+FFFD",
        arguments: [
            (#"{"a": "cut \ud83d"}"#, "cut \u{FFFD}"), (#"{"a": "\uDE00 b"}"#, "\u{FFFD} b"),
            (#"{"a": "\ud83d\ude00\ud83d\n"}"#, "😀\u{FFFD}\n"), (#"{"a": "\\ud83d \ud83d"}"#, #"\ud83d "# + "\u{FFFD}"),
            (#"{"a": "\ud83d\ud83d\ude00"}"#, "\u{FFFD}😀"),
        ]
    )
    func halfPairs(_ body: String, _ expected: String) throws {
        let definition = try shelf("search: { get: /films, rows: films, item: { title: t } }")
        #expect(try read(.text(body), by: definition).get()["a"]?.string == expected)
    }

    @Test("A blank response is malformed", arguments: ["", " \r\n", "\u{FEFF}"])
    func empty(_ body: String) throws {
        let failure = try failure(.text(body))
        #expect(failure == ProviderError(.malformed, provider: "shelf", message: "the source answered with nothing"))
    }

    @Test("JSON is read despite a byte order mark, leading blank lines, or a wrong content type")
    func tolerated() throws {
        let definition = try shelf("search: { get: /films, rows: films, item: { title: t } }")
        for body in ["{\"a\": 1}", "\u{FEFF}{\"a\": 1}", "\n\n\n{\"a\": 1}\n", "\u{FEFF}\r\n {\"a\": 1}"] {
            let response = HTTPResponse.text(body, headers: [("Content-Type", "text/javascript")])
            #expect(try read(response, by: definition).get()["a"]?.int == 1)
        }
    }

    @Test(
        "KOFIC's faults with status 200 are recognized as failures",
        arguments: [
            ("fault-key.json", ProviderError.Kind.auth, "320010", "유효하지않은 키값입니다."),
            ("fault-quota.json", .quota, "320011", "하루 이용 한도를 초과하였습니다."),
            (
                "fault-missing-date.json", .badRequest, "320102",
                "날짜는 필수항목입니다.[parameterName=targetDt,parameterValue=null]"
            ),
        ]
    )
    func koficFaults(_ file: String, _ kind: ProviderError.Kind, _ code: String, _ message: String) throws {
        let response = try Fixture.answer("kofic/" + file)
        let result = try read(response, by: try bundled("kofic"), to: .dailyBoxOffice)
        guard case .failure(let failure) = result else {
            Issue.record("no failure")
            return
        }
        #expect(failure.kind == kind)
        #expect(failure.code == code)
        #expect(failure.message == message)
        switch kind {
        case .auth: #expect(failure.hint == "check the value of SHELF_KEY")
        case .quota: #expect(failure.hint?.hasPrefix("today's calls are used up") == true)
        default: #expect(failure.hint == nil)
        }
    }

    @Test("Error rules take precedence over the status, and the status over the body")
    func order() throws {
        let rules = """
            errors:
              - { when: { status: 404 }, kind: not_found }
              - { when: { path: status, is: error }, kind: upstream, message: words }
              - { when: { content_type: html }, kind: rate_limited }
            """
        #expect(try failure(.text("", status: 404), rules).kind == .notFound)
        #expect(try failure(.text(#"{"status": "error", "words": "no"}"#, status: 500), rules).message == "no")
        let page = HTTPResponse.text("<html>", status: 503, headers: [("content-type", "text/HTML; charset=utf-8")])
        #expect(try failure(page, rules).kind == .rateLimited)
        #expect(try failure(.text("no JSON", status: 503), rules).kind == .unavailable)
        #expect(try failure(.text("no JSON", status: 200), rules).kind == .malformed)
    }

    @Test("A rule for ids leaves it to the others what a list of a wrong address is")
    func byID() throws {
        let rules = """
            errors:
              - { when: { by_id: true, path: code, is: "34" }, kind: not_found }
              - { when: { path: code, is: "34" }, kind: unavailable, message: words }
            """
        let response = HTTPResponse.text(#"{"code": 34, "words": "not found"}"#, status: 404)
        #expect(try failure(response, rules, to: .lookup).kind == .notFound)
        let error = try failure(response, rules, to: .search)
        #expect(error.kind == .unavailable && error.message == "not found")
        #expect(error.hint == "has the API moved? check base_url and the operation's path")
    }

    @Test("A fault without a message, or with a blank one, gets a default message")
    func wordless() throws {
        let rules = "errors: [{ when: { path: bad, exists: true }, kind: quota, message: words }]"
        for body in [#"{"bad": 1}"#, #"{"bad": 1, "words": " "}"#, #"{"bad": 1, "words": null}"#] {
            #expect(try failure(.text(body), rules).message == "The quota is used up.")
        }
        let status = """
            errors:
              - { when: { status: 5xx }, kind: unavailable }
              - { when: { content_type: html }, kind: unavailable }
            """
        let words = "The source is down or blocked: the source answered with"
        #expect(try failure(.text("{}", status: 503), status).message == "\(words) HTTP status 503")
        #expect(try failure(.text("<p>", status: 502), status).message == "\(words) HTTP status 502 and a web page")
        let page = HTTPResponse.text("<html>", headers: [("content-type", "text/html")])
        #expect(try failure(page, status).message == "\(words) a web page")
    }

    @Test("A quota with a time of its own has no hint at the end of the day")
    func quotaTime() throws {
        let rules = "errors: [{ when: { path: bad, exists: true }, kind: quota, retry_after: seconds }]"
        #expect(try failure(.text(#"{"bad": 1, "seconds": 77}"#), rules).hint == nil)
        #expect(try failure(.text(#"{"bad": 1}"#), rules).hint != nil)
    }

    @Test("A secret that the provider echoes is masked in the message and the code")
    func secretsInWords() throws {
        let rules = "errors: [{ when: { path: bad, exists: true }, kind: auth, code: bad, message: words }]"
        let plain = try failure(
            .text(#"{"bad": "s3cr+t/key", "words": "key s3cr+t/key of ?key=s3cr%2Bt%2Fkey!"}"#),
            rules
        )
        #expect(plain.message == "key *** of ?key=***!")
        #expect(plain.code == "***")
        // Messages are cut at 500 characters, perhaps in the middle of a key.
        let long = String(repeating: "x", count: 494) + "s3cr+t/key"
        let cut = try failure(.text(#"{"bad": 1, "words": "\#(long)"}"#), rules)
        #expect(cut.message == String(repeating: "x", count: 494) + "***")
    }

    @Test(
        "A Retry-After header is read as seconds or as a date, and ignored if invalid",
        arguments: [
            ("30", 30), ("0", 0), ("-5", nil), ("+5", nil), ("1.5", 2),
            ("Wed, 21 Oct 2015 07:28:00 GMT", 60), ("Wed, 21 Oct 2015 07:20:00 GMT", 0), ("soon", nil),
            ("99999999999999999999", 1_000_000_000), ("31536000", 31_536_000),
        ] as [(String, Int?)]
    )
    func retryAfter(_ header: String, _ seconds: Int?) throws {
        let response = HTTPResponse.text("{}", status: 429, headers: [("retry-after", header)])
        #expect(try failure(response).retryAfterSeconds == seconds)
    }

    @Test("The reset of a rate limit counts for 429 where Retry-After says nothing")
    func rateLimitReset() throws {
        let reset = ("X-RateLimit-Reset", "120")
        #expect(try failure(.text("{}", status: 429, headers: [reset])).retryAfterSeconds == 120)
        #expect(try failure(.text("{}", status: 429, headers: [reset, ("Retry-After", "5")])).retryAfterSeconds == 5)
        #expect(try failure(.text("{}", status: 503, headers: [reset])).retryAfterSeconds == nil)
    }

    @Test("A rule reads the time to try again from the header that it names")
    func retryAfterOfHeader() throws {
        let rules = "errors: [{ when: { status: 420 }, kind: rate_limited, retry_after: { header: X-Wait } }]"
        for (wait, seconds) in [("77", 77), ("2.5", 3), ("Wed, 21 Oct 2015 07:28:00 GMT", 60), ("1445412480", 60)] {
            let response = HTTPResponse.text("{}", status: 420, headers: [("X-Wait", wait)])
            #expect(try failure(response, rules).retryAfterSeconds == seconds, "\(wait)")
        }
        #expect(try failure(.text("{}", status: 420), rules).retryAfterSeconds == nil)
    }

    @Test("A valid retry_after of a rule overrides the header and is capped")
    func retryAfterOfRule() throws {
        let rules = "errors: [{ when: { path: wait, exists: true }, kind: rate_limited, retry_after: wait }]"
        for (wait, seconds) in [("1.2", 2), ("1e300", 1_000_000_000), ("\"7\"", 7), ("true", 30), ("-1", 30)] {
            let response = HTTPResponse.text(#"{"wait": \#(wait)}"#, status: 429, headers: [("Retry-After", "30")])
            #expect(try failure(response, rules).retryAfterSeconds == seconds, "\(wait)")
        }
    }
}
