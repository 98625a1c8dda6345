package import HTTPModel
package import JSON
package import MovieDomain
package import Platform

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
    /// `false` if images are omitted whose hosts are not named, whatever `imageHosts` says about others.
    package var showsImagesOfAnyHost = true
    /// The prefix of relative image addresses; `nil` if they are relative to the first base URL, or until
    /// ``locate(_:)`` if a variable contains it.
    package var imagesBase: String?
    /// The prefix of relative image addresses as written; `nil` if there is none.
    package var imagesAddress: Template? {
        didSet { imagesBase = imagesAddress.flatMap { $0.secrets.isEmpty ? $0.description : nil } }
    }
    /// The words for the sizes of each kind of image in an address, narrowest first; an unknown width is `nil`.
    package var imageSizes: [String: [NamedValue<Int?>]] = [:]
    package var authentication = Authentication.none
    /// The PEM file with the authorities of its hosts, instead of the system's.
    package var authorityFile: String?
    /// Whether images of its own hosts are asked for with its credentials.
    package var sendsCredentialsForImages = false
    package var headers: [NamedValue<Template>] = []
    package var requestLimits = HTTPRequest.Limits()
    package var retry = RetryPolicy()
    package var limits = RequestLimits()
    /// The time zone that defines `yesterday`, as a name of the tz database such as `Asia/Seoul`; `nil` for UTC.
    package var timeZone: String?
    package var locales = Locales()
    /// The format of responses, unless the operation names another one.
    package var format = DocumentFormat.json
    /// The encoding of responses that are not UTF-8, whatever their headers say.
    package var charset: TextEncoding?
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

    /// Inserts the values of variables into the base URLs and that of images; `variable` returns `nil` for one that is
    /// not set.
    package mutating func locate(_ variable: (SecretReference) -> String?) {
        if let images = imagesAddress, !images.secrets.isEmpty { imagesBase = address(images, variable)?.text }
        if !variableAddresses.isEmpty { baseURLs = variableAddresses.compactMap { address($0, variable)?.url } }
        if addressProblem != nil { baseURLs = [] }
    }

    /// Returns an address with the values of its variables; notes the problem of one that is none.
    private mutating func address(
        _ address: Template,
        _ variable: (SecretReference) -> String?
    ) -> (text: String, url: WebURL)? {
        let names = address.secrets.map(\.name).joined(separator: ", ")
        var text = ""
        for piece in address.render(TemplateInputs())?.pieces ?? [] {
            switch piece {
            case .literal(let part), .value(let part): text += part
            case .secret(let reference):
                guard let value = variable(reference) else {
                    addressProblem = "\(names) is not set"
                    return nil
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
            return (text, url)
        } catch {
            addressProblem = "\(names) is not an address such as https://films.example: \(error.finding)"
            return nil
        }
    }

    /// The word in `image_hosts` for all other hosts, whose images may be shown but are not fetched.
    package static let anyHost = "*"

    /// Returns the inputs with the location of the source's images, which is the same in every call.
    package func withImages(_ inputs: TemplateInputs) -> TemplateInputs {
        guard let base = baseURLs.first else { return inputs }
        var inputs = inputs
        let own = Set(baseURLs.map(\.origin.host) + [imagesBase.flatMap { WebURL($0) }?.origin.host].compactMap(\.self))
        inputs.images = ImagePlaces(
            base: base,
            prefix: imagesBase,
            hosts: showsImagesOfAnyHost && (imageHosts.isEmpty || imageHosts.contains(Self.anyHost))
                ? nil : own.union(imageHosts.map { $0.lowercased() }),
            sizes: imageSizes
        )
        return inputs
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
    case key(Template, CredentialPlace)
    case basic(username: Template, password: Template)
    case token(TokenLogin)

    /// The parameter that authentication adds to a query.
    var parameter: String? {
        switch self {
        case .key(_, let place): place.parameter
        case .token(let login): login.place.parameter
        case .none, .basic: nil
        }
    }
}

/// The place of a credential in a request.
package struct CredentialPlace: Sendable {
    package enum Part: String, LanguageWord {
        case query, header
    }

    package var part = Part.query
    /// The query parameter or the header.
    package var name = ""
    /// The text before the credential.
    package var prefix = ""
    /// The text after the credential.
    package var suffix = ""

    /// The usual header, with the scheme before the credential: `Authorization: Bearer …`.
    package static func authorization(_ scheme: String) -> CredentialPlace {
        CredentialPlace(part: .header, name: "Authorization", prefix: scheme + " ")
    }

    /// The query parameter; `nil` for a header.
    package var parameter: String? { part == .query ? name : nil }
}

/// The values of `${locale}` by wanted language: `{ko: ko-KR, zh: zh-CN, zh-Hant: zh-TW, default: en-US}`.
package struct Locales: Hashable, Sendable {
    /// The value of `${locale}`, and the language of the texts that come with it.
    package struct Locale: Hashable, Sendable {
        package var value: String
        package var language: String

        package init(_ value: String, language: String? = nil) {
            self.value = value
            self.language = Language.tag(of: language ?? String(value.prefix { $0 != "-" && $0 != "_" }))
        }
    }

    /// By language tag in lowercase.
    var byLanguage: [String: Locale] = [:]
    var standard: Locale?

    /// The language tags that have a locale.
    package var tags: [String] { byLanguage.keys.sorted() }

    /// Returns the locale of the first wanted language that has one, or else the default.
    ///
    /// A tag without a locale is shortened from its end (RFC 4647, section 3.4): `zh-Hant-HK`, `zh-Hant`, `zh`.
    package func locale(for languages: [String]) -> Locale? {
        for language in languages {
            var subtags = language.lowercased().split(scalar: "-")
            while !subtags.isEmpty {
                if let locale = byLanguage[subtags.joined(separator: "-")] { return locale }
                subtags.removeLast()
            }
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
    package var path = Template.empty
    package var headers: [NamedValue<Template>] = []
    package var body: Body?
    /// The credentials for `Authorization: Basic …`.
    package var client: (id: Template, secret: Template)?
    package var token = JSONPath.itself
    /// The lifetime of the token; `nil` if it is valid until a request with it is refused.
    package var expires: DurationSource?
    /// The place of the token in requests.
    package var place = CredentialPlace.authorization("Bearer")
}

/// The location of a source's images: the base of relative addresses, and the allowed hosts.
package struct ImagePlaces: Sendable {
    let base: WebURL
    /// The prefix of relative addresses; `nil` if they are relative to the base URL of the API.
    let prefix: String?
    /// The allowed hosts; `nil` if images may be on any host.
    let hosts: Set<String>?
    /// The words for the sizes of each kind in an address, with their widths.
    let sizes: [String: [NamedValue<Int?>]]
    /// The placeholder for the size in an address.
    static let sizePlace = "{size}"

    /// Returns the complete address of an image; `nil` for what is not an address, or is on a host that is not allowed.
    func address(of text: String) -> String? {
        guard let colon = text.utf8.firstIndex(where: ":/?".utf8.contains), text.utf8[colon] == UInt8(ascii: ":") else {
            return relative(text)
        }
        guard let url = WebURL(text) else { return nil }
        return isAllowed(url) ? text : nil
    }

    /// Whether a text is the address of an image, on whatever host.
    func isAddress(_ text: String) -> Bool {
        ImagePlaces(base: base, prefix: prefix, hosts: nil, sizes: sizes).address(of: text) != nil
    }

    /// Returns the host of the address of an image.
    func host(of text: String) -> String? {
        WebURL(text.hasPrefix(scalars: "//") ? "https:" + text : text)?.origin.host
    }

    /// Returns the image with an address for each of its sizes if its own address has a placeholder for the size; `nil`
    /// if the sizes of its kind are unknown.
    ///
    /// Its own address becomes that of the width in the definition, or else that of the greatest width.
    func sized(_ image: MovieImage) -> MovieImage? {
        // Most addresses have no placeholder for a size, and searching for one byte is fast.
        guard image.url.utf8.contains(UInt8(ascii: "{")) else { return image }
        let pieces = image.url.split(separator: Self.sizePlace, omittingEmptySubsequences: false)
        guard pieces.count > 1 else { return image }
        guard let words = sizes[image.kind] else { return nil }
        var image = image
        image.sizes = words.map { ImageSize(url: pieces.joined(separator: $0.name), width: $0.value) }
        let usual =
            image.sizes.first { $0.width == image.width && $0.width != nil } ?? image.sizes.last { $0.width != nil }
        guard let size = usual ?? image.sizes.last else { return nil }
        (image.url, image.width) = (size.url, size.width)
        return image
    }

    private func relative(_ text: String) -> String? {
        let isPath = !text.hasPrefix(scalars: "//")
        if isPath, let prefix {
            let rest = text.drop { $0 == "/" }
            return rest.isEmpty
                ? nil : prefix + (prefix.hasSuffix(scalars: "/") || prefix.hasSuffix(scalars: "=") ? "" : "/") + rest
        }
        var folder = base
        if !folder.path.hasSuffix(scalars: "/") { folder.path += "/" }
        var plain = text.split(scalar: " ", omittingEmptySubsequences: false).joined(separator: "%20")
        // A path is one below the base URL, unless it repeats that of the base URL.
        if isPath, plain.hasPrefix(scalars: "/"), !plain.hasPrefix(scalars: folder.path) { plain = "." + plain }
        return folder.resolve(plain).flatMap { isAllowed($0) ? $0.description : nil }
    }

    /// Returns whether the host is an allowed one, or a subdomain of one.
    private func isAllowed(_ url: WebURL) -> Bool {
        guard let hosts else { return true }
        let host = url.origin.host
        return hosts.contains { host == $0 || host.hasSuffix(scalars: "." + $0) }
    }
}
