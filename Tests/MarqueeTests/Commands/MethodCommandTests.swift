import ArgumentParser
import JSON
import Testing

@testable import MarqueeApp

@Suite("The parameters that commands give to their methods")
struct MethodCommandTests {
    @Test(
        "Options and arguments become values of the types that the method declares",
        arguments: [
            (
                "search Blade Runner 2049 --year 2017 --providers kofic,yts --timeout 2.5",
                #"{"year":2017,"query":"Blade Runner 2049","timeout":2.5,"providers":["kofic","yts"]}"#
            ),
            ("search 2012", #"{"query":"2012"}"#), ("search --year 007 x", #"{"year":7,"query":"x"}"#),
            ("search --year=-1 x", #"{"year":-1,"query":"x"}"#),
            ("search --year null x", #"{"year":"null","query":"x"}"#),
            ("search --year x y", #"{"year":"x","query":"y"}"#),
            ("list --rating .5 --genre drama", #"{"genre":"drama","minimumRating":0.5}"#),
            ("collection parasite 2", #"{"film":"parasite 2"}"#), ("collection --id tmdb:7", #"{"id":"tmdb:7"}"#),
            ("credits tt1 --kind crew -n 100", #"{"kind":"crew","id":"tt1","limit":100}"#),
            ("boxoffice 20261119 --enrich", #"{"enrich":true,"date":"20261119"}"#),
            ("trend kofic:1 tmdb:2 --limit 3", #"{"ids":["kofic:1","tmdb:2"],"limit":3}"#), ("trend", "{}"),
            ("cards --from-year 1990 --stars 4", #"{"fromYear":1990,"minimumStars":4}"#),
            ("cards remove tt1", #"{"id":"tt1"}"#), ("lists rename Best 7", #"{"list":"Best","name":"7"}"#),
            ("cards add tt1 --comment 7 --rewatch", #"{"comment":"7","rewatch":true,"id":"tt1"}"#),
            ("matches split tt1 tt2", #"{"id":"tt1","with":"tt2"}"#), ("undo --dry-run", #"{"dryRun":true}"#),
            ("identify A,B.mkv C", #"{"names":["A,B.mkv","C"]}"#), ("undo", "{}"),
        ]
    )
    func values(_ line: String, _ expected: String) throws {
        let command = try Marquee.parseAsRoot(line.split(separator: " ").map(String.init))
        let view = try #require(command as? any MethodCommand)
        #expect(try view.call(kinds: []).parameters.map { JSONValue($0).jsonText } == expected)
    }

    @Test("An error names the option or the argument of each value")
    func spellings() throws {
        let line = ["cards", "add", "tt1", "--watched", "today", "--remove-day", "today", "--unbookmark"]
        let view = try #require(try Marquee.parseAsRoot(line) as? any MethodCommand)
        let expected = [
            "id": "FILM", "watchedOn": "--watched", "removeDay": "--remove-day", "unbookmark": "--unbookmark",
        ]
        #expect(try view.call(kinds: []).spellings == expected)
    }
}
