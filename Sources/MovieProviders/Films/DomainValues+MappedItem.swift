import MovieDomain
import ProviderLanguage

extension LocalizedText {
    init(_ text: MappedText) {
        self.init(text.text, language: text.language)
    }
}

extension CalendarDate {
    init?(_ date: MappedDate) {
        self.init(year: date.year, month: date.month, day: date.day)
    }
}

extension Person {
    init?(_ item: MappedItem) {
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
    private static let usualKind = "poster"

    init(_ entry: TaggedEntry, provider: ProviderID) {
        self.init(
            kind: entry.kind ?? Self.usualKind,
            url: entry.text,
            width: entry.width,
            language: entry.language,
            provider: provider
        )
    }

    init?(_ item: MappedItem, provider: ProviderID) {
        guard let url = item.text(.url)?.text else { return nil }
        self.init(
            kind: item.text(.kind)?.text ?? Self.usualKind,
            url: url,
            width: item.integer(.width),
            language: item.text(.language)?.text,
            provider: provider
        )
    }
}

extension MovieVideo {
    private static let usualKind = "trailer"
    private static let usualSite = "youtube"

    init(_ entry: TaggedEntry) {
        self.init(
            kind: entry.kind ?? Self.usualKind,
            site: Self.usualSite,
            key: entry.text,
            language: entry.language
        )
    }

    init?(_ item: MappedItem) {
        guard let key = item.text(.key)?.text else { return nil }
        self.init(
            kind: item.text(.kind)?.text ?? Self.usualKind,
            site: item.text(.site)?.text ?? Self.usualSite,
            key: key,
            language: item.text(.language)?.text
        )
    }
}
