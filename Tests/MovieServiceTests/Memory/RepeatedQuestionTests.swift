import JSON
import JSONRPC
import MovieDomain
import MovieService
import Synchronization
import Testing

@Suite("A question that was asked before")
struct RepeatedQuestionTests {
    /// A film source that counts its calls, and a service in front of it whose clock a test sets.
    private final class Scene: Sendable {
        let calls = Mutex(0)
        let now = Mutex(Duration.zero)

        var callCount: Int { calls.withLock { $0 } }

        func pass(_ time: Duration) { now.withLock { $0 += time } }

        /// What the source does at its nth call.
        func repository(
            _ answer: @escaping @Sendable (_ call: Int) async throws(SourceFailure) -> Freshness
        ) -> FakeRepository {
            let count: @Sendable () -> Int = {
                self.calls.withLock { calls in
                    calls += 1
                    return calls
                }
            }
            let list = MovieList(movies: [PlainSources.parasiteAtShelf], hasMore: false)
            var shelf = PlainSources.shelf()
            shelf.profile.capabilities.formUnion([.dailyBoxOffice, .weeklyBoxOffice])
            shelf.onSearch = { _ throws(SourceFailure) in SourceAnswer(list, freshness: try await answer(count())) }
            shelf.onList = { _ throws(SourceFailure) in SourceAnswer(list, freshness: try await answer(count())) }
            shelf.onRelated = { _ throws(SourceFailure) in SourceAnswer(list, freshness: try await answer(count())) }
            shelf.onLookup = { _ throws(SourceFailure) in
                SourceAnswer(PlainSources.parasiteAtShelf, freshness: try await answer(count()))
            }
            shelf.onBoxOffice = { query throws(SourceFailure) in
                let period = query.span.period(holding: query.date ?? CalendarDate(daysSinceEpoch: 18_048))
                let row = BoxOffice.Row(figures: BoxOfficeFigures(rank: 1), movie: PlainSources.parasiteAtShelf)
                return SourceAnswer(BoxOffice(period: period, rows: [row]), freshness: try await answer(count()))
            }
            return shelf
        }

        func handler(_ source: CatalogueSource) -> MovieServiceHandler {
            let clock = AnswerClock { self.now.withLock { $0 } }
            return MovieServiceHandler(info: ServiceInfo(version: "1.2.3"), catalogue: source, clock: clock)
        }

        func handler(_ repositories: [any MovieRepository]) -> MovieServiceHandler {
            let catalogue = ServiceClient.catalogue(repositories)
            return handler(CatalogueSource { catalogue })
        }
    }

    private static let minute = Freshness(fromCache: false, freshSeconds: 60)
    private static let search = #"{"query":"parasite"}"#

    private func call(_ method: String, _ params: String) throws -> RPCCall {
        RPCCall(method: method, params: try JSONDocument(params).root)
    }

    private func text(_ reply: RPCReply?) -> String? {
        guard case .result(let bytes)? = reply else { return nil }
        return String(decoding: bytes, as: UTF8.self)
    }

