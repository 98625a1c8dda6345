import HTTPModel
import MovieDomain
import MovieProviderContract
import Platform
import ProviderLanguage
import Synchronization
import Testing
import Upstream

@testable import DefinitionTools

@Suite("Repository contract")
struct ContractTests {
    private static let operations = """
        search: { get: /find, query: { q: "${input.query}" }, paging: { kind: offset, param: from, size_param: n, size: 2, total: total }, rows: films, item: { ids: { shelf: { path: id, required: true } }, title: { path: t, required: true } } }
        list: { get: /all, paging: { kind: offset, param: from, size_param: n, size: 2, total: total }, rows: films, item: { extends: search } }
        lookup: { by: [shelf], get: "/film/${input.ids.shelf}", rows: ., item: { extends: search } }
        """

    private func contract(_ repository: any MovieRepository) -> RepositoryContract {
        #expect(repository.profile.capabilities == [.search, .list, .lookup])
        return RepositoryContract(repository, idNamespace: "shelf", words: "well", knownID: "1")
    }

    @Test("An HTTP provider fulfills the contract")
    func http() async throws {
        let transport = ScriptedTransport { request in
            if request.path.hasPrefix("/v1/film/") {
                return request.path == "/v1/film/1" ? .text(#"{"id":1,"t":"Well"}"#) : .text("{}", status: 404)
            }
            let titles = ["Well", "Well Again", "Farewell"]
            let hits = request.path == "/v1/all" || request.field("q") == "well" ? titles : []
            let from = Int(request.field("from") ?? "0") ?? 0
            let rows = hits.enumerated().dropFirst(from).prefix(2).map {
                #"{"id":\#($0.offset + 1),"t":"\#($0.element)"}"#
            }
            return .text(#"{"total":\#(hits.count),"films":[\#(rows.joined(separator: ","))]}"#)
        }
        let repository = try repository(try shelf(Self.operations), transport)
        try await contract(repository).check()
        #expect(transport.requests.count > 10)
    }

    @Test("A replayed recording fulfills the contract")
    func replay() async throws {
        let base = "https://shelf.example/v1"
        let films = #"{"total":2,"films":[{"id":1,"t":"Well"},{"id":2,"t":"Well Again"}]}"#
        func exchange(_ url: String, _ body: String, status: Int = 200) -> String {
            #"{"request":{"url":"\#(base)\#(url)"},"response":{"status":\#(status),"body":\#(body)}}"#
        }
        let second = #"{"total":2,"films":[{"id":2,"t":"Well Again"}]}"#
        let exchanges = [
            exchange("/find?q=well&from=0", films), exchange("/find?q=well&from=1", second),
            exchange("/find", #"{"total":0,"films":[]}"#), exchange("/all?from=0", films),
            exchange("/all?from=1", second),
            exchange("/film/1", #"{"id":1,"t":"Well"}"#), exchange("/film/0", "{}", status: 404),
        ]
        let text =
            #"{"version":1,"now":"2024-03-11T09:30:00+09:00","exchanges":[\#(exchanges.joined(separator: ","))]}"#
        let recording = try Recording(Array(text.utf8), file: "recording.json") { _ in [] }
        let repository = try repository(
            try shelf(Self.operations),
            ReplayTransport(recording, clock: SystemMonotonicClock())
        )
        try await contract(repository).check()
    }

    @Test("A repository written in Swift fulfills the contract")
    func swift() async throws {
        try await contract(PlainShelf()).check()
    }

    @Test("A repository without capabilities fulfills the contract, and its operations are unsupported")
    func nothing() async throws {
        struct Nothing: MovieRepository {
            let profile = ProviderProfile(id: "nothing", capabilities: [])
        }
        try await RepositoryContract(Nothing(), words: "well", knownID: "1").check()
        await #expect(
            throws: ProviderError(.unsupported, provider: "nothing", message: "the source has no weekly_box_office")
        ) { try await Nothing().boxOffice(BoxOfficeQuery(span: .weekend)) }
    }

    @Test(
        "A repository that breaks a rule fails the contract with that rule",
        arguments: [
            (.noTitle, "every film has a title"), (.noID, "every film has an id"),
            (.tooMany, "no more films than were asked for"), (.shuffled, "equal questions have equal answers"),
            (.anyFilm, "a lookup returns the film with the id"),
            (.failsWhenEmpty, "a search without hits is an empty page"),
            (.answersAll, "is 'unsupported'"), (.twice, "no film comes twice"),
            (.knowsEverything, "a film that it does not have is 'not_found'"),
        ] as [(PlainShelf.Fault, String)]
    )
    func breaches(_ fault: PlainShelf.Fault, _ rule: String) async throws {
        do {
            try await contract(PlainShelf(fault)).check()
            Issue.record("\(fault) was not found out")
        } catch {
            #expect(error.rule.contains(rule), "\(error)")
        }
    }
}

extension ContractTests {
    /// A repository whose calls end when they are told to, and not when they are cancelled.
    private final class StuckShelf: MovieRepository {
        let profile = ProviderProfile(id: "shelf", capabilities: [.search])
        private let state = Mutex<(isOver: Bool, waiting: CheckedContinuation<Void, Never>?)>((false, nil))

        func search(
            _ query: SearchQuery,
            in context: CallContext
        ) async throws(ProviderError) -> ProviderAnswer<MovieList> {
            await withCheckedContinuation { continuation in
                let isOver = state.withLock { state in
                    if !state.isOver { state.waiting = continuation }
                    return state.isOver
                }
                if isOver { continuation.resume() }
            }
            throw unsupported(.search)
        }

        func end() {
            let waiting = state.withLock { state in
                state.isOver = true
                return state.waiting
            }
            waiting?.resume()
        }
    }

    @Test("A repository whose calls outlive their cancellation fails the contract")
    func stuck() async throws {
        let shelf = StuckShelf()
        await #expect(throws: RepositoryContract.Breach.self) {
            try await RepositoryContract(shelf, words: "well", knownID: "1").checkCancellation(
                within: .milliseconds(20)
            )
        }
        shelf.end()
    }
}

/// A repository of three films that can break one rule of the contract.
struct PlainShelf: MovieRepository {
    enum Fault: Sendable {
        case none, noTitle, noID, tooMany, shuffled, anyFilm, failsWhenEmpty, answersAll, twice, knowsEverything
    }

    let profile = ProviderProfile(id: "shelf", capabilities: [.search, .list, .lookup])
    private let fault: Fault
    private let calls = Counter()

    init(_ fault: Fault = .none) {
        self.fault = fault
    }

    private var films: [MovieFacts] {
        var films = (1...3).map { MovieFacts(ids: ["shelf": "\($0)"], title: "Well \($0)") }
        if fault == .noTitle { films[0].title = nil }
        if fault == .noID { films[0].ids = [:] }
        if fault == .twice { films[1] = films[0] }
        return films
    }

    func search(_ query: SearchQuery, in context: CallContext) async throws(ProviderError) -> ProviderAnswer<MovieList>
    {
        if query.text == "well" { return page(query.window) }
        if fault == .failsWhenEmpty { throw ProviderError(.upstream, message: "nothing") }
        return ProviderAnswer(MovieList([], in: query.window))
    }

    func list(_ query: ListQuery, in context: CallContext) async throws(ProviderError) -> ProviderAnswer<MovieList> {
        guard query.isPlain else { throw unsupported(.trending) }
        return page(query.window)
    }

    func lookup(_ query: LookupQuery, in context: CallContext) async throws(ProviderError) -> ProviderAnswer<MovieFacts>
    {
        if fault == .anyFilm { return ProviderAnswer(films[2]) }
        let known = films.first { $0.ids["shelf"] == query.ids["shelf"] || $0.ids.isEmpty }
        if known == nil, fault != .knowsEverything { throw ProviderError(.notFound, message: "no such film") }
        return ProviderAnswer(known ?? films[0])
    }

    func related(
        _ query: RelatedQuery,
        in context: CallContext
    ) async throws(ProviderError) -> ProviderAnswer<MovieList> {
        if fault == .answersAll { return ProviderAnswer(MovieList([], in: query.window)) }
        throw unsupported(.similar)
    }

    private func page(_ window: RowWindow) -> ProviderAnswer<MovieList> {
        if fault == .tooMany { return ProviderAnswer(MovieList(movies: films)) }
        let isReversed = fault == .shuffled && window.count == 5 && calls.next() % 2 == 0
        return ProviderAnswer(MovieList(isReversed ? films.reversed() : films, in: window))
    }
}

/// A thread-safe call counter.
private final class Counter: Sendable {
    private let count = Mutex(0)

    func next() -> Int {
        count.withLock { count in
            count += 1
            return count
        }
    }
}
