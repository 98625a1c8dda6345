extension SourceNode {
    /// This node laid over a base: maps merge key by key, everything else replaces (provider-language.md, "File").
    func merged(over base: SourceNode, at place: MergePlace) -> SourceNode {
        guard let entries, let below = base.entries, !place.replaces(base, by: self) else { return self }
        let displaced = place.displaced(by: self)
        var merged = displaced.isEmpty ? below : below.filter { !displaced.contains($0.key) }
        for entry in entries {
            if let index = merged.firstIndex(where: { $0.key == entry.key }) {
                let value = entry.value.merged(over: merged[index].value, at: place.place(under: entry.key))
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
