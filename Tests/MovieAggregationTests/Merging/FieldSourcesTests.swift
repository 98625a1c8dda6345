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
            var sources = FieldSources()
            sources[field] = ["a", "b"]
            for other in MovieField.allCases { #expect(sources[other] == (other == field ? ["a", "b"] : nil)) }
            #expect(sources == FieldSources([(field, ["a", "b"])]))
            sources[field] = nil
            #expect(sources == FieldSources())
        }
        #expect(FieldSources([(.year, [])])[.year] == nil)
        let written: FieldSources = [.title: ["a"], .year: ["b"]]
        #expect(written == FieldSources([(.year, ["b"]), (.title, ["a"])]))
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
