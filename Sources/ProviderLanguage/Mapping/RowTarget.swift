import MovieDomain

/// A value of the domain that is filled from a row; only the conformances know where each field belongs.
protocol RowTarget {
    /// Stores the values of a field and returns whether there are any.
    mutating func take(_ field: FieldMapping, _ row: MappingRow) throws(ConversionFailure) -> Bool

    /// Stores nested items and returns whether there are any; `nil` if a required field of a film is missing.
    mutating func take(_ nested: NestedItem, _ row: MappingRow, _ mapper: inout RowMapper) -> Bool?

    /// Whether the value is complete; an incomplete one is dropped.
    var isWhole: Bool { get }
}

extension RowTarget {
    var isWhole: Bool { true }

    mutating func take(_ nested: NestedItem, _ row: MappingRow, _ mapper: inout RowMapper) -> Bool? { false }
}

/// An element of a list inside a row.
protocol RowElement: RowTarget {
    /// Creates an element from its main field and the tags of the mapping alone; an empty one without them.
    init(_ main: String, _ field: FieldMapping?, _ row: MappingRow)
}

extension MovieFacts: RowTarget {
    mutating func take(_ field: FieldMapping, _ row: MappingRow) throws(ConversionFailure) -> Bool {
        guard let film = field.field.film else { return try takeOther(field, row) }
        switch film.declaration.value {
        case .text(let place): return put(try field.text(row), in: &self[keyPath: place])
        case .address(let place): return put(try field.webAddress(row), in: &self[keyPath: place])
        case .localized(let place): return put(try field.localizedText(row), in: &self[keyPath: place])
        case .year(let place): return put(try field.year(row), in: &self[keyPath: place])
        case .minutes(let place): return put(try field.minutes(row), in: &self[keyPath: place])
        case .decimal(let place): return put(try field.decimal(row), in: &self[keyPath: place])
        case .flag(let place): return put(try field.boolean(row), in: &self[keyPath: place])
        case .date(let place): return put(try field.date(row), in: &self[keyPath: place])
        case .money(let place): return put(try field.money(row), in: &self[keyPath: place])
        case .texts(let place): return add(try field.texts(row), to: &self[keyPath: place])
        case .people(let place): return takePeople(try field.elements(row), film, place)
        case .title: return put(try field.localizedText(row), in: &title)
        case .titles:
            let language = field.language(row)
            return add(try field.texts(row).map { LocalizedText($0, language: language) }, to: &titles)
        case .ratings: return try takeRating(field, row)
        case .certifications:
            let region = field.options.region
            return add(try field.texts(row).map { Certification(region: region, label: $0) }, to: &certifications)
        case .images:
            if !field.options.sizes.isEmpty { return try takeSizes(field, row) }
            let (found, areAllShown) = try field.images(row)
            return try whole(add((found, try field.rest(row)), to: &images, &imagesTotal), if: areAllShown)
        case .videos:
            let texts = try field.texts(row)
            let found = texts.compactMap { text in
                var video = MovieVideo("", field, row)
                return video.take(text) ? video : nil
            }
            return try whole(add(found, to: &videos), if: found.count == texts.count)
        case .collection:
            guard let name = try field.text(row) else { return false }
            changeCollection { $0.name = name }
            return true
        case .pages: return add(try field.page(row), to: &pages)
        // Lists of objects, which are nested items.
        case .releases, .watch: return false
        }
    }

    mutating func take(_ nested: NestedItem, _ row: MappingRow, _ mapper: inout RowMapper) -> Bool? {
        if nested.field == .collectionImages { return takeImagesOfCollection(mapper.images(nested, row).taken) }
        guard let film = nested.field.film else { return false }
        switch film.declaration.value {
        case .people(let place): return takePeople(mapper.elements(nested, row), film, place)
        case .titles: return add(mapper.elements(nested, row).taken, to: &titles)
        case .images: return add(mapper.images(nested, row), to: &images, &imagesTotal)
        case .videos: return add(mapper.elements(nested, row).taken, to: &videos)
        case .releases: return add(mapper.elements(nested, row).taken, to: &releases)
        case .watch: return add(mapper.elements(nested, row).taken, to: &watch)
        default: return false
        }
    }
}

extension MovieFacts {
    /// Stores an id of the film, or what belongs to its collection.
    private mutating func takeOther(_ field: FieldMapping, _ row: MappingRow) throws(ConversionFailure) -> Bool {
        switch field.field {
        case .ids: return put(try field.filmID(row), in: &ids[field.namespace])
        case .collectionID:
            guard let id = try field.text(row) else { return false }
            changeCollection { $0.id = id }
            return true
        case .collectionImages:
            let (found, areAllShown) = try field.images(row)
            return try whole(takeImagesOfCollection(found), if: areAllShown)
        default: return false
        }
    }

    private mutating func takeImagesOfCollection(_ found: [MovieImage]) -> Bool {
        if !found.isEmpty { changeCollection { $0.images += found } }
        return !found.isEmpty
    }

