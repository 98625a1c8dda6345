import MovieDomain
import Testing

@testable import MovieAggregation

@Suite("The sources of each field")
struct FieldSourcesTests {
    @Test("Every field has a place of its own, in order")
    func places() {
        #expect(MovieField.allCases.map(\.place) == Array(0..<MovieField.allCases.count))
    }

    @Test("What was put for a field comes back for that one alone")
    func fields() {
        for field in MovieField.allCases {
            var sources = Provenance()
            sources[field] = ["a", "b"]
            for other in MovieField.allCases { #expect(sources[other] == (other == field ? ["a", "b"] : nil)) }
            #expect(sources == Provenance([(field, ["a", "b"])]))
            sources[field] = nil
            #expect(sources == Provenance())
        }
        #expect(Provenance([(.year, [])])[.year] == nil)
        let written: Provenance = [.title: ["a"], .year: ["b"]]
        #expect(written == Provenance([(.year, ["b"]), (.title, ["a"])]))
    }

    @Test("A rule that is set later counts")
    func rules() {
        var policy = MergePolicy()
        #expect(policy.rule(for: .genres).strategy == .union)
        #expect(policy.rule(for: .year).strategy == .first)
        policy.rules[.year] = MergeRule(.newest)
        #expect(policy.rule(for: .year).strategy == .newest)
        #expect(policy.rule(for: .ratings).strategy == .perSource)
    }
}
