package import HTTPModel
package import MovieDomain

/// A source that is asked over HTTP.
package struct HTTPDefinition: Sendable {
    /// Tried in order when one is down; never empty.
    package var baseURLs: [WebURL]
    /// Further hosts that images may come from.
    package var imageHosts: [String]
    /// How the source knows who asks.
    package var authentication: Authentication
    /// Fixed headers, in the order written.
    package var headers: [NamedValue<Template>]
    package var timeout: Duration
    package var connectTimeout: Duration
    /// The largest answer that is read.
    package var maximumBodyBytes: Int
    package var retry: RetryPolicy
    /// How much may be asked of it.
    package var limits: RequestLimits
    /// What `yesterday` means there, a name of the tz database such as `Asia/Seoul`; `nil` is UTC.
    package var timeZone: String?
    /// What `${locale}` becomes.
    package var locales: Locales
    /// In order; the first that matches wins.
    package var errorRules: [ErrorRule]
    /// The alternatives of each operation, in order; never empty lists.
    package var operations: [Capability: [OperationDefinition]]

    /// What a response is a fault of by the rules, `nil` where none matches.
    package func fault(in response: ResponseFacts) -> Fault? {
        for rule in errorRules {
            if let fault = rule.fault(in: response) { return fault }
        }
        return nil
    }
}

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

/// What `${locale}` becomes for a wanted language: `{ko: ko-KR, en: en-US, default: en-US}`.
package struct Locales: Hashable, Sendable {
    /// By language, in lower case.
    package var byLanguage: [String: String]
    /// For languages that are not listed.
    package var standard: String?

    package init(byLanguage: [String: String] = [:], standard: String? = nil) {
        self.byLanguage = byLanguage
        self.standard = standard
    }

    /// The locale of the first wanted language that has one, else the default.
    package func locale(for languages: [String]) -> String? {
        for language in languages.map({ $0.lowercased() }) {
            if let locale = byLanguage[language] { return locale }
            if let locale = byLanguage[String(language.prefix { $0 != "-" })] { return locale }
        }
        return standard
    }
}
