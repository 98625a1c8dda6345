import HTTPModel
import MarqueeTestKit
import MovieDomain
import Platform
import Testing
import Upstream

@testable import DefinitionTools

@Suite("Recordings and their replay")
struct RecordingTests {
    private let text = """
        {"version": 1, "now": "2031-05-02T12:00:00+09:00", "exchanges": [
          {"request": {"url": "https://films.example/list.json"}, "response": {"body": {"rows": []}}},
          {"request": {"url": "https://films.example/list.json?q=blue%20moon"}, "response": {"body": {"rows": [1]}}},
          {"request": {"url": "https://films.example/list.json?q=blue%20moon&page=2"}, "response": {"text": "two"}},
          {"request": {"method": "GET", "url": "https://films.example/gone"},
           "response": {"status": 404, "headers": {"Content-Type": "text/plain"}, "file": "gone.txt"}}
        ]}
        """

    private func recording(_ text: String? = nil) throws -> Recording {
        let files = FileSystem.inMemory([
            "set/recording.json": Array((text ?? self.text).utf8), "set/gone.txt": Array("no film here".utf8),
        ])
        return try Recording(folder: "set", files: files)
    }

    private func answer(
        _ replay: ReplayTransport,
        to request: HTTPRequest
    ) async throws(ProviderError) -> HTTPResponse {
        try await replay.send(request, readBy: UnreadAnswers()).response
    }

    private func request(_ path: String, _ query: [(String, SecretText)] = []) -> HTTPRequest {
        HTTPRequest(
            source: "films",
            origin: HTTPOrigin(scheme: .https, host: "films.example"),
            path: path,
            query: query.map { HTTPRequest.Field($0.0, $0.1) }
        )
    }

    @Test("A recording specifies the current time")
    func clock() throws {
        #expect(try recording().now == Timestamp(parsing: "2031-05-02T03:00:00Z"))
    }

    @Test("A request is answered by the exchange that matches the most of its query fields")
    func mostSpecific() async throws {
        let replay = ReplayTransport(try recording(), clock: SystemMonotonicClock())
        let key = SecretText([.secret(Secret("k-1"))])
        let cases: [([(String, SecretText)], String)] = [
            ([], #"{"rows": []}"#),
            ([("q", SecretText("blue moon")), ("key", key)], #"{"rows": [1]}"#),
            ([("page", SecretText("2")), ("q", SecretText("blue moon"))], "two"),
            ([("q", SecretText("red moon"))], #"{"rows": []}"#),
        ]
        for (query, expected) in cases {
            let response = try await answer(replay, to: request("/list.json", query))
            #expect(String(decoding: response.body, as: UTF8.self) == expected)
            #expect(response.provenance == .recording)
        }
    }

    @Test("In the demo, a text is found by its beginning, and an id is not")
    func beginnings() throws {
        let recorded = try #require(
            RecordedRequest(method: "GET", url: "https://films.example/list.json?q=Blue%20Moon")
        )
        for (typed, isFound) in [("b", true), ("BLUE M", true), ("blue moon", true), ("moon", false), ("", false)] {
            let request = request("/list.json", [("q", SecretText(typed))])
            #expect(recorded.matches(request, .beginning) == isFound, "\(typed)")
            #expect(recorded.matches(request, .anyCase) == (typed == "blue moon"))
        }
        for (url, typed) in [
            ("/list.json?id=tt6751668", "tt67"), ("/list.json?id=2018", "20"), ("/list.json?page=12", "1"),
        ] {
            let recorded = try #require(RecordedRequest(method: "GET", url: "https://films.example\(url)"))
            let name = recorded.fields.first?.name ?? ""
            #expect(!recorded.matches(request("/list.json", [(name, SecretText(typed))]), .beginning), "\(url)")
        }
    }

    @Test("A recorded response comes after its delay, unless the call is cancelled first")
    func delay() async throws {
        let text = """
            {"version": 1, "now": "2031-05-02T12:00:00+09:00", "exchanges": [
              {"request": {"url": "https://films.example/slow"}, "response": {"text": "late", "delay": 30}}]}
            """
        let clock = ManualClock()
        let slow = try Recording(Array(text.utf8), file: "r.json") { _ throws(RecordingFailure) in [] }
        let replay = ReplayTransport(slow, clock: clock)
        async let answer = answer(replay, to: request("/slow"))
        await clock.sleepers(1)
        clock.advance(by: .seconds(30))
        #expect(String(decoding: try await answer.body, as: UTF8.self) == "late")
        let cancelled = Task {
            try await self.answer(ReplayTransport(slow, clock: ManualClock()), to: request("/slow"))
        }
        cancelled.cancel()
        await #expect(throws: ProviderError.self) { try await cancelled.value }
        for delay in ["-1", "61", "\"1 s\""] {
            let wrong = text.replacing("30}", with: "\(delay)}")
            #expect(throws: RecordingFailure.self) {
                try Recording(Array(wrong.utf8), file: "r.json") { _ throws(RecordingFailure) in [] }
            }
        }
    }

    @Test("A replayed response has the recorded status, headers, and body file")
    func file() async throws {
        let response = try await answer(
            ReplayTransport(try recording(), clock: SystemMonotonicClock()),
            to: request("/gone")
        )
        #expect(response.status == 404)
        #expect(response.headers["content-type"] == "text/plain")
        #expect(String(decoding: response.body, as: UTF8.self) == "no film here")
    }

    @Test("An unrecorded request fails with its URL and a masked key")
    func notRecorded() async throws {
        let replay = ReplayTransport(try recording(), clock: SystemMonotonicClock())
        let key = SecretText([.secret(Secret("k-1"))])
        await #expect(
            throws: ProviderError(
                at: .notRecorded,
                "the recording set/recording.json has no answer for https://films.example/other?q=a%26b&key=***"
            )
        ) {
            _ = try await answer(replay, to: request("/other", [("q", SecretText("a&b")), ("key", key)]))
        }
    }

