import MovieDomain

/// The key `extends`: merges a provider over the definition that it names, one level deep.
struct ProviderExtensions {
    private let nodes: [SourceNode]
    private let bundled: [BundledDefinition]
    /// The bundled definitions read so far; problems of an unreadable one have been reported.
    private var read: [String: Base] = [:]

    private enum Base {
        case node(SourceNode)
        case unreadable
        case unknown
    }

    init(nodes: [SourceNode], bundled: [BundledDefinition]) {
        self.nodes = nodes
        self.bundled = bundled
    }

    /// Returns the provider merged over its base; reports an unknown base and returns the provider alone.
    mutating func complete(_ node: SourceNode, _ decoding: Decoding) -> SourceNode {
        decoding.base = nil
        decoding.isPartial = false
        guard let reference = node[ProviderConstruct.extends.name] else { return node }
        let name = reference.text ?? ""
        switch base(name, of: node, decoding) {
        case .node(let base): return laid(node, over: base, name, reference, decoding)
        case .unreadable: return partial(node, decoding)
        case .unknown:
            let own = node[ProviderConstruct.id.name]?.text
            let known =
                bundled.map(\.id) + nodes.compactMap { $0[ProviderConstruct.id.name]?.text }.filter { $0 != own }
            let problem = "'extends': there is no definition '\(name)'" + Wording.hint(name, among: known)
            decoding.error(problem, at: reference.location)
            return partial(node, decoding)
        }
    }

    /// Returns a provider whose base is unknown, marked as partial so that its own keys can still be checked.
    private func partial(_ node: SourceNode, _ decoding: Decoding) -> SourceNode {
        decoding.isPartial = true
        return node
    }

    private func laid(
        _ node: SourceNode,
        over base: SourceNode,
        _ name: String,
        _ reference: SourceNode,
        _ decoding: Decoding
    ) -> SourceNode {
        if let deeper = base[ProviderConstruct.extends.name] {
            let problem = "'extends' goes one level deep: '\(name)' extends '\(deeper.text ?? "")' itself"
            decoding.error(problem, at: reference.location)
            return partial(node, decoding)
        }
        if InheritedParts.areThose(ofBaseOf: node) { decoding.base = base.location }
        return node.merged(over: base, at: .provider)
    }

    /// Returns the definition of a name; bundled ones come first, so that a provider may extend the one of its own
    /// name.
    private mutating func base(_ name: String, of node: SourceNode, _ decoding: Decoding) -> Base {
        if let known = read[name] { return known }
        if let definition = bundled.first(where: { $0.id == name }) {
            let file = SourceFile.read(definition.bytes, file: definition.file, decoding)
            let base = (file?["providers"]?.list?.first ?? file).map(Base.node) ?? .unreadable
            read[name] = base
            return base
        }
        let other = nodes.first { $0[ProviderConstruct.id.name]?.text == name && $0.location != node.location }
        return other.map(Base.node) ?? .unknown
    }
}

/// The parts of a base definition, decoded once for all providers that inherit them unchanged.
///
/// A file of many mirrors mostly repeats the same few definitions, and decoding their operations takes nearly all of
/// the time.
struct InheritedParts: Sendable {
    var operations: [Capability: [OperationDefinition]]
    var errorRules: [ErrorRule]
    var tests: [ProviderTest] = []
    var secrets: [SecretUse]

    /// The keys of a provider on which no operation, error rule, or test depends.
    private static let independentKeys: Set<String> = [
        "id", "extends", "title", "homepage", "key_url", "languages", "enabled", "base_url", "allow_http",
        "image_hosts",
        "secrets", "headers", "timeout", "connect_timeout", "max_body", "retry", "limits", "time_zone",
        "regions",
    ]

    /// The keys of `auth` that specify the credential, not where it goes.
    private static let independentAuthKeys: Set<String> = ["value", "prefix", "username", "password"]

    /// Returns whether a provider that extends another one has the same operations, error rules, and tests.
    static func areThose(ofBaseOf node: SourceNode) -> Bool {
        (node.entries ?? []).allSatisfy { entry in
            if independentKeys.contains(entry.key) { return true }
            guard entry.key == "auth", let keys = entry.value.entries else { return false }
            return keys.allSatisfy { independentAuthKeys.contains($0.key) }
        }
    }
}
