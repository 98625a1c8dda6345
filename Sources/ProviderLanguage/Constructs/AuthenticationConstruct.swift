/// `auth`: how a source knows who asks.
enum AuthenticationConstruct {
    private enum Kind: String, LanguageWord {
        case apiKey = "api_key"
        case bearer, basic, none
    }

    private static let kind = Key("kind", "api_key, bearer, basic or none.", Shape<Kind>.word)
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

    /// A template that should name a secret; one written out is warned of.
    private static let secret = Shape<Template>(
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
