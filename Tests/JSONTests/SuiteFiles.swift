import Foundation
import JSON

/// The files of the public test suites and of the project.
enum SuiteFiles {
    /// The project's root, derived from the path of this file.
    static let projectRoot = folder.deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()

    private static let folder = URL(filePath: #filePath).deletingLastPathComponent().appending(path: "Suite")

    /// Returns the texts of JSONTestSuite whose names start with `prefix`, sorted by name.
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

    /// Returns the cases of the JSONPath compliance suite.
    static func paths() throws -> [JSONElement] {
        try Data(contentsOf: folder.appending(path: "paths.jsonl")).split(separator: UInt8(ascii: "\n")).map {
            try JSONDocument([UInt8]($0)).root
        }
    }

    private struct NoBytes: Error {
        var line: String
    }
}
