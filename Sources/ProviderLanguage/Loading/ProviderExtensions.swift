/// `extends`: lays a provider over the definition that it names, one level deep.
struct ProviderExtensions {
    private let nodes: [SourceNode]
    private let bundled: [BundledDefinition]
    /// Bundled definitions that were read already.
    private var read: [String: SourceNode] = [:]

    init(nodes: [SourceNode], bundled: [BundledDefinition]) {
        self.nodes = nodes
        self.bundled = bundled
    }

    /// The provider with everything that it takes over; `nil` where what it names is not there.
    mutating func complete(_ node: SourceNode, _ decoding: inout Decoding) -> SourceNode? {
        guard let reference = node[ProviderConstruct.extends.name] else { return node }
        guard let name = reference.text, let base = base(name, of: node, &decoding) else {
            let own = node[ProviderConstruct.id.name]?.text
            let known =
                bundled.map(\.id) + nodes.compactMap { $0[ProviderConstruct.id.name]?.text }.filter { $0 != own }
            decoding.error(
                "'extends': there is no definition '\(reference.text ?? "")'"
                    + Wording.hint(reference.text ?? "", among: known),
                at: reference.location
            )
            return nil
        }
        if let deeper = base[ProviderConstruct.extends.name] {
            decoding.error(
                "'extends' goes one level deep: '\(name)' extends '\(deeper.text ?? "")' itself",
                at: reference.location
            )
            return nil
        }
        return node.merged(over: base)
    }

    /// A bundled definition comes first, so that a provider may extend the one of its own name.
    private mutating func base(_ name: String, of node: SourceNode, _ decoding: inout Decoding) -> SourceNode? {
        if let known = read[name] { return known }
        if let definition = bundled.first(where: { $0.id == name }) {
            let file = SourceFile.read(definition.bytes, file: definition.file, &decoding)
            let base = file?["providers"]?.list?.first ?? file
            read[name] = base
            return base
        }
        return nodes.first { other in
            other[ProviderConstruct.id.name]?.text == name && other.location != node.location
        }
    }
}
