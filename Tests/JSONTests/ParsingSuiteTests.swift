import Foundation
import JSON
import Testing

@Suite("JSONTestSuite")
struct ParsingSuiteTests {
    @Test("Every text that must be accepted is accepted and is unchanged when written and read again")
    func accepted() throws {
        let files = try SuiteFiles.parsing("y_")
        #expect(files.count == 95)
        for (name, bytes) in files {
            let root = try #require(outcome(of: bytes).value, "\(name) is refused")
            let again = try JSONDocument(root.jsonBytes).root
            #expect(again == root, "\(name)")
            #expect(JSONValue(again) == JSONValue(root), "\(name)")
        }
    }

    @Test("Every text that must be refused is refused")
    func refused() throws {
        let files = try SuiteFiles.parsing("n_")
        #expect(files.count == 188)
        for (name, bytes) in files {
            let error = try #require(outcome(of: bytes).error, "\(name) is accepted")
            #expect((0...bytes.count).contains(error.offset), "\(name)")
        }
    }

    @Test("The implementation-defined cases are decided as documented in docs/dev/json.md")
    func decided() throws {
        let files = try SuiteFiles.parsing("i_")
        let decisions = try Self.decisions()
        #expect(files.count == 35)
        #expect(decisions.count == 35)
        for (name, bytes) in files {
            let decision =
                switch outcome(of: bytes) {
                case .success: "accepted"
                case .failure(let error): "refused, \(error.reason)"
                }
            #expect(decisions[name] == decision, "\(name)")
        }
    }

    private func outcome(of bytes: [UInt8]) -> Result<JSONElement, JSONError> {
        Result { () throws(JSONError) in try JSONDocument(bytes).root }
    }

    /// Returns the decision for each file in the table of docs/dev/json.md.
    private static func decisions() throws -> [String: String] {
        let page = try String(contentsOf: SuiteFiles.projectRoot.appending(path: "docs/dev/json.md"), encoding: .utf8)
        var decisions: [String: String] = [:]
        for line in page.split(separator: "\n") where line.hasPrefix("| `i_") {
            let cells = line.split(separator: "|").map { $0.trimmingCharacters(in: .whitespaces) }
            decisions[cells[0].trimmingCharacters(in: ["`"])] = cells[1]
        }
        return decisions
    }
}

extension Result {
    fileprivate var value: Success? {
        if case .success(let value) = self { value } else { nil }
    }

    fileprivate var error: Failure? {
        if case .failure(let error) = self { error } else { nil }
    }
}
