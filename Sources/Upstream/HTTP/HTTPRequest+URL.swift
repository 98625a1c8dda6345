extension HTTPRequest: CustomStringConvertible {
    /// The URL as it may be shown: secrets as `***`.
    package var redactedURL: String { url(query) { _ in "***" } }

    /// The URL as it goes over the wire; only a transport calls this, and keeps it to itself.
    package var revealedURL: String { url(query) { $0.reveal(PercentEncoding.queryComponent) } }

    /// What names the request in a recording: method and URL without the fields that hold a secret, the rest in order of
    /// their names and values, so that neither a key nor the order of a query matters; with a body, the checksum of its
    /// text with masked secrets too.
    package var identity: String {
        let address = method.rawValue + " " + url(plainQuery) { _ in "***" }
        return body.map { "\(address) #\(Self.checksum($0.description.utf8))" } ?? address
    }

    /// What an answer is kept under: as ``identity``, but the same at every host of the source, with the headers that
    /// hold no secret, for they may choose the language, and with the whole body, so that no two share a name.
    package var answerIdentity: String {
        let address = method.rawValue + " " + url(plainQuery, at: canonicalAddress) { _ in "***" }
        let choices = headers.filter { !$0.value.holdsSecret }
            .map { "\n\($0.name.lowercased()): \($0.value.description)" }
            .sorted()
        return address + choices.joined() + (body.map { "\n\n\($0)" } ?? "")
    }

    /// The query without the fields that hold a secret, in order of names and values.
    private var plainQuery: [Field] {
        query.filter { !$0.value.holdsSecret }
            .map { ($0, $0.value.description) }
            .sorted { ($0.0.name, $0.1) < ($1.0.name, $1.1) }
            .map(\.0)
    }

    package var description: String { "\(method.rawValue) \(redactedURL)" }

    private func url(_ fields: [Field], at address: String? = nil, secret: (Secret) -> String) -> String {
        let query = fields.map { field in
            PercentEncoding.queryComponent(field.name) + "="
                + field.value.rendered(plain: PercentEncoding.queryComponent, secret: secret)
        }
        return (address ?? origin.description + path) + (query.isEmpty ? "" : "?" + query.joined(separator: "&"))
    }

    /// FNV-1a of 64 bits: the same on every machine and in every run, as `Hasher` is not.
    private static func checksum(_ bytes: some Sequence<UInt8>) -> String {
        let value = bytes.reduce(0xCBF2_9CE4_8422_2325 as UInt64) { ($0 ^ UInt64($1)) &* 0x100_0000_01B3 }
        return String(value, radix: 16)
    }
}
