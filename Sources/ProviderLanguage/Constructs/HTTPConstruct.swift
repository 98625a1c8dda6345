import HTTPModel
import MovieDomain
import Platform

enum HTTPConstruct {
    private static let baseURL = Key(
        "base_url",
        "The URL of the API; several are tried in order.",
        Shape.atLeastOne(address),
        required: true,
        example: "https://api.example.org"
    )
    private static let allowHTTP = Key(
        "allow_http",
        "Whether http: is accepted for other machines.",
        Shape.boolean,
        default: "false"
    )
    private static let imagesBase = Key(
        "images_base",
        "The base of relative image URLs; by default, base_url.",
        address,
        example: "https://image.example.org/w500"
    )
    private static let imageSizes = Key(
        "image_sizes",
        "The sizes of each kind of image: the name that replaces {size} in a URL, and the width in pixels; ~ is"
            + " unknown.",
        Shape.map(of: Shape<ImageKind>.word.map(\.rawValue), to: Shape.map(of: .text, to: Shape.widthOrNothing))
            .map { kinds in
                // The narrowest first.
                let sorted = kinds.map { ($0.name, $0.value.sorted { ($0.value ?? .max) < ($1.value ?? .max) }) }
                return Dictionary(sorted) { first, _ in first }
            },
        example: "{ poster: { small: 200, large: 800, original: ~ } }"
    )
    private static let auth = Key("auth", "How requests are authenticated.", AuthenticationConstruct.shape.concealing)
    private static let locales = Key(
        "locales",
        "The value of ${locale} for each language.",
        Shape.map(of: .text, to: .text).map { Locales($0) }
    )
    private static let missing = Key(
        "missing_values",
        "Texts that mean \"absent\".",
        Shape.list(anyText).map { MissingValues($0) }
    )
    static let errors = Key(
        "errors",
        "Rules that make a response an error; the first match wins.",
        Shape.list(ErrorRuleConstruct.shape)
    )
    private static let vars = Key(
        "vars",
        "Constants for templates.",
        Shape.map(of: .text, to: constant).map { Dictionary($0.map { ($0.name, $0.value) }) { first, _ in first } }
    )
    private static let operations = Key(
        "operations",
        "The operations that the source offers.",
        operationsShape,
        required: true
    )
    static let tests = Key("tests", "Recorded responses and the expected results.", Shape.list(TestConstruct.shape))

    private static let keys = KeyList<HTTPDefinition> { keys in
        keys.add(ProviderConstruct.common.entries)
        keys.add(baseURL)
        keys.add(allowHTTP) { $0.allowsHTTP = $1 }
        let imageHostsSummary =
            "The hosts of images, besides those of base_url; by default, any host. images/get fetches from these "
            + "hosts only; with *, images of other hosts are still listed."
        keys.add("image_hosts", imageHostsSummary, Shape.list(.hostOrAny)) { $0.imageHosts = $1 }
        keys.add(imagesBase) { $0.imagesAddress = $1 }
        keys.add(imageSizes)
        keys.add(auth)
        let imagesAuthSummary =
            "Whether images on the hosts of base_url and images_base are fetched with the key in `auth` and with `headers`."
        keys.add("images_auth", imagesAuthSummary, Shape.boolean, default: "false") {
            $0.sendsCredentialsForImages = $1
        }
        keys.add(ProviderConstruct.secrets)
        let authoritySummary =
            "A PEM file with the certificate of your own server, or of its authority, instead of the system's authorities."
        keys.add("ca_file", authoritySummary, Shape.authorityFile, example: "ca.pem") { $0.authorityFile = $1 }
        keys.add("headers", "Fixed headers.", Shape.headers.concealing) { $0.headers = $1 }
        keys.add("timeout", "The time limit of one attempt.", Shape.timeout, default: "3s") {
            $0.requestLimits.attemptTimeout = $1
        }
        keys.add("connect_timeout", "The time limit for connecting.", Shape.timeout, default: "1s") {
            $0.requestLimits.connectTimeout = $1
        }
        keys.add("max_body", "The maximum size of a response.", Shape.bodyBytes, default: "4MiB") {
            $0.requestLimits.maximumBodyBytes = $1
        }
        keys.add("retry", "How often a request is attempted.", RetryConstruct.shape) { $0.retry = $1 }
        keys.add("limits", "Limits on requests.", LimitsConstruct.shape) { $0.limits = $1 }
        keys.add("time_zone", "The time zone of the source's days.", Shape.text, example: "Asia/Seoul") {
            $0.timeZone = $1
        }
        keys.add(locales) { $0.locales = $1 }
        keys.add("format", "The format of responses.", Shape<DocumentFormat>.word, default: "json") { $0.format = $1 }
        let charsetSummary = "The encoding of responses that are not UTF-8, if their headers do not name it correctly."
        keys.add("charset", charsetSummary, encoding, example: "EUC-KR") { $0.charset = $1 }
        let regionsSummary =
            "The regions of a box office: names and their codes. Of several names for a code, the first is shown."
        keys.add("regions", regionsSummary, Shape.map(of: .text, to: .text)) { $0.regions = $1 }
        keys.add(missing)
        keys.add(errors) { $0.errorRules = $1 }
        keys.add(vars)
        keys.add(operations) { $0.operations = $1 }
        keys.add(tests)
    }

