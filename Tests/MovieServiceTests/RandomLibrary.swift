import JSON
import MarqueeTestKit
import MovieDomain
import MovieStore
import Platform
import Synchronization
import Testing

@testable import MovieService

/// A library with random entries of a few films, and the client that changes it.
struct RandomLibrary {
    let library: LibraryFile
    let client: ServiceClient
    private let second: SharedSecond

    private final class SharedSecond: Sendable {
        let value = Mutex(1_800_000_000)
    }

    init() {
        let second = SharedSecond()
        self.second = second
        library = LibraryFile(inMemory: WallClock { second.value.withLock { $0 * 1_000 } })
        var source = FakeRepository("kofic", capabilities: [.lookup], namespaces: [.lookup: ["kofic", "imdb", "tmdb"]])
        source.onLookup = { _ throws(ProviderError) in
            throw ProviderError(.unavailable, provider: "kofic", message: "kofic is down")
        }
        client = ServiceClient([source], book: library, library: library)
    }

    /// Creates a library whose entries are often those of another one, and were often made in the same second.
    init(seed: UInt64) async throws {
        self.init()
        var random = SeededGenerator(seed: seed)
        try await fill(using: &random)
    }

    static let namespaces = ["imdb", "kofic", "tmdb"]
    private static let lists = ["Best", "best", "Later", "With A"]
    private static let comments = [
        "good", "very", "good\nvery", "good\n\nvery\nlast", "Good", "go", "\"quoted\"", "é", "e\u{301}", "a\r\nb",
    ]

    static func id(_ film: Int, _ namespace: String) -> MovieID {
        MovieID(namespace: namespace, value: namespace == "imdb" ? "tt" + MovieID.digitsOfIMDb("\(film)") : "\(film)")
    }

    static func ids(_ film: Int) -> [MovieID] { namespaces.map { id(film, $0) } }

    /// Returns a film by some of its ids.
    static func film(using random: inout SeededGenerator) -> LibraryFilm {
        let film = Int.random(in: 1...6, using: &random)
        let ids = namespaces.filter { _ in Bool.random(using: &random) }
        return LibraryFilm(
            ids: (ids.isEmpty ? ["imdb"] : ids).shuffled(using: &random).map { id(film, $0) },
            title: "Film \(film)",
            titles: ["Film \(film)"],
            year: 2000 + film
        )
    }

    func fill(using random: inout SeededGenerator) async throws {
        for _ in 0..<Int.random(in: 0...14, using: &random) {
            second.value.withLock { $0 = 1_800_000_000 + Int.random(in: 0...4, using: &random) }
            let film = Self.film(using: &random)
            switch Int.random(in: 0...4, using: &random) {
            case 0: _ = try await library.addBookmark(film)
            case 1, 2:
                var change = CardChange()
                if Bool.random(using: &random) { change.stars = Double(Int.random(in: 0...10, using: &random)) / 2 }
                if Bool.random(using: &random) { change.comment = Self.comments.randomElement(using: &random) }
                let day = CalendarDate(year: 2026, month: 1, day: Int.random(in: 1...9, using: &random))
                if Bool.random(using: &random) { (change.watchedOn, change.isRewatch) = (day, true) }
                if Bool.random(using: &random) { change.tags = ["Imax", "imax", "cinema"].shuffled(using: &random) }
                if Bool.random(using: &random) { change.isLiked = Bool.random(using: &random) }
                if Bool.random(using: &random) { change.isSeenBefore = Bool.random(using: &random) }
                _ = try await library.putCard(change, of: film)
            case 3:
                let place = Bool.random(using: &random) ? Int.random(in: 1...3, using: &random) : nil
                let list = Self.lists.randomElement(using: &random) ?? "Best"
                try await library.add(film, toList: list, at: place)
            default: library.remember(["Paris", "paris", "Rome"].randomElement(using: &random) ?? "")
            }
        }
        _ = try await library.history(prefix: "", limit: 1)
        for _ in 0..<Int.random(in: 0...4, using: &random) {
            second.value.withLock { $0 = 1_800_000_000 + Int.random(in: 0...4, using: &random) }
            let film = Int.random(in: 1...6, using: &random)
            let pair = Self.namespaces.shuffled(using: &random).prefix(2).map { Self.id(film, $0).description }
            switch Int.random(in: 0...2, using: &random) {
            case 0: _ = try await client.result("matches/pin", #"{"id":"\#(pair[0])","with":"\#(pair[1])"}"#)
            case 1:
                let provider = ["kofic", "kofic2"].randomElement(using: &random) ?? ""
                let choice = FieldChoice(
                    id: Self.id(film, "imdb"),
                    field: .title,
                    provider: ProviderID(provider),
                    decidedAt: library.now
                )
                try await library.choose(choice)
            default:
                // Of films that no library has, so that only the decisions are joined.
                let verdict: MatchNote.Verdict = Bool.random(using: &random) ? .same : .different
                let pair = IDPair(Self.id(90 + film, "imdb"), Self.id(90 + film, "tmdb"))
                try await library.correct(MatchNote(pair, verdict, by: .user, at: library.now))
            }
        }
    }

    func exported() async throws -> JSONElement {
        try #require(try await client.result("library/export")["library"])
    }

    @discardableResult
    func importing(_ other: JSONElement) async throws -> JSONElement {
        try await client.result("library/import", #"{"library":\#(other)}"#)
    }

    /// Returns the entries without what depends on when the films were stored: each line is an entry.
    func entries() async throws -> Set<String> {
        let library = try await exported()
        func ids(_ film: JSONElement?) -> String {
            film?["ids"]?.members.map { "\($0.0):\($0.1.string ?? "")" }.sorted().joined(separator: " ") ?? ""
        }
        var entries: Set<String> = []
        for entry in library["history"].rows { entries.insert("query \(entry)") }
        for entry in library["bookmarks"].rows {
            entries.insert("bookmark \(ids(entry["movie"])) \(entry["addedAt"]?.string ?? "")")
        }
        for entry in library["cards"].rows {
            let values = ["stars", "comment", "watchedOn", "watchedBefore", "changedAt"].map {
                entry[$0]?.description ?? "-"
            }
            entries.insert("card \(ids(entry["movie"])) \(values)")
        }
        for list in library["lists"].rows {
            let films = list["movies"]?.elements.map { ids($0) } ?? []
            entries.insert("list \(list["name"]?.string ?? "") \(list["changedAt"]?.string ?? "") \(films)")
        }
        for note in library["matches"].rows { entries.insert("match \(note)") }
        for choice in library["fields"].rows { entries.insert("field \(choice)") }
        return entries
    }
}

extension JSONElement? {
    /// The elements of a list; none if there is no list.
    var rows: [JSONElement] { map { Array($0.elements) } ?? [] }
}
