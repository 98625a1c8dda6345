import JSON
package import JSONRPC
import MovieDomain

extension RPCError {
    /// The one place where a failure gets its code, its message and its data.
    package init(_ failure: ServiceFailure) {
        let (message, data) =
            switch failure {
            case .unknownMethod(let name, let nearest): RPCError.unknownMethod(name, nearest)
            case .parameters(let problem): RPCError.invalidParameters(problem)
            case .useCase(let failure): RPCError.noAnswer(failure)
            case .noCatalogue: RPCError.noCatalogue
            }
        self.init(code: data.kind.code, message: message, data: JSONValue(of: data))
    }

    private static func unknownMethod(_ name: String, _ nearest: String?) -> (String, ErrorData) {
        var data = ErrorData(.methodNotFound)
        data.method = String(name.prefix(64))
        data.hint = nearest.map { "Did you mean \"\($0)\"?" } ?? "rpc.discover lists every method."
        // The message is the specification's own, which clients compare.
        return ("Method not found", data)
    }

    private static func invalidParameters(_ problem: InvalidParameters) -> (String, ErrorData) {
        var data = ErrorData(.invalidParams)
        data.field = problem.field
        data.expected = problem.expected
        data.received = problem.received
        data.hint = problem.hint
        return ("Invalid params: " + problem.message, data)
    }

    private static func noAnswer(_ failure: UseCaseFailure) -> (String, ErrorData) {
        switch failure {
        case .unknownProvider(let provider, let nearest, let known):
            invalidParameters(InvalidParameters(unknown: provider, nearest: nearest, known: known))
        case .invalidParameter(let name, let message): invalidParameters(InvalidParameters(message, field: name))
        case .noSource(let capability, let reports): noSource(capability, reports)
        case .allFailed(let reports): allFailed(reports)
        case .notFound(let id, let reports): notFound(id, reports)
        case .undecided(let id, let reports): undecided(id, reports)
        case .libraryUnavailable: libraryUnavailable
        case .cancelled: ("Request cancelled", ErrorData(.cancelled))
        }
    }

    private static var noCatalogue: (String, ErrorData) {
        var data = ErrorData(.noSource)
        data.isRetryable = false
        data.hint = "marquee check lists what is wrong."
        return ("The definitions of the sources cannot be used; stderr says why", data)
    }

    private static var libraryUnavailable: (String, ErrorData) {
        var data = ErrorData(.library)
        data.isRetryable = true
        data.hint = "Nothing was changed. The log says why; --data-dir names another folder."
        return ("The library cannot be used", data)
    }

    private static func noSource(_ capability: Capability, _ reports: [SourceReport]) -> (String, ErrorData) {
        let disabled = reports.filter { $0.status == .disabled }
        var data = ErrorData(reports.isEmpty ? .noSource : disabled.isEmpty ? .unsupported : .disabled)
        data.provider = disabled.count == 1 ? disabled.first?.provider : nil
        data.isRetryable = false
        data.hint = reports.isEmpty ? "providers/list shows what is configured." : nil
        data.sources = reports
        let reasons = ErrorData.reasons(of: disabled.isEmpty ? reports : disabled)
        return ("No source can be asked for \(capability.rawValue)" + reasons, data)
    }

    private static func allFailed(_ reports: [SourceReport]) -> (String, ErrorData) {
        let failures = reports.filter(\.isFailed).compactMap(\.failure)
        if let only = failures.first, failures.count == 1 {
            var data = ErrorData(only)
            data.sources = reports
            return (only.message, data)
        }
        return (
            "No source could answer" + ErrorData.reasons(of: reports.filter(\.isFailed)), ErrorData(failed: reports)
        )
    }

    private static func notFound(_ id: MovieID, _ reports: [SourceReport]) -> (String, ErrorData) {
        var data = ErrorData(.notFound)
        data.field = "id"
        data.isRetryable = false
        data.sources = reports
        return ("No source has a film \(id)", data)
    }

    private static func undecided(_ id: MovieID, _ reports: [SourceReport]) -> (String, ErrorData) {
        var data = ErrorData(failed: reports)
        data.kind = .undecided
        data.field = "id"
        let reasons = ErrorData.reasons(of: reports.filter(\.isFailed))
        return ("No source that answered has a film \(id), and some did not answer" + reasons, data)
    }
}
