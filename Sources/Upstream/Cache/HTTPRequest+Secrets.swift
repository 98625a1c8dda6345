extension HTTPRequest {
    /// Whether an answer repeats a secret of the request, as it is or as it stands in a URL: APIs echo what they were
    /// asked, and lead to the next page with the key in the link.
    package func isRepeated(in response: HTTPResponse) -> Bool {
        // The request's own words too: a user may have pasted the key where the title belongs.
        let texts =
            [response.body, Array(answerIdentity.utf8)] + response.headers.fields.map { Array($0.value.utf8) }
        return secrets.contains { secret in
            secret.reveal { value in
                [value, PercentEncoding.queryComponent(value)].contains { form in
                    !form.isEmpty && texts.contains { $0.holds(Array(form.utf8)) }
                }
            }
        }
    }

    private var secrets: [Secret] {
        let texts = query.map(\.value) + headers.map(\.value) + (body.map { [$0] } ?? [])
        return texts.flatMap(\.pieces).compactMap { if case .secret(let secret) = $0 { secret } else { nil } }
    }
}

extension [UInt8] {
    fileprivate func holds(_ pattern: [UInt8]) -> Bool {
        guard let first = pattern.first, pattern.count <= count else { return false }
        var start = 0
        while let place = self[start...].firstIndex(of: first), place + pattern.count <= count {
            if self[place..<place + pattern.count].elementsEqual(pattern) { return true }
            start = place + 1
        }
        return false
    }
}
