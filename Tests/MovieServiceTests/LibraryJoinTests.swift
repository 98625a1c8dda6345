import JSON
import MovieDomain
import Testing

@testable import MovieService

@Suite("Joining two libraries")
struct LibraryJoinTests {
    @Test("Two libraries become the same in either direction, and importing again changes nothing", arguments: 1...60)
    func sameInEitherDirection(seed: Int) async throws {
        let one = try await RandomLibrary(seed: UInt64(seed))
        let other = try await RandomLibrary(seed: UInt64(seed + 1_000))
        let (first, second) = (try await one.exported(), try await other.exported())
        try await one.importing(second)
        try await other.importing(first)
        let joined = try await one.entries()
        let difference = joined.symmetricDifference(try await other.entries())
        #expect(difference.isEmpty, "\(difference.sorted().joined(separator: "\n"))")
        let exported = try await one.exported().description
        for document in [second, first, try await other.exported()] {
            let counts = try await one.importing(document)
            #expect(try await one.entries() == joined)
            #expect(try await one.exported().description == exported)
            for kind in ["history", "bookmarks", "cards", "lists", "matches", "fields"] {
                #expect(counts[kind]?.int == 0, "\(kind) \(counts)")
            }
        }
    }

    @Test("No day, comment, bookmark, list entry, query, or correction of either library is lost", arguments: 1...60)
    func nothingIsLost(seed: Int) async throws {
        let one = try await RandomLibrary(seed: UInt64(seed))
        let other = try await RandomLibrary(seed: UInt64(seed + 1_000))
        let documents = [try await one.exported(), try await other.exported()]
        let counts = try await one.importing(documents[1])
        let joined = try await one.exported()
        func found(_ kind: String, _ film: JSONElement?) -> JSONElement? {
            let id = film?["id"]?.string.flatMap { MovieID(parsing: $0) }
            return joined[kind]?.elements.first { entry in
                entry["movie"]?["ids"]?[id?.namespace ?? ""]?.string == id?.value
            }
        }
        for document in documents {
            for entry in document["bookmarks"].rows {
                let kept = found("bookmarks", entry["movie"])
                #expect(kept?["addedAt"]?.string ?? "~" <= entry["addedAt"]?.string ?? "")
            }
            for card in document["cards"].rows {
                let kept = try #require(found("cards", card["movie"]))
                let lines = "\n\(kept["comment"]?.string ?? "")\n"
                #expect(lines.contains("\n\(card["comment"]?.string ?? "")\n") || card["comment"] == nil, "\(kept)")
                let days = Self.days(kept)
                #expect(Self.days(card).allSatisfy(days.contains), "\(kept)")
                #expect(kept["stars"] != nil || card["stars"] == nil)
            }
            for list in document["lists"].rows {
                let name = list["name"]?.string?.lowercased()
                let kept = joined["lists"]?.elements.first { $0["name"]?.string?.lowercased() == name }
                for film in list["movies"].rows {
                    let ids = Set(film["ids"]?.members.map { "\($0.0) \($0.1)" } ?? [])
                    let isThere = kept?["movies"]?.elements.contains {
                        ids.isSubset(of: Set($0["ids"]?.members.map { "\($0.0) \($0.1)" } ?? []))
                    }
                    #expect(isThere == true)
                }
            }
            for entry in document["history"].rows {
                let query = entry["query"]?.string?.lowercased()
                #expect(joined["history"]?.elements.contains { $0["query"]?.string?.lowercased() == query } == true)
            }
            for kind in ["matches", "fields"] {
                for entry in document[kind].rows {
                    let isSame: (JSONElement) -> Bool = { other in
                        ["id", "with", "field", "verdict", "provider"].allSatisfy {
                            entry[$0] == nil || entry[$0]?.string == other[$0]?.string
                        }
                    }
                    // A contrary decision is told.
                    let isThere = joined[kind]?.elements.contains(where: isSame) == true
                    #expect(isThere || counts["refused"] != nil, "\(entry)")
                }
            }
        }
    }

    private static func days(_ card: JSONElement) -> [String] {
        [card["watchedOn"]?.string].compactMap(\.self) + (card["watchedBefore"]?.elements.compactMap(\.string) ?? [])
    }

