/// A kind of source that `providers.yaml` may name: `kind: shelf`.
///
/// Register it with ``FilmSourceRegistry/register(_:)``. A definition of it looks like this:
///
/// ```yaml
/// - id: mine
///   kind: shelf
///   options: { folder: /home/kim/films }
///   operations: [search, lookup]
/// ```
public protocol FilmSourceKind: Sendable {
    /// The word under `kind`: small letters, digits, `-` and `_`; not `http` or `process`.
    var name: String { get }

    /// The id name spaces that its look-ups take, beside the source's own id.
    var idNameSpaces: [String] { get }

    /// A source for one definition.
    ///
    /// - Parameter settings: what the definition says.
    /// - Returns: a source that stays for as long as the configuration.
    /// - Throws: what is missing or wrong; the source is disabled then, with the failure's message as the reason.
    func makeSource(_ settings: FilmSourceSettings) throws(FilmSourceFailure) -> any FilmSource
}

extension FilmSourceKind {
    /// None but the source's own.
    public var idNameSpaces: [String] { [] }
}

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
