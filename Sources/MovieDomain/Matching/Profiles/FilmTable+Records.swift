extension FilmTable {
    /// The table of records; each provider is a source.
    init(_ records: [MovieRecord]) {
        self.init(capacity: records.count)
        // A handful of sources: to go through them is quicker than to hash.
        var sources: [ProviderID] = []
        for index in records.indices {
            let provider = records[index].provider
            let source = sources.firstIndex(of: provider) ?? addSource(named: provider.rawValue)
            if source == sources.count { sources.append(provider) }
            begin(source: source)
            read(records[index].facts)
            end()
        }
    }

    private mutating func read(_ facts: MovieFacts) {
        for (namespace, value) in facts.ids { add(id: namespace, value: value) }
        let main = facts.title?.text
        if let main { add(title: main) }
        if let title = facts.originalTitle, title != main { add(title: title) }
        for title in facts.titles where title.text != main { add(title: title.text) }
        if let year = facts.year { set(year: year) }
        if let date = facts.releaseDate { set(releaseDate: date) }
        if let minutes = facts.runtimeMinutes { set(runtimeMinutes: minutes) }
        if let series = facts.series { set(isSeries: series) }
        for person in facts.directors { add(director: person.name, person.nameEn) }
        for person in facts.cast.prefix(10) { add(cast: person.name, person.nameEn) }
        for country in facts.countries { add(country: country) }
    }
}
