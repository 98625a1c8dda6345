/// How a source knows who asks.
package enum Authentication: Sendable {
    case none
    case apiKey(APIKey)
    /// `Authorization: Bearer …`
    case bearer(Template)
    case basic(username: Template, password: Template)

    /// A key in the query or in a header.
    package struct APIKey: Sendable {
        /// Where the key of a request goes.
        package enum Place: String, LanguageWord {
            case query, header
        }

        /// In the query or in a header.
        package var place: Place
        /// The name of the query parameter or header.
        package var name: String
        /// The key, mostly by the name of a secret.
        package var value: Template
        /// Stands before the value: `KakaoAK `.
        package var prefix: String
    }
}
