/// A complete response from an upstream.
package struct HTTPResponse: Sendable {
    /// Where a response comes from.
    package enum Provenance: Sendable, Hashable {
        case network
        /// A cache entry of this age.
        case cache(ageSeconds: Int, isStale: Bool)
        case recording
    }

    package var status: Int
    package var headers: HTTPHeaders
    /// The body, decoded, complete, and within the request's limit.
    package var body: [UInt8]
    package var provenance: Provenance

    package init(status: Int, headers: HTTPHeaders = HTTPHeaders(), body: [UInt8], provenance: Provenance = .network) {
        self.status = status
        self.headers = headers
        self.body = body
        self.provenance = provenance
    }
}

/// The header fields of a response, in order; names are case-insensitive (RFC 9110, section 5.1).
package struct HTTPHeaders: Sendable, Hashable {
    package private(set) var fields: [Field] = []

    package struct Field: Sendable, Hashable {
        package var name: String
        package var value: String
    }

    package init(_ fields: [(String, String)] = []) {
        self.fields = fields.map { Field(name: $0.0, value: $0.1) }
    }

    package mutating func append(name: String, value: String) {
        fields.append(Field(name: name, value: value))
    }

    /// The first value under `name`, if any.
    package subscript(name: String) -> String? {
        let wanted = name.lowercased()
        return fields.first { $0.name.lowercased() == wanted }?.value
    }

    /// Returns all values under `name` as one list (RFC 9110, section 5.3).
    package func list(_ name: String) -> [String] {
        let wanted = name.lowercased()
        return fields.filter { $0.name.lowercased() == wanted }.map(\.value)
    }

    /// Returns the fields whose lowercase name satisfies `isWanted`.
    package func filter(_ isWanted: (String) -> Bool) -> HTTPHeaders {
        HTTPHeaders(fields.filter { isWanted($0.name.lowercased()) }.map { ($0.name, $0.value) })
    }
}
