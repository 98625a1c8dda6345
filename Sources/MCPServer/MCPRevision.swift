/// A revision of the Model Context Protocol that is spoken here, oldest first.
package enum MCPRevision: String, CaseIterable, Comparable, Sendable {
    case november2024 = "2024-11-05"
    case march2025 = "2025-03-26"
    case june2025 = "2025-06-18"
    case november2025 = "2025-11-25"
    /// The first without a handshake: each request says what it speaks.
    case july2026 = "2026-07-28"

    /// What a client gets that asks for a revision that is not known here.
    static let latestWithHandshake = november2025

    /// Whether a session of it begins with `initialize`.
    var hasHandshake: Bool { self != .july2026 }

    /// Whether messages may come in a JSON-RPC batch, which later revisions took out.
    var acceptsBatches: Bool { self <= .march2025 }

    /// Whether a tool may say that it changes nothing, and the server that it completes arguments.
    var hasToolAnnotations: Bool { self >= .march2025 }

    /// Whether there are titles, structured answers with their schema, and links to resources.
    var hasStructuredContent: Bool { self >= .june2025 }

    /// The code of "there is no such resource".
    var resourceNotFoundCode: Int { hasHandshake ? -32_002 : -32_602 }

    package static func < (left: MCPRevision, right: MCPRevision) -> Bool { left.rawValue < right.rawValue }
}

/// The names in `_meta` that the protocol keeps for itself.
enum MetaKey {
    static let protocolVersion = "io.modelcontextprotocol/protocolVersion"
    static let clientCapabilities = "io.modelcontextprotocol/clientCapabilities"
    static let clientInfo = "io.modelcontextprotocol/clientInfo"
    static let logLevel = "io.modelcontextprotocol/logLevel"
    static let serverInfo = "io.modelcontextprotocol/serverInfo"
    static let subscriptionID = "io.modelcontextprotocol/subscriptionId"
}
