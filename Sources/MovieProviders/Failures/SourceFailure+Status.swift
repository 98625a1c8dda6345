import MovieDomain

extension SourceFailure.Kind {
    /// What an HTTP status says where the definition has no rule of its own; `nil` for success (RFC 9110, section 15).
    ///
    /// A 401 or 403 is about our key only where a key was sent; elsewhere it is a gate in front of the source.
    init?(status: Int, sentKey: Bool) {
        switch status {
        case 200..<300: return nil
        case 401, 403: self = sentKey ? .auth : .unavailable
        case 404, 410: self = .notFound
        case 429: self = .rateLimited
        case 400, 405..<500: self = .badRequest
        case 500..<600: self = .unavailable
        default: self = .upstream
        }
    }
}
