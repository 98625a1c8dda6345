import HTTPModel
import MovieDomain
import Platform

// The elements of lists in a row.

extension Person: RowElement {
    init(_ main: String, _ field: FieldMapping?, _ row: MappingRow) { self.init(name: main, job: field?.options.job) }

    var isWhole: Bool { !name.isEmpty }

    mutating func take(_ field: FieldMapping, _ row: MappingRow) throws(ConversionFailure) -> Bool {
        switch field.field {
        case .ids: return put(try field.idText(row), in: &ids[field.namespace])
        case .name: return put(try field.text(row), over: &name)
        case .nameEn: return put(try field.text(row), in: &nameEn)
        case .character: return put(try field.text(row), in: &character)
        case .job: return put(try field.text(row), in: &job)
        case .images:
            let (found, areAllShown) = try field.images(row, kind: "portrait")
            return try whole(add(found, to: &images), if: areAllShown)
        default: return false
        }
    }

    mutating func take(_ nested: NestedItem, _ row: MappingRow, _ mapper: inout RowMapper) -> Bool? {
        guard nested.field == .images else { return false }
        return add(mapper.images(nested, row, kind: "portrait").taken, to: &images)
    }
}

extension LocalizedText: RowElement {
    init(_ main: String, _ field: FieldMapping?, _ row: MappingRow) { self.init(main, language: field?.language(row)) }

    var isWhole: Bool { !text.isEmpty }

    mutating func take(_ field: FieldMapping, _ row: MappingRow) throws(ConversionFailure) -> Bool {
        switch field.field {
        case .text: put(try field.text(row), over: &text)
        case .language: put(try field.languageOfRow(row), in: &language)
        default: false
        }
    }
}

extension MovieImage: RowElement {
    init(_ main: String, _ field: FieldMapping?, _ row: MappingRow) {
        self.init(
            kind: field?.options.kind ?? "poster",
            url: main,
            width: field?.options.width,
            language: field?.language(row),
            provider: row.provider
        )
    }

    var isWhole: Bool { !url.isEmpty }

    mutating func take(_ field: FieldMapping, _ row: MappingRow) throws(ConversionFailure) -> Bool {
        switch field.field {
        case .url: put(try field.imageAddress(row), over: &url)
        case .kind: put(try field.text(row), over: &kind)
        case .width: put(try field.integer(row), in: &width)
        case .language: put(try field.languageOfRow(row), in: &language)
        case .sizes: take(sizes: try field.elements(row).taken)
        default: false
        }
    }

    mutating func take(_ nested: NestedItem, _ row: MappingRow, _ mapper: inout RowMapper) -> Bool? {
        guard nested.field == .sizes else { return false }
        return take(sizes: mapper.elements(nested, row).taken)
    }

    /// Keeps the sizes, the narrowest first; the address is that of the widest, unless it has one of its own.
    private mutating func take(sizes found: [ImageSize]) -> Bool {
        sizes = found.sorted { ($0.width ?? .max) < ($1.width ?? .max) }
        guard let widest = sizes.last(where: { $0.width != nil }) ?? sizes.last else { return false }
        if url.isEmpty { (url, width) = (widest.url, widest.width) }
        return true
    }
}

extension ImageSize: RowElement {
    init(_ main: String, _ field: FieldMapping?, _ row: MappingRow) { self.init(url: main, width: nil) }

    var isWhole: Bool { !url.isEmpty }

    mutating func take(_ field: FieldMapping, _ row: MappingRow) throws(ConversionFailure) -> Bool {
        switch field.field {
        case .url: put(try field.imageAddress(row), over: &url)
        case .width: put(try field.integer(row), in: &width)
        default: false
        }
    }
}

extension MovieVideo: RowElement {
    init(_ main: String, _ field: FieldMapping?, _ row: MappingRow) {
        self.init(kind: field?.options.kind ?? "trailer", site: "youtube", key: main, language: field?.language(row))
    }

    var isWhole: Bool { !key.isEmpty }

    mutating func take(_ field: FieldMapping, _ row: MappingRow) throws(ConversionFailure) -> Bool {
        switch field.field {
        case .key:
            guard let text = try field.text(row) else { return false }
            guard take(text) else { throw ConversionFailure() }
            return true
        case .site: return put(try field.text(row), over: &site)
        case .url: return put(try field.webAddress(row), in: &url)
        case .kind: return put(try field.text(row), over: &kind)
        case .name: return put(try field.text(row), in: &name)
        case .language: return put(try field.languageOfRow(row), in: &language)
        case .official: return put(try field.boolean(row), in: &isOfficial)
        case .published: return put(try field.date(row), in: &publishedOn)
        default: return false
        }
    }
}

extension FilmCredit: RowElement {
    init(_ main: String, _ field: FieldMapping?, _ row: MappingRow) {
        var film = MovieFacts()
        film.title = main.isEmpty ? nil : LocalizedText(main)
        self.init(film: film)
    }

    var isWhole: Bool { film.title != nil }

    mutating func take(_ field: FieldMapping, _ row: MappingRow) throws(ConversionFailure) -> Bool {
        switch field.field {
        case .character: put(try field.text(row), in: &character)
        case .job: put(try field.text(row), in: &job)
        default: false
        }
    }