    /// Changes the collection, whose name may come last.
    private mutating func changeCollection(_ change: (inout CollectionReference) -> Void) {
        var changed = collection ?? CollectionReference(name: "")
        change(&changed)
        collection = changed
    }

    /// Stores people, and how many there are where that is told of a field.
    private mutating func takePeople(
        _ found: Elements<Person>,
        _ field: MovieField,
        _ place: FilmField.Place<[Person]>
    ) -> Bool {
        switch field {
        case .cast: add(found, to: &cast, &castTotal)
        case .crew: add(found, to: &crew, &crewTotal)
        default: add(found.taken, to: &self[keyPath: place])
        }
    }

    private mutating func takeRating(_ field: FieldMapping, _ row: MappingRow) throws(ConversionFailure) -> Bool {
        guard let rating = try field.rating(row) else { return false }
        ratings.append(rating)
        // Count votes that are not a number of votes as a failure, but keep the rating.
        do throws(ConversionFailure) {
            ratings[ratings.count - 1].votes = try field.options.votes?.firstUsable {
                (votes) throws(ConversionFailure) in try votes.count(row)
            }
        } catch {
            throw ConversionFailure(leavesValue: true, votes: error.alternative ?? field.options.votes)
        }
        return true
    }

    /// Stores one image with all its sizes; its own address is that of the widest size.
    private mutating func takeSizes(_ field: FieldMapping, _ row: MappingRow) throws(ConversionFailure) -> Bool {
        var found: [MovieImage] = []
        var isWhole = true
        for size in field.options.sizes {
            guard let text = try size.texts(row).first else { continue }
            if let image = row.located(MovieImage(text, size, row)) { found.append(image) } else { isWhole = false }
        }
        found.sort { ($0.width ?? 0) < ($1.width ?? 0) }
        if var image = found.last {
            image.sizes = found.map { ImageSize(url: $0.url, width: $0.width) }
            images.append(image)
        }
        return try whole(!found.isEmpty, if: isWhole)
    }
}

extension FieldMapping {
    /// The elements of a list of which only their main field is known.
    func elements<Element: RowElement>(_ row: MappingRow) throws(ConversionFailure) -> Elements<Element> {
        (try texts(row).map { Element($0, self, row) }, try rest(row))
    }

    /// The images that may be shown, of this kind unless the mapping names one, and whether these are all.
    func images(
        _ row: MappingRow,
        kind: String = "poster"
    ) throws(ConversionFailure) -> (shown: [MovieImage], areAll: Bool) {
        let texts = try texts(row)
        let shown = texts.compactMap { text -> MovieImage? in
            // The sizes are those of a poster, whatever the image is called.
            var image = row.located(MovieImage(text, self, row))
            if options.kind == nil { image?.kind = kind }
            return image
        }
        return (shown, shown.count == texts.count)
    }

    /// The film's or the person's page at the source; none where the field has no value.
    func page(_ row: MappingRow) throws(ConversionFailure) -> [MoviePage] {
        try webAddress(row).map { [MoviePage(provider: row.provider, url: $0)] } ?? []
    }
}

extension RowMapper {
    /// The images of a list of objects that may be shown, of this kind unless they have one of their own.
    mutating func images(
        _ nested: NestedItem,
        _ row: MappingRow,
        kind: String = "poster"
    ) -> Elements<MovieImage> {
        let (taken, rest) = elements(nested, row) as Elements<MovieImage>
        // The sizes are those of a poster, whatever the image is called.
        var found = taken.compactMap(row.sized)
        if found.count < taken.count {
            count(nested, "expected an address without {size}, or its kind in image_sizes")
        }
        for index in found.indices where found[index].kind == "poster" { found[index].kind = kind }
        return (found, rest)
    }
}

/// The elements of a list, and the number of further ones that exceed its limit.
typealias Elements<Element> = (taken: [Element], rest: Int)

extension PersonFacts: RowTarget {
    var isWhole: Bool { !name.isEmpty }

    mutating func take(_ field: FieldMapping, _ row: MappingRow) throws(ConversionFailure) -> Bool {
        switch field.field {
        case .ids: return put(try field.idText(row), in: &ids[field.namespace])
        case .name: return put(try field.text(row), over: &name)
        case .nameEn: return put(try field.text(row), in: &nameEn)
        case .otherNames: return add(try field.texts(row), to: &otherNames)
        case .knownFor: return put(try field.text(row), in: &knownFor)
        case .biography: return put(try field.localizedText(row), in: &biography)
        case .born: return put(try field.date(row), in: &born)
        case .died: return put(try field.date(row), in: &died)
        case .birthplace: return put(try field.text(row), in: &birthplace)
        case .homepage: return put(try field.webAddress(row), in: &homepage)
        case .images:
            let (found, areAllShown) = try field.images(row, kind: "portrait")
            return try whole(add(found, to: &images), if: areAllShown)
        case .films: return add(try field.elements(row), to: &films, &filmsTotal)
        case .page: return add(try field.page(row), to: &pages)
        default: return false
        }
    }

