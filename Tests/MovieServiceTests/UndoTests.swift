import JSON
import MarqueeTestKit
import MovieDomain
import MovieStore
import Testing

@testable import MovieService

@Suite("Taking back what changed the library")
struct UndoTests {
    /// Returns a call that can be taken back, with its parameters.
    private static func call(_ own: RandomLibrary, using random: inout SeededGenerator) async throws -> (String, String)
    {
        let film = RandomLibrary.film(using: &random)
        let id = film.ids[0]
        let other = RandomLibrary.id(Int.random(in: 1...6, using: &random), "kofic")
        switch Int.random(in: 0...9, using: &random) {
        case 0: return ("bookmarks/remove", #"{"id":"\#(id)"}"#)
        case 1: return ("cards/remove", #"{"id":"\#(id)"}"#)
        case 2: return ("lists/remove", #"{"id":"\#(id)","list":"Best"}"#)
        case 3: return ("lists/delete", #"{"list":"Best"}"#)
        case 4: return ("matches/pin", #"{"id":"\#(id)","with":"\#(other)"}"#)
        case 5: return ("matches/split", #"{"id":"\#(id)","with":"\#(other)"}"#)
        case 6: return ("matches/forget", #"{"id":"\#(id)"}"#)
        case 7: return ("cards/put", #"{"id":"\#(id)","comment":null,"watchedOn":null,"unbookmark":true}"#)
        case 8: return ("matches/pin", #"{"id":"\#(id)","field":"title","provider":"kofic"}"#)
        default:
            let seed = UInt64.random(in: 1...1_000, using: &random)
            let document = try await RandomLibrary(seed: seed).exported()
            return ("library/import", #"{"library":\#(document)}"#)
        }
    }

    @Test("What was done is taken back, one call after the other, until the library is as it was", arguments: 1...80)
    func exact(seed: Int) async throws {
        let own = try await RandomLibrary(seed: UInt64(seed))
        // What the library was filled with is not to be taken back.
        while try await own.client.result("library/undo")["undone"] != nil {}
        var random = SeededGenerator(seed: UInt64(seed + 5_000))
        var states = [try await own.exported().description]
        for _ in 0..<8 {
            let (method, parameters) = try await Self.call(own, using: &random)
            // A call that is refused changes nothing.
            _ = try await own.client.reply(method, parameters)
            let state = try await own.exported().description
            if state != states.last { states.append(state) }
            let trial = try await own.client.result("library/undo", #"{"dryRun":true}"#)["undone"]
            #expect(try await own.exported().description == state)
            #expect((trial == nil) == (states.count == 1), "\(method) \(parameters)")
        }
        for state in states.dropLast().reversed() {
            let trial = try await own.client.result("library/undo", #"{"dryRun":true}"#)
            let undone = try await own.client.result("library/undo")
            #expect(trial.description == undone.description)
            #expect(undone["undone"]?["kept"]?.int == 0)
            #expect(try await own.exported().description == state, "\(undone)")
        }
        #expect(try await own.client.result("library/undo").description == "{}")
    }

    @Test("What is changed after an import stays when the import is taken back, and the rest goes", arguments: 1...40)
    func changedSince(seed: Int) async throws {
        let own = try await RandomLibrary(seed: UInt64(seed))
        while try await own.client.result("library/undo")["undone"] != nil {}
        let before = try await own.exported()
        try await own.importing(try await RandomLibrary(seed: UInt64(seed + 1_000)).exported())
        let film = LibraryFilm(ids: [RandomLibrary.id(3, "imdb")], title: "Film 3")
        let card = try #require(
            try await own.library.putCard(CardChange(stars: 1, comment: "since"), of: film).card
        )
        try await own.library.add(film, toList: "Since", at: nil)
        _ = try await own.client.result("library/undo")
        // The film may have got the id by the import, and lose it again.
        let kept = try await own.library.cards().first { $0.comment == "since" }
        #expect(kept?.film.ids.contains { RandomLibrary.ids(3).contains($0) } == true)
        #expect(kept?.stars == 1 && kept?.watchedDays == card.watchedDays)
        #expect(try await own.library.list("Since")?.films.count == 1)
        let after = try await own.exported()
        for kind in ["bookmarks", "history", "matches", "fields"] {
            #expect(after[kind]?.count == before[kind]?.count, "\(kind)")
        }
    }

    @Test("A bookmark that is set again after its removal keeps the earlier time when the removal is taken back")
    func bookmarkedAgain() async throws {
        let own = RandomLibrary()
        let film = LibraryFilm(ids: [RandomLibrary.id(1, "imdb")], title: "Film 1")
        _ = try await own.library.addBookmark(film)
        let first = try await own.exported()["bookmarks"]?.description
        _ = try await own.client.result("bookmarks/remove", #"{"id":"imdb:tt0000001"}"#)
        _ = try await own.library.addBookmark(film)
        let undone = try await own.client.result("library/undo")["undone"]
        #expect(undone?["method"]?.string == "bookmarks/remove")
        #expect(undone?["names"]?.description == #"["Film 1"]"#)
        #expect(try await own.exported()["bookmarks"]?.description == first)
    }

    @Test("A removed list comes back in its order, and joins a list that got its name since")
    func removedList() async throws {
        let own = RandomLibrary()
        for number in [3, 1, 2] {
            let film = LibraryFilm(ids: [RandomLibrary.id(number, "imdb")], title: "Film \(number)")
            try await own.library.add(film, toList: "Best", at: nil)
        }
        func titles() async throws -> [String]? { try await own.library.list("best")?.films.map(\.title) }
        _ = try await own.client.result("lists/delete", #"{"list":"Best"}"#)
        #expect(try await titles() == nil)
        #expect(try await own.client.result("library/undo")["undone"]?["lists"]?.int == 1)
        #expect(try await titles() == ["Film 3", "Film 1", "Film 2"])
        _ = try await own.client.result("lists/delete", #"{"list":"Best"}"#)
        try await own.library.add(
            LibraryFilm(ids: [RandomLibrary.id(4, "imdb")], title: "Film 4"),
            toList: "best",
            at: nil
        )
        _ = try await own.client.result("library/undo")
        #expect(Set(try await titles() ?? []) == ["Film 1", "Film 2", "Film 3", "Film 4"])
    }

    @Test("Queries that are removed are gone, also those that an import brought")
    func history() async throws {
        let own = RandomLibrary()
        let entry = #"{"query":"secret","searchedAt":"2026-01-01T00:00:00Z"}"#
        _ = try await own.client.result("library/import", #"{"library":{"version":1,"history":[\#(entry)]}}"#)
        _ = try await own.client.result("history/clear")
        #expect(try await own.client.result("library/undo")["undone"]?["history"]?.int == 0)
        #expect(try await own.client.result("history/list")["entries"]?.count == 0)
    }

    @Test("The last ten calls can be taken back, and no more")
    func bounded() async throws {
        let own = RandomLibrary()
        for number in 1...13 {
            let film = LibraryFilm(ids: [RandomLibrary.id(number, "imdb")], title: "Film \(number)")
            _ = try await own.library.addBookmark(film)
            _ = try await own.client.result(
                "bookmarks/remove",
                #"{"id":"imdb:tt\#(MovieID.digitsOfIMDb("\(number)"))"}"#
            )
        }
        for remaining in (0...9).reversed() {
            #expect(try await own.client.result("library/undo")["undone"]?["remaining"]?.int == remaining)
        }
        #expect(try await own.client.result("library/undo")["undone"] == nil)
        #expect(try await own.library.bookmarks().count == 10)
    }
}
