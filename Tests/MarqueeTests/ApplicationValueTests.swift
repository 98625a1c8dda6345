import MarqueeApp
import MarqueeTestKit
import MovieDomain
import Testing

@Suite("Values that a program cannot mean")
struct ApplicationValueTests {
    private typealias Call = @Sendable (Application) async throws -> Void

    private static let film = MovieID(namespace: "imdb", value: "tt6751668")
    private static let noID = MovieID(namespace: "imdb", value: "tt1\nkofic:2")
    private static let tomorrow = CalendarDate(daysSinceEpoch: .max)

    private static func list(_ change: (inout ListQuery) -> Void) -> Call {
        var query = ListQuery(window: RowWindow(count: 0))
        change(&query)
        return { [query] in _ = try await $0.films(query) }
    }

    private static func own(_ change: (inout LibraryQuery) -> Void) -> Call {
        var query = LibraryQuery()
        change(&query)
        return { [query] in _ = try await $0.cards(query) }
    }

    private static func card(_ change: (inout CardChange) -> Void) -> Call {
        var card = CardChange()
        change(&card)
        return { [card] in try await $0.putCard(card, of: film) }
    }

    private static let calls: [(name: String, call: Call)] = [
        ("query", { _ = try await $0.search(" ") }),
        ("query", { _ = try await $0.search(String(repeating: "x", count: 1_001)) }),
        ("year", { _ = try await $0.search("parasite", year: .max) }),
        ("page", { _ = try await $0.search("parasite", page: 0) }),
        ("page", { _ = try await $0.search("parasite", page: .min) }),
        ("page", { _ = try await $0.search("parasite", page: .max) }),
        ("limit", { _ = try await $0.search("parasite", limit: 0) }),
        ("limit", { _ = try await $0.search("parasite", limit: -1) }),
        ("page", { _ = try await $0.search("parasite", limit: 1_000_000_000) }),
        ("limit", { _ = try await $0.search("parasite", limit: .max) }),
        ("id", { _ = try await $0.movie(MovieID(namespace: "", value: "")) }),
        ("id", { _ = try await $0.movie(noID) }),
        ("id", { _ = try await $0.films(.similar, to: noID) }),
        ("limit", { _ = try await $0.films(.similar, to: film, limit: -1) }),
        ("limit", { _ = try await $0.suggestions(for: "par", limit: -1) }),
        ("limit", { _ = try await $0.suggestions(for: "par", limit: .max) }),
        ("width", { _ = try await $0.image(of: film, width: 0) }),
        ("width", { _ = try await $0.image(of: film, width: .min) }),
        ("query", { _ = try await $0.people("") }),
        ("limit", { _ = try await $0.people("봉준호", limit: .max) }),
        ("id", { _ = try await $0.person(noID) }),
        ("film", { _ = try await $0.collection(with: noID) }),
        ("page", { _ = try await $0.credits(of: film, page: -1) }),
        ("minimumRating", list { $0.minimumRating = .nan }),
        ("minimumVotes", list { $0.minimumVotes = -1 }),
        ("year", list { $0.year = .min }),
        ("minimumMinutes", list { $0.minimumMinutes = -5 }),
        ("genre", list { $0.genre = "nonsense" }),
        ("country", list { $0.country = "Korea" }),
        ("originalLanguage", list { $0.originalLanguage = "" }),
        ("director", list { $0.director = "" }),
        ("to", list { ($0.firstDay, $0.lastDay) = (tomorrow, CalendarDate(daysSinceEpoch: .min)) }),
        ("limit", { _ = try await $0.bookmarks(limit: -1) }),
        ("limit", { _ = try await $0.bookmarks(limit: 0) }),
        ("limit", { _ = try await $0.cards(limit: .min) }),
        ("limit", { _ = try await $0.cards(limit: .max) }),
        ("minimumStars", own { $0.minimumStars = .nan }),
        ("maximumMinutes", own { $0.maximumMinutes = -1 }),
        ("tag", own { $0.tag = "" }),
        ("genre", own { $0.genre = GenreName("nonsense") }),
        ("id", { try await $0.addBookmark(noID) }),
        ("id", { try await $0.addBookmark(MovieID(namespace: "tmdb", value: "0")) }),
        ("id", { try await $0.removeBookmark(noID) }),
        ("stars", card { $0.stars = .nan }),
        ("stars", card { $0.stars = 4.3 }),
        ("stars", card { $0.stars = 7 }),
        ("stars", card { $0.stars = -.infinity }),
        ("nothing to write", card { _ in }),
        ("comment", card { $0.comment = String(repeating: "x", count: 10_001) }),
        ("watchedOn", card { $0.watchedOn = tomorrow }),
        ("watchedOn", card { $0.watchedDays = [tomorrow] }),
        ("rewatch", card { $0.isRewatch = true }),
        ("removeDay", card { $0.removedDay = tomorrow }),
        ("id", { try await $0.removeCard(noID) }),
        ("list", { try await $0.add(film, toList: " ") }),
        ("position", { try await $0.add(film, toList: "Best", at: 0) }),
        ("position", { try await $0.add(film, toList: "Best", at: .max) }),
        ("id", { try await $0.add(noID, toList: "Best") }),
        ("id", { try await $0.remove(noID, fromList: "Best") }),
        ("name", { try await $0.renameList("Best", to: "") }),
        ("year", { _ = try await $0.statistics(of: .max) }),
        ("with", { try await $0.decide(film, .same, noID) }),
    ]

