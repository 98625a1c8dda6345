/// The ids of a film, one for each name space.
extension [String: String] {
    /// Whether a name space holds two different ids: such films are two.
    func contradicts(_ other: [String: String]) -> Bool {
        contains { namespace, value in
            guard let theirs = other[namespace] else { return false }
            return theirs != value
        }
    }

    /// The ids in the name spaces that a source takes; `nil` where there is none.
    func selecting(_ namespaces: [String]) -> [String: String]? {
        let chosen = filter { namespaces.contains($0.key) }
        return chosen.isEmpty ? nil : chosen
    }
}
