/// What a definition says to a kind that is registered in Swift.
public struct FilmSourceSettings: Sendable, Hashable {
    /// The provider's id, which is the name space of its ids, too.
    public var id: String
    /// What stands under `options`.
    public var options: [String: String]
    /// The configured order of languages.
    public var languages: [String]

    /// Settings as a definition gives them.
    public init(id: String, options: [String: String] = [:], languages: [String] = []) {
        self.id = id
        self.options = options
        self.languages = languages
    }
}
