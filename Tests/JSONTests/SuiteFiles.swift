import Foundation
import JSON

/// The public suites, and the project's own documents.
enum SuiteFiles {
    /// The project's root, found from this file.
    static let projectRoot = folder.deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()

    private static let folder = URL(filePath: #filePath).deletingLastPathComponent().appending(path: "Suite")

    /// The texts of JSONTestSuite whose names begin so, sorted by name.
    static func parsing(_ prefix: String) throws -> [(name: String, bytes: [UInt8])] {
        let lines = try String(contentsOf: folder.appending(path: "parsing.txt"), encoding: .utf8)
        return try lines.split(separator: "\n").filter { $0.hasPrefix(prefix) }.map { line in
            let cells = line.split(separator: " ").map(String.init)
            let parts = try cells.dropFirst(2).map { cell in
                guard let bytes = Data(base64Encoded: cell) else { throw NoBytes(line: String(line)) }
                return [UInt8](bytes)
            }
            let repeated = Array(repeatElement(parts.first ?? [], count: Int(cells[1]) ?? 1).joined())
            return (cells[0], repeated + parts.dropFirst().joined())
        }
    }

    /// The cases of the JSONPath compliance suite.
    static func paths() throws -> [JSONElement] {
        try Data(contentsOf: folder.appending(path: "paths.jsonl")).split(separator: UInt8(ascii: "\n")).map {
            try JSONDocument([UInt8]($0)).root
        }
    }

    private struct NoBytes: Error {
        var line: String
    }
}
