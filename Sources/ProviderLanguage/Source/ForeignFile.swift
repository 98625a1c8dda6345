import MovieDomain
import Platform

/// A file in the language of another program, which describes an API or a site in its own way.
struct ForeignFile {
    /// What the file is, for a sentence: `an OpenAPI document`.
    let name: String
    /// How to begin a definition for what it describes.
    let advice: Hint

    var problem: String { "this is \(name), not a providers.yaml" }

    /// Recognizes a file by the keys at its top; fails for one that may be meant as a definition.
    init?(_ root: SourceNode) {
        guard root["providers"] == nil, let entries = root.entries else { return nil }
        let keys = Set(entries.map(\.key))
        guard let kind = Self.kinds.first(where: { $0.marks.contains { $0.isSubset(of: keys) } }) else { return nil }
        if let word = kind.type, root["type"]?.text != word { return nil }
        name = kind.name
        guard !kind.readsPages else {
            advice =
                "it selects elements of web pages, which Marquee does not read: look for an API of the site and run `marquee new URL` with the address of one of its answers, or write a program (kind: process)"
            return
        }
        let address = Self.address(in: root).map { "such as \($0)" } ?? "such as that of a search"
        advice = Hint(
            "it has no answers, of which a definition is made: run `marquee new URL` with the address of one, \(address)"
        )
    }

    private struct Kind {
        var name: String
        /// Sets of keys, one of which is at the top of every such file.
        var marks: [Set<String>]
        /// What `type` says in it; `nil` if that does not matter.
        var type: String?
        var readsPages = false
    }

    private static let kinds = [
        Kind(name: "an OpenAPI document", marks: [["openapi"], ["swagger"]]),
        Kind(name: "an AsyncAPI document", marks: [["asyncapi"]]),
        Kind(name: "a manifest of an Airbyte connector", marks: [["streams", "type"]], type: "DeclarativeSource"),
        Kind(
            name: "a Cardigann definition, as of Jackett and Prowlarr",
            marks: [["caps", "links"], ["caps", "search"], ["links", "search"]],
            readsPages: true
        ),
        Kind(
            name: "a scraper of Stash",
            marks: [
                ["xPathScrapers"], ["jsonScrapers"], ["movieByURL"], ["groupByURL"], ["sceneByURL"], ["sceneByName"],
            ],
            readsPages: true
        ),
        Kind(name: "a Postman collection", marks: [["info", "item"]]),
        Kind(name: "an Insomnia export", marks: [["_type", "resources"]]),
        Kind(name: "a HAR file", marks: [["log"]]),
        Kind(name: "a RAML document", marks: [["baseUri", "title"]]),
        Kind(name: "a Singer catalog", marks: [["streams"]]),
    ]

    /// The address that the file names for a request; `nil` if it names none.
    private static func address(in root: SourceNode) -> String? {
        let servers = root["servers"]?.list?.first?["url"]?.text
        let paths = root["paths"]?.entries?.map(\.key) ?? []
        let found = first("url_base", in: root)?.text ?? first("baseUri", in: root)?.text
        guard let base = servers ?? found, base.contains(scalars: "://"), !base.contains(scalars: "{") else {
            return nil
        }
        let path = paths.first { $0.contains(scalars: "search") } ?? paths.first ?? first("path", in: root)?.text ?? ""
        guard !path.contains(scalars: "{") else { return base }
        return base + (path.isEmpty || path.hasPrefix(scalars: "/") || base.hasSuffix(scalars: "/") ? "" : "/") + path
    }

    private static func first(_ key: String, in node: SourceNode) -> SourceNode? {
        if let list = node.list { return list.lazy.compactMap { first(key, in: $0) }.first }
        if let found = node[key], found.text != nil { return found }
        return node.entries?.lazy.compactMap { first(key, in: $0.value) }.first
    }
}

/// Keys of other tools for which this language has another way, or none.
enum ForeignKey {
    /// Returns what to do instead; `nil` for a key that is not known.
    static func advice(on key: String, among known: [String]) -> Hint? {
        let word = key.lowercased().replacing(scalars: "-", with: "_")
        guard let text = advice[word] else { return nil }
        var hint = Hint(text)
        if let entry = entries[word], known.contains(where: { entry.hasPrefix(scalars: "\($0): ") }) {
            hint.correction = Hint.Correction(entry: key, by: entry)
        } else if text == comment {
            hint.correction = Hint.Correction(entry: key, by: "# …")
            hint.correction?.title = "Make it a comment"
        }
        return hint
    }

