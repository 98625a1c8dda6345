import MovieDomain

// Releases and streaming offers by region: lists inside a film that contain lists themselves.

extension RegionalRelease: RowElement {
    init(provider: ProviderID) { self.init(region: "") }

    init(_ main: String, _ field: FieldMapping, _ row: MappingRow) { self.init(region: main) }

    var isWhole: Bool { !region.isEmpty && !events.isEmpty }

    mutating func take(_ field: FieldMapping, _ row: MappingRow) throws(ConversionFailure) -> Bool {
        guard field.field == .region else { return false }
        return put(try field.region(row), over: &region)
    }

    mutating func take(_ nested: NestedItem, _ row: MappingRow, _ mapper: inout RowMapper) -> Bool? {
        add(mapper.elements(nested, row).taken, to: &events) { $0 }
    }
}

extension RegionalRelease.Event: RowElement {
    init(provider: ProviderID) { self.init() }

    init(_ main: String, _ field: FieldMapping, _ row: MappingRow) { self.init(kind: main) }

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
    init(provider: ProviderID) { self.init(region: "", provider: provider) }

    init(_ main: String, _ field: FieldMapping, _ row: MappingRow) { self.init(region: main, provider: row.provider) }

    var isWhole: Bool { !region.isEmpty && ![stream, rent, buy, free, ads].allSatisfy(\.isEmpty) }

    mutating func take(_ field: FieldMapping, _ row: MappingRow) throws(ConversionFailure) -> Bool {
        switch field.field {
        case .region: put(try field.region(row), over: &region)
        case .link: put(try field.text(row), in: &link)
        case .attribution: put(try field.text(row), in: &attribution)
        case .stream, .rent, .buy, .free, .ads:
            add(try field.texts(row), to: &self[keyPath: WatchOffers.list(field.field)]) { Service(name: $0) }
        default: false
        }
    }

    mutating func take(_ nested: NestedItem, _ row: MappingRow, _ mapper: inout RowMapper) -> Bool? {
        add(mapper.elements(nested, row).taken, to: &self[keyPath: WatchOffers.list(nested.field)]) { $0 }
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
    init(provider: ProviderID) { self.init(name: "") }

    init(_ main: String, _ field: FieldMapping, _ row: MappingRow) { self.init(name: main) }

    var isWhole: Bool { !name.isEmpty }

    mutating func take(_ field: FieldMapping, _ row: MappingRow) throws(ConversionFailure) -> Bool {
        switch field.field {
        case .name: put(try field.text(row), over: &name)
        case .logo: put(try field.imageAddress(row), in: &logo)
        default: false
        }
    }
}
