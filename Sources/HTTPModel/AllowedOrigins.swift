package import MovieDomain
import Platform

/// The origins at which each source may be asked: those that its definition names.
package struct AllowedOrigins: Sendable, Hashable {
    private var origins: [String: Set<HTTPOrigin>]

    /// - Parameter origins: The allowed origins by the name of the source, as requests carry it.
    package init(_ origins: [String: Set<HTTPOrigin>]) {
        self.origins = origins
    }

    /// Returns why the request may not be sent; `nil` if it may.
    package func refusal(of request: HTTPRequest) -> ProviderError? {
        guard let allowed = origins[request.source] else {
            return ProviderError(at: .forbidden, "\(request.source) is not a source that may send requests")
        }
        // Without the slash, the path would continue the host, and the origin would not be what it seems.
        guard request.path.hasPrefix(scalars: "/") else {
            return ProviderError(at: .forbidden, "a path of \(request.source) does not begin with a slash")
        }
        if allowed.contains(request.origin) { return nil }
        let message = "the definition of \(request.source) does not name \(request.origin), so nothing is sent there"
        return ProviderError(at: .forbidden, message)
    }
}
