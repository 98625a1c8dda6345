import MovieDomain

// A person's own record, with the films in it.

extension PersonFacts: RowTarget {
    var isWhole: Bool { !name.isEmpty }

    mutating func take(_ field: FieldMapping, _ row: MappingRow) throws(ConversionFailure) -> Bool {
        switch field.field {
        case .ids: return put(try field.text(row), in: &ids[field.namespace])
        case .name: return put(try field.text(row), over: &name)
        case .nameEn: return put(try field.text(row), in: &nameEn)
        case .otherNames: return add(try field.texts(row), to: &otherNames) { $0 }
        case .knownFor: return put(try field.text(row), in: &knownFor)
        case .biography: return put(try field.localizedText(row), in: &biography)
        case .born: return put(try field.date(row), in: &born)
        case .died: return put(try field.date(row), in: &died)
        case .birthplace: return put(try field.text(row), in: &birthplace)
        case .homepage: return put(try field.text(row), in: &homepage)
        case .images:
            let texts = try field.texts(row)
            let found = texts.compactMap { row.located(MovieImage($0, field, row)) }
            let hasValue = add(found, to: &images) { image in
                var portrait = image
                portrait.kind = field.options.kind ?? "portrait"
                return portrait
            }
            guard found.count == texts.count else { throw ConversionFailure(leavesValue: hasValue) }
            return hasValue
        case .films: return add(try field.elements(row), to: &films, &filmsTotal)
        case .page: return add(try field.page(row), to: &pages) { $0 }
        default: return false
        }
    }

    mutating func take(_ nested: NestedItem, _ row: MappingRow, _ mapper: inout RowMapper) -> Bool? {
        switch nested.field {
        case .films: return add(mapper.elements(nested, row), to: &films, &filmsTotal)
        case .images: return add(mapper.elements(nested, row).taken, to: &images) { $0 }
        default: return false
        }
    }
}

extension FilmCredit: RowElement {
    init(provider: ProviderID) { self.init(film: MovieFacts()) }

    init(_ main: String, _ field: FieldMapping, _ row: MappingRow) {
        var film = MovieFacts()
        film.title = LocalizedText(main)
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
