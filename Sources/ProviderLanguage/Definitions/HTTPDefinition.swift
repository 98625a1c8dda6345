package import HTTPModel
package import JSON
package import MovieDomain

package struct HTTPDefinition: Sendable {
    package var baseURLs: [WebURL]
    /// Base URLs as they are written, where a variable gives one of them; ``baseURLs`` is empty until ``locate(_:)``.
    package var variableAddresses: [Template] = []
    /// Whether `http:` is accepted for other hosts than this machine.
    package var allowsHTTP = false
    /// Why the base URLs of variables are not known, for the person who has to set them.
    package var addressProblem: String?
    /// Hosts that images may come from besides those of `baseURLs`; empty where they may come from anywhere.
    package var imageHosts: [String]
    /// What stands before the relative address of an image; `nil` where it belongs to the first base URL.
    package var imagesBase: String?
    /// What the sizes of each kind of image are called in an address, narrowest first; a width that is not known is `nil`.
    package var imageSizes: [String: [NamedValue<Int?>]] = [:]
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
    /// What answers are written in, where the operation does not say.
    package var format: DocumentFormat
    /// The regions that a box office can be limited to, by the names that people use, each with its code.
    package var regions: [NamedValue<String>] = []
    /// In order; the first that matches wins.
    package var errorRules: [ErrorRule]
    /// The alternatives of each operation, in order; never empty lists.
    package var operations: [Capability: [OperationDefinition]]

    /// Where its requests go, each once.
    package var origins: [HTTPOrigin] {
        let origins = baseURLs.map(\.origin) + [loginOrigin].compactMap(\.self)
        return origins.enumerated().filter { origins.firstIndex(of: $0.element) == $0.offset }.map(\.element)
    }

    /// The origin of the login, if it has an address of its own.
    var loginOrigin: HTTPOrigin? {
        guard case .token(let login) = authentication else { return nil }
        return login.url?.origin
    }

    /// What a response is a fault of by the rules, `nil` where none matches.
    package func fault(in response: ResponseFacts) -> Fault? { errorRules.fault(in: response) }
}

extension HTTPDefinition {
    /// Puts the values of variables into the base URLs; `variable` gives `nil` for one that is not set.
    package mutating func locate(_ variable: (SecretReference) -> String?) {
        guard !variableAddresses.isEmpty else { return }
        baseURLs = []
        for address in variableAddresses {
            let names = address.secrets.map(\.name).joined(separator: ", ")
            var text = ""
            for piece in address.render(TemplateInputs())?.pieces ?? [] {
                switch piece {
                case .literal(let part), .value(let part): text += part
                case .secret(let reference):
                    guard let value = variable(reference) else {
                        addressProblem = "\(names) is not set"
                        return
                    }
                    // Both sides of the border may have a slash.
                    text += value.last == "/" ? String(value.dropLast()) : value
                }
            }
            do throws(LanguageError) {
                let url = try WebURL(parsing: text)
                if url.origin.scheme == .http, !url.origin.isLoopback, !allowsHTTP {
                    addressProblem = "\(names) begins with http:, which needs allow_http: true in the definition"
                }
                baseURLs.append(url)
            } catch {
                addressProblem = "\(names) is no address such as https://films.example: \(error.message)"
            }
        }
        if addressProblem != nil { baseURLs = [] }
    }
}

extension Configuration {
    /// The configuration with the base URLs that variables of the environment give.
    package func located(_ variable: (SecretReference) -> String?) -> Configuration {
        var located = self
        for index in located.providers.indices {
            guard case .http(var definition) = located.providers[index].kind else { continue }
            guard !definition.variableAddresses.isEmpty else { continue }
            definition.locate(variable)
            located.providers[index].kind = .http(definition)
        }
        return located
    }
}

/// How a source knows who asks.
package enum Authentication: Sendable {
    case none
    case apiKey(APIKey)
    /// `Authorization: Bearer …`
    case bearer(Template)
    case basic(username: Template, password: Template)
    case token(TokenLogin)

    package struct APIKey: Sendable {
        package enum Place: String, LanguageWord {
            case query, header
        }

        package var place: Place
        package var name: String
        package var value: Template
        package var prefix: String
    }

    /// The parameter that it adds to a query.
    var parameter: String? {
        switch self {
        case .apiKey(let key) where key.place == .query: key.name
        case .token(let login) where login.place == .query: login.name
        case .none, .apiKey, .bearer, .basic, .token: nil
        }
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

/// How a source gives a token, which then says who asks: what is posted, and where the answer holds the token.
package struct TokenLogin: Sendable {
    package enum Body: Sendable {
        case json(BodyTemplate)
        case form([NamedValue<Template>])
    }

    package enum Expiry: Sendable {
        case after(Duration)
        /// The place of a number of seconds in the answer.
        case path(JSONPath)
    }

    /// Where it is posted to; `nil` is `path` at the base URLs.
    package var url: WebURL?
    package var path: Template
    package var headers: [NamedValue<Template>] = []
    package var body: Body?
    /// For `Authorization: Basic …`.
    package var client: (id: Template, secret: Template)?
    package var token: JSONPath
    /// `nil` for a token that is good until it is refused.
    package var expires: Expiry?
    /// Where requests have the token, and what stands before it.
    package var place = Authentication.APIKey.Place.header
    package var name = "Authorization"
    package var prefix = "Bearer "
}
