package import HTTPModel
package import MovieDomain

package struct HTTPDefinition: Sendable {
    package var baseURLs: [WebURL]
    /// Hosts that images may come from besides those of `baseURLs`; empty where they may come from anywhere.
    package var imageHosts: [String]
    /// What stands before the relative address of an image; `nil` where it belongs to the first base URL.
    package var imagesBase: String?
    package var authentication: Authentication
    package var headers: [NamedValue<Template>]
    package var timeout: Duration
    package var connectTimeout: Duration
    package var maximumBodyBytes: Int
    package var retry: RetryPolicy
    package var limits: RequestLimits
    /// What `yesterday` means there, a name of the tz database such as `Asia/Seoul`; `nil` is UTC.
    package var timeZone: String?
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

    package struct APIKey: Sendable {
        package enum Place: String, LanguageWord {
            case query, header
        }

        package var place: Place
        package var name: String
        package var value: Template
        package var prefix: String
    }
}

/// What `${locale}` becomes for a wanted language: `{ko: ko-KR, en: en-US, default: en-US}`.
package struct Locales: Hashable, Sendable {
    package var byLanguage: [String: String] = [:]
    package var standard: String?

    /// The locale of the first wanted language that has one, else the default.
    package func locale(for languages: [String]) -> String? {
        for language in languages.map({ $0.lowercased() }) {
            if let locale = byLanguage[language] { return locale }
            if let locale = byLanguage[String(language.prefix { $0 != "-" })] { return locale }
        }
        return standard
    }
}
