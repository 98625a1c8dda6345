import Foundation
import JSON
import ProviderLanguage
import Testing

@Suite("Examples in docs/providers.md")
struct GuideTests {
    private static func examples() throws -> [String] {
        let page = String(
            decoding: try TestFiles.bytes(TestFiles.root.appending(path: "docs/providers.md")),
            as: UTF8.self
        )
        return page.split(separator: "```yaml\n").dropFirst().compactMap { $0.split(separator: "\n```").first }
            .filter { $0.hasPrefix("version: 1") }.map(String.init)
    }

    @Test("The examples load without diagnostics, and the tests in them pass")
    func examples() throws {
        let examples = try Self.examples()
        #expect(examples.count == 16)
        var tests = 0
        for example in examples {
            let outcome = load(example, bundled: try TestFiles.allBundled())
            #expect(outcome.diagnostics.map(\.description) == [])
            for provider in outcome.configuration?.providers ?? [] where provider.id == "lantern" {
                let definition = try #require(provider.http)
                // XML is not read here; `XMLSourceTests` runs such a test.
                var review = SampleReview()
                for test in provider.tests where definition.format == .json {
                    #expect(try test.problems(of: definition) == [])
                    tests += 1
                    guard test.expectation.error == nil, let bytes = test.inlineBytes,
                        let operation = definition.operations[test.operation]?.first
                    else { continue }
                    review.add(try JSONDocument(bytes).root, of: operation, isRecorded: false)
                }
                #expect(review.missing.filter(\.isCertain).map(\.finding.description) == [])
            }
        }
        #expect(tests == 4)
    }
}
