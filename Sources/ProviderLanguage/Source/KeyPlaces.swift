import MovieDomain
import Platform

/// The maps of the language to which keys belong that people write at another level.
enum KeyPlaces {
    /// From the outside in.
    private static let places: [(place: String, keys: Set<String>)] = [
        ("'settings'", SettingsConstruct.shape.form.keys), ("a provider", Set(HTTPConstruct.construct.names)),
        ("'limits'", LimitsConstruct.shape.form.keys), ("'retry'", RetryConstruct.shape.form.keys),
        ("an operation", operation), ("'cache'", CacheConstruct.shape.form.keys),
        ("'paging'", PagingConstruct.shape.form.keys), ("'rows'", RowsConstruct.shape.form.keys),
        ("the item of a film", Set(ItemConstruct.construct(.movie).names)),
        ("the item of a box office", Set(ItemConstruct.construct(.boxOfficeEntry).names)),
    ].map { place, keys in (place, keys.subtracting(common)) }

    private static let operation = Capability.allCases.reduce(into: Set<String>()) { keys, name in
        keys.formUnion(OperationConstruct.shape(name).form.keys)
    }

    /// Keys that are in many maps, and mean something else in each.
    private static let common: Set<String> = ["extends", "id", "in", "kind", "path"]

    /// Whether an operation has a key that its map of operations has not.
    static func isOfOperation(_ key: String) -> Bool { operation.contains(key) }

    /// Returns the map that has a key, in words; `nil` if none has it, or only a map of the kind of this construct.
    ///
    /// Of several, it is the innermost one, but for a key that stands outside of all of them the outermost one.
    static func place(of key: String, outside construct: String) -> String? {
        let words = construct.split(scalar: " ")
        let others = places.filter { place, keys in
            let kind = place.split(scalar: " ").last?.filter { $0 != "'" } ?? ""
            return keys.contains(key) && !words.contains { $0 == kind }
        }
        return (construct == FileConstruct.construct.name ? others.first : others.last)?.place
    }
}

extension Form {
    /// The keys of the maps that a value may be.
    fileprivate var keys: Set<String> {
        alternatives.reduce(into: []) { keys, form in
            switch form {
            case .record(let construct): keys.formUnion(construct().names)
            case .variants(_, _, let variants): for variant in variants { keys.formUnion(variant.form.keys) }
            default: break
            }
        }
    }
}
