package import MovieDomain
package import ProviderLanguage

extension MovieFacts {
    /// The film that a mapped row tells of, as `provider` says it.
    package init(_ item: MappedItem, provider: ProviderID) {
        self.init()
        identify(item)
        describe(item)
        people(item)
        media(item, provider: provider)
    }

    private mutating func identify(_ item: MappedItem) {
        for id in item.ids { ids[id.nameSpace] = id.value }
        title = item.text(.title).map(LocalizedText.init)
        originalTitle = item.text(.originalTitle)?.text
        titles = ([title].compactMap(\.self) + item.texts(.titles).map(LocalizedText.init)).withoutRepeatedTitles
        releaseDate = item.date(.releaseDate).flatMap(CalendarDate.init)
        year = item.integer(.year) ?? releaseDate?.year
        runtimeMinutes = item.integer(.runtime)
    }

    private mutating func describe(_ item: MappedItem) {
        genres = item.texts(.genres).map { Genre.slug(of: $0.text) }.withoutRepeats
        countries = item.texts(.countries).map { Country.code(of: $0.text) }.withoutRepeats
        languages = item.texts(.languages).map { Language.code(of: $0.text) }.withoutRepeats
        originalLanguage = item.text(.originalLanguage).map { Language.code(of: $0.text) }
        overview = item.text(.overview).map(LocalizedText.init)
        tagline = item.text(.tagline).map(LocalizedText.init)
        certifications =
            item.texts(.certification)
            .map { Certification(region: $0.region, label: $0.text) }
            .withoutRepeats
        popularity = item.decimal(.popularity)
        homepage = item.text(.homepage)?.text
        adult = item.boolean(.adult)
    }

    private mutating func people(_ item: MappedItem) {
        directors = item.items(.directors).compactMap(Person.init)
        cast = item.items(.cast).compactMap(Person.init)
        crew = item.items(.crew).compactMap(Person.init)
        companies = item.texts(.companies).map(\.text).withoutRepeats
    }

    private mutating func media(_ item: MappedItem, provider: ProviderID) {
        ratings = [item.rating].compactMap { rating in
            rating.map { Rating(provider: provider, value: $0.value, scale: $0.scale, votes: $0.votes) }
        }
        images = item.items(.images).compactMap { MovieImage($0, provider: provider) }
        videos = item.items(.videos).compactMap(MovieVideo.init)
    }
}

extension LocalizedText {
    fileprivate init(_ text: MappedText) {
        self.init(text.text, language: text.language)
    }
}

extension CalendarDate {
    init?(_ date: MappedDate) {
        self.init(year: date.year, month: date.month, day: date.day)
    }
}

extension Person {
    fileprivate init?(_ item: MappedItem) {
        guard let name = item.text(.name)?.text else { return nil }
        self.init(
            name: name,
            nameEn: item.text(.nameEn)?.text,
            character: item.text(.character)?.text,
            job: item.text(.job)?.text
        )
    }
}

extension MovieImage {
    fileprivate init?(_ item: MappedItem, provider: ProviderID) {
        guard let url = item.text(.url)?.text else { return nil }
        self.init(
            kind: item.text(.kind)?.text ?? "poster",
            url: url,
            width: item.integer(.width),
            language: item.text(.language)?.text,
            provider: provider
        )
    }
}

extension MovieVideo {
    fileprivate init?(_ item: MappedItem) {
        guard let key = item.text(.key)?.text else { return nil }
        self.init(
            kind: item.text(.kind)?.text ?? "trailer",
            site: item.text(.site)?.text ?? "youtube",
            key: key,
            language: item.text(.language)?.text
        )
    }
}

extension [LocalizedText] {
    /// The titles in their order, each once: one without a language says nothing beside the same with one.
    fileprivate var withoutRepeatedTitles: [LocalizedText] {
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
    fileprivate var withoutRepeats: [Element] {
        guard count > 1 else { return self }
        guard count <= 16 else {
            var seen: Set<Element> = []
            return filter { seen.insert($0).inserted }
        }
        var kept: [Element] = []
        kept.reserveCapacity(count)
        for element in self where !kept.contains(element) { kept.append(element) }
        return kept
    }
}
