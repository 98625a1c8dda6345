import MarqueeTestKit
import Testing

/// `Tests/Fixtures/mcp/requirements.tsv`: what is required, the section of the specification that says so (`marquee` for
/// what we ask of ourselves), and the test that holds it.
@Suite("MCP: requirements and tests name each other")
struct RequirementTests {
    private static let folders = ["MCPServerTests", "MarqueeTests/ModelContext"]

    /// The tests that there are, as `Target/File.function`.
    private static func tests() throws -> Set<String> {
        var tests: Set<String> = []
        for folder in folders {
            let target = folder.prefix { $0 != "/" }
            for file in try ProjectFiles.names(in: "\(ProjectFiles.root)/Tests/\(folder)")
            where file.hasSuffix(".swift") {
                let path = "\(ProjectFiles.root)/Tests/\(folder)/\(file)"
                var text = Substring(String(decoding: try ProjectFiles.read(path), as: UTF8.self))
                while let attribute = text.firstRange(of: "@Test(") {
                    text = text[attribute.upperBound...]
                    guard let function = text.firstMatch(of: /func (\w+)\(/) else { break }
                    tests.insert("\(target)/\(file.dropLast(6)).\(function.1)")
                }
            }
        }
        return tests
    }

    @Test("Every requirement names a test that exists, and every test holds a requirement")
    func bothWays() throws {
        let path = "\(ProjectFiles.root)/Tests/Fixtures/mcp/requirements.tsv"
        let lines = String(decoding: try ProjectFiles.read(path), as: UTF8.self).split(separator: "\n")
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