    @Test("A value that no call can have is an error that names it, and nothing is stored")
    func refused() async throws {
        let application = try await Application(keepsAnswers: false, isDemo: true)
        for (place, (name, call)) in Self.calls.enumerated() {
            let error = await #expect(throws: ApplicationError.self, "call \(place)") { try await call(application) }
            #expect(error?.kind == .invalidValue, "\(place): \(String(describing: error))")
            #expect(error?.description.contains(name) == true, "\(place): \(String(describing: error))")
        }
        #expect(try await application.bookmarks().isEmpty)
        #expect(try await application.cards().isEmpty)
        #expect(try await application.lists().isEmpty)
        await application.close()
    }

    @Test("Days at the end of time and limits beyond what there is are taken")
    func extreme() async throws {
        let application = try await Application(keepsAnswers: false, isDemo: true)
        #expect(try await application.bookmarks(limit: 1_000_000_000).isEmpty)
        #expect(try await application.suggestions(for: "", limit: 1_000_000_000).isEmpty)
        #expect(try await application.identify([]).isEmpty)
        #expect(try await application.identify([""]).first?.movie == nil)
        for day in [Self.tomorrow, CalendarDate(daysSinceEpoch: .min)] {
            await #expect(throws: ApplicationError.self) { try await application.boxOffice(on: day) }
            await #expect(throws: ApplicationError.self) { try await application.boxOffice(.week, on: day) }
        }
        await application.close()
    }

    @Test("A program can tell what is missing from what did not answer, and from what cannot be used")
    func kinds() async throws {
        let demo = try await Application(keepsAnswers: false, isDemo: true)
        let unknown = await #expect(throws: ApplicationError.self) {
            try await demo.movie(MovieID(namespace: "shop", value: "1"))
        }
        #expect(unknown?.kind == .noSource)
        var change = CardChange(stars: 4)
        change.expectedRevision = 0
        try await demo.putCard(CardChange(stars: 5), of: Self.film)
        let outdated = await #expect(throws: ApplicationError.self) { try await demo.putCard(change, of: Self.film) }
        #expect(outdated?.kind == .outdated)
        await demo.close()
        let missing = await #expect(throws: ApplicationError.self) {
            _ = try await Application(configurationFile: "/nonexistent/providers.yaml")
        }
        #expect(missing?.kind == .configuration)
        try await ProjectFiles.withTemporaryFolder { folder in
            try ProjectFiles.write(String(repeating: "no database ", count: 1_000), to: folder + "/library.sqlite")
            let application = try await Application(dataFolder: folder, isDemo: true)
            let error = await #expect(throws: ApplicationError.self) { _ = try await application.bookmarks() }
            #expect(error?.kind == .library, "\(String(describing: error))")
            await application.close()
        }
    }
}
