import JSON

/// A result without the members that its era adds to every result.
struct MCPResult: Sendable {
    var members: [JSONValue.Member]
    /// How long and for whom the client may cache the result; `nil` for results that have no cache hint.
    var cache: CacheHint?
    /// Whether it only says what the user has to be asked before the request is sent again.
    var needsInput = false

    init(_ members: KeyValuePairs<String, JSONValue>, cache: CacheHint? = nil) {
        self.members = members.map { JSONValue.Member($0.key, $0.value) }
        self.cache = cache
    }

    static let empty = MCPResult([:])
}

/// How long a client may cache a result, and whether it may share it.
struct CacheHint: Sendable, Equatable {
    let seconds: Int
    /// Whether the result is the same for all users.
    let isPublic: Bool

    /// For results that do not change while the program runs.
    static let fixed = CacheHint(seconds: 3_600, isPublic: true)
    /// For results that the user's next action may change.
    static let never = CacheHint(seconds: 0, isPublic: false)
}
