/// A supported revision of the Model Context Protocol, oldest first.
package enum MCPRevision: String, CaseIterable, Comparable, Sendable {
    case november2024 = "2024-11-05"
    case march2025 = "2025-03-26"
    case june2025 = "2025-06-18"
    case november2025 = "2025-11-25"
    /// The first revision without a handshake: each request names its revision.
    case july2026 = "2026-07-28"

    /// The revision offered to a client that asks for an unknown one.
    static let latestWithHandshake = november2025

    /// Whether a session begins with `initialize`.
    var hasHandshake: Bool { self != .july2026 }

    /// Whether JSON-RPC batches are allowed; later revisions removed them.
    var acceptsBatches: Bool { self <= .march2025 }

    /// Whether tools have annotations such as `readOnlyHint`, and the server declares the `completions` capability.
    var hasToolAnnotations: Bool { self >= .march2025 }

    /// Whether there are titles, structured content with its schema, and links to resources.
    var hasStructuredContent: Bool { self >= .june2025 }

    /// Whether a server may ask the user through the client.
    var hasForms: Bool { self >= .june2025 }

    /// Whether the choices of a form are `oneOf`.
    var hasTitledChoices: Bool { self >= .november2025 }

    var resourceNotFoundCode: Int { hasHandshake ? -32_002 : -32_602 }

    package static func < (left: MCPRevision, right: MCPRevision) -> Bool { left.rawValue < right.rawValue }
}

/// The `_meta` keys that MCP reserves.
enum MetaKey {
    static let protocolVersion = "io.modelcontextprotocol/protocolVersion"
    static let clientCapabilities = "io.modelcontextprotocol/clientCapabilities"
    static let clientInfo = "io.modelcontextprotocol/clientInfo"
    static let logLevel = "io.modelcontextprotocol/logLevel"
    static let serverInfo = "io.modelcontextprotocol/serverInfo"
    static let subscriptionID = "io.modelcontextprotocol/subscriptionId"
}
