/// What the maps are that one definition lays over another, as far as their keys depend on each other.
///
/// Where a map is known to be of one sort among several, keys that only another sort has are not taken over: they would
/// be errors in a file that is not the user's. A map with free keys, such as query parameters, is none of these.
enum MergePlace {
    case provider
    /// `auth` and `paging`, chosen by their `kind`.
    case authentication, paging
    case operations, operation
    case item, ids, field
    /// Free keys, or keys that do not depend on each other.
    case plain

    /// What stands under a key.
    func place(under key: String) -> MergePlace {
        switch (self, key) {
        case (.provider, "auth"): .authentication
        case (.provider, "operations"): .operations
        case (.operations, _): .operation
        case (.operation, "paging"): .paging
        case (.operation, "item"), (.item, "movie"), (.field, "item"): .item
        case (.item, "ids"): .ids
        case (.item, _), (.ids, _), (.field, "votes"): .field
        default: .plain
        }
    }

    /// Whether nothing of the base fits to what lies over it: it is of another kind.
    func replaces(_ base: SourceNode, by node: SourceNode) -> Bool {
        switch self {
        case .provider: (base["kind"]?.text ?? "http") != (node["kind"]?.text ?? base["kind"]?.text ?? "http")
        case .authentication, .paging: node["kind"].map { $0.text != base["kind"]?.text } ?? false
        case .field:
            // A list of items has none of the keys of a field, and the other way round.
            base["rows"] == nil ? node["rows"] != nil : Self.sources.contains { node[$0] != nil }
        case .operations, .operation, .item, .ids, .plain: false
        }
    }

    /// Keys of the base that what lies over it pushes aside.
    func displaced(by node: SourceNode) -> [String] {
        switch self {
        case .operation where node["get"] != nil: ["post", "body"]
        case .operation where node["post"] != nil: ["get"]
        case .paging: Self.others(of: ["total", "total_pages", "has_more"], in: node)
        case .field: Self.others(of: Self.sources, in: node)
        default: []
        }
    }

    /// The rest of a group of keys that exclude each other, where one of them is written.
    private static func others(of group: [String], in node: SourceNode) -> [String] {
        let absent = group.filter { node[$0] == nil }
        return absent.count == group.count ? [] : absent
    }

    private static let sources = ["path", "first_of", "each", "value", "template"]
}
