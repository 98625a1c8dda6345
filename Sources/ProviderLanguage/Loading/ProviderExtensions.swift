import Platform

/// The key `extends`: merges a provider over the definition that it names, which may extend another one.
struct ProviderExtensions {
    private let nodes: [SourceNode]
    /// The providers of included files, which come before the built-in ones.
    private let included: [SourceNode]
    private let bundled: [BundledDefinition]
    /// The bundled definitions read so far; `nil` for an unreadable one, whose problems have been reported.
    private var read: [String: SourceNode?] = [:]

    init(nodes: [SourceNode], included: [SourceNode] = [], bundled: [BundledDefinition]) {
        self.nodes = nodes
        self.included = included
        self.bundled = bundled
    }

    /// Returns the provider merged over its base.
    ///
    /// Without a base, which is reported, the provider is returned alone and as partial: its own keys are still checked.
    mutating func complete(_ node: SourceNode, _ decoding: Decoding) -> SourceNode {
        decoding.isPartial = false
        decoding.scope.bases = []
        return complete(node, from: [node.location], decoding)
    }

    private mutating func complete(
        _ node: SourceNode,
        from places: [SourceLocation],
        _ decoding: Decoding
    ) -> SourceNode {
        guard let reference = node[ProviderConstruct.extends.name] else {
            checkNameAlone(of: node, decoding)
            return node
        }
        guard let base = base(of: node, reference, decoding) else {
            decoding.isPartial = true
            return node
        }
        decoding.scope.bases.append(reference.text ?? "")
        guard !places.contains(base.location) else {
            decoding.error("'extends' leads back to '\(reference.text ?? "")'", at: reference.location)
            decoding.isPartial = true
            return node
        }
        let whole = complete(base, from: places + [base.location], decoding)
        return node.merged(over: whole, at: .provider, decoding)
    }

    /// Reports a provider that has only the name of a built-in definition.
    private func checkNameAlone(of node: SourceNode, _ decoding: Decoding) {
        guard let id = node[ProviderConstruct.id.name]?.text, bundled.contains(where: { $0.id == id }),
            ["base_url", "operations", ProviderConstruct.kind.name].allSatisfy({ node[$0] == nil })
        else { return }
        decoding.error("'\(id)' is built in", hint: "write extends: \(id)", at: node.location)
        decoding.isPartial = true
    }

    /// Returns the definition that a provider extends; bundled ones come first, so that it may extend its own name.
    private mutating func base(of node: SourceNode, _ reference: SourceNode, _ decoding: Decoding) -> SourceNode? {
        let (name, ids) = (reference.text ?? "", ProviderConstruct.id.name)
        if let other = included.first(where: { $0[ids]?.text == name && $0.location != node.location }) { return other }
        if let definition = bundled.first(where: { $0.id == name }) { return root(of: definition, decoding) }
        if let other = nodes.first(where: { $0[ids]?.text == name && $0.location != node.location }) { return other }
        let own = node[ids]?.text
        let known = bundled.map(\.id) + nodes.compactMap { $0[ids]?.text }.filter { $0 != own }
        let problem = "'extends': there is no definition '\(name)'"
        let isFile = [".yaml", ".yml"].contains { name.hasSuffix(scalars: $0) }
        let hint: Hint? =
            isFile
            ? "write include: [\(name)] at the top of the file, and extends: with the id of a provider in it"
            : Hint.forWord(name, among: known)
        decoding.error(problem, hint: hint, at: reference.location)
        return nil
    }

    private mutating func root(of definition: BundledDefinition, _ decoding: Decoding) -> SourceNode? {
        if let known = read[definition.id] { return known }
        let file = SourceFile.read(definition.bytes, file: definition.file, decoding)
        let root = file?["providers"]?.list?.first ?? file
        read[definition.id] = .some(root)
        return root
    }
}
