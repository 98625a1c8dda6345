package import HTTPModel
package import JSON
package import MovieDomain

package struct HTTPDefinition: Sendable {
    package var baseURLs: [WebURL] = []
    /// The base URLs as written, if a variable contains one of them; ``baseURLs`` is then empty until ``locate(_:)``.
    package var variableAddresses: [Template] = []
    /// Whether `http:` is allowed for hosts other than this machine.
    package var allowsHTTP = false
    /// The reason why the base URLs from variables are unknown, for the person who has to set the variables.
    package var addressProblem: String?
    /// The hosts of images in addition to those of ``baseURLs``; empty if images may come from any host.
    package var imageHosts: [String] = []
    /// The prefix of relative image addresses; `nil` if they are relative to the first base URL.
    package var imagesBase: String?
    /// The words for the sizes of each kind of image in an address, narrowest first; an unknown width is `nil`.
    package var imageSizes: [String: [NamedValue<Int?>]] = [:]
    package var authentication = Authentication.none
    package var headers: [NamedValue<Template>] = []
    package var timeout = Duration.seconds(3)
    package var connectTimeout = Duration.seconds(1)
    package var maximumBodyBytes = 4 << 20
    package var retry = RetryPolicy()
    package var limits = RequestLimits()
    /// The time zone that defines `yesterday`, as a name of the tz database such as `Asia/Seoul`; `nil` for UTC.
    package var timeZone: String?
    package var locales = Locales()
    /// The format of responses, unless the operation names another one.
    package var format = DocumentFormat.json
    /// The regions to which a box office can be limited, by the names that people use, each with its code.
    package var regions: [NamedValue<String>] = []
    /// The error rules, in order; the first one that matches wins.
    package var errorRules: [ErrorRule] = []
    /// The alternatives of each operation, in order; no list is empty.
    package var operations: [Capability: [OperationDefinition]] = [:]

    /// The origins of its requests, without duplicates.
    package var origins: [HTTPOrigin] {
        let origins = baseURLs.map(\.origin) + [loginOrigin].compactMap(\.self)
        return origins.enumerated().filter { origins.firstIndex(of: $0.element) == $0.offset }.map(\.element)
    }

    /// The origin of the login, if it has an address of its own.
    var loginOrigin: HTTPOrigin? {
        guard case .token(let login) = authentication else { return nil }
        return login.url?.origin
    }
}

extension HTTPDefinition {
    /// Inserts the values of variables into the base URLs; `variable` returns `nil` for one that is not set.
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
                    // The value may end with a slash, and the path after it begins with one.
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
    /// Returns the configuration with the base URLs that environment variables contain.
    package func located(_ variable: (SecretReference) -> String?) -> Configuration {
        var located = self
        for index in located.providers.indices {
            guard case .http(var definition) = located.providers[index].kind else { continue }
            definition.locate(variable)
            located.providers[index].kind = .http(definition)
        }
        return located
    }
}

/// The way in which requests authenticate to a source.
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

    /// The parameter that authentication adds to a query.
    var parameter: String? {
        switch self {
        case .apiKey(let key) where key.place == .query: key.name
        case .token(let login) where login.place == .query: login.name
        case .none, .apiKey, .bearer, .basic, .token: nil
        }
    }
}

/// The values of `${locale}` by wanted language: `{ko: ko-KR, en: en-US, default: en-US}`.
package struct Locales: Hashable, Sendable {
    package var byLanguage: [String: String] = [:]
    package var standard: String?

    /// Returns the locale of the first wanted language that has one, or else the default.
    package func locale(for languages: [String]) -> String? {
        for language in languages.map({ $0.lowercased() }) {
            if let locale = byLanguage[language] { return locale }
            if let locale = byLanguage[String(language.prefix { $0 != "-" })] { return locale }
        }
        return standard
    }
}

/// A login that returns a token for authentication: the request to post, and the location of the token in the response.
package struct TokenLogin: Sendable {
    package enum Body: Sendable {
        case json(BodyTemplate)
        case form([NamedValue<Template>])
    }

    /// The address to post to; `nil` for `path` at the base URLs.
    package var url: WebURL?
    package var path: Template
    package var headers: [NamedValue<Template>] = []
    package var body: Body?
    /// The credentials for `Authorization: Basic …`.
    package var client: (id: Template, secret: Template)?
    package var token: JSONPath
    /// The lifetime of the token; `nil` if it is valid until a request with it is refused.
    package var expires: DurationSource?
    /// The place of the token in requests, with the name and the prefix below.
    package var place = Authentication.APIKey.Place.header
    package var name = "Authorization"
    package var prefix = "Bearer "
}
