import Foundation
import JSON
import ProviderLanguage
import Testing

@Suite("Examples in docs/providers.md and docs/writing-a-provider.md")
struct GuideTests {
    private static func page(_ name: String) throws -> String {
        String(decoding: try TestFiles.bytes(TestFiles.root.appending(path: "docs/" + name)), as: UTF8.self)
    }

    private static func examples() throws -> [String] {
        try page("providers.md").split(separator: "```yaml\n").dropFirst().compactMap {
            $0.split(separator: "\n```").first
        }
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
        #expect(tests == 3)
    }

    /// Returns the keys that the tutorial's tables propose, by the place where they go: `provider`, `operation`, `item`.
    private static func proposals() throws -> [(place: Substring, key: Substring)] {
        var place: Substring = ""
        var proposals: [(place: Substring, key: Substring)] = []
        for line in try page("writing-a-provider.md").split(separator: "\n") {
            if line.hasPrefix("#") { place = line.hasPrefix("### In the ") ? line.dropFirst("### In the ".count) : "" }
            let cells = line.split(separator: " | `")
            if !place.isEmpty, cells.count == 2, cells[1].hasSuffix("` |") {
                proposals.append((place, cells[1].dropLast(3)))
            }
        }
        return proposals
    }

    @Test("Each key that the tutorial proposes for an API loads where it says")
    func proposals() throws {
        let proposals = try Self.proposals()
        #expect(proposals.count >= 25)
        for (place, key) in proposals {
            var keys: [Substring: [Substring]] = [
                "provider": ["base_url: https://lantern.example/api"],
                "operation": ["get: /search", "query: { q: \"${input.query}\" }", "rows: results"],
                "item": ["ids: { lantern: id }", "title: { path: name, required: true }"],
            ]
            let name = key.prefix { $0 != ":" }
            if name == "body" { keys["operation"] = ["post: /search", "rows: results"] }
            keys[place]?.removeAll { $0.hasPrefix(name + ":") }
            keys[place]?.append(key)
            func block(_ place: Substring, _ indentation: Int) -> String {
                (keys[place] ?? []).map { String(repeating: " ", count: indentation) + $0 + "\n" }.joined()
            }
            let file =
                "version: 1\nproviders:\n  - id: lantern\n" + block("provider", 4) + "    operations:\n      search:\n"
                + block("operation", 8) + "        item:\n" + block("item", 10)
            #expect(problems(file) == [], "\(file)")
        }
    }
}
