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
    private static let value = Key("value", "The key: ${env.NAME} or ${file.PATH}.", secret, required: true)

    static let shape: Shape<Authentication> = .variants(
        by: "kind",
        [
            .init(
                Kind.none,
                .record("auth of kind none", "Nothing is needed.") { keys in
                    _ = keys.add(kind)
                    return { _, _ in Authentication.none }
                }
            ),
            .init(Kind.apiKey, apiKey),
            .init(
                Kind.bearer,
                .record("auth of kind bearer", "Authorization: Bearer …") { keys in
                    _ = keys.add(kind)
                    let value = keys.add(value)
                    return { record, decoding in record.value(value, &decoding).map(Authentication.bearer) }
                }
            ),
            .init(Kind.basic, basic),
            .init(Kind.token, TokenConstruct.token),
            .init(Kind.oauth2, TokenConstruct.oauth2),
        ]
    )

    private static let apiKey: Shape<Authentication> = .record(
        "auth of kind api_key",
        "A key in the query or in a header."
    ) { keys in
        _ = keys.add(kind)
        let places = Shape<Authentication.APIKey.Place>.word
        let place = keys.add("in", "Where the key goes: query or header.", places, required: true)
        let parameter = keys.add("name", "The query parameter or header.", Shape.text, required: true)
        let header = Key(parameter.name, parameter.summary, Shape.headerName, required: true)
        let value = keys.add(value)
        let prefix = keys.add("prefix", "The text before the key.", Shape.text)
        return { record, decoding in
            let place = record.value(place, &decoding)
            let name = record.value(place == .header ? header : parameter, &decoding)
            let value = record.value(value, &decoding)
            let prefix = record.value(prefix, &decoding) ?? ""
            guard let place, let name, let value else { return nil }
            return .apiKey(Authentication.APIKey(place: place, name: name, value: value, prefix: prefix))
        }
    }

    private static let basic: Shape<Authentication> = .record("auth of kind basic", "Authorization: Basic …") { keys in
        _ = keys.add(kind)
        let username = keys.add("username", "The user's name.", Shape<Template>.template, required: true)
        let password = keys.add("password", "The password: ${env.NAME} or ${file.PATH}.", secret, required: true)
        return { record, decoding in
            let username = record.value(username, &decoding)
            let password = record.value(password, &decoding)
            guard let username, let password else { return nil }
            return .basic(username: username, password: password)
        }
    }

    /// A template that should name a secret; one written out is warned of.
    static let secret = Shape<Template>("a secret such as ${env.NAME}", form: .text("a secret such as ${env.NAME}")) {
        node,
        decoding in
        let template = Shape<Template>.template.decode(node, &decoding)
        if let template, template.secrets.isEmpty { decoding.writtenSecret(at: node.location) }
        return template
    }
}

enum CacheConstruct {
    static let shape: Shape<CachePolicy> = .record(
        "cache",
        "How long an answer is reused.",
        rules: [.together(["settled_after", "settled_ttl"])]
    ) { keys in
        let ttl = keys.add("ttl", "How long an answer is fresh.", Shape.duration, required: true, example: "6h")
        let revalidateSummary = "How long after that it is used at once and refreshed in the background."
        let revalidate = keys.add("stale_while_revalidate", revalidateSummary, Shape.duration, default: "0s")
        let ifErrorSummary = "How long after that it is used if the source fails."
        let ifError = keys.add("stale_if_error", ifErrorSummary, Shape.duration, default: "0s")
        let settledAfter = keys.add(
            "settled_after",
            "The age at which the figures of a day no longer change.",
            Shape.duration
        )
        let settledTTL = keys.add("settled_ttl", "How long answers about settled days are fresh.", Shape.duration)
        return { record, decoding in
            let (after, afterTTL) = (record.value(settledAfter, &decoding), record.value(settledTTL, &decoding))
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
                settledAfter: after,
                settledTTL: afterTTL
            )
        }
    }
}

enum LimitsConstruct {
    static let shape: Shape<RequestLimits> = .record("limits", "How much may be asked of a source.") { keys in
        let concurrent = keys.add(
            "concurrent",
            "The number of requests at the same time.",
            Shape.integer(1...1_000),
            default: "8"
        )
        let rate = keys.add("rate", "The number of requests in a time.", Shape.rate, example: "2/s")
        let quota = keys.add(
            "quota",
            "The number of requests in a period of the calendar.",
            Shape.quota,
            example: "3000/day"
        )
        let zone = keys.add("quota_time_zone", "The time zone of the quota's day.", Shape.text, example: "Asia/Seoul")
        return { record, decoding in
            RequestLimits(
                concurrent: record.value(concurrent, &decoding) ?? 8,
                rate: record.value(rate, &decoding),
                quota: record.value(quota, &decoding),
                quotaTimeZone: record.value(zone, &decoding)
            )
        }
    }
}

enum RetryConstruct {
    static let shape: Shape<RetryPolicy> = .record("retry", "How often what is safe to repeat is tried.") { keys in
        let attempts = keys.add(
            "attempts",
            "The number of attempts, including the first.",
            Shape.integer(1...10),
            default: "3"
        )
        let backoff = keys.add("backoff", "The shortest and the longest pause.", Shape.durations, default: "100ms..2s")
        return { record, decoding in
            let attempts = record.value(attempts, &decoding)
            let backoff = record.value(backoff, &decoding)
            guard let attempts, let backoff else { return nil }
            return RetryPolicy(attempts: attempts, backoff: backoff)
        }
    }
}
