import JSON
import JSONRPC
import MovieService

extension ServiceHandler {
    /// Calls a method with the given parameters.
    func answer(
        _ method: String,
        _ params: JSONValue = .object([]),
        reportingTo progress: RPCProgress = .none
    ) async throws(RPCError) -> JSONElement {
        try await answer(method, params: JSONElement(parsing: params.jsonBytes), reportingTo: progress)
    }

    /// Calls a method with the client's own parameters.
    func answer(
        _ method: String,
        params: JSONElement?,
        reportingTo progress: RPCProgress
    ) async throws(RPCError) -> JSONElement {
        switch await handle(RPCCall(method: method, params: params), reportingTo: progress) {
        case .failure(let error): throw error
        case .result(let bytes): return try JSONElement(parsing: bytes)
        }
    }
}

extension JSONElement {
    /// Parses JSON that this program has written, with room for very long answers.
    init(parsing bytes: [UInt8]) throws(RPCError) {
        do throws(JSONError) {
            self = try JSONDocument(bytes, limits: JSONLimits(maximumBytes: 1 << 28, maximumDepth: 128)).root
        } catch {
            throw .internalError
        }
    }
}
