/// What a definition that others extend comes to, decoded once for all that change nothing of it.
///
/// Most of a file of many mirrors is the same few definitions again and again; what they can be asked for takes nearly
/// all of the time to decode.
struct InheritedParts: Sendable {
    var operations: [OperationName: [OperationDefinition]]
    var errorRules: [ErrorRule]
    var tests: [ProviderTest] = []
    /// The secrets that they name.
    var secrets: [SecretUse]

    /// Keys of a provider that no operation, error rule or test depends on.
    private static let independentKeys: Set<String> = [
        "id", "extends", "title", "homepage", "languages", "enabled", "base_url", "allow_http", "image_hosts",
        "headers", "timeout", "connect_timeout", "max_body", "retry", "limits", "time_zone",
    ]

    /// Keys of `auth` that say what the key is, and not where it goes.
    private static let independentAuthKeys: Set<String> = ["value", "prefix", "username", "password"]

    /// Whether a provider that extends another one has the same operations, error rules and tests.
    static func areThose(ofBaseOf node: SourceNode) -> Bool {
        (node.entries ?? []).allSatisfy { entry in
            if independentKeys.contains(entry.key) { return true }
            guard entry.key == "auth", let keys = entry.value.entries else { return false }
            return keys.allSatisfy { independentAuthKeys.contains($0.key) }
        }
    }
}