    static let construct = Construct("a provider", "A film source on the network.", keys.entries)

    static func decode(_ record: Record) -> (definition: HTTPDefinition, tests: [ProviderTest])? {
        let variables = record.value(vars) ?? [:]
        let missing = record.value(missing) ?? MissingValues()
        let sizes = record.value(imageSizes) ?? [:]
        return record.decoding.scoped {
            $0.variables = variables
            $0.hasLocales = record.has(locales)
            $0.sizedImages = Set(sizes.keys)
            $0.missing = missing
            $0.items = items(record)
        } _: {
            var definition = HTTPDefinition(imageSizes: sizes)
            definition.authentication = record.value(auth) ?? .none
            record.decoding.scope.keyParameter = definition.authentication.parameter
            let templates = addresses(record, definition.authentication)
            if templates.contains(where: { !$0.secrets.isEmpty }) {
                definition.variableAddresses = templates
            } else {
                definition.baseURLs = templates.compactMap { WebURL(ofBase: $0.description) }
            }
            keys.read(record, into: &definition)
            if definition.sendsCredentialsForImages, case .token = definition.authentication {
                record.error(
                    "'images_auth' needs 'auth' of kind api_key, bearer or basic",
                    at: record.location(of: imagesBase)
                )
            }
            // Also without an address, so that their problems are reported with it.
            let tests = ProviderConstruct.tests(record)
            if definition.imagesAddress?.description.contains(ImagePlaces.sizePlace) == true, sizes.isEmpty {
                record.valueError("'{size}' needs 'image_sizes'", at: imagesBase)
            }
            return templates.isEmpty ? nil : (definition, tests)
        }
    }

    /// `http:` only to this machine, or where the definition says so.
    private static func addresses(_ record: Record, _ auth: Authentication) -> [Template] {
        let allowsHTTP = record.value(allowHTTP) ?? false
        let addresses = record.value(baseURL) ?? []
        var named = addresses.compactMap { WebURL(ofBase: $0.description) }
            .map { (baseURL.name, record.node[baseURL.name], $0) }
        if case .token(let login) = auth, let url = login.url {
            let auth = record.node[Self.auth.name]
            let isLogin = auth?["from"] != nil
            named.append(isLogin ? ("post", auth?["from"], url) : ("token_url", auth, url))
        }
        if let url = record.node[imagesBase.name]?.text.flatMap({ WebURL(ofBase: $0) }) {
            named.append((imagesBase.name, record.node, url))
        }
        for (key, node, url) in named where url.origin.scheme == .http && !url.origin.isLoopback && !allowsHTTP {
            record.error(
                "'\(key)': expected https, found \(url); http is only for this machine, or with allow_http: true",
                at: (node?[key] ?? node ?? record.node).location
            )
        }
        if record.node[baseURL.name]?.list?.isEmpty == true {
            record.error("'base_url' needs an address", at: baseURL)
        }
        return addresses
    }

    /// Returns the items of the operations as written, for `extends`.
    private static func items(_ record: Record) -> [Capability: SourceNode] {
        var items: [Capability: SourceNode] = [:]
        for entry in record.node[operations.name]?.entries ?? [] {
            let first = entry.value.list?.first ?? entry.value
            if let name = Capability(rawValue: entry.key), let item = first["item"] { items[name] = item }
        }
        return items
    }

