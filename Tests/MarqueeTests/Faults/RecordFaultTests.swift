import JSON
import MarqueeTestKit
import Testing

@Suite("Faults of single records, through the whole program")
struct RecordFaultTests {
    struct Flaw: CustomTestStringConvertible, Sendable {
        var testDescription: String
        /// The middle one of three records.
        var record: String
        /// Whether it is left out as a whole.
        var isDropped = false
        /// The fields that could not be read.
        var fields: [String] = []
        /// What is left of it: a field of the film, and its value.
        var rest: [String: JSONValue] = [:]

        init(
            _ description: String,
            _ record: String,
            isDropped: Bool = false,
            fields: [String] = [],
            rest: [String: JSONValue] = [:]
        ) {
            testDescription = description
            self.record = record
            self.isDropped = isDropped
            self.fields = fields
            self.rest = rest
        }
    }

    @Test(
        "U29–U31: a value that cannot be read costs its field, a missing title or a name that stands twice its record, and both are counted",
        arguments: [
            Flaw("U29 a name twice", #"{"id":"2","title":"B","title":"Z"}"#, isDropped: true),
            Flaw("U31 no title", #"{"id":"2","year":1992}"#, isDropped: true),
            Flaw("U31 null for a title", #"{"id":"2","title":null}"#, isDropped: true),
            Flaw("U31 a record that is null", "null", isDropped: true),
            Flaw("U31 a record that is a number", "7", isDropped: true),
            Flaw("U31 a number as text", #"{"id":"2","title":"B","year":"1992"}"#, rest: ["year": 1_992]),
            Flaw("U31 null for a year", #"{"id":"2","title":"B","year":null}"#),
            Flaw("U31 words for a number", #"{"id":"2","title":"B","year":"soon"}"#, fields: ["year"]),
            Flaw(
                "U31 an unknown genre is kept",
                #"{"id":"2","title":"B","genres":["Zzz"]}"#,
                rest: ["genres": ["zzz"]]
            ),
            Flaw("U31 no date", #"{"id":"2","title":"B","released":"2024-02-31"}"#, fields: ["release_date"]),
            Flaw("U30 beyond every double", #"{"id":"2","title":"B","year":1e999}"#, fields: ["year"]),
            Flaw("U30 beyond 64 bits", #"{"id":"2","title":"B","minutes":18446744073709551616}"#, fields: ["runtime"]),
        ]
    )
    func record(_ flaw: Flaw) async throws {
        try await FaultScene.with { scene in
            let server = try ScriptedServer()
            defer { server.stop() }
            let page = #"{"films":[{"id":"1","title":"A"},\#(flaw.record),{"id":"3","title":"C"}]}"#
            server.on("*", .json(page))
            try scene.configure(FaultScene.source("bad", at: server.origin))
            try await FaultTalk.with(scene) { talk in
                let answer = try await talk.search("first")
                answer.expectHealthySource()
                #expect(answer.status("bad") == "ok", "\(answer.whole)")
                let left = flaw.isDropped ? ["1", "3"] : ["1", "2", "3"]
                #expect(answer.films("bad").sorted() == left)
                let film = answer.whole["movies"]?.elements.first { $0["ids"]?["bad"]?.string == "2" }
                for (field, value) in flaw.rest { #expect(film?[field].map { JSONValue($0) } == value) }

                let mapping = try #require(try await talk.health("bad")["mapping"])
                #expect(mapping["rows"]?.int == 3, "\(mapping)")
                #expect(mapping["droppedRows"]?.int == (flaw.isDropped ? 1 : 0), "\(mapping)")
                if !flaw.isDropped {
                    #expect(mapping["failures"]?.elements.map { $0["field"]?.string } == flaw.fields, "\(mapping)")
                }
            }
        }
    }
}
