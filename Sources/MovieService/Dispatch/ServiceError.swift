package import JSONRPC
package import MovieAggregation
import MovieDomain

/// Every way that a call can fail: the `kind` of an error's data, its code, and what it means.
///
/// Our own codes lie outside −32768…−32000 (JSON-RPC, MCP) and −32899…−32800 (LSP). They never change their meaning.
package enum FailureKind: String, CaseIterable, Sendable {
    case methodNotFound = "method_not_found"
    case invalidParams = "invalid_params"
    case auth
    case quota
    case rateLimited = "rate_limited"
    case notFound = "not_found"
    case badRequest = "bad_request"
    case unavailable
    case upstream
    case malformed
    case timeout
    case circuitOpen = "circuit_open"
    case disabled
    case unsupported
    case allSourcesFailed = "all_sources_failed"
    case noSource = "no_source"
    case undecided
    case library
    case cancelled

    /// The `code` of the error.
    package var code: RPCErrorCode {
        switch self {
        case .methodNotFound: .methodNotFound
        case .invalidParams: .invalidParams
        case .auth: RPCErrorCode(rawValue: 1001)
        case .quota: RPCErrorCode(rawValue: 1002)
        case .rateLimited: RPCErrorCode(rawValue: 1003)
        case .notFound: RPCErrorCode(rawValue: 1004)
        case .badRequest: RPCErrorCode(rawValue: 1005)
        case .unavailable: RPCErrorCode(rawValue: 1006)
        case .upstream: RPCErrorCode(rawValue: 1007)
        case .malformed: RPCErrorCode(rawValue: 1008)
        case .timeout: RPCErrorCode(rawValue: 1009)
        case .circuitOpen: RPCErrorCode(rawValue: 1010)
        case .disabled: RPCErrorCode(rawValue: 1011)
        case .unsupported: RPCErrorCode(rawValue: 1012)
        case .allSourcesFailed: RPCErrorCode(rawValue: 1020)
        case .noSource: RPCErrorCode(rawValue: 1021)
        case .undecided: RPCErrorCode(rawValue: 1022)
        case .library: RPCErrorCode(rawValue: 1030)
        case .cancelled: .requestCancelled
        }
    }

    /// One sentence for the reference.
    package var summary: String {
        switch self {
        case .methodNotFound: "There is no method of this name; `hint` names the nearest one."
        case .invalidParams: "The parameters are not accepted; `field`, `expected` and `received` say why."
        case .auth: "The source does not accept the key that it was given."
        case .quota: "The day's calls to the source are used up."
        case .rateLimited: "The source was called too often just now."
        case .notFound: "No source has a film of this id."
        case .badRequest: "The source does not accept the request."
        case .unavailable: "The source cannot be reached, or answers with something that is not its API."
        case .upstream: "The source answers, and says that it failed."
        case .malformed: "The source's answer is not in the shape that its definition expects."
        case .timeout: "The source did not answer before the deadline."
        case .circuitOpen: "The source failed so often that it is left alone for a while."
        case .disabled: "The sources that could answer are switched off, or their keys are not set."
        case .unsupported: "No configured source has such an operation, or takes such an id."
        case .allSourcesFailed: "Every source that was asked failed, in different ways; `sources` says how."
        case .noSource: "No source is configured."
        case .undecided: "No source that answered has the film, and one that may have it did not answer."
        case .library: "The file of the user's library cannot be used; the log says why."
        case .cancelled: "The client asked for it to be cancelled."
        }
    }

    /// The ways in which every method fails that asks sources.
    static let ofSources: [FailureKind] = [
        .auth, .quota, .rateLimited, .badRequest, .unavailable, .upstream, .malformed, .timeout, .circuitOpen,
        .disabled, .unsupported, .allSourcesFailed, .noSource, .cancelled,
    ]

    init(_ kind: SourceFailure.Kind) {
        self =
            switch kind {
            case .auth: .auth
            case .quota: .quota
            case .rateLimited: .rateLimited
            case .notFound: .notFound
            case .badRequest: .badRequest
            case .unavailable: .unavailable
            case .upstream: .upstream
            case .malformed: .malformed
            case .timeout: .timeout
            case .circuitOpen: .circuitOpen
            case .disabled: .disabled
            case .unsupported: .unsupported
            }
    }
}

/// Why a call has no result.
package enum ServiceFailure: Error, Hashable, Sendable {
    /// There is no such method; `nearest` is the one that was probably meant.
    case unknownMethod(String, nearest: String?)
    /// The parameters are not accepted.
    case parameters(InvalidParameters)
    /// The parameters are fine, and there is no answer all the same.
    case useCase(UseCaseFailure)
    /// The definitions of the sources cannot be used; the program is about to end and to say why on stderr.
    case noCatalogue
}

extension InvalidParameters {
    /// Reports a source that is not configured, named by the parameter `field`.
    init(
        unknown provider: ProviderID,
        nearest: ProviderID?,
        known: [ProviderID],
        field: String = "providers"
    ) {
        let names = known.map(\.rawValue).joined(separator: ", ")
        self.init(
            "there is no provider \"\(provider.rawValue.prefix(64))\"",
            field: field,
            hint: nearest.map { "Did you mean \"\($0)\"?" } ?? "The providers are: \(names)."
        )
    }
}