    mutating func take(_ nested: NestedItem, _ row: MappingRow, _ mapper: inout RowMapper) -> Bool? {
        switch nested.field {
        case .films: return add(mapper.elements(nested, row), to: &films, &filmsTotal)
        case .images: return add(mapper.images(nested, row, kind: "portrait").taken, to: &images)
        default: return false
        }
    }
}

extension CollectionFacts: RowTarget {
    var isWhole: Bool { !name.isEmpty }

    mutating func take(_ field: FieldMapping, _ row: MappingRow) throws(ConversionFailure) -> Bool {
        switch field.field {
        case .ids: return put(try field.idText(row), in: &ids[field.namespace])
        case .name: return put(try field.text(row), over: &name)
        case .overview: return put(try field.localizedText(row), in: &overview)
        case .images:
            let (found, areAllShown) = try field.images(row)
            return try whole(add(found, to: &images), if: areAllShown)
        case .films:
            let found: Elements<FilmCredit> = try field.elements(row)
            return add(found.taken.map(\.film), to: &films)
        default: return false
        }
    }

    mutating func take(_ nested: NestedItem, _ row: MappingRow, _ mapper: inout RowMapper) -> Bool? {
        switch nested.field {
        case .films:
            let found: Elements<FilmCredit> = mapper.elements(nested, row)
            return add(found.taken.map(\.film), to: &films)
        case .images: return add(mapper.images(nested, row).taken, to: &images)
        default: return false
        }
    }
}

/// A row of the box office during mapping; it needs a rank.
struct RankedFilm: RowTarget {
    private var rank: Int?
    private var previousRank: Int?
    private var figures = BoxOfficeFigures(rank: 0)
    private var movie = MovieFacts()

    var isWhole: Bool { rank != nil }

    var row: BoxOffice.Row? {
        guard let rank else { return nil }
        var figures = figures
        figures.rank = rank
        figures.rankChange = figures.rankChange ?? previousRank.map { $0 - rank }
        return BoxOffice.Row(figures: figures, movie: movie)
    }

    mutating func take(_ field: FieldMapping, _ row: MappingRow) throws(ConversionFailure) -> Bool {
        switch field.field {
        case .rank: return put(try field.count(row, from: 1), in: &rank)
        case .rankChange: return put(try field.integer(row), in: &figures.rankChange)
        case .previousRank: return put(try field.count(row, from: 1), in: &previousRank)
        case .isNew: return put(try field.boolean(row), in: &figures.isNew)
        case .audience: return put(try field.count(row), in: &figures.audience.count)
        case .audienceChange: return put(try field.integer(row), in: &figures.audience.change)
        case .audienceChangePercent: return put(try field.percent(row), in: &figures.audience.changePercent)
        case .audienceTotal: return put(try field.count(row), in: &figures.audience.total)
        case .sales: return try takeMoney(field, row, in: \.amount)
        case .salesShare: return put(try field.percent(row), in: &figures.sales.share)
        case .salesChange: return try takeMoney(field, row, in: \.change)
        case .salesChangePercent: return put(try field.percent(row), in: &figures.sales.changePercent)
        case .salesTotal: return try takeMoney(field, row, in: \.total)
        case .screens: return put(try field.count(row), in: &figures.screens)
        case .showings: return put(try field.count(row), in: &figures.showings)
        default: return false
        }
    }

    mutating func take(_ nested: NestedItem, _ row: MappingRow, _ mapper: inout RowMapper) -> Bool? {
        guard nested.field == .movie else { return false }
        return mapper.fill(&movie, from: row, by: nested.item)
    }

    /// Stores an amount; the currency of `sales` takes precedence over that of other amounts.
    private mutating func takeMoney(
        _ field: FieldMapping,
        _ row: MappingRow,
        in place: WritableKeyPath<BoxOfficeFigures.Sales, Int?>
    ) throws(ConversionFailure) -> Bool {
        guard put(try field.amount(row), in: &figures.sales[keyPath: place]) else { return false }
        if figures.sales.currency == nil || field.field == .sales {
            figures.sales.currency = field.options.unit ?? figures.sales.currency
        }
        return true
    }
}

@inline(__always)
func put<Value>(_ value: Value?, in place: inout Value?) -> Bool {
    guard let value else { return false }
    place = value
    return true
}

@inline(__always)
func put<Value>(_ value: Value?, over usual: inout Value) -> Bool {
    guard let value else { return false }
    usual = value
    return true
}

@inline(__always)
func add<Element>(_ values: [Element], to list: inout [Element]) -> Bool {
    list += values
    return !values.isEmpty
}

/// Returns whether a field has a value; throws if some of its values could not be taken.
func whole(_ hasValue: Bool, if areAllTaken: Bool) throws(ConversionFailure) -> Bool {
    guard areAllTaken else { throw ConversionFailure(leavesValue: hasValue) }
    return hasValue
}

/// Adds to a list of which others may have been left out before, or are now.
func add<Element>(_ values: Elements<Element>, to list: inout [Element], _ total: inout Int?) -> Bool {
    let (taken, rest) = values
    if rest > 0 || total != nil { total = (total ?? list.count) + taken.count + rest }
    list += taken
    return !taken.isEmpty
}
