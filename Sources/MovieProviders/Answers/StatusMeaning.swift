import MovieDomain

/// What an HTTP status says where the definition has no rule of its own (RFC 9110, section 15).
struct StatusMeaning {
    let status: Int
    /// A 401 or 403 is about our key only where one was sent; elsewhere it is a gate in front of the source.
    let isKeySent: Bool
    /// Whether a web page came with it: that is what gates answer, and hosts that the API has left.
    let isMarkup: Bool
    /// A list or a box office that is not there has moved: that is not the same as one without rows.
    let isAboutOneFilm: Bool

    /// `nil` for success.
    var failure: SourceFailure.Kind? {
        switch status {
        case 200..<300: nil
        case 401: isKeySent ? .auth : .unavailable
        case 403: isKeySent && !isMarkup ? .auth : .unavailable
        case 404, 410: isAboutOneFilm && !isMarkup ? .notFound : .unavailable
        case 408: .timeout
        case 429: .rateLimited
        case 400..<500: isMarkup ? .unavailable : .badRequest
        case 500..<600: .unavailable
        default: .upstream
        }
    }

    /// What the person who runs the program can do.
    var hint: String? {
        switch (status, failure) {
        case (401, .unavailable?): "the source wants a key; the definition says with 'auth' where it belongs"
        case (404, .unavailable?), (410, .unavailable?): "has the API moved? check base_url and the operation's path"
        default: nil
        }
    }
}
