/// A kind of provider that a program adds, and that `providers.yaml` can name.
///
/// ```swift
/// MarqueeApp.main(kinds: [ProviderKind("shelf") { settings in try Shelf(settings) }])
/// ```
///
/// A definition of this kind looks like this:
///
/// ```yaml
/// - id: mine
///   kind: shelf
///   options: { folder: /home/kim/films }
///   operations: [search, lookup]
/// ```
public struct ProviderKind: Sendable {
    /// The word under `kind`: lowercase letters, digits, `-`, and `_` after a letter; not `http` or `process`.
    public let name: String
    /// The id namespaces that its lookups accept, besides the provider's own.
    public let idNamespaces: [String]
    private let make: @Sendable (ProviderSettings) throws -> any MovieRepository

    /// - Parameters:
    ///   - name: The word under `kind`.
    ///   - idNamespaces: The namespaces of ids, such as `imdb`, that its lookups accept besides the provider's own.
    ///   - make: Creates the repository for one definition, which lives as long as the definition. An error disables
    ///     the provider, with the error as the reason.
    public init(
        _ name: String,
        idNamespaces: [String] = [],
        make: @escaping @Sendable (ProviderSettings) throws -> any MovieRepository
    ) {
        self.name = name
        self.idNamespaces = idNamespaces
        self.make = make
    }

    /// Creates a provider's repository.
    ///
    /// Throws the error of `make`; any other error than a ``ProviderError`` becomes
    /// ``ProviderError/Kind-swift.enum/disabled``.
    public func repository(for settings: ProviderSettings) throws(ProviderError) -> any MovieRepository {
        do {
            return try make(settings)
        } catch let error as ProviderError {
            throw error.of(settings.id)
        } catch {
            throw ProviderError(.disabled, provider: settings.id, message: "\(error)")
        }
    }

    /// Returns why these kinds cannot be used together, in one sentence; `nil` if they can.
    public static func problem(with kinds: [ProviderKind]) -> String? {
        var taken: Set<String> = ["http", "process"]
        for kind in kinds {
            guard kind.hasValidName else {
                return "'\(kind.name)' cannot name a kind: expected small letters, digits, '-' and '_' after a letter"
            }
            guard taken.insert(kind.name).inserted else { return "there already is a kind '\(kind.name)'" }
        }
        return nil
    }

    private var hasValidName: Bool {
        name.first.map { ("a"..."z").contains($0) } == true
            && name.allSatisfy { ("a"..."z").contains($0) || ("0"..."9").contains($0) || $0 == "-" || $0 == "_" }
    }
}

/// The settings in a definition for a ``ProviderKind``.
public struct ProviderSettings: Hashable, Sendable {
    /// The provider's name, which is also the namespace of its ids.
    public var id: ProviderID
    /// The texts under `options` of the definition, which only the kind understands.
    public var options: [String: String]
    /// The languages that the definition prefers, best first.
    public var languages: [String]

    public init(id: ProviderID, options: [String: String] = [:], languages: [String] = []) {
        self.id = id
        self.options = options
        self.languages = languages
    }
}
