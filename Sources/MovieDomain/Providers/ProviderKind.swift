/// A kind of provider that a program brings along, and that `providers.yaml` may name.
///
/// ```swift
/// MarqueeApp.main(kinds: [ProviderKind("shelf") { settings in try Shelf(settings) }])
/// ```
///
/// A definition of it looks like this:
///
/// ```yaml
/// - id: mine
///   kind: shelf
///   options: { folder: /home/kim/films }
///   operations: [search, lookup]
/// ```
public struct ProviderKind: Sendable {
    /// The word under `kind`: small letters, digits, `-` and `_` after a letter; not `http` or `process`.
    public let name: String
    /// The id name spaces that its look-ups take, beside the provider's own id.
    public let idNamespaces: [String]
    private let make: @Sendable (ProviderSettings) throws -> any MovieRepository

    /// - Parameters:
    ///   - name: the word under `kind`.
    ///   - idNamespaces: the name spaces of ids, such as `imdb`, that its look-ups take beside the provider's own.
    ///   - make: the repository for one definition. It stays for as long as the definition does. What it throws
    ///     disables the provider, with the error as the reason.
    public init(
        _ name: String,
        idNamespaces: [String] = [],
        make: @escaping @Sendable (ProviderSettings) throws -> any MovieRepository
    ) {
        self.name = name
        self.idNamespaces = idNamespaces
        self.make = make
    }

    public func repository(for settings: ProviderSettings) throws(ProviderError) -> any MovieRepository {
        do {
            return try make(settings)
        } catch let error as ProviderError {
            throw error.of(settings.id)
        } catch {
            throw ProviderError(.disabled, provider: settings.id, message: "\(error)")
        }
    }

    /// Why these kinds cannot be used together, in one sentence; `nil` where they can.
    public static func problem(with kinds: [ProviderKind]) -> String? {
        var taken: Set<String> = ["http", "process"]
        for kind in kinds {
            guard kind.hasValidName else {
                return "'\(kind.name)' cannot name a kind: expected small letters, digits, '-' and '_' after a letter"
            }
            guard taken.insert(kind.name).inserted else { return "there is a kind '\(kind.name)' already" }
        }
        return nil
    }

    private var hasValidName: Bool {
        name.first.map { ("a"..."z").contains($0) } == true
            && name.allSatisfy { ("a"..."z").contains($0) || ("0"..."9").contains($0) || $0 == "-" || $0 == "_" }
    }
}

/// What a definition says to a ``ProviderKind``.
public struct ProviderSettings: Hashable, Sendable {
    /// The provider's name, which is also the name space of its ids.
    public var id: ProviderID
    public var options: [String: String]
    public var languages: [String]

    public init(id: ProviderID, options: [String: String] = [:], languages: [String] = []) {
        self.id = id
        self.options = options
        self.languages = languages
    }
}
