import HTTPModel

enum AuthenticationConstruct {
    enum Kind: String, LanguageWord {
        case apiKey = "api_key"
        case bearer, basic, token, oauth2, none

        var summary: String {
            switch self {
            case .apiKey: "A key in the query or in a header."
            case .bearer: "Authorization: Bearer …"
            case .basic: "Authorization: Basic …"
            case .token: "A token that the source gives for a login."
            case .oauth2: "A token by the client credentials of OAuth 2."
            case .none: "Nothing is needed."
            }
        }
    }

    static let kind = Key("kind", "api_key, bearer, basic, token, oauth2 or none.", Shape<Kind>.word)
    private static let place = Key(
        "in",
        "Where the key goes: query or header.",
        Shape<Authentication.APIKey.Place>.word,
        required: true
    )
    private static let name = Key("name", "The query parameter or header.", Shape.text, required: true)
    private static let header = Key("name", "The query parameter or header.", Shape.headerName, required: true)
    private static let value = Key("value", "The key: ${env.NAME} or ${file.PATH}.", secret, required: true)
    private static let prefix = Key("prefix", "Stands before the key.", Shape.text)
    private static let username = Key("username", "The user's name.", Shape<Template>.template, required: true)
    private static let password = Key("password", "The password: ${env.NAME} or ${file.PATH}.", secret, required: true)

    static let shape: Shape<Authentication> = .variants(
        by: "kind",
        [
            .init(
                Kind.none,
                .record(Construct("auth of kind none", "Nothing is needed.", [kind.entry])) { _, _ in
                    Authentication.none
                }
            ),
            .init(Kind.apiKey, .record(apiKey, decode: decodeKey)),
            .init(
                Kind.bearer,
                .record(Construct("auth of kind bearer", "Authorization: Bearer …", [kind.entry, value.entry])) {
                    record,
                    decoding in record.value(value, &decoding).map(Authentication.bearer)
                }
            ),
            .init(Kind.basic, .record(basic, decode: decodeBasic)),
            .init(Kind.token, TokenConstruct.token),
            .init(Kind.oauth2, TokenConstruct.oauth2),
        ]
    )

    private static let apiKey = Construct(
        "auth of kind api_key",
        "A key in the query or in a header.",
        [kind.entry, place.entry, name.entry, value.entry, prefix.entry]
    )

    private static let basic = Construct(
        "auth of kind basic",
        "Authorization: Basic …",
        [kind.entry, username.entry, password.entry]
    )

    private static func decodeKey(_ record: Record, _ decoding: inout Decoding) -> Authentication? {
        let place = record.value(place, &decoding)
        let name = record.value(place == .header ? header : name, &decoding)
        let value = record.value(value, &decoding)
        let prefix = record.value(prefix, &decoding) ?? ""
        guard let place, let name, let value else { return nil }
        return .apiKey(Authentication.APIKey(place: place, name: name, value: value, prefix: prefix))
    }

    private static func decodeBasic(_ record: Record, _ decoding: inout Decoding) -> Authentication? {
        let username = record.value(username, &decoding)
        let password = record.value(password, &decoding)
        guard let username, let password else { return nil }
        return .basic(username: username, password: password)
    }

    /// A template that should name a secret; a secret in the file itself causes a warning.
    static let secret = Shape<Template>(
        "a secret such as ${env.NAME}",
        form: .text("a secret such as ${env.NAME}")
    ) {
        node,
        decoding in
        let template = Shape<Template>.template.decode(node, &decoding)
        if let template, template.secrets.isEmpty {
            decoding.writtenSecret(at: node.location)
        }
        return template
    }
}

enum CacheConstruct {
    private static let ttl = Key("ttl", "How long an answer is fresh.", Shape.duration, required: true, example: "6h")
    private static let revalidate = Key(
        "stale_while_revalidate",
        "How long after that it is used at once and fetched anew behind.",
        Shape.duration,
        default: "0s"
    )
    private static let ifError = Key(
        "stale_if_error",
        "How long after that it is used where the source fails.",
        Shape.duration,
        default: "0s"
    )
    private static let settledAfter = Key(
        "settled_after",
        "How far back a day lies that no longer changes.",
        Shape.duration
    )
    private static let settledTTL = Key("settled_ttl", "How long answers about settled days are fresh.", Shape.duration)

    private static let construct = Construct(
        "cache",
        "How long an answer may be used again.",
        [ttl.entry, revalidate.entry, ifError.entry, settledAfter.entry, settledTTL.entry],
        rules: [.together([settledAfter.name, settledTTL.name])]
    )

    static let shape: Shape<CachePolicy> = .record(construct) { record, decoding in
        let settled = (record.value(settledAfter, &decoding), record.value(settledTTL, &decoding))
        if record.has(settledAfter) != record.has(settledTTL) {
            decoding.valueError("settled_after and settled_ttl go together", at: record.node.location)
        }
        if record.has(settledAfter), decoding.scope.operation?.hasDate == false {
            decoding.error("settled_after is for operations with a date", at: record.location(of: settledAfter))
        }
        guard let ttl = record.value(ttl, &decoding) else { return nil }
        return CachePolicy(
            ttl: ttl,
            staleWhileRevalidate: record.value(revalidate, &decoding) ?? .zero,
            staleIfError: record.value(ifError, &decoding) ?? .zero,
            settledAfter: settled.0,
            settledTTL: settled.1
        )
    }
}

enum LimitsConstruct {
    private static let concurrent = Key(
        "concurrent",
        "Requests at the same time.",
        Shape.integer(1...1_000),
        default: "8"
    )
    private static let rate = Key("rate", "Requests in a time.", Shape.rate, example: "2/s")
    private static let quota = Key("quota", "Requests in a period of the calendar.", Shape.quota, example: "3000/day")
    private static let zone = Key(
        "quota_time_zone",
        "The time zone of the quota's day.",
        Shape.text,
        example: "Asia/Seoul"
    )

    static let shape: Shape<RequestLimits> = .record(
        Construct(
            "limits",
            "How much may be asked of a source.",
            [concurrent.entry, rate.entry, quota.entry, zone.entry]
        )
    ) { record, decoding in
        RequestLimits(
            concurrent: record.value(concurrent, &decoding) ?? 8,
            rate: record.value(rate, &decoding),
            quota: record.value(quota, &decoding),
            quotaTimeZone: record.value(zone, &decoding)
        )
    }
}

enum RetryConstruct {
    private static let attempts = Key(
        "attempts",
        "All attempts, the first one too.",
        Shape.integer(1...10),
        default: "2"
    )
    private static let backoff = Key(
        "backoff",
        "The first pause and the longest.",
        Shape.durations,
        default: "100ms..2s"
    )

    static let shape: Shape<RetryPolicy> = .record(
        Construct("retry", "How often what is safe to repeat is tried.", [attempts.entry, backoff.entry])
    ) { record, decoding in
        let attempts = record.value(attempts, &decoding)
        let backoff = record.value(backoff, &decoding)
        guard let attempts, let backoff else { return nil }
        return RetryPolicy(attempts: attempts, backoff: backoff)
    }
}
