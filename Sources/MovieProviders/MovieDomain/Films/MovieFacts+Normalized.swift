import MovieDomain

extension [LocalizedText] {
    /// The titles in their order behind the film's own, each once: one without a language says nothing beside the same
    /// with one.
    func led(by title: LocalizedText?) -> [LocalizedText] {
        guard let title else { return withoutRepeatedTitles }
        guard let other = first else { return [title] }
        // Most films have one title, and have it twice.
        if count == 1, other.text == title.text, other.language == nil || other.language == title.language {
            return [title]
        }
        return ([title] + self).withoutRepeatedTitles
    }

    private var withoutRepeatedTitles: [LocalizedText] {
        guard count > 1 else { return self }
        return withoutRepeats.enumerated()
            .filter { index, title in
                index == 0 || title.language != nil
                    || !contains { $0.text == title.text && $0.language != nil }
            }
            .map(\.element)
    }
}

extension Array where Element: Hashable {
    /// The elements in their order, each once; such lists are short, and comparing costs less than hashing.
    var withoutRepeats: [Element] {
        guard count > 1 else { return self }
        guard count <= 16 else {
            var seen: Set<Element> = []
            return filter { seen.insert($0).inserted }
        }
        guard indices.dropFirst().contains(where: { self[..<$0].contains(self[$0]) }) else { return self }
        var kept: [Element] = []
        kept.reserveCapacity(count)
        for element in self where !kept.contains(element) { kept.append(element) }
        return kept
    }
}
