package import MovieDomain
package import Upstream

/// Recorded answers of upstreams and the moment at which the clock stood: what `--replay` and `--demo` serve.
///
/// The format is described in `docs/replay.md`.
package struct Recording: Sendable {
    package struct Exchange: Sendable {
        var request: RecordedRequest
        var status: Int
        var headers: [(String, String)]
        var body: [UInt8]
    }

    /// Where the clock stands while it is played.
    package let now: Timestamp
    let exchanges: [Exchange]
    /// The folder or file that it was read from, as failures name it.
    package let source: String

    /// Where the recorded answers came from.
    package var origins: Set<HTTPOrigin> { Set(exchanges.map(\.request.url.origin)) }
}