    @Test(
        "An invalid recording file reports what is wrong with it",
        arguments: [
            ("{", "set/recording.json: not JSON: "),
            (#"{"now": "2031-05-02T12:00:00+09:00"}"#, #"set/recording.json: expected "version": 1"#),
            (#"{"version": 1, "now": "yesterday"}"#, #"set/recording.json: expected "now", the moment"#),
            (
                #"{"version": 1, "now": "2031-05-02T12:00:00Z", "exchanges": [{"request": {"url": "films"}}]}"#,
                "set/recording.json: exchanges[0]: request.url is not a URL with scheme and host: films"
            ),
            (
                #"""
                {"version": 1, "now": "2031-05-02T12:00:00Z", "exchanges": [
                  {"request": {"url": "https://a.example/"}, "response": {"status": 20}}]}
                """#,
                "set/recording.json: exchanges[0]: response.status is not an HTTP status: 20"
            ),
            (
                #"""
                {"version": 1, "now": "2031-05-02T12:00:00Z", "exchanges": [
                  {"request": {"url": "https://a.example/"}, "response": {"headers": {"Retry-After": 5}}}]}
                """#,
                "set/recording.json: exchanges[0]: response.headers: Retry-After is not a text"
            ),
            (
                #"""
                {"version": 1, "now": "2031-05-02T12:00:00Z", "exchanges": [
                  {"request": {"url": "https://a.example/"}, "response": {"file": "../secret"}}]}
                """#,
                "set/recording.json: exchanges[0]: response.file must be in the folder of the recording: ../secret"
            ),
        ]
    )
    func malformed(_ text: String, _ message: String) {
        #expect {
            _ = try recording(text)
        } throws: { error in
            "\(error)".hasPrefix(message)
        }
    }

    @Test("A folder without a recording is reported")
    func missing() {
        #expect(
            throws: RecordingFailure(
                file: "none/recording.json",
                message: "a recording is a folder with recording.json in it: none/recording.json: there is no such file"
            )
        ) {
            _ = try Recording(folder: "none", files: .inMemory([:]))
        }
    }

    @Test("The bundled demo recording has the box office of yesterday")
    func demo() async throws {
        let recording = try Recording.demo()
        let transport = ReplayTransport(recording, clock: SystemMonotonicClock())
        let now = Timestamp(secondsSinceEpoch: recording.now.secondsSinceEpoch)
        let yesterday = now.date(utcOffsetSeconds: 32_400).adding(days: -1)
        let response = try await answer(
            transport,
            to: HTTPRequest(
                source: "kofic",
                origin: HTTPOrigin(scheme: .https, host: "www.kobis.or.kr"),
                path: "/kobisopenapi/webservice/rest/boxoffice/searchDailyBoxOfficeList.json",
                query: [HTTPRequest.Field("targetDt", SecretText(yesterday.compact))]
            )
        )
        #expect(response.status == 200)
        #expect(response.provenance == .recording)
    }
}

/// A reader that fails for every response.
private final class UnreadAnswers: AnswerReading {
    func read(_ response: HTTPResponse) throws(ProviderError) -> HTTPAnswer.Document {
        throw ProviderError(.malformed, message: "unread")
    }
}
