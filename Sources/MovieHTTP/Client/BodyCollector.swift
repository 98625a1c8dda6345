import AsyncHTTPClient
import HTTPModel
import NIOCore
import NIOHTTP1

/// Takes in a body up to the request's limit of decoded bytes.
struct BodyCollector {
    private let host: String
    private let limit: Int

    init(_ request: HTTPRequest) {
        host = request.origin.host
        limit = request.limits.maximumBodyBytes
    }

    func collect(_ response: HTTPClientResponse) async throws -> HTTPResponse {
        let isEncoded = try checkEncoding(response.headers)
        if !isEncoded { try checkDeclaredLength(response.headers) }
        var body: [UInt8] = []
        for try await part in response.body {
            guard body.count + part.readableBytes <= limit else { throw tooLarge() }
            body.append(contentsOf: part.readableBytesView)
        }
        // The sequence of a cancelled task may end as if the body did.
        try Task.checkCancellation()
        return HTTPResponse(status: Int(response.status.code), headers: fields(response.headers), body: body)
    }

    /// Refuses what was not asked for, and one encoding within another; says whether there is any.
    private func checkEncoding(_ headers: NIOHTTP1.HTTPHeaders) throws(TransportFailure) -> Bool {
        let encodings = headers[canonicalForm: "Content-Encoding"].map { $0.lowercased() }.filter { $0 != "identity" }
        guard let encoding = encodings.first else { return false }
        guard encodings.count == 1, encoding == "gzip" || encoding == "deflate" else {
            throw TransportFailure(.brokenResponse, "\(host) sends an encoding that was not asked for")
        }
        return true
    }

    private func checkDeclaredLength(_ headers: NIOHTTP1.HTTPHeaders) throws(TransportFailure) {
        if let length = headers.first(name: "Content-Length").flatMap({ Int($0) }), length > limit {
            throw tooLarge(declared: length)
        }
    }

    private func tooLarge(declared: Int? = nil) -> TransportFailure {
        let size = declared.map { "\($0) bytes" } ?? "more"
        return TransportFailure(.bodyTooLarge, "\(host) sends \(size) where \(limit) bytes are allowed")
    }

    /// Without the fields that tell how the body went over the wire, because it no longer is so.
    private func fields(_ headers: NIOHTTP1.HTTPHeaders) -> HTTPModel.HTTPHeaders {
        let gone: Set = ["content-encoding", "content-length", "transfer-encoding", "connection", "keep-alive"]
        return HTTPModel.HTTPHeaders(
            headers.filter { !gone.contains($0.name.lowercased()) }.map { ($0.name, $0.value) }
        )
    }
}
