import JSON

extension FieldMapping {
    /// The value in the type of the field; `nil` where there is none.
    ///
    /// - Throws: `ConversionFailure` where there is one that is not of that type.
    func value(_ row: MappingRow) throws(ConversionFailure) -> MappedValue? {
        try value(rawValues(row), row)
    }

    /// The same of raw values.
    func value(_ raw: some Collection<RawValue>, _ row: MappingRow) throws(ConversionFailure) -> MappedValue? {
        switch type {
        case .texts: return texts(try tagged(raw, row))
        case .localizedTexts, .certifications: return texts(try tagged(raw, row))
        case .items(let kind):
            let items = try items(raw, kind, row)
            return items.isEmpty ? nil : .items(items)
        default:
            guard let first = raw.first else { return nil }
            return try scalar(first, row)
        }
    }

    private func texts(_ texts: [MappedText]) -> MappedValue? {
        texts.isEmpty ? nil : .texts(texts)
    }

    private func tagged(
        _ values: some Collection<RawValue>,
        _ row: MappingRow
    ) throws(ConversionFailure) -> [MappedText] {
        var texts: [MappedText] = []
        texts.reserveCapacity(values.count)
        let language = tags.language?.language(row.inputs)
        for value in values {
            guard let text = value.text else { throw ConversionFailure() }
            let trimmed = text.trimmedText
            if !trimmed.isEmpty {
                texts.append(MappedText(trimmed, language: language, region: tags.region))
            }
        }
        return texts
    }

    /// Names of people, or the urls or keys of media, each as an item with nothing else but the tags.
    private func items(
        _ values: some Collection<RawValue>,
        _ kind: ItemKind,
        _ row: MappingRow
    ) throws(ConversionFailure) -> [MappedItem] {
        guard kind.mainField != nil else { return [] }
        return try tagged(values, row).map { MappedItem(entry($0.text, kind, language: $0.language)) }
    }

    /// A name of a person, or the url or key of a medium, with the tags that such a thing can have.
    func entry(_ text: String, _ kind: ItemKind, language: String?) -> TaggedEntry {
        TaggedEntry(
            itemKind: kind,
            text: text,
            kind: kind == .person ? nil : tags.kind,
            width: kind == .image ? tags.width : nil,
            language: kind == .person ? nil : language
        )
    }

    private func scalar(_ value: RawValue, _ row: MappingRow) throws(ConversionFailure) -> MappedValue? {
        if case .date(let date) = value {
            switch type {
            case .date: return .date(date)
            case .year: return .integer(date.year)
            default: break
            }
        }
        guard let text = value.text?.trimmedText else { throw ConversionFailure() }
        return text.isEmpty ? nil : try scalar(text, row)
    }

    /// A text that is not empty and has no white space at its ends, in the type of the field.
    func scalar(_ text: String, _ row: MappingRow) throws(ConversionFailure) -> MappedValue? {
        switch type {
        case .ids, .text, .localizedText: return .text(MappedText(text, language: tags.language?.language(row.inputs)))
        case .date:
            guard let date = DateFormat.iso.date(in: text) else { throw ConversionFailure() }
            return .date(date)
        case .boolean:
            guard text == "true" || text == "false" else { throw ConversionFailure() }
            return .boolean(text == "true")
        case .integer: return .integer(try integer(text))
        case .year: return try year(text)
        case .money: return .amount(MappedAmount(try integer(text), currency: unit))
        case .minutes where unit == "duration":
            guard let minutes = DurationText.minutes(in: text) else { throw ConversionFailure() }
            return try decimalValue(minutes, row)
        default: return try decimalValue(try decimal(text), row)
        }
    }

    /// The kinds of values that are measured: a number and what it counts.
    private func decimalValue(_ number: Double, _ row: MappingRow) throws(ConversionFailure) -> MappedValue? {
        switch type {
        case .minutes:
            let minutes = (number * minutesPerUnit).rounded()
            guard minutes >= 0, minutes < 100_000 else { throw ConversionFailure() }
            // A film that runs for no time is one whose running time nobody knows.
            return minutes == 0 ? nil : .integer(Int(minutes))
        case .percent: return .decimal((unit == "fraction" ? number * 100 : number) + 0)
        case .rating:
            guard (0...scale).contains(number) else { throw ConversionFailure() }
            return .rating(MappedRating(value: number, scale: scale, votes: try countedVotes(row)))
        default: return .decimal(number)
        }
    }

    private func countedVotes(_ row: MappingRow) throws(ConversionFailure) -> Int? {
        guard case .counted(let mapping) = votes, case .integer(let count) = try mapping.value(row) else { return nil }
        return count
    }

    private var minutesPerUnit: Double {
        switch unit {
        case "h": 60
        case "s": 1 / 60
        case "ms": 1 / 60_000
        default: 1
        }
    }

    private func year(_ text: some StringProtocol) throws(ConversionFailure) -> MappedValue? {
        let year = try integer(text)
        // The year 0 is how some write that nobody knows it.
        if year == 0 { return nil }
        guard (1870...2200).contains(year) else { throw ConversionFailure() }
        return .integer(year)
    }

    private func integer(_ text: some StringProtocol) throws(ConversionFailure) -> Int {
        guard let number = NumberText.integer(text) else { throw ConversionFailure() }
        return number
    }

    private func decimal(_ text: some StringProtocol) throws(ConversionFailure) -> Double {
        guard let number = NumberText.decimal(text) else { throw ConversionFailure() }
        return number
    }
}

/// A value could not be made what its field needs.
struct ConversionFailure: Error {}
