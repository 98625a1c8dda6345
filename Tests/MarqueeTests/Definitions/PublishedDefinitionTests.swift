import Foundation
import MarqueeTestKit
import Testing

@Suite("Definitions under docs/providers")
struct PublishedDefinitionTests {
    private static let ids = ["ghibli", "itunes", "kmdb", "swapi", "trakt", "wikidata"]

    private func path(_ id: String) -> String { "\(ProjectFiles.root)/docs/providers/\(id).yaml" }

    @Test("The folder holds these definitions and nothing else")
    func folder() throws {
        let names = try FileManager.default.contentsOfDirectory(atPath: "\(ProjectFiles.root)/docs/providers")
        #expect(names.filter { $0.hasSuffix(".yaml") }.sorted() == Self.ids.map { "\($0).yaml" })
    }

    @Test("Each passes `marquee check` and says at its head how it is used", arguments: ids)
    func check(_ id: String) async throws {
        let outcome = try await Program.run(["check", path(id)])
        #expect(outcome.status == .exited(0))
        #expect(outcome.outputText == "")
        let text = try String(contentsOfFile: path(id), encoding: .utf8)
        #expect(text.hasPrefix("# "))
        #expect(text.contains("# To use it, "))
    }

    @Test("Each passes `marquee test`", arguments: ids)
    func test(_ id: String) async throws {
        let outcome = try await Program.run(["test", path(id)])
        #expect(outcome.status == .exited(0))
        let lines = outcome.outputText.split(separator: "\n")
        #expect(lines.count >= 2)
        #expect(lines.allSatisfy { $0.hasPrefix("ok   \(id): ") })
    }
}
