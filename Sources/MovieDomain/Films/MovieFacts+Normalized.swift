extension MovieFacts {
    /// Returns the facts in canonical form, given those of a source.
    ///
    /// Genres become slugs, and countries and languages become codes. Repeated values are removed, the main title leads
    /// the titles, and a missing year is that of the release.
    public func normalized() -> MovieFacts {
        var facts = self
        facts.titles = titles.led(by: title)
        facts.year = year ?? releaseDate?.year
        facts.genres = genres.map(Genre.slug).withoutRepeats
        facts.countries = countries.map(Country.code).withoutRepeats
        facts.languages = languages.map(Language.code).withoutRepeats
        facts.originalLanguage = originalLanguage.map(Language.code)
        facts.certifications = (certifications + releases.flatMap(\.certifications)).withoutRepeats
        facts.companies = companies.withoutRepeats
        return facts
    }
}

extension RegionalRelease {
    fileprivate var certifications: [Certification] {
        events.compactMap { event in event.certification.map { Certification(region: region, label: $0) } }
    }
}

extension BoxOffice.Row {
    public func normalized() -> BoxOffice.Row { BoxOffice.Row(figures: figures, movie: movie.normalized()) }
}

extension [LocalizedText] {
    /// Returns the titles in order after the main one, each once; a title without a language is dropped beside the same
    /// title with one.
    fileprivate func led(by title: LocalizedText?) -> [LocalizedText] {
        guard let title else { return withoutRepeatedTitles }
        guard let other = first else { return [title] }
        // Most films have a single title, which is also their main one.
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
    /// The elements in order, each once; such lists are short, so comparing is faster than hashing.
    fileprivate var withoutRepeats: [Element] {
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
