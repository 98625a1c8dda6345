import JSON
import Testing

@Suite("JSONPath compliance suite")
struct PathSuiteTests {
    @Test("gives the listed result of every path in the subset and refuses the others with a column")
    func compliance() throws {
        let tests = try SuiteFiles.paths()
        var accepted = 0
        for test in tests {
            let name = test["name"]?.string ?? ""
            let selector = try #require(test["selector"]?.string)
            do {
                let path = try JSONPath(parsing: selector)
                accepted += 1
                #expect(test["invalid_selector"]?.bool != true, "\(name): \(selector) is accepted")
                let document = try #require(test["document"])
                let selected = path.select(in: document, root: document)
                #expect(Self.expected(of: test).contains(selected), "\(name): \(selector) gave \(selected)")
                #expect(path.first(in: document, root: document) == selected.first, "\(name)")
            } catch let error as JSONPathError {
                #expect((1...(selector.count + 1)).contains(error.column), "\(name): \(error)")
            }
        }
        #expect(tests.count == 703)
        // Of 456 valid paths the subset has 50: no slices, unions, descendants, functions, double quotes, other filters.
        #expect(accepted == 50)
    }

    private static func expected(of test: JSONElement) -> [[JSONElement]] {
        if let result = test["result"] { return [Array(result.elements)] }
        return test["results"]?.elements.map { Array($0.elements) } ?? []
    }
}
