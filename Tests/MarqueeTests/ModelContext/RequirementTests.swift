import MarqueeTestKit
import Testing

/// Checks `Tests/Fixtures/mcp/requirements.tsv`.
///
/// Each row has a requirement, its section of the specification (`marquee` for our own requirements), and the test that
/// checks it.
@Suite("MCP: requirements and their tests")
struct RequirementTests {
    private static let folders = ["MCPServerTests", "MarqueeTests/ModelContext"]

    /// Returns the existing tests as `Target/File.function`.
    private static func tests() throws -> Set<String> {
        var tests: Set<String> = []
        for folder in folders {
            let target = folder.prefix { $0 != "/" }
            for file in try ProjectFiles.names(in: "\(ProjectFiles.root)/Tests/\(folder)")
            where file.hasSuffix(".swift") {
                let path = "\(ProjectFiles.root)/Tests/\(folder)/\(file)"
                var text = Substring(try ProjectFiles.text(path))
                while let attribute = text.firstRange(of: "@Test(") {
                    text = text[attribute.upperBound...]
                    guard let function = text.firstMatch(of: /func (\w+)\(/) else { break }
                    tests.insert("\(target)/\(file.dropLast(6)).\(function.1)")
                }
            }
        }
        return tests
    }

    @Test("Every requirement names an existing test, and every test belongs to a requirement")
    func bothWays() throws {
        let path = "\(ProjectFiles.root)/Tests/Fixtures/mcp/requirements.tsv"
        let lines = try ProjectFiles.text(path).split(separator: "\n")
        #expect(lines.first == "requirement\tsection\ttest")
        var named: Set<String> = ["MarqueeTests/RequirementTests.bothWays"]
        for line in lines.dropFirst() {
            let cells = line.split(separator: "\t", omittingEmptySubsequences: false)
            #expect(cells.count == 3 && cells.allSatisfy { !$0.isEmpty }, "\(line)")
            if let test = cells.last { named.insert(String(test)) }
        }
        let tests = try Self.tests()
        #expect(named.subtracting(tests).isEmpty, "no such test: \(named.subtracting(tests).sorted())")
        #expect(tests.subtracting(named).isEmpty, "no requirement for: \(tests.subtracting(named).sorted())")
    }
}
