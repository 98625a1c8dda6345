import Foundation

/// A case of the public YAML test suite: a text with its expected events, or a text that must be refused.
struct SuiteCase: Decodable {
    /// Cases of several parts have ids such as `DK95/01`.
    var id: String
    var text: String
    /// The lines of the case's `test.event`, one event per line.
    var events: [String]
    var isInvalid: Bool?

    /// Returns all cases, ordered by id.
    static func all() throws -> [SuiteCase] {
        let file = URL(filePath: #filePath).deletingLastPathComponent().appending(path: "Suite/cases.jsonl")
        return try Data(contentsOf: file).split(separator: UInt8(ascii: "\n")).map {
            try JSONDecoder().decode(SuiteCase.self, from: $0)
        }
    }
}
