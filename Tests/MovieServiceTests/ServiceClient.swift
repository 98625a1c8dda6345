import JSON
import JSONRPC
import MarqueeTestKit
import MovieAggregation
import MovieDomain
import MovieService
import MovieStore
import Platform
import Synchronization
import Testing

/// A client that calls the methods as the dispatcher does, but without a connection.
struct ServiceClient {
    let handler: ServiceHandler
    let catalogue: FixedCatalogue

    init(
        _ repositories: [any MovieRepository] = [],
        policy: MergePolicy = MergePolicy(),
        book: any MatchStore = ClosedMatchStore(),
        library: any LibraryStore = LibraryFile(inMemory: .fixed(at: Timestamp(secondsSinceEpoch: 0))),
        monitor: (any ProviderMonitor)? = nil,
        settings: JSONElement? = nil
    ) {
        catalogue = FixedCatalogue(
            ServiceClient.catalogue(repositories, policy: policy, book: book, library: library, monitor: monitor),
            settings: settings
        )
        let info = ServiceInfo(version: "1.2.3")
        handler = ServiceHandler(info: info, catalogue: catalogue, notifications: ClientNotifications())
    }

    static func catalogue(
        _ repositories: [any MovieRepository],
        policy: MergePolicy = MergePolicy(),
        book: any MatchStore = ClosedMatchStore(),
        library: any LibraryStore = LibraryFile(inMemory: .fixed(at: Timestamp(secondsSinceEpoch: 0))),
        monitor: (any ProviderMonitor)? = nil
    ) -> Catalogue {
        Catalogue(
            repositories: repositories,
            policy: policy,
            timeLimit: .seconds(60),
            clock: SystemMonotonicClock(),
            book: book,
            library: library,
            monitor: monitor
        )
    }

    /// Returns the reply to a call whose parameters are given as JSON text.
    func reply(_ method: String, _ params: String? = nil) async throws -> RPCReply {
        let params = try params.map { try JSONDocument($0).root }
        return await handler.handle(RPCCall(method: method, params: params))
    }

    /// Returns the result of a call; if the call fails, records an issue and throws its error.
    func result(_ method: String, _ params: String? = nil) async throws -> JSONElement {
        switch try await reply(method, params) {
        case .result(let bytes): return try JSONDocument(bytes).root
        case .failure(let error):
            Issue.record("\(method) failed: \(error.message) \(error.data?.jsonText ?? "")")
            throw error
        }
    }

    /// Returns the error of a call; if the call succeeds, throws an `UnexpectedResult`.
    func error(_ method: String, _ params: String? = nil) async throws -> RPCError {
        switch try await reply(method, params) {
        case .result(let bytes): throw UnexpectedResult(text: String(decoding: bytes, as: UTF8.self))
        case .failure(let error): return error
        }
    }

    struct UnexpectedResult: Error {
        let text: String
    }
}

/// A catalogue that stays until a test replaces it.
final class FixedCatalogue: CatalogueAccess {
    private let catalogue: Mutex<Catalogue>
    let settings: JSONElement?

    init(_ catalogue: Catalogue, settings: JSONElement? = nil) {
        self.catalogue = Mutex(catalogue)
        self.settings = settings
    }

    var current: Catalogue? { catalogue.withLock(\.self) }

    var problem: String? { nil }

    func replace(with catalogue: Catalogue) { self.catalogue.withLock { $0 = catalogue } }

    func reload() async -> ProvidersChange { ProvidersChange(isInForce: true, file: nil) }
}

extension JSONElement {
    var withoutDurations: String { description.withoutDurations }
}

/// The library in a file that cannot be read.
struct UnreadableLibrary: LibraryStore {
    var now: Timestamp { Timestamp(secondsSinceEpoch: 0) }

    func ids() async -> LibraryIDs? { nil }

    var learns: Bool { true }

    func changes(since revision: Int?) async throws(LibraryError) -> LibraryChange { throw .unavailable }

    func bookmarks() async throws(LibraryError) -> [Bookmark] { throw .unavailable }

    func cards() async throws(LibraryError) -> [Card] { throw .unavailable }

    func films() async throws(LibraryError) -> [LibraryFilm] { throw .unavailable }

    func outdated(
        at moment: Timestamp,
        after id: MovieID?,
        limit: Int
    ) async throws(LibraryError) -> OutdatedFilms { throw .unavailable }

    func bookmarks(
        _ query: LibraryQuery,
        at places: Range<Int>
    ) async throws(LibraryError) -> LibraryPage<Bookmark> { throw .unavailable }

    func cards(
        _ query: LibraryQuery,
        at places: Range<Int>
    ) async throws(LibraryError) -> LibraryPage<Card> { throw .unavailable }

