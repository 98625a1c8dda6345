import Foundation
import MovieService
import Testing

@Suite("docs/methods.md")
struct MethodReferenceTests {
    private static let file = Suites.project.appendingPathComponent("docs/methods.md")

    @Test("The file is what the declarations say")
    func isUpToDate() throws {
        let markdown = MethodReference().markdown
        if ProcessInfo.processInfo.environment["MARQUEE_UPDATE_DOCS"] == "1" {
            try Data(markdown.utf8).write(to: Self.file)
        }
        let written = String(decoding: try Data(contentsOf: Self.file), as: UTF8.self)
        #expect(
            written == markdown,
            "run: marquee openrpc --markdown > docs/methods.md (or this test with MARQUEE_UPDATE_DOCS=1)"
        )
    }

    @Test("Every method, parameter, shape and error is in it")
    func isComplete() {
        let markdown = MethodReference().markdown
        for method in MethodDeclaration.all {
            #expect(markdown.contains("\n## \(method.name)\n"))
            for parameter in method.parameters { #expect(markdown.contains("\n| `\(parameter.name)` |")) }
        }
        for component in NamedSchema.all { #expect(markdown.contains("\n### \(component.name)\n")) }
        for failure in FailureKind.allCases { #expect(markdown.contains("| `\(failure.rawValue)` |")) }
    }
}
