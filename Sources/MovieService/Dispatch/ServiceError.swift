import JSONRPC
import MovieAggregation
import MovieDomain

/// The reason why a call has no result.
enum ServiceError: Error {
    /// `nearest` is the method that was probably meant.
    case unknownMethod(String, nearest: String?)
    case parameters(InvalidParameters)
    /// The parameters are correct, but there is no answer.
    case useCase(CallError)
    /// The definitions cannot be used. The program is about to exit, with the reason on stderr.
    case noCatalogue
}

extension ServiceError {
    /// The `kind` in the data of an error.
    enum Kind: String, CaseIterable, Sendable {
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
        case image
        case library
        case cancelled
    }
}

extension ServiceError.Kind {
    var code: RPCErrorCode { RPCErrorCode(rawValue: entry.code) }

    var summary: String { entry.summary }

    /// The only table of codes; a code never changes its meaning.
    ///
    /// Marquee's own codes lie outside −32768…−32000 (JSON-RPC, MCP) and −32899…−32800 (LSP).
    private var entry: (code: Int, summary: String) {
        switch self {
        case .methodNotFound:
            (RPCErrorCode.methodNotFound.rawValue, "There is no method with this name; `hint` names the nearest one.")
        case .invalidParams:
            (
                RPCErrorCode.invalidParams.rawValue,
                "The parameters are not accepted; `field`, `expected` and `received` say why."
            )
        case .auth: (1_001, "The source does not accept the key that it was given.")
        case .quota: (1_002, "The source's quota is used up.")
        case .rateLimited: (1_003, "The source was called too often.")
        case .notFound: (1_004, "No source has a film or a person with this id.")
        case .badRequest: (1_005, "The source does not accept the request.")
        case .unavailable: (1_006, "The source cannot be reached, or answers with something that is not its API.")
        case .upstream: (1_007, "The source reports a failure of its own.")
        case .malformed: (1_008, "The source's answer is not in the shape that its definition expects.")
        case .timeout: (1_009, "The source did not answer before the deadline.")
        case .circuitOpen: (1_010, "The source failed so often that it is not called for a while.")
        case .disabled: (1_011, "The sources that could answer are disabled, or their keys are not set.")
        case .unsupported: (1_012, "No configured source has this operation, or takes this kind of id.")
        case .allSourcesFailed: (1_020, "Every source that was asked failed, in different ways; `sources` says how.")
        case .noSource: (1_021, "No source is configured.")
        case .undecided: (1_022, "No source that answered has the film, and one that may have it did not answer.")
        case .image:
            (1_023, "The image is on a host that no definition names, or there is no file that could hold it.")
        case .library: (1_030, "The file of the user's library cannot be used; the log says why.")
        case .cancelled: (RPCErrorCode.requestCancelled.rawValue, "The client cancelled the call.")
        }
    }

    /// The failures of every method that queries sources.
    static let ofSources: [ServiceError.Kind] = [
        .auth, .quota, .rateLimited, .badRequest, .unavailable, .upstream, .malformed, .timeout, .circuitOpen,
        .disabled, .unsupported, .allSourcesFailed, .noSource, .cancelled,
    ]

    /// Creates the kind with the same raw value as a kind of provider failure.
    init(_ kind: ProviderError.Kind) {
        self = ServiceError.Kind(rawValue: kind.rawValue) ?? .upstream
    }
}
