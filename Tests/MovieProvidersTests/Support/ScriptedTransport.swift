import HTTPModel
import MovieDomain
import Synchronization
import Upstream

#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

/// A transport that answers with a function and records its requests.
final class ScriptedTransport: HTTPClient {
    private let answer: @Sendable (HTTPRequest) throws(ProviderError) -> HTTPResponse
    private let log = Mutex<[HTTPRequest]>([])

    init(_ answer: @escaping @Sendable (HTTPRequest) throws(ProviderError) -> HTTPResponse) {
        self.answer = answer
    }

    /// Creates a transport that answers every request with the same response.
    convenience init(_ response: HTTPResponse) {
        self.init { _ in response }
    }

    var requests: [HTTPRequest] { log.withLock { $0 } }

    func send(
        _ request: HTTPRequest,
        readBy reader: any AnswerReading
    ) async throws(ProviderError) -> HTTPAnswer {
        // It keeps nothing.
        if request.context.cachedAnswers == .only { throw ProviderError(at: .cancelled, "nothing is kept") }
        log.withLock { $0.append(request) }
        return HTTPAnswer(try answer(request), to: request, readBy: reader)
    }
}

extension HTTPResponse {
    /// Returns a response with a text as its body.
    static func text(
        _ body: String,
        status: Int = 200,
        headers: [(String, String)] = [("Content-Type", "application/json")]
    ) -> HTTPResponse {
        HTTPResponse(status: status, headers: HTTPHeaders(headers), body: Array(body.utf8))
    }
}

extension HTTPRequest {
    /// The query fields as they go over the wire, such as `page=2`.
    var fields: [String] { query.map { "\($0.name)=\($0.value.revealed())" } }

    /// Returns the value of the first query field with the given name, as it goes over the wire.
    func field(_ name: String) -> String? {
        query.first { $0.name == name }?.value.revealed()
    }
}

/// Responses in the shape of real APIs, about fictional films.
enum Fixture {
    private static let folder = URL(filePath: #filePath).resolvingSymlinksInPath()
        .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()
        .appending(path: "Fixtures")

    /// Returns the content of a file as a response with status 200.
    static func answer(_ path: String) throws -> HTTPResponse {
        let body = [UInt8](try Data(contentsOf: folder.appending(path: path)))
        let type = path.hasSuffix(".html") ? "text/html; charset=utf-8" : "application/json"
        return HTTPResponse(status: 200, headers: HTTPHeaders([("Content-Type", type)]), body: body)
    }
}
