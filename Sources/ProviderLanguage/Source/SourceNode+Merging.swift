extension SourceNode {
    /// This node laid over a base: maps merge key by key, everything else replaces (provider-language.md, "File").
    func merged(over base: SourceNode) -> SourceNode {
        guard let entries, var merged = base.entries else { return self }
        for entry in entries {
            if let index = merged.firstIndex(where: { $0.key == entry.key }) {
                let value = entry.value.merged(over: merged[index].value)
                merged[index] = Entry(key: entry.key, keyLocation: entry.keyLocation, value: value)
            } else {
                merged.append(entry)
            }
        }
        return SourceNode(content: .map(merged), location: location)
    }

    /// This map without one key.
    func without(_ key: String) -> SourceNode {
        guard let entries else { return self }
        return SourceNode(content: .map(entries.filter { $0.key != key }), location: location)
    }
}
