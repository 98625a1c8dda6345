import HTTPModel
import JSON
import MovieDomain
import Platform
import ProviderLanguage
import Upstream

/// The transport of a source whose answers come from a child process instead of the network.
///
/// The path of a request is the method and its body the parameters; the body of the response is the result.
struct ProcessTransport: HTTPTransport {
    let provider: ProviderID
    let session: ProcessSession

    /// A host that never resolves (RFC 6761, section 6.4), because the request is for no server.
    private static let origin = HTTPOrigin(scheme: .https, host: "program.invalid")

    /// Returns a request for a method (`provider/search`) with one JSON object.
    ///
    /// The request contains the command, because another program under the same name has answers of its own.
    static func request(
        _ method: String,
        _ parameters: [UInt8],
        to program: ChildProgram,
        of provider: ProviderID,
        cachePolicy: CachePolicy?,
        in context: CallContext
    ) -> HTTPRequest {
        let command = ([program.executable] + program.arguments).joined(separator: " ")
        var request = HTTPRequest(
            source: provider.rawValue,
            method: .post,
            origin: origin,
            path: "/" + method,
            headers: [HTTPRequest.Field("Program", SecretText(command))],
            body: SecretText(String(decoding: parameters, as: UTF8.self)),
            cachePolicy: cachePolicy
        )
        request.limits.attemptTimeout = program.timeout
        request.context = context
        return request
    }

    func send(_ request: HTTPRequest, until moment: Duration) async throws(ProviderError) -> HTTPResponse {
        do throws(ChildFailure) {
            let parameters = Array((request.body?.revealed() ?? "{}").utf8)
            let result = try await session.ask(String(request.path.dropFirst()), parameters, until: moment)
            return HTTPResponse(status: 200, body: result.text)
        } catch {
            throw session.failure(error, provider)
        }
    }
}

/// A reader of a program's answers, which checks the error rules first and then takes the rows.
final class ProcessAnswerReader: AnswerReading {
    private let provider: ProviderID
    private let errorRules: [ErrorRule]

    init(provider: ProviderID, errorRules: [ErrorRule]) {
        self.provider = provider
        self.errorRules = errorRules
    }

    func read(_ response: HTTPResponse) throws(ProviderError) -> HTTPAnswer.Document {
        let body = AnswerBody(response.body)
        if let fault = errorRules.fault(in: ResponseFacts(response, body)) { throw ProviderError(fault, of: provider) }
        guard let root = body.root, let answer = ProcessAnswer(root) else {
            throw ProviderError(.malformed, provider: provider, message: "the answer has no list 'rows'")
        }
        return HTTPAnswer.Document(root: root, rows: answer.rows)
    }
}