    /// What stands in place of a key and its value.
    private static let entries = [
        "user_agent": "headers: { User-Agent: … }", "useragent": "headers: { User-Agent: … }",
        "accept": "headers: { Accept: … }", "content_type": "headers: { Content-Type: … }",
        "referer": "headers: { Referer: … }", "referrer": "headers: { Referer: … }",
        "origin": "headers: { Origin: … }", "retries": "retry: { attempts: … }",
        "max_retries": "retry: { attempts: … }", "retry_count": "retry: { attempts: … }", "encoding": "charset: …",
    ]

    private static let comment = "write it as a comment, after #"

    private static let advice: [String: String] = {
        let groups: [(keys: String, advice: String)] = [
            ("user_agent useragent", "write headers: { User-Agent: … }"),
            ("cookie cookies", "write headers: { Cookie: \"${env.NAME}\" }"),
            ("accept content_type referer referrer origin", "write it under 'headers'"),
            (
                "verify_tls verify_ssl ssl_verify tls_verify verify insecure skip_verify allow_self_signed self_signed tls",
                "certificates are always verified; for a server with its own, write ca_file: ca.pem"
            ),
            (
                "ca ca_bundle ca_cert cacert certificate cert ssl_cert_file",
                "write ca_file: ca.pem, the certificate of the server or its authority"
            ),
            ("proxy http_proxy https_proxy proxies", "set the variable https_proxy (or http_proxy) in the environment"),
            (
                "selector selectors css css_selector xpath html_selector",
                "Marquee reads no elements of web pages: format: html reads the JSON in a page, and kind: process a program"
            ),
            (
                "script javascript js python lua code eval expression jq jsonata",
                "the language runs no code; a program is a source with kind: process"
            ),
            ("redirect redirects follow_redirects max_redirects", "redirects within a host are always followed"),
            (
                "schedule interval cron refresh_interval update_interval",
                "answers are fetched when they are needed; 'cache' says how long one is used"
            ),
            (
                "description comment comments note notes author maintainer license tags",
                comment
            ),
            ("retries max_retries retry_count", "write retry: { attempts: 3 }"),
            ("encoding", "write charset: EUC-KR"),
            (
                "default default_value if_empty",
                "without a value, a field is absent; 'first_of' takes another path, and 'map' with 'else' another value"
            ),
            (
                "includes import imports",
                "at the top of the file, include: [other.yaml] takes the providers of other files"
            ),
        ]
        var advice: [String: String] = [:]
        for group in groups {
            for key in group.keys.split(scalar: " ") { advice[String(key)] = group.advice }
        }
        return advice
    }()
}

/// Codes that people write for a language or a currency, and that stand for something else or for nothing.
enum ForeignCode {
    /// Returns the language that the code of a country is meant for: `ko` for `kr`.
    static func language(of tag: String) -> String? {
        languages[tag.lowercased()]
    }

    /// Returns the tag of a language that is written by its name: `ko` for `Korean`.
    static func language(named name: String) -> String? { names[name.lowercased()] }

    private static let names = [
        "english": "en", "korean": "ko", "japanese": "ja", "chinese": "zh", "french": "fr", "german": "de",
        "spanish": "es", "italian": "it", "portuguese": "pt", "russian": "ru", "hindi": "hi", "polish": "pl",
        "dutch": "nl", "swedish": "sv", "danish": "da", "norwegian": "no", "finnish": "fi", "turkish": "tr",
        "arabic": "ar", "hebrew": "he", "thai": "th", "vietnamese": "vi", "czech": "cs", "greek": "el",
    ]

    /// Returns the code of a currency that is written by its name: `KRW` for `WON`.
    static func currency(of word: String) -> String? { currencies[word.uppercased()] }

    // Only countries whose codes are those of no language.
    private static let languages = [
        "kr": "ko", "jp": "ja", "cn": "zh", "cz": "cs", "dk": "da", "gr": "el", "vn": "vi", "us": "en", "gb": "en",
        "tw": "zh-TW", "hk": "zh-HK", "ir": "fa", "il": "he", "kor": "ko", "jpn": "ja", "chi": "zh", "eng": "en",
        "ger": "de", "fre": "fr", "mx": "es-MX", "ua": "uk",
    ]

    private static let currencies = [
        "WON": "KRW", "KOR": "KRW", "EURO": "EUR", "EUROS": "EUR", "€": "EUR", "DOLLAR": "USD", "DOLLARS": "USD",
        "US$": "USD", "$": "USD", "YEN": "JPY", "¥": "JPY", "POUND": "GBP", "POUNDS": "GBP", "£": "GBP", "UKP": "GBP",
        "STG": "GBP", "RMB": "CNY", "YUAN": "CNY", "NTD": "TWD", "NT$": "TWD", "RUPEE": "INR", "RUPEES": "INR",
        "₹": "INR", "RUR": "RUB", "₩": "KRW", "DEM": "EUR", "FRF": "EUR", "ITL": "EUR", "ESP": "EUR",
    ]
}
