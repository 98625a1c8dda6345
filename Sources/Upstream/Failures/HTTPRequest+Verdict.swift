extension HTTPRequest {
    /// What `response` is to this request, found out once: a response that carries its verdict is not read again.
    package func verdict(on response: HTTPResponse) -> ResponseVerdict {
        if let verdict = response.verdict { return verdict }
        if response.status == 304, isConditional { return .good }
        return classify(response)
    }

    /// Whether the source may answer that nothing has changed (RFC 9110, section 13.1).
    package var isConditional: Bool {
        headers.contains { ["if-none-match", "if-modified-since"].contains($0.name.lowercased()) }
    }
}