    private static func card(_ id: String, _ members: String, at second: Int) -> String {
        #"{"movie":{"id":"\#(id)","title":"Harbor"},"changedAt":"2026-11-20T12:00:0\#(second)Z",\#(members)}"#
    }

    private func importing(_ cards: [String], into other: RandomLibrary) async throws -> JSONElement {
        try await other.client.result(
            "library/import",
            #"{"library":{"version":1,"cards":[\#(cards.joined(separator: ","))]}}"#
        )
    }

    private static let older = card("imdb:tt1", #""stars":3,"comment":"first","watchedOn":"2026-11-18""#, at: 1)
    private static let newer = card("imdb:tt1", #""stars":4,"watchedOn":"2026-11-20""#, at: 2)

    @Test(
        "A card that both libraries have gets both days, the comment, and the newest stars",
        arguments: [true, false]
    )
    func joinedCard(olderIsImported: Bool) async throws {
        let own = RandomLibrary()
        let added = try await importing([olderIsImported ? Self.newer : Self.older], into: own)
        #expect(added["cards"]?.int == 1 && added["joined"] == nil)
        let joined = try await importing([olderIsImported ? Self.older : Self.newer], into: own)
        #expect(joined["cards"]?.int == 1)
        let gained = olderIsImported ? (1, 0) : (0, 1)
        #expect(
            joined["joined"]?.description
                == #"{"cards":1,"days":1,"comments":\#(gained.0),"stars":\#(gained.1)}"#
        )
        let card = try await own.client.result("cards/list")["cards"]?[0]
        #expect(card?["stars"]?.double == 4 && card?["comment"]?.string == "first")
        #expect(card?["watchedOn"]?.string == "2026-11-20")
        #expect(card?["watchedBefore"]?.description == #"["2026-11-18"]"#)
        let again = try await importing([Self.older, Self.newer], into: own)
        #expect(again["cards"]?.int == 0 && again["joined"] == nil, "\(again)")
        #expect(again["unchanged"]?.int ?? 0 > 0, "\(again)")
    }

    @Test("Pinning, importing, and a film that has both ids join two cards in the same way")
    func oneRule() async throws {
        let other = Self.card("tmdb:9", #""stars":2,"comment":"second\nline","watchedOn":"2026-11-19""#, at: 0)
        let both = #"{"id":"imdb:tt1","ids":{"imdb":"tt1","tmdb":"9"},"title":"Harbor"}"#
        let bookmark = #"{"movie":\#(both),"addedAt":"2026-11-20T12:00:00Z"}"#
        var joined: [String?] = []
        for way in 0..<3 {
            let own = RandomLibrary()
            _ = try await importing(way == 1 ? [Self.older] : [Self.older, other], into: own)
            switch way {
            case 0: _ = try await own.client.result("matches/pin", #"{"id":"imdb:tt1","with":"tmdb:9"}"#)
            case 1:
                _ = try await importing(
                    [other.replacing(#"{"id":"tmdb:9","title":"Harbor"}"#, with: both)],
                    into: own
                )
            default:
                let library = #"{"version":1,"bookmarks":[\#(bookmark)]}"#
                _ = try await own.client.result("library/import", #"{"library":\#(library)}"#)
            }
            let cards = try await own.client.result("cards/list")["cards"]
            #expect(cards?.count == 1)
            joined.append(
                ["stars", "comment", "watchedOn", "watchedBefore", "changedAt"].map {
                    cards?[0]?[$0]?.description ?? "-"
                }.joined(separator: " ")
            )
        }
        #expect(Set(joined).count == 1, "\(joined)")
        #expect(joined[0]?.hasPrefix(#"3 "second\nline\nfirst" "2026-11-19" ["2026-11-18"]"#) == true, "\(joined)")
    }

    @Test("Joined comments that are longer than what can be written at once can be moved to another library")
    func longComments() async throws {
        let own = RandomLibrary()
        for (second, letter) in ["a", "b"].enumerated() {
            let comment = String(repeating: letter, count: 9_000)
            _ = try await importing([Self.card("imdb:tt1", #""comment":"\#(comment)""#, at: second)], into: own)
        }
        let other = RandomLibrary()
        try await other.importing(try await own.exported())
        let comment = try await other.client.result("cards/list")["cards"]?[0]?["comment"]?.string
        #expect(comment?.utf8.count == 18_001)
    }
}
