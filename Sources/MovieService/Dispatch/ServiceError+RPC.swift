import JSON
import JSONRPC
package import MovieAggregation
import MovieDomain

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
    var isRetryable: Bool?
    var retryAfterSeconds: Int?
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
            .known("retryable", \.isRetryable, "Whether the same call may succeed later."),
            .known("retryAfterSeconds", \.retryAfterSeconds, as: .count),
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
        let failures = reports.filter(\.isFailed).compactMap(\.failure)
        let kinds = Set(failures.map(\.kind))
        self.init(kind: .allSourcesFailed)
        if let only = kinds.first, kinds.count == 1 { kind = ServiceError.Kind(only) }
        isRetryable = failures.contains(where: \.isRetryable)
        retryAfterSeconds = failures.filter(\.isRetryable).compactMap(\.retryAfterSeconds).min()
        hint = failures.lazy.compactMap(\.hint).first
        sources = reports
    }

    /// Returns the hints of all sources; the source's name is left out if there is only one hint.
    static func hints(of reports: [ProviderReport]) -> String? {
        let hints = reports.compactMap { report in report.failure?.hint.map { (report.provider, $0) } }
        if let only = hints.first, hints.count == 1 { return only.1 }
        return hints.isEmpty ? nil : hints.map { "\($0): \($1)" }.joined(separator: "; ")
    }

    /// Returns the reports' messages as the end of a sentence: `: kofic: …; yts: …`.
    static func reasons(of reports: [ProviderReport]) -> String {
        let reasons = reports.compactMap { report in
            report.failure.map { "\(report.provider): \($0.message)" }
        }
        return reasons.isEmpty ? "" : ": " + reasons.joined(separator: "; ")
    }
}

extension RPCError {
    /// The only place where an error gets its code, its message, and its data.
    init(_ error: ServiceError) {
        let (message, data) =
            switch error {
            case .unknownMethod(let name, let nearest): RPCError.unknownMethod(name, nearest)
            case .parameters(let problem): RPCError.invalidParameters(problem)
            case .useCase(let failure): RPCError.noAnswer(failure)
            case .noCatalogue: RPCError.noCatalogue
            }
        self.init(code: data.kind.code, message: message, data: JSONValue(of: data))
    }

    private static func unknownMethod(_ name: String, _ nearest: String?) -> (String, ErrorData) {
        let hint = nearest.map { "Did you mean \"\($0)\"?" } ?? "rpc.discover lists every method."
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
        case .image(let error, let id): image(error, of: id)
        case .libraryUnavailable(let isLasting): libraryUnavailable(isLasting)
        case .changeUnconfirmed: changeUnconfirmed
        case .cancelled: ("Request cancelled", ErrorData(kind: .cancelled))
        }
    }

    private static var noCatalogue: (String, ErrorData) {
        let data = ErrorData(kind: .noSource, hint: "marquee check lists what is wrong.", isRetryable: false)
        return ("The definitions of the sources cannot be used; stderr says why", data)
    }

    private static func libraryUnavailable(_ isLasting: Bool) -> (String, ErrorData) {
        let hint = "Nothing was changed. The log says why; --data-dir names another folder."
        return ("The library cannot be used", ErrorData(kind: .library, hint: hint, isRetryable: !isLasting))
    }

    private static var changeUnconfirmed: (String, ErrorData) {
        let hint = "The change may have been made: matches/list shows it, and it can be made again. The log says why."
        return ("The library did not confirm the change", ErrorData(kind: .library, hint: hint, isRetryable: true))
    }

    private static func noSource(_ capability: Capability, _ reports: [ProviderReport]) -> (String, ErrorData) {
        let disabled = reports.filter { $0.status == .disabled }
        let kind: ServiceError.Kind = reports.isEmpty ? .noSource : disabled.isEmpty ? .unsupported : .disabled
        var data = ErrorData(kind: kind, isRetryable: false, sources: reports)
        if disabled.count == 1 { data.provider = disabled.first?.provider }
        data.hint = reports.isEmpty ? "providers/list shows what is configured." : ErrorData.hints(of: disabled)
        let reasons = ErrorData.reasons(of: disabled.isEmpty ? reports : disabled)
        return ("No source can be asked for \(capability.rawValue)" + reasons, data)
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
        let isRetryable = reports.contains(where: \.isFailed)
        let data = ErrorData(kind: .notFound, isRetryable: isRetryable, sources: reports)
        return ("No source that answered has a \(kind.rawValue) of \(id)" + reasons(of: reports), data)
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

extension CallError {
    /// The message of the error, in one sentence.
    package var message: String { RPCError(.useCase(self)).message }
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
