import JSON
import JSONRPC
package import MovieAggregation
package import MovieDomain
import Platform

/// The reason why a call has no result.
enum ServiceError: Error {
    /// The hint names the method that was probably meant.
    case unknownMethod(String, hint: String?)
    case parameters(InvalidParameters)
    /// The parameters are correct, but there is no answer.
    case useCase(CallError)
    /// The definitions cannot be used, for this reason. The program is about to exit, with all reasons on stderr.
    case noCatalogue(String?)
    /// The call would store what definitions say that are not trusted.
    case untrusted
}

extension ServiceError {
    /// The `kind` in the data of an error; the last ones are those of the connection, which knows no films.
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
        case outdated
        case cancelled
        case parseError = "parse_error"
        case invalidRequest = "invalid_request"
        case internalError = "internal_error"
        case notInitialized = "not_initialized"
        case serverCancelled = "server_cancelled"
        case messageTooLarge = "message_too_large"
        case batchTooLarge = "batch_too_large"
    }
}

extension ServiceError.Kind {
    var code: RPCErrorCode { RPCErrorCode(rawValue: entry.code) }

    var summary: String { entry.summary }

    /// What it means to a program of the same process.
    var failure: FailureKind { entry.failure }

    /// The only table of codes; a code never changes its meaning.
    ///
    /// Marquee's own codes lie outside −32768…−32000 (JSON-RPC, MCP) and −32899…−32800 (LSP).
    private var entry: (code: Int, failure: FailureKind, summary: String) {
        switch self {
        case .methodNotFound:
            (
                RPCErrorCode.methodNotFound.rawValue, .invalidValue,
                "There is no method with this name; `hint` names the nearest one."
            )
        case .invalidParams:
            (
                RPCErrorCode.invalidParams.rawValue, .invalidValue,
                "The parameters are not accepted; see `field`, `expected`, and `received`."
            )
        case .auth: (1_001, .noAnswer, "The source does not accept the key.")
        case .quota: (1_002, .noAnswer, "The source's quota is used up.")
        case .rateLimited: (1_003, .noAnswer, "The source was called too often.")
        case .notFound: (1_004, .notFound, "No source has a film, a person, or a collection with this id.")
        case .badRequest: (1_005, .noAnswer, "The source does not accept the request.")
        case .unavailable: (1_006, .noAnswer, "The source cannot be reached, or something other than its API responds.")
        case .upstream: (1_007, .noAnswer, "The source reports a failure of its own.")
        case .malformed: (1_008, .noAnswer, "The source's answer is not in the shape that its definition expects.")
        case .timeout: (1_009, .noAnswer, "The source did not answer before the deadline.")
        case .circuitOpen: (1_010, .noAnswer, "The source failed so often that it is not called for a while.")
        case .disabled: (1_011, .noSource, "The sources that could answer are disabled, or their keys are not set.")
        case .unsupported: (1_012, .noSource, "No configured source has this operation, or takes this kind of id.")
        case .allSourcesFailed:
            (1_020, .noAnswer, "Every source that was asked failed, in different ways; see `sources`.")
        case .noSource: (1_021, .noSource, "No source is configured.")
        case .undecided:
            (
                1_022, .noAnswer,
                "No source that answered has the film or the image, but a source that may have it did not answer."
            )
        case .image:
            (1_023, .noSource, "The image is on a host that no definition names, or no file can be written.")
        case .library: (1_030, .library, "The file of the user's library cannot be used; see the message.")
        case .outdated:
            (1_031, .outdated, "The entry was changed since the given revision; `card` has it as it is now.")
        case .cancelled: (RPCErrorCode.requestCancelled.rawValue, .cancelled, "The client cancelled the call.")
        case .parseError:
            (
                RPCErrorCode.parseError.rawValue, .invalidValue,
                "The message is not JSON; `reason` tells what was expected, and where."
            )
        case .invalidRequest:
            (
                RPCErrorCode.invalidRequest.rawValue, .invalidValue,
                "The message is not a request that can be answered now; see `reason`."
            )
        case .internalError:
            (RPCErrorCode.internalError.rawValue, .noAnswer, "The answer cannot be passed on; see `reason` and `hint`.")
        case .notInitialized:
            (
                RPCErrorCode.serverNotInitialized.rawValue, .invalidValue,
                "With `--require-initialize`, the first request must be `initialize`."
            )
        case .serverCancelled:
            (RPCErrorCode.serverCancelled.rawValue, .cancelled, "The server ended before the request did.")
        case .messageTooLarge:
            (
                RPCErrorCode.messageTooLarge.rawValue, .invalidValue,
                "The message is longer than `limit` bytes; the next one works."
            )
        case .batchTooLarge:
            (
                RPCErrorCode.messageTooLarge.rawValue, .invalidValue,
                "With this answer, the batch would be longer than `limit` bytes."
            )
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

/// The `data` of an error: its kind and the known details.
struct ErrorData {
    var kind: ServiceError.Kind
    var provider: ProviderID?
    var code: String?
    var method: String?
    var field: String?
    var expected: String?
    var received: String?
    var hint: String?
    /// Set by the connection alone, as the next member is.
    var reason: String?
    var limit: Int?
    var isRetryable: Bool?
    var retryAfterSeconds: Int?
    /// The user's card as it is, and the revision of the library.
    var card: OwnCard?
    var revision: Int?
    var sources: [ProviderReport] = []
}

extension ServiceError.Kind: WireChoice {}

extension ErrorData: WireObject {
    static let wire = WireDescription<ErrorData>(
        "ErrorData",
        "The `data` of an error.",
        [
            .always("kind", \.kind),
            .known("provider", \.provider, "The source that failed."),
            .known("code", \.code, "The source's own error code."),
            .known("method", \.method, "The unknown method."),
            .known("field", \.field, "The parameter, or the field of the source's answer, that the error concerns."),
            .known("expected", \.expected, "The expected form of the parameter."),
            .known("received", \.received, "The received value as JSON, shortened."),
            .known("hint", \.hint, "What you can do about it."),
            .known("reason", \.reason, "Why the message cannot be answered."),
            .known("limit", \.limit, as: .count, "In bytes."),
            .known("retryable", \.isRetryable, "Whether the same call may succeed later."),
            .known("retryAfterSeconds", \.retryAfterSeconds, as: .count),
            .known("card", \.card, "The card as it is now; absent if there is none."),
            .known("revision", \.revision, as: .count, "The revision of the library, for `ifRevision`."),
            .nonEmpty("sources", \.sources, "The outcome of every source."),
        ]
    )
}

extension ErrorData {
    init(_ failure: ProviderError) {
        self.init(kind: ServiceError.Kind(failure.kind), provider: failure.provider, code: failure.code)
        (field, hint) = (failure.field, failure.hint)
        (isRetryable, retryAfterSeconds) = (failure.isRetryable, failure.retryAfterSeconds)
    }

    /// Combines the failures of several sources: their kind if it is the same, and the earliest time to try again.
    init(failed reports: [ProviderReport]) {
        let failed = reports.filter(\.isFailed)
        let failures = failed.compactMap(\.failure)
        let kinds = Set(failures.map(\.kind))
        self.init(kind: .allSourcesFailed)
        if let only = kinds.first, kinds.count == 1 { kind = ServiceError.Kind(only) }
        isRetryable = failures.contains(where: \.isRetryable)
        retryAfterSeconds = failures.filter(\.isRetryable).compactMap(\.retryAfterSeconds).min()
        hint = ErrorData.hints(of: failed)
        sources = reports
    }

    /// Returns the hints of all sources; the source's name is left out if there is only one source.
    static func hints(of reports: [ProviderReport]) -> String? {
        let hints = reports.compactMap { report in report.failure?.hint.map { (report.provider, $0) } }
        if reports.count == 1 || hints.count > 1 && Set(hints.map(\.1)).count == 1 { return hints.first?.1 }
        return hints.isEmpty ? nil : hints.map { "\($0): \($1)" }.joined(separator: "; ")
    }

    /// Returns the reports' messages as the end of a sentence: `: kofic: …; yts: …`.
    static func reasons(of reports: [ProviderReport]) -> String {
        let reasons = reports.compactMap { report in
            report.failure.map { $0.named(report.provider) }
        }
        return reasons.isEmpty ? "" : ": " + reasons.joined(separator: "; ")
    }
}

extension RPCError {
    /// The only place where an error gets its code, its message, and its data.
    init(_ error: ServiceError) {
        let (message, data) = RPCError.content(of: error)
        self.init(code: data.kind.code, message: message, data: JSONValue(of: data))
    }

    fileprivate static func content(of error: ServiceError) -> (message: String, data: ErrorData) {
        switch error {
        case .unknownMethod(let name, let hint): unknownMethod(name, hint)
        case .parameters(let problem): invalidParameters(problem)
        case .useCase(let failure): noAnswer(failure)
        case .noCatalogue(let problem): noCatalogue(problem)
        case .untrusted: untrusted
        }
    }

    private static func unknownMethod(_ name: String, _ hint: String?) -> (String, ErrorData) {
        let hint = hint ?? "rpc.discover lists every method."
        // The message of the specification, because clients compare it.
        return ("Method not found", ErrorData(kind: .methodNotFound, method: String(name.prefix(64)), hint: hint))
    }

    private static func invalidParameters(_ problem: InvalidParameters) -> (String, ErrorData) {
        var data = ErrorData(kind: .invalidParams, field: problem.field, hint: problem.hint)
        (data.expected, data.received) = (problem.expected, problem.received)
        return ("Invalid params: " + problem.message, data)
    }

    private static func noAnswer(_ failure: CallError) -> (String, ErrorData) {
        switch failure {
        case .unknownProvider(let provider, let nearest, let known):
            invalidParameters(InvalidParameters(unknown: provider, nearest: nearest, known: known))
        case .invalidParameter(let name, let message): invalidParameters(InvalidParameters(message, field: name))
        case .noSource(let capability, let reports): noSource(capability, reports)
        case .allFailed(let reports): allFailed(reports)
        case .notFound(let id, let reports): notFound(id, reports)
        case .undecided(let id, let reports): undecided(id, reports)
        case .noImage(let kind, let id, let reports): noImage(kind, id, reports)
        case .noCollection(let id, let reports): noCollection(id, reports)
        case .image(let error, let id): image(error, of: id)
        case .libraryUnavailable(let reason, let advice, let isLasting):
            libraryUnavailable(reason, advice, isLasting)
        case .changeUnconfirmed: changeUnconfirmed
        case .outdated(let card, let revision): outdated(card, revision)
        case .cancelled: ("Request cancelled", ErrorData(kind: .cancelled))
        }
    }

    private static func noCatalogue(_ problem: String?) -> (String, ErrorData) {
        let data = ErrorData(kind: .noSource, hint: "marquee check lists what is wrong.", isRetryable: false)
        return ("The definitions of the sources cannot be used: " + (problem ?? "stderr says why"), data)
    }

    private static var untrusted: (String, ErrorData) {
        let hint = "Nothing was changed. If you trust the definitions, start marquee with --trust."
        let message = "The library takes nothing from definitions that are not trusted"
        return (message, ErrorData(kind: .library, hint: hint, isRetryable: false))
    }

    private static func libraryUnavailable(
        _ reason: String?,
        _ advice: String?,
        _ isLasting: Bool
    ) -> (String, ErrorData) {
        let hint = "Nothing was changed. " + (advice ?? "Try again later.")
        let data = ErrorData(kind: .library, hint: hint, isRetryable: !isLasting)
        return ("The library cannot be used: " + (reason ?? "it did not answer in time"), data)
    }

    private static func outdated(_ card: Card?, _ revision: Int) -> (String, ErrorData) {
        let hint =
            "Nothing was changed. Show the card as it is now, and write it with this revision if it should change."
        var data = ErrorData(kind: .outdated, hint: hint, isRetryable: false)
        (data.card, data.revision) = (card.map(OwnCard.init), revision)
        return ("The card, or the stored details of its film, changed since the given revision", data)
    }

    private static var changeUnconfirmed: (String, ErrorData) {
        let hint =
            "The change may have been made: the list of matches, cards, or bookmarks shows it, and it can be made again. "
            + "The log says why."
        return ("The library did not confirm the change", ErrorData(kind: .library, hint: hint, isRetryable: true))
    }

    private static func noSource(_ capability: Capability, _ reports: [ProviderReport]) -> (String, ErrorData) {
        let tooShort = reports.filter { $0.failure?.page != nil }
        if !tooShort.isEmpty {
            let hint = ErrorData.hints(of: tooShort)
            let data = ErrorData(kind: .unsupported, hint: hint, isRetryable: false, sources: reports)
            return ("No source reaches this page" + ErrorData.reasons(of: tooShort), data)
        }
        let disabled = reports.filter { $0.status == .disabled }
        let kind: ServiceError.Kind = reports.isEmpty ? .noSource : disabled.isEmpty ? .unsupported : .disabled
        var data = ErrorData(kind: kind, isRetryable: false, sources: reports)
        if disabled.count == 1 { data.provider = disabled.first?.provider }
        data.hint =
            switch kind {
            case .noSource: "Name a source in providers.yaml."
            case .unsupported: capability.hintForOtherID ?? ErrorData.hints(of: reports)
            default: ErrorData.hints(of: disabled)
            }
        let reasons = ErrorData.reasons(of: disabled.isEmpty ? reports : disabled)
        let words = capability.rawValue.replacing(scalars: "_", with: " ")
        return ("No source can be asked for \(words)" + reasons, data)
    }

    private static func allFailed(_ reports: [ProviderReport]) -> (String, ErrorData) {
        let failures = reports.filter(\.isFailed).compactMap(\.failure)
        if let only = failures.first, failures.count == 1 {
            var data = ErrorData(only)
            data.sources = reports
            return (only.message, data)
        }
        let data = ErrorData(failed: reports)
        if let message = failures.first?.message, failures.allSatisfy({ $0.message == message }) {
            return (message, data)
        }
        return ("No source could answer" + reasons(of: reports), data)
    }

    private static func notFound(_ id: MovieID, _ reports: [ProviderReport]) -> (String, ErrorData) {
        ("No source has \(id)", ErrorData(kind: .notFound, field: "id", isRetryable: false, sources: reports))
    }

    private static func noImage(_ kind: ImageKind, _ id: MovieID, _ reports: [ProviderReport]) -> (String, ErrorData) {
        var data = ErrorData(kind: .notFound, isRetryable: false, sources: reports)
        if reports.contains(where: \.isFailed) {
            data = ErrorData(failed: reports)
            data.kind = .undecided
        }
        return ("No source that answered has a \(kind.rawValue) of \(id)" + reasons(of: reports), data)
    }

    private static func noCollection(_ id: MovieID, _ reports: [ProviderReport]) -> (String, ErrorData) {
        var data = ErrorData(kind: .notFound, field: "film", isRetryable: false, sources: reports)
        if reports.contains(where: \.isFailed) {
            data = ErrorData(failed: reports)
            (data.kind, data.field) = (.undecided, "film")
        }
        return ("No source that answered has a collection with \(id)" + reasons(of: reports), data)
    }

    private static func image(_ error: ImageError, of id: MovieID?) -> (String, ErrorData) {
        switch error {
        case .host(let error): return (error.message, ErrorData(error))
        case .address(let message, let hint) where id == nil:
            return invalidParameters(InvalidParameters(message, field: "url", hint: hint))
        case .address(let message, let hint):
            let data = ErrorData(kind: .image, hint: hint, isRetryable: false)
            return ("The image cannot be fetched: " + message, data)
        case .file(let message):
            let hint = "Ask for data: true, or let Marquee write to its cache folder (--cache-dir)."
            let data = ErrorData(kind: .image, hint: hint, isRetryable: false)
            return ("The image cannot be given as a file: " + message, data)
        }
    }

    private static func undecided(_ id: MovieID, _ reports: [ProviderReport]) -> (String, ErrorData) {
        var data = ErrorData(failed: reports)
        (data.kind, data.field) = (.undecided, "id")
        return ("No source that answered has \(id), and some did not answer" + reasons(of: reports), data)
    }

    /// Returns the messages of the failed sources as the end of a sentence.
    private static func reasons(of reports: [ProviderReport]) -> String {
        ErrorData.reasons(of: reports.filter(\.isFailed))
    }
}

extension Capability {
    /// What helps where no source takes the id that was asked for; `nil` for what is not asked by a caller's id.
    fileprivate var hintForOtherID: String? {
        switch self {
        case .lookup: "Search for the title: the films that are found have ids that a source takes."
        case .person: "Search for the name: the people that are found have ids that a source takes."
        case .collection: "Give a film of it as film: films have the id of their collection."
        default: nil
        }
    }
}

extension ServiceError {
    /// What it means to a program of the same process.
    var kind: FailureKind { RPCError.content(of: self).data.kind.failure }
}

extension CallError {
    /// The message of the error, in one sentence.
    package var message: String { RPCError(.useCase(self)).message }

    /// What it means to a program of the same process.
    package var kind: FailureKind { ServiceError.useCase(self).kind }
}

extension InvalidParameters {
    init(unknown provider: ProviderID, nearest: ProviderID?, known: [ProviderID], field: String = "providers") {
        let names = known.map(\.rawValue).joined(separator: ", ")
        self.init(
            "there is no provider \"\(provider.rawValue.prefix(64))\"",
            field: field,
            hint: nearest.map { "Did you mean \"\($0)\"?" } ?? "The providers are: \(names)."
        )
    }
}

extension JSONValue {
    /// Creates the value as it is sent.
    init(of value: some WireValue) {
        var writer = JSONWriter()
        value.write(to: &writer)
        do {
            self = JSONValue(try JSONDocument(writer.bytes).root)
        } catch {
            // Reached only if an encoder is wrong, or a value exceeds the reader's limits.
            self = .string("not encodable: \(error.message)")
        }
    }
}
