/// What a source can tell by whether an answer of it is still the same (RFC 9110, section 8.8).
package struct Validators: Sendable, Hashable {
    package var entityTag: String?
    package var lastModified: String?

    /// The request, to be answered with 304 where nothing has changed (section 13.1).
    package func condition(_ request: HTTPRequest) -> HTTPRequest {
        var request = request
        if let entityTag { request.headers.append(HTTPRequest.Field("If-None-Match", SecretText(entityTag))) }
        if let lastModified {
            request.headers.append(HTTPRequest.Field("If-Modified-Since", SecretText(lastModified)))
        }
        return request
    }
}

extension StoredResponse {
    /// `nil` where the source sent none, or where the answer is a negative one: only a whole answer is confirmed.
    package var validators: Validators? {
        guard (200..<300).contains(status) else { return nil }
        let tag = headers["ETag"]?.inOneLine
        let date = headers["Last-Modified"]?.inOneLine
        return tag == nil && date == nil ? nil : Validators(entityTag: tag, lastModified: date)
    }
}

extension String {
    /// `nil` for what cannot go back in a header.
    fileprivate var inOneLine: String? {
        !isEmpty && unicodeScalars.allSatisfy { (0x20...0x7E).contains($0.value) } ? self : nil
    }
}
