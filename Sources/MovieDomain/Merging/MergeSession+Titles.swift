extension MergeSession {
    /// The ids, the title in the first wanted language that anybody has, and all titles.
    mutating func mergeIdentity() {
        facts.ids = ids()
        facts.title = title()
        facts.titles = titles()
    }

    /// The ids of all; of one name space the first.
    private func ids() -> [String: String] {
        guard order.statements.count > 1 else { return order.statements.first?.facts.ids ?? [:] }
        let most = order.statements.reduce(0) { $0 + $1.facts.ids.count }
        var ids = [String: String](minimumCapacity: most)
        for statement in order.statements { ids.merge(statement.facts.ids) { own, _ in own } }
        return ids
    }

    private mutating func title() -> LocalizedText? {
        guard order.stated.contains(.title) else { return nil }
        let wanted = policy.languages
        let best = wanted.isEmpty ? 0 : order.best { $0.facts.bestTitle(in: wanted)?.rank(in: wanted) }
        let statements = order.statements(for: policy.rule(for: .title))
        let winner = nameWinner(of: .title, among: statements, length: \.text.count) { statement in
            statement.facts.bestTitle(in: wanted).flatMap { $0.rank(in: wanted) == best ? $0 : nil }
        }
        guard let chosen = winner?.value else { return nil }
        for statement in order.statements {
            let facts = statement.facts
            if facts.title?.text == chosen.text || facts.titles.contains(where: { $0.text == chosen.text }) {
                name(statement.provider)
            }
        }
        credit(.title)
        return chosen
    }

    /// Every title once: the same words in another case are the same title, and a language that is named wins over none.
    private mutating func titles() -> [LocalizedText] {
        let said = sayTheSame() ?? list(.titles, key: TitleIdentity.init) { $0.facts.allTitles }
        guard said.count > 1 || said.first?.text != facts.title?.text else { return said }
        var titles = said
        if said.contains(where: { $0.language != nil }), said.contains(where: { $0.language == nil }) {
            let named = Set(said.filter { $0.language != nil }.map { $0.text.lowercased() })
            titles.removeAll { $0.language == nil && named.contains($0.text.lowercased()) }
        }
        if let title = facts.title, !titles.contains(where: { $0.text == title.text }) {
            titles.removeAll { $0.text.lowercased() == title.text.lowercased() && $0.language == title.language }
            titles.insert(title, at: 0)
        }
        return titles
    }

    /// The one title that all sources give, to the letter; `nil` where any of them has another one or none.
    private mutating func sayTheSame() -> [LocalizedText]? {
        guard let first = order.statements.first, policy.rule(for: .titles) == MergeRule(.union),
            first.facts.titles.count <= 1
        else { return nil }
        let titles = first.facts.allTitles
        guard titles.count == 1,
            order.statements.dropFirst().allSatisfy({
                $0.facts.title == first.facts.title && $0.facts.titles == first.facts.titles
            })
        else { return nil }
        for statement in order.statements { name(statement.provider) }
        credit(.titles)
        return titles
    }

    private struct TitleIdentity: Hashable {
        let text: String
        let language: String?

        init(_ title: LocalizedText) {
            text = title.text.lowercased()
            language = title.language
        }
    }
}

extension MovieFacts {
    /// The title and the titles, as they come.
    var allTitles: [LocalizedText] {
        guard let title, title != titles.first else { return titles }
        return [title] + titles
    }

    /// The title in the first of the wanted languages; where none is there, the title itself.
    func bestTitle(in wanted: [String]) -> LocalizedText? {
        if wanted.isEmpty { return title ?? titles.first }
        return allTitles.enumerated()
            .min { ($0.element.rank(in: wanted), $0.offset) < ($1.element.rank(in: wanted), $1.offset) }?
            .element
    }
}
