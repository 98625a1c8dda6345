import MovieDomain
import ProviderLanguage
import Upstream

extension AnswerReader {
    /// What an answer is to an operation, told as ``document(of:to:)`` tells it, so that no layer below keeps, or takes for
    /// health, what is reported as a failure: a document without its rows is one, too.
    func verdict(on response: HTTPResponse, to operation: OperationDefinition) -> ResponseVerdict {
        do throws(SourceFailure) {
            let root = try document(of: response, to: operation.name)
            if case .missing = operation.rows.rows(in: root) { return .failure(ResponseVerdict.Fault(.malformed)) }
            return .good
        } catch {
            return ResponseVerdict(error)
        }
    }
}

extension ResponseVerdict {
    fileprivate init(_ failure: SourceFailure) {
        func fault(_ kind: Fault.Kind) -> ResponseVerdict {
            .failure(Fault(kind, retryAfterSeconds: failure.retryAfterSeconds))
        }
        self =
            switch failure.kind {
            case .notFound: .negative
            case .auth: fault(.auth)
            case .quota: fault(.quota)
            case .rateLimited: fault(.rateLimited)
            case .badRequest: fault(.badRequest)
            case .unavailable: fault(.unavailable)
            case .timeout: fault(.timeout)
            case .malformed: fault(.malformed)
            default: fault(.upstream)
            }
    }
}
