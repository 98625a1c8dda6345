/// The kinds of sources in Swift that definitions may name.
public struct FilmSourceRegistry: Sendable {
    /// Why a kind cannot be registered.
    public struct Refusal: Error, Sendable, Hashable {
        /// One sentence for a person.
        public var message: String
    }

    private(set) var kinds: [any FilmSourceKind] = []

    /// A registry without kinds.
    public init() {}

    /// The names of the kinds, in the order of their registration.
    public var names: [String] { kinds.map(\.name) }

    /// Adds a kind.
    ///
    /// - Parameter kind: its name must be a word that is not taken.
    /// - Throws: ``Refusal`` where the name is taken or no word.
    public mutating func register(_ kind: some FilmSourceKind) throws(Refusal) {
        let name = kind.name
        let isWord =
            name.first.map { ("a"..."z").contains($0) } == true
            && name.allSatisfy { ("a"..."z").contains($0) || ("0"..."9").contains($0) || $0 == "-" || $0 == "_" }
        guard isWord else {
            throw Refusal(message: "'\(name)' is no name of a kind: expected small letters, digits, '-' and '_'")
        }
        guard !["http", "process"].contains(name), !names.contains(name) else {
            throw Refusal(message: "there is a kind '\(name)' already")
        }
        kinds.append(kind)
    }
}