    private static let operationsShape = Shape<[Capability: [OperationDefinition]]>(
        "a map of operations",
        form: .record {
            let entries = Capability.allCases.map { name in
                let form = OperationConstruct.shape(name).form
                return Construct.Entry(name: name.rawValue, summary: name.summary, form: form, isRequired: false)
            }
            return Construct("the operations", "What you can ask a source for.", entries)
        }
    ) { node, decoding in
        guard let entries = node.entries else {
            let name = node.list?.first.flatMap { $0["name"]?.text ?? $0["id"]?.text ?? $0.entries?.first?.key }
            let hint: Hint? = node.list == nil ? nil : "write \(name ?? "search"): in place of the item of a list"
            decoding.mismatch("a map of operations", node, hint: hint)
            return nil
        }
        var operations: [Capability: [OperationDefinition]] = [:]
        for (index, entry) in entries.enumerated() {
            guard let name = Capability(rawValue: entry.key) else {
                var hint = Hint.forKey(entry.key, in: "operations", among: Capability.words)
                let above = entries[..<index].last { Capability(rawValue: $0.key) != nil }
                if let above, KeyPlaces.isOfOperation(entry.key) {
                    hint = "it belongs in an operation: indent it below '\(above.key)'"
                }
                decoding.error("unknown operation '\(entry.key)'", hint: hint, at: entry.keyLocation)
                continue
            }
            let alternatives = decoding.at(entry.key) { OperationConstruct.shape(name).decode(entry.value, decoding) }
            if let alternatives, !alternatives.isEmpty { operations[name] = alternatives }
        }
        return operations
    }

    static let plainAddress = Shape<WebURL>.parsed(
        "an address such as https://api.example.org/v3",
        form: .pattern("an address such as https://api.example.org/v3", regex: "^https?://[^/?#@]+(/[^?#]*)?$")
    ) { (text) throws(LanguageError) in try WebURL(parsing: text) }

    /// An address that may begin with an environment variable, for a server of the user's own.
    private static let address = Shape<Template>.reading(
        "an address such as https://api.example.org/v3",
        form: .pattern(
            "an address such as https://api.example.org/v3, or ${env.NAME} for a server of your own",
            regex: #"^(https?://[^/?#@$]+|\$\{env\.[A-Za-z_][A-Za-z0-9_]*\})(/[^?#$]*)?$"#
        )
    ) { (text, node, decoding) throws(LanguageError) in
        if text.contains(scalars: "${"), !text.hasPrefix(scalars: "${"), !text.contains(scalars: "${env.") {
            throw LanguageError(
                "an address has no placeholders besides a variable at its beginning, ${env.NAME}",
                hint: "a host that depends on the language or the call needs a provider of its own for each",
                at: text.distance(from: text.startIndex, to: text.firstIndex(scalar: "$") ?? text.startIndex)
            )
        }
        guard text.contains(scalars: "$") else {
            _ = try WebURL(parsing: text)
            return Template(literal: text)
        }
        let template = try TemplateParser(scope: decoding.scope).parse(text)
        guard case .secret(let variable)? = template.parts.first, variable.kind == .environment else {
            throw LanguageError("an address begins with https:// or with the variable that holds it: ${env.NAME}/path")
        }
        let rest = template.parts.dropFirst().map { part in
            if case .literal(let text) = part { text } else { "?" }
        }.joined()
        guard rest.isEmpty || rest.first == "/", !rest.contains(where: { $0 == "?" || $0 == "#" }) else {
            throw LanguageError("expected only a path after the variable of an address: ${env.NAME}/path")
        }
        decoding.note([SecretUse(secret: variable, location: node.location, isAddress: true)])
        return template
    }

    private static let encoding = Shape<TextEncoding>.parsed("an encoding such as EUC-KR") {
        (text) throws(LanguageError) in
        guard let encoding = TextEncoding(named: text) else {
            throw LanguageError("expected one of \(TextEncoding.names.alternatives), found '\(text)'")
        }
        return encoding
    }

    /// A text of `vars`: it is put into templates as it is.
    private static let constant = Shape<String>.parsed("a text") {
        (text) throws(LanguageError) in
        guard let place = text.firstRange(scalars: "${") else { return text }
        throw LanguageError(
            "a constant cannot contain placeholders such as \(text[place.lowerBound...].prefix { $0 != "}" })}",
            hint: "write out its text",
            at: text.distance(from: text.startIndex, to: place.lowerBound)
        )
    }

    static let anyText = Shape<String>("a text", form: .text("a text")) { node, decoding in
        if let text = node.text { return text }
        decoding.mismatch("a text", node)
        return nil
    }
}

extension Locales {
    /// Creates locales from the map as written, in which `default` is for unlisted languages.
    fileprivate init(_ pairs: [NamedValue<String>]) {
        self.init()
        let named = pairs.filter { $0.name != "default" }
        for pair in named { byLanguage[pair.name.lowercased()] = Locale(pair.value, language: pair.name) }
        standard = pairs.first { $0.name == "default" }.map { pair in
            // The value may say nothing about the language, as a number does.
            Locale(pair.value, language: named.first { $0.value == pair.value }?.name)
        }
    }
}