    @Test(
        "It is answered at once, word for word but for the age, until the sources say otherwise",
        arguments: [
            ("movies/search", #"{"query":"parasite","limit":5}"#),
            ("movies/list", "{}"),
            ("movies/trending", #"{"window":"week"}"#),
            ("movies/get", #"{"id":"shelf:7"}"#),
            ("movies/related", #"{"id":"shelf:8"}"#),
            ("boxOffice/daily", #"{"date":"2019-06-01"}"#),
            ("boxOffice/weekly", #"{"date":"20190601","span":"weekend"}"#),
        ]
    )
    func again(method: String, params: String) async throws {
        let scene = Scene()
        let handler = scene.handler([scene.repository { _ in Self.minute }])
        let call = try call(method, params)
        #expect(handler.handleImmediately(call) == nil)
        let first = try #require(text(await handler.reply(to: call)))
        scene.pass(.milliseconds(3_500))
        let second = try #require(text(handler.handleImmediately(call)))
        #expect(second.contains(#""fromCache":true,"ageSeconds":3,"durationMs":0"#))
        #expect(second.withoutTimes == first.withoutTimes)
        #expect(scene.callCount == 1)
        scene.pass(.milliseconds(56_500))
        #expect(handler.handleImmediately(call) == nil)
        #expect(text(await handler.reply(to: call))?.contains(#""fromCache":false"#) == true)
        #expect(scene.callCount == 2)
    }

    @Test(
        "It goes to the sources where the day moves on, or where the caller wants to hear how it goes",
        arguments: [
            ("boxOffice/daily", "{}"),
            ("boxOffice/daily", #"{"date":"yesterday"}"#),
            ("boxOffice/weekly", #"{"date":null,"span":"week"}"#),
            ("movies/search", #"{"query":"parasite","workDoneToken":1}"#),
            ("movies/search", #"{"query":"parasite","partialResultToken":"p"}"#),
            ("movies/search", #"{"query":"parasite","_meta":{"progressToken":1}}"#),
        ]
    )
    func notKept(method: String, params: String) async throws {
        let scene = Scene()
        let handler = scene.handler([scene.repository { _ in Self.minute }])
        let call = try call(method, params)
        for count in 1...2 {
            #expect(handler.handleImmediately(call) == nil)
            #expect(text(await handler.reply(to: call))?.contains(#""fromCache":false"#) == true)
            #expect(scene.callCount == count)
        }
    }

    @Test("A day that was not over is another question than the day itself")
    func parametersAbsent() async throws {
        let scene = Scene()
        let handler = scene.handler([scene.repository { _ in Self.minute }])
        let bare = RPCCall(method: "movies/list")
        _ = await handler.reply(to: bare)
        #expect(handler.handleImmediately(bare) != nil)
        #expect(handler.handleImmediately(try call("movies/list", "{}")) == nil)
        #expect(handler.handleImmediately(RPCCall(method: "movies/trending")) == nil)
    }

    /// How a source may answer so that nobody may keep it.
    enum Unkept: CaseIterable, Sendable {
        case unknown, over, stale, late, down, missing

        func answer() throws(SourceFailure) -> Freshness {
            switch self {
            case .unknown: return .live
            case .over: return Freshness(fromCache: false, freshSeconds: 0)
            case .stale: return Freshness(fromCache: true, ageSeconds: 9, isStale: true, freshSeconds: 60)
            case .late: throw SourceFailure(.timeout, provider: "shelf", message: "late")
            case .down: throw SourceFailure(.unavailable, provider: "shelf", message: "down")
            case .missing: throw SourceFailure(.notFound, provider: "shelf", message: "none")
            }
        }
    }

    @Test(
        "It goes to the sources while one of them failed or does not say how long its words hold",
        arguments: Unkept.allCases
    )
    func unwell(unkept: Unkept) async throws {
        let scene = Scene()
        var well = PlainSources.kofic()
        well.onSearch = { _ throws(SourceFailure) in
            SourceAnswer(MovieList(movies: [PlainSources.parasiteAtKofic]), freshness: Self.minute)
        }
        let unwell = scene.repository { call throws(SourceFailure) in
            call == 1 ? try unkept.answer() : Self.minute
        }
        let handler = scene.handler([well, unwell])
        let call = try call("movies/search", Self.search)
        #expect(text(await handler.reply(to: call)) != nil)
        #expect(handler.handleImmediately(call) == nil)
        // Once all are well it is kept.
        #expect(text(await handler.reply(to: call)) != nil)
        #expect(text(handler.handleImmediately(call))?.contains(#""fromCache":true"#) == true)
        #expect(scene.callCount == 2)
    }

    @Test("Sources that are not asked do not matter; the least time of those that are counts")
    func least() async throws {
        let scene = Scene()
        var short = PlainSources.kofic()
        short.onSearch = { _ throws(SourceFailure) in
            SourceAnswer(MovieList(movies: []), freshness: Freshness(fromCache: false, freshSeconds: 10))
        }
        let idle = FakeRepository("idle", capabilities: [.lookup])
        let handler = scene.handler([short, scene.repository { _ in Self.minute }, idle])
        let call = try call("movies/search", Self.search)
        _ = await handler.reply(to: call)
        scene.pass(.milliseconds(9_999))
        let kept = try #require(text(handler.handleImmediately(call)))
        #expect(kept.contains(#"{"provider":"idle","status":"unsupported","reason":"idle has no search"}"#))
        scene.pass(.milliseconds(1))
        #expect(handler.handleImmediately(call) == nil)
    }

    @Test("An error is never kept")
    func errors() async throws {
        let scene = Scene()
        let handler = scene.handler([
            scene.repository { call throws(SourceFailure) in
                if call == 1 { throw SourceFailure(.unavailable, provider: "shelf", message: "down") }
                return Self.minute
            }
        ])
        let call = try call("movies/search", Self.search)
        #expect(text(await handler.reply(to: call)) == nil)
        #expect(handler.handleImmediately(call) == nil)
        #expect(text(await handler.reply(to: call)) != nil)
    }

    @Test("The answer of a call that was taken back is not kept")
    func cancelled() async throws {
        let scene = Scene()
        let handler = scene.handler([
            scene.repository { call in
                // Says all is well although nobody wants it any more.
                if call == 1 { withUnsafeCurrentTask { unsafe $0?.cancel() } }
                return Self.minute
            }
        ])
        let call = try call("movies/search", Self.search)
        let task = Task {
            withUnsafeCurrentTask { unsafe $0?.cancel() }
            return await handler.reply(to: call)
        }
        _ = await task.value
        #expect(handler.handleImmediately(call) == nil)
    }

    @Test("Other sources, and forgetting, make the next call ask")
    func replaced() async throws {
        let scene = Scene()
        let catalogue = ServiceClient.catalogue([scene.repository { _ in Self.minute }])
        let source = CatalogueSource { catalogue }
        let handler = scene.handler(source)
        let call = try call("movies/search", Self.search)
        _ = await handler.reply(to: call)
        #expect(handler.handleImmediately(call) != nil)
        source.replace(with: catalogue)
        #expect(source.generation == 1)
        #expect(handler.handleImmediately(call) == nil)
        _ = await handler.reply(to: call)
        #expect(handler.handleImmediately(call) != nil)
        handler.forgetAnswers()
        #expect(handler.handleImmediately(call) == nil)
    }

    @Test("An answer that was under way while the sources were replaced is not kept")
    func replacedMeanwhile() async throws {
        let scene = Scene()
        let source = Mutex<CatalogueSource?>(nil)
        let repository = scene.repository { _ in
            source.withLock { $0?.replace(with: ServiceClient.catalogue([])) }
            return Self.minute
        }
        let catalogue = ServiceClient.catalogue([repository])
        let made = CatalogueSource { catalogue }
        source.withLock { $0 = made }
        let handler = scene.handler(made)
        let call = try call("movies/search", Self.search)
        #expect(text(await handler.reply(to: call)) != nil)
        #expect(handler.handleImmediately(call) == nil)
    }

    @Test("Many at once get the same answer")
    func concurrent() async throws {
        let scene = Scene()
        let handler = scene.handler([scene.repository { _ in Self.minute }])
        let calls = try (0..<8).map { try call("movies/search", #"{"query":"\#($0)"}"#) }
        let answers = await withTaskGroup(of: String?.self) { group in
            for turn in 0..<200 {
                group.addTask { self.text(await handler.reply(to: calls[turn % calls.count]))?.withoutTimes }
            }
            return await group.reduce(into: Set<String?>()) { $0.insert($1) }
        }
        #expect(answers.count == 1)
        #expect(!answers.contains(nil))
    }
}

extension String {
    /// The text of an answer without what differs between an answer and the same one given again.
    fileprivate var withoutTimes: String {
        replacing(#/,"(durationMs|ageSeconds)":\d+/#, with: "").replacing(#/,"fromCache":(true|false)/#, with: "")
    }
}
