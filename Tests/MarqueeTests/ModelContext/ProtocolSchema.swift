import JSON
import MarqueeTestKit

/// The published JSON Schema of one revision of MCP, from `Tests/Fixtures/mcp`.
struct ProtocolSchema {
    static let revisions = ["2024-11-05", "2025-03-26", "2025-06-18", "2025-11-25", "2026-07-28"]

    private let check: JSONSchemaCheck
    /// Where the document has its definitions, which differs between revisions.
    private let place: String

    init(_ revision: String) throws {
        let path = "\(ProjectFiles.root)/Tests/Fixtures/mcp/\(revision)/schema.json"
        let root = try JSONDocument(try ProjectFiles.read(path)).root
        check = JSONSchemaCheck(root)
        place = root["$defs"] == nil ? "#/definitions/" : "#/$defs/"
    }

    func has(_ definition: String) -> Bool { check.schema(place + definition) != nil }

    /// Returns each deviation of `value` from the definition, as `path: problem`.
    func problems(of value: JSONElement, as definition: String) -> [String] {
        check.problems(of: value, as: place + definition)
    }
}