    mutating func take(_ nested: NestedItem, _ row: MappingRow, _ mapper: inout RowMapper) -> Bool? {
        guard nested.field == .movie else { return false }
        return mapper.fill(&film, from: row, by: nested.item)
    }
}

// Releases and streaming offers by region: lists inside a film that contain lists themselves.

extension RegionalRelease: RowElement {
    init(_ main: String, _ field: FieldMapping?, _ row: MappingRow) { self.init(region: main) }

    var isWhole: Bool { !region.isEmpty && !events.isEmpty }

    mutating func take(_ field: FieldMapping, _ row: MappingRow) throws(ConversionFailure) -> Bool {
        guard field.field == .region else { return false }
        return put(try field.region(row), over: &region)
    }

    mutating func take(_ nested: NestedItem, _ row: MappingRow, _ mapper: inout RowMapper) -> Bool? {
        add(mapper.elements(nested, row).taken, to: &events)
    }
}

extension RegionalRelease.Event: RowElement {
    init(_ main: String, _ field: FieldMapping?, _ row: MappingRow) {
        self.init(kind: main.isEmpty ? nil : main)
    }

    var isWhole: Bool { date != nil || certification != nil }

    mutating func take(_ field: FieldMapping, _ row: MappingRow) throws(ConversionFailure) -> Bool {
        switch field.field {
        case .kind: put(try field.text(row), in: &kind)
        case .date: put(try field.date(row), in: &date)
        case .certification: put(try field.texts(row).first, in: &certification)
        case .note: put(try field.text(row), in: &note)
        default: false
        }
    }
}

extension WatchOffers: RowElement {
    init(_ main: String, _ field: FieldMapping?, _ row: MappingRow) { self.init(region: main, provider: row.provider) }

    var isWhole: Bool { !region.isEmpty && ![stream, rent, buy, free, ads].allSatisfy(\.isEmpty) }

    mutating func take(_ field: FieldMapping, _ row: MappingRow) throws(ConversionFailure) -> Bool {
        switch field.field {
        case .region: put(try field.region(row), over: &region)
        case .link: put(try field.webAddress(row), in: &link)
        case .attribution: put(try field.text(row), in: &attribution)
        case .stream, .rent, .buy, .free, .ads:
            add(try field.texts(row).map { Service(name: $0) }, to: &self[keyPath: WatchOffers.list(field.field)])
        default: false
        }
    }

    mutating func take(_ nested: NestedItem, _ row: MappingRow, _ mapper: inout RowMapper) -> Bool? {
        add(mapper.elements(nested, row).taken, to: &self[keyPath: WatchOffers.list(nested.field)])
    }

    private static func list(_ field: Field) -> WritableKeyPath<WatchOffers, [Service]> {
        switch field {
        case .rent: \.rent
        case .buy: \.buy
        case .free: \.free
        case .ads: \.ads
        default: \.stream
        }
    }
}

extension WatchOffers.Service: RowElement {
    init(_ main: String, _ field: FieldMapping?, _ row: MappingRow) { self.init(name: main) }

    var isWhole: Bool { !name.isEmpty }

    mutating func take(_ field: FieldMapping, _ row: MappingRow) throws(ConversionFailure) -> Bool {
        switch field.field {
        case .name: put(try field.text(row), over: &name)
        case .logo: put(try field.imageAddress(row), in: &logo)
        case .link: put(try field.webAddress(row), in: &link)
        case .price: put(try field.decimal(row), in: &price)
        case .currency: put(try field.text(row), in: &currency)
        case .quality: put(try field.text(row), in: &quality)
        default: false
        }
    }
}

extension MovieVideo {
    /// Takes a key, or the site and the key of an address at YouTube or Vimeo; returns whether the text is either.
    mutating func take(_ text: String) -> Bool {
        guard text.contains(scalars: "://") || text.hasPrefix(scalars: "//") else {
            key = text
            return true
        }
        guard let url = WebURL(text.hasPrefix(scalars: "//") ? "https:" + text : text) else { return false }
        let steps = url.path.split(scalar: "/")
        let found: (site: String, key: Substring?)
        switch url.origin.host.lowercased().split(scalar: ".").suffix(2).joined(separator: ".") {
        case "youtu.be": found = ("youtube", steps.first)
        case "youtube.com", "youtube-nocookie.com":
            let asked = url.query?.split(scalar: "&").first { $0.hasPrefix(scalars: "v=") }?.dropFirst(2)
            found = ("youtube", asked ?? (steps.count > 1 ? steps[1] : nil))
        case "vimeo.com": found = ("vimeo", steps.last { $0.isDigits })
        default: return false
        }
        guard let key = found.key, !key.isEmpty else { return false }
        (site, self.key) = (found.site, String(key))
        return true
    }
}

extension FieldMapping {
    /// The language that a row names, by its code; `nil` for an image, a video, or a title without one.
    fileprivate func languageOfRow(_ row: MappingRow) throws(ConversionFailure) -> String? {
        try text(row).map { Language.tag(of: $0) }.flatMap { $0.lowercased() == Language.none ? nil : $0 }
    }
}
