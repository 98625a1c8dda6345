/// Why an attempt may be worth repeating.
struct RetryReason: Sendable, Hashable {
    /// The pause that the source asked for.
    var wish: Duration?

    /// `nil` for what a repetition does not change: answers of all kinds but those of a gate or an overloaded server, and
    /// everything that was refused, on either side, for a reason.
    init?(_ result: Result<HTTPResponse, TransportFailure>, to request: HTTPRequest, nowSeconds: Int) {
        switch result {
        case .success(let response):
            guard [502, 503, 504].contains(response.status) else { return nil }
            wish = response.headers["Retry-After"].flatMap { RetryAfter.seconds($0, now: nowSeconds) }
                .map { .seconds(min($0, 1_000_000_000)) }
        case .failure(let failure):
            guard Self.mayPass(failure.kind, isLastHost: !request.hasAlternative) else { return nil }
        }
    }

    /// Where there is another host, it is asked sooner than the same one again.
    private static func mayPass(_ kind: TransportFailure.Kind, isLastHost: Bool) -> Bool {
        switch kind {
        case .connectionRefused, .connectTimeout, .connectionLost: isLastHost
        case .timeout: true
        case .nameResolution, .tls, .bodyTooLarge, .brokenResponse, .redirectRefused, .cancelled, .forbidden,
            .notRecorded, .quotaExhausted, .rateLimited, .circuitOpen, .overloaded:
            false
        }
    }
}
