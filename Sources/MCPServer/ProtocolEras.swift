import JSON
import JSONRPC
import MovieService

/// MCP from 2026-07-28 on: no session; each request has its revision and the client's capabilities in `_meta`.
enum StatelessEra {
    private static let unsupportedVersion = RPCErrorCode(rawValue: -32_022)
    /// Methods of the handshake era that this era removed.
    private static let removed: Set = [
        "initialize", "ping", "logging/setLevel", "resources/subscribe", "resources/unsubscribe",
    ]

    /// Reads the request, and throws if its `_meta` lacks a required key.
    static func request(_ call: RPCCall) throws(RPCError) -> MCPRequest {
        let meta = call.params?["_meta"]
        guard let version = meta?[MetaKey.protocolVersion]?.string else {
            throw .invalidParams("_meta needs \"\(MetaKey.protocolVersion)\", such as \"2026-07-28\"")
        }
        guard let revision = MCPRevision(rawValue: version), !revision.hasHandshake else {
            throw RPCError(
                code: unsupportedVersion,
                message: "Unsupported protocol version",
                data: ["supported": supportedVersions, "requested": .string(String(version.prefix(64)))]
            )
        }
        guard meta?[MetaKey.clientCapabilities]?.kind == .object else {
            throw .invalidParams("_meta needs \"\(MetaKey.clientCapabilities)\", an object")
        }
        if removed.contains(call.method) {
            throw .unknownMethod(call.method, hint: "\(revision.rawValue) no longer has this method.")
        }
        return MCPRequest(
            call: call,
            revision: revision,
            logLevel: try logLevel(meta),
            showsForms: meta?[MetaKey.clientCapabilities].haveForms ?? false
        )
    }

    private static func logLevel(_ meta: JSONElement?) throws(RPCError) -> LogLevel? {
        guard let wanted = meta?[MetaKey.logLevel], !wanted.isNull else { return nil }
        guard let level = wanted.string.flatMap(LogLevel.init) else {
            throw .invalidParams("_meta[\"\(MetaKey.logLevel)\"]: expected the name of a level, such as \"info\"")
        }
        return level
    }

    /// All revisions, newest first, so that older clients see which one to begin a handshake with.
    private static var supportedVersions: JSONValue {
        .array(MCPRevision.allCases.reversed().map { .string($0.rawValue) })
    }

    static func discovery(_ info: ServiceInfo) -> [UInt8] {
        let members: KeyValuePairs<String, JSONValue> = [
            "supportedVersions": supportedVersions,
            "capabilities": ServerFeatures.capabilities(.july2026),
            "instructions": .string(ServerFeatures.instructions),
        ]
        return result(MCPResult(members, cache: .fixed), info)
    }

    static func result(_ result: MCPResult, _ info: ServiceInfo) -> [UInt8] {
        let type: JSONValue = result.needsInput ? "input_required" : "complete"
        var members = [JSONValue.Member("resultType", type)] + result.members
        if let cache = result.cache {
            members.append(.init("ttlMs", .number(JSONNumber(cache.seconds * 1_000))))
            members.append(.init("cacheScope", cache.isPublic ? "public" : "private"))
        }
        members.append(.init("_meta", [MetaKey.serverInfo: ServerFeatures.implementation(info, .july2026)]))
        return JSONValue.object(members).jsonBytes
    }

    /// Serves `subscriptions/listen` until the client cancels it or the session ends, and returns the final result.
    static func listen(
        _ request: MCPRequest,
        _ filter: SubscriptionFilter,
        _ subscriptions: ResourceSubscriptions,
        _ service: ServiceHandler
    ) async throws(RPCError) -> [UInt8] {
        let id = request.call.id ?? .null
        try await subscriptions.listen(request.call, filter, service)
        var writer = JSONWriter()
        writer.object { writer in
            writer.member("resultType", "complete")
            writer.subscriptionMeta(id)
        }
        return writer.bytes
    }
}

/// The revisions of MCP whose sessions begin with `initialize`: 2024-11-05 to 2025-11-25.
enum HandshakeEra {
    /// The revision for the session: the requested one if it is known, otherwise the latest of this era.
    static func revision(askedForBy call: RPCCall) throws(RPCError) -> MCPRevision {
        guard let text = call.params?["protocolVersion"]?.string else {
            throw .invalidParams("protocolVersion: expected a text such as \"2025-11-25\"")
        }
        guard let known = MCPRevision(rawValue: text), known.hasHandshake else { return .latestWithHandshake }
        return known
    }

    static func welcome(_ revision: MCPRevision, _ info: ServiceInfo) -> [UInt8] {
        let result: JSONValue = [
            "protocolVersion": .string(revision.rawValue),
            "capabilities": ServerFeatures.capabilities(revision),
            "serverInfo": ServerFeatures.implementation(info, revision),
            "instructions": .string(ServerFeatures.instructions),
        ]
        return result.jsonBytes
    }

    static func result(_ result: MCPResult) -> [UInt8] { JSONValue.object(result.members).jsonBytes }

    static func refuseInitialize(_ request: MCPRequest) throws(RPCError) {
        let reason = "the session is already initialized"
        if request.method == "initialize" { throw .invalidRequest(reason, message: reason) }
    }

    static func logLevel(_ request: MCPRequest) throws(RPCError) -> LogLevel {
        guard let level = LogLevel(rawValue: try request.text("level")) else {
            let known = LogLevel.allCases.map(\.rawValue).joined(separator: ", ")
            throw .invalidParams("level: expected one of \(known)")
        }
        return level
    }
}