    func films(
        ofList name: String,
        _ query: LibraryQuery,
        at places: Range<Int>
    ) async throws(LibraryError) -> (list: FilmListSummary, page: LibraryPage<LibraryFilm>)? { throw .unavailable }

    func cardOutlooks() async throws(LibraryError) -> [CardOutlook] { throw .unavailable }

    func genres() async throws(LibraryError) -> Set<String> { throw .unavailable }

    func standings(of films: [[MovieID]]) async throws(LibraryError) -> [LibraryStanding] { throw .unavailable }

    func film(_ id: MovieID) async throws(LibraryError) -> LibraryFilm? { throw .unavailable }

    func entry(of film: LibraryFilm) async throws(LibraryError) -> LibraryEntry { throw .unavailable }

    func remember(_ query: String) {}

    func refresh(_ film: LibraryFilm, inBackground: Bool) {}

    func history(prefix: String, limit: Int) async throws(LibraryError) -> [HistoryEntry] { throw .unavailable }

    func removeHistory(_ query: String?) async throws(LibraryError) -> Int { throw .unavailable }

    func addBookmark(_ film: LibraryFilm) async throws(LibraryError) -> Bookmark { throw .unavailable }

    func removeBookmark(_ id: MovieID) async throws(LibraryError) -> Bool { throw .unavailable }

    func putCard(_ change: CardChange, of film: LibraryFilm) async throws(LibraryError) -> WrittenCard {
        throw .unavailable
    }

    func replaceFilm(_ id: MovieID, with film: LibraryFilm) async throws(LibraryError) { throw .unavailable }

    func unite(_ pair: IDPair, as film: LibraryFilm) async throws(LibraryError) { throw .unavailable }

    func connect(_ film: LibraryFilm) async throws(LibraryError) -> Bool { throw .unavailable }

    func removeCard(_ id: MovieID) async throws(LibraryError) -> Bool { throw .unavailable }

    func lists() async throws(LibraryError) -> [FilmListSummary] { throw .unavailable }

    func list(_ name: String) async throws(LibraryError) -> FilmList? { throw .unavailable }

    func add(_ film: LibraryFilm, toList name: String, at place: Int?) async throws(LibraryError) { throw .unavailable }

    func remove(_ id: MovieID, fromList name: String) async throws(LibraryError) -> Bool { throw .unavailable }

    func removeList(_ name: String) async throws(LibraryError) -> Bool { throw .unavailable }

    func renameList(_ name: String, to newName: String) async throws(LibraryError) -> FilmListRenaming {
        throw .unavailable
    }

    func add(
        _ library: Library,
        _ way: LibraryAddition,
        completing: @escaping DetailCompletion
    ) async throws(LibraryError) -> LibraryAdditions { throw .unavailable }

    func undo(isTrial: Bool) async throws(LibraryError) -> UndoneAction? { throw .unavailable }
}

/// A book whose corrections cannot be read in the short time that a call has for them.
struct BusyMatchStore: MatchStore {
    let book: LibraryFile

    var now: Timestamp { book.now }

    func corrections() async -> Corrections { .none }

    func links(of ids: [MovieID]) async -> [MatchNote] { [] }

    func remember(_ notes: [MatchNote]) {}

    func notes(about id: MovieID?, limit: Int) async throws(LibraryError) -> [MatchNote] {
        try await book.notes(about: id, limit: limit)
    }

    func correct(_ note: MatchNote) async throws(LibraryError) { try await book.correct(note) }

    func choose(_ choice: FieldChoice) async throws(LibraryError) { try await book.choose(choice) }

    func choices(for id: MovieID?) async throws(LibraryError) -> [FieldChoice] { try await book.choices(for: id) }

    func forget(
        _ id: MovieID,
        with other: MovieID?,
        field: MovieField?
    ) async throws(LibraryError) -> Int { try await book.forget(id, with: other, field: field) }
}

/// The book of who has none: nothing is read from it, and no correction is taken.
struct ClosedMatchStore: MatchStore {
    var now: Timestamp { Timestamp(secondsSinceEpoch: 0) }

    func corrections() async -> Corrections { .none }

    func links(of ids: [MovieID]) async -> [MatchNote] { [] }

    func remember(_ notes: [MatchNote]) {}

    func notes(about id: MovieID?, limit: Int) async throws(LibraryError) -> [MatchNote] { [] }

    func correct(_ note: MatchNote) async throws(LibraryError) { throw .unavailable }

    func choose(_ choice: FieldChoice) async throws(LibraryError) { throw .unavailable }

    func choices(for id: MovieID?) async throws(LibraryError) -> [FieldChoice] { [] }

    func forget(
        _ id: MovieID,
        with other: MovieID?,
        field: MovieField?
    ) async throws(LibraryError) -> Int { throw .unavailable }
}
