import HTTPModel
import JSON
import MovieDomain
import Platform

struct ConversionFailure: Error {
    /// Whether the field still has a value, such as a rating without its votes or a list without one of its images.
    var leavesValue = false
    /// Whether no value of several matches the pattern of `extract`: the row may have none of those that are meant.
    var isUnmatched = false
    /// The votes of a rating, if only they could not be converted.
    var votes: FieldMapping?
    /// The path of `first_of` whose value could not be converted.
    var alternative: FieldMapping?
}

/// Conversions of the field's value to its type in the domain; `nil` if there is no value.
///
/// All of them throw if a value does not have the type.
extension FieldMapping {
    func text(_ row: MappingRow) throws(ConversionFailure) -> String? {
        guard let value = try first(row) else { return nil }
        return try limited(value, row.budget)
    }

    /// Returns the texts of a list; throws if one value is not a text.
    func texts(_ row: MappingRow) throws(ConversionFailure) -> [String] {
        var texts: [String] = []
        for value in try values(row) {
            if let text = try limited(value, row.budget) { texts.append(text) }
        }
        return texts
    }

    /// Returns a film's id as the source writes it; throws if its namespace has no id of this form.
    func filmID(_ row: MappingRow) throws(ConversionFailure) -> String? {
        guard let text = try idText(row), !MovieID.saysNone(text, in: namespace) else { return nil }
        guard MovieID.canonical(text, of: namespace) != nil else { throw ConversionFailure() }
        return text
    }

    /// Returns an id as a text: the number 603.0, which some sources make of 603, is `603`.
    func idText(_ row: MappingRow) throws(ConversionFailure) -> String? {
        guard let value = try first(row) else { return nil }
        let number = if case .element(let element) = value { element.int } else { Int?.none }
        return try Self.text(number.map { .text(String($0)) } ?? value, row.budget)
    }

    func localizedText(_ row: MappingRow) throws(ConversionFailure) -> LocalizedText? {
        try text(row).map { LocalizedText($0, language: language(row)) }
    }

    /// Returns what `convert` makes of the text; throws if it makes nothing of it.
    @inline(__always)
    private func converted<Value>(
        _ row: MappingRow,
        _ convert: (String) -> Value?
    ) throws(ConversionFailure) -> Value? {
        guard let text = try text(row) else { return nil }
        guard let value = convert(text) else { throw ConversionFailure() }
        return value
    }

    /// Returns an address that a browser may open; any other text fails.
    func webAddress(_ row: MappingRow) throws(ConversionFailure) -> String? {
        try converted(row) { WebURL($0) == nil ? nil : $0 }
    }

    func boolean(_ row: MappingRow) throws(ConversionFailure) -> Bool? { try converted(row) { Bool($0) } }

    func integer(_ row: MappingRow) throws(ConversionFailure) -> Int? { try converted(row) { NumberText.integer($0) } }

    /// Returns a number that counts things from `least` on; any other number fails.
    func count(_ row: MappingRow, from least: Int = 0) throws(ConversionFailure) -> Int? {
        guard let number = try integer(row) else { return nil }
        guard number >= least else { throw ConversionFailure() }
        return number
    }

    func decimal(_ row: MappingRow) throws(ConversionFailure) -> Double? {
        try converted(row) { NumberText.decimal($0) }
    }

    func percent(_ row: MappingRow) throws(ConversionFailure) -> Double? {
        let isFraction = options.unit == "fraction"
        guard let percent = try converted(row, { NumberText.percent($0, isFraction: isFraction) }) else { return nil }
        guard percent.isFinite else { throw ConversionFailure() }
        return percent + 0
    }

    /// Returns a day in the years that the field may have; any other day fails.
    func date(_ row: MappingRow) throws(ConversionFailure) -> CalendarDate? {
        guard let day = try day(row) else { return nil }
        guard field.takes(day) else { throw ConversionFailure() }
        return day
    }

    private func day(_ row: MappingRow) throws(ConversionFailure) -> CalendarDate? {
        guard let value = try first(row) else { return nil }
        if case .date(let date) = value { return date }
        guard let text = try Self.text(value, row.budget) else { return nil }
        guard let date = MomentText.date(in: text, unit: options.unit, row.inputs) else { throw ConversionFailure() }
        return date
    }

    func year(_ row: MappingRow) throws(ConversionFailure) -> Int? {
        guard let value = try first(row) else { return nil }
        let year: Int?
        if case .date(let date) = value {
            year = date.year
        } else {
            guard let text = try Self.text(value, row.budget) else { return nil }
            year = NumberText.integer(text) ?? MomentText.date(in: text, row.inputs)?.year
        }
        // Some sources write 0 for an unknown year.
        if year == 0 { return nil }
        guard let year, field.years.contains(year) else { throw ConversionFailure() }
        return year
    }

    func minutes(_ row: MappingRow) throws(ConversionFailure) -> Int? {
        guard let text = try text(row) else { return nil }
        // A value that is not a number may contain its units, unless the definition specifies them.
        let number = options.unit == "duration" ? nil : NumberText.decimal(text)
        let isWritten = options.unit == nil || options.unit == "duration"
        guard let number = number ?? (isWritten ? DurationText.minutes(in: text) : nil) else {
            throw ConversionFailure()
        }
        let minutes = (number * minutesPerUnit).rounded()
        guard minutes >= 0, minutes < 100_000 else { throw ConversionFailure() }
        // Some sources write 0 for an unknown running time.
        return minutes == 0 ? nil : Int(minutes)
    }

    /// Returns a sum in whole units of its currency.
    func amount(_ row: MappingRow) throws(ConversionFailure) -> Int? {
        try converted(row) { text in
            if let whole = NumberText.integer(text) { return whole }
            return NumberText.decimal(text).flatMap { Int(exactly: $0.rounded()) }
        }
    }

    /// Returns an amount of money, which must be positive and have a currency.
    func money(_ row: MappingRow) throws(ConversionFailure) -> Money? {
        guard let amount = try amount(row) else { return nil }
        guard amount > 0, let currency = options.unit else { throw ConversionFailure() }
        return Money(amount: amount, currency: currency, region: options.region)
    }

    /// Returns the two-letter code of a region that is given by its code or by the name of a known country.
    func region(_ row: MappingRow) throws(ConversionFailure) -> String? {
        try converted(row) { text in
            let code = Country.isCode(text) ? text : Country.code(of: text)
            return Country.isCode(code) ? code : nil
        }
    }

    /// The whole address of an image.
    func imageAddress(_ row: MappingRow) throws(ConversionFailure) -> String? {
        try converted(row) { row.imageAddress($0) }
    }

    /// Whether the table drops what a row has here, and with it the element, which would be something else without it.
    func dropsElement(_ row: MappingRow) -> Bool {
        guard options.table != nil, [.kind, .site, .job].contains(field) else { return false }
        if !alternatives.isEmpty { return alternatives.contains { $0.dropsElement(row) } }
        do throws(ConversionFailure) {
            let written = try found(row)
            let kept = try values(row)
            return !written.isEmpty && kept.isEmpty
        } catch {
            return false
        }
    }

    /// The rating without its votes.
    func rating(_ row: MappingRow) throws(ConversionFailure) -> Rating? {
        let scale = options.scale
        guard let (value, own) = try converted(row, { NumberText.rating($0) }) else { return nil }
        guard (0...(own ?? scale)).contains(value) else { throw ConversionFailure() }
        var rating = Rating(provider: row.provider, value: value, scale: own ?? scale)
        rating.name = options.ratingName
        return rating
    }

    /// Returns the text unless it is too long for the field: a title as long as a book is none.
    private func limited(_ value: RawValue, _ budget: MappingBudget) throws(ConversionFailure) -> String? {
        guard let text = try Self.text(value, budget) else { return nil }
        guard text.utf8.count <= field.mostBytes else { throw ConversionFailure() }
        return text
    }

    private static func text(_ value: RawValue, _ budget: MappingBudget) throws(ConversionFailure) -> String? {
        guard let text = value.text else { throw ConversionFailure() }
        try budget.spendValue(bytes: text.utf8.count)
        let trimmed = text.trimmedText
        return trimmed.isEmpty ? nil : trimmed
    }

    private var minutesPerUnit: Double {
        switch options.unit {
        case "h": 60
        case "s": 1 / 60
        case "ms": 1 / 60_000
        default: 1
        }
    }
}

extension FieldMapping {
    static func canConvert(_ text: String, to type: FieldType, unit: String?) -> Bool {
        let text = text.trimmedText
        return switch type {
        case .boolean: text == "true" || text == "false"
        case .date: MomentText.date(in: text, unit: unit, TemplateInputs()) != nil
        case .minutes where unit == "duration": DurationText.minutes(in: text) != nil
        case .minutes where unit == nil: NumberText.decimal(text) != nil || DurationText.minutes(in: text) != nil
        case .integer, .year: NumberText.integer(text) != nil
        case .rating: NumberText.rating(text) != nil
        case .percent: NumberText.percent(text) != nil
        case .decimal, .minutes, .money, .amount: NumberText.decimal(text) != nil
        case .ids, .text, .texts, .localizedText, .localizedTexts, .certifications, .items, .movie: true
        }
    }
}

extension FieldMapping {
    /// Returns what the source has in place of a value that could not be converted.
    func found(in row: MappingRow) -> FoundValue {
        FoundValue(source.paths.lazy.compactMap { $0.first(in: row.element, root: row.root) }.first { !$0.isNull })
    }

    /// Returns what was expected and what was found in a row whose value could not be converted, for a person to read.
    func expectation(failingIn row: MappingRow) -> Finding {
        let raw = source.paths.lazy.compactMap { $0.first(in: row.element, root: row.root) }.first { !$0.isNull }
        let culprit = culprit(in: row)
        let found = culprit?.value.words ?? raw.map(RawValue.element)?.words ?? source.text.jsonText
        if let step = culprit?.step {
            let list = culprit?.value.element.flatMap { $0.kind == .array ? $0 : nil }
            return Finding("expected \(step.wanted) at '\(step.name)', found \(found)", hint: list.flatMap(remedy))
        }
        let image = culprit?.value.text.flatMap { expectedImage(insteadOf: $0, row) }
        let wanted =
            image ?? expectedDay(insteadOfIn: row)
            ?? (culprit?.value.text.map(isTooLong) == true ? "a text of at most \(field.mostBytes) bytes" : wanted)
        let last = options.transforms.last.map { " after '\($0.name)'" } ?? ""
        // Of a list, the remedy is a path into its elements.
        let list = options.transforms.isEmpty && raw?.kind == .array ? raw : nil
        let element = list ?? culprit?.value.element ?? (options.transforms.isEmpty ? raw : nil)
        return Finding("expected \(wanted)\(last), found \(found)", hint: element.flatMap(remedy))
    }

    /// Returns the value that could not be used, as the steps before left it, and the step that made nothing of it;
    /// no step if it is the type that does not take it.
    private func culprit(in row: MappingRow) -> (value: RawValue, step: Transform?)? {
        do throws(ConversionFailure) {
            var values = try found(row)
            for step in options.transforms {
                let former = values
                guard step.isOneToOne else {
                    values = try step.apply(to: former, row.budget)
                    continue
                }
                values = []
                var refused: RawValue?
                for value in former {
                    do throws(ConversionFailure) {
                        values.append(try step.apply(to: value, row.budget))
                    } catch {
                        refused = refused ?? value
                    }
                }
                let mayDrop = if case .extract = step { !values.isEmpty } else { false }
                if let refused, !mayDrop || refused.text == nil { return (refused, step) }
            }
            values = values.map { value in
                guard !options.prefix.isEmpty, options.table == nil, let text = value.text else { return value }
                return .text(options.prefix + text)
            }
            return (values.first { !fits($0) } ?? values.first).map { ($0, nil) }
        } catch {
            return nil
        }
    }

    /// Whether the type takes the form of a value.
    private func fits(_ value: RawValue) -> Bool {
        guard let text = value.text, !isTooLong(text) else { return false }
        if type == .ids { return MovieID.canonical(text, of: namespace) != nil }
        return Self.canConvert(text, to: type, unit: options.unit)
    }

    /// Returns the host of the image in a row that could not be taken, if it is one that `image_hosts` does not name.
    func foreignHost(in row: MappingRow) -> String? {
        guard isImage, let images = row.inputs.images,
            let text = culprit(in: row)?.value.text, images.address(of: text) == nil, images.isAddress(text)
        else { return nil }
        return images.host(of: text)
    }

    /// What is expected in place of a day that the field does not take; `nil` if the value is not a day.
    private func expectedDay(insteadOfIn row: MappingRow) -> String? {
        guard type == .date else { return nil }
        do throws(ConversionFailure) {
            guard let day = try day(row) else { return nil }
            return field.years.contains(day.year)
                ? "a day that does not stand for none"
                : "a day from \(field.years.lowerBound) to \(field.years.upperBound)"
        } catch {
            return nil
        }
    }

    private func isTooLong(_ text: String) -> Bool { text.utf8.count > field.mostBytes }

    private var isImage: Bool { type == .items(.image) || field == .url || field == .logo }

    /// What is expected in place of an image that is not shown; `nil` for an image that is, and for other values.
    private func expectedImage(insteadOf text: String, _ row: MappingRow) -> String? {
        guard isImage, let images = row.inputs.images, images.address(of: text) == nil else { return nil }
        guard images.isAddress(text) else { return "an address such as https://img.example/7.jpg" }
        return "an address on a host of 'image_hosts', which does not name \(images.host(of: text) ?? "its host")"
    }

    private var wanted: String {
        switch type {
        case .rating: "a rating from 0 to \(InputValue.decimal(options.scale).text)"
        case .minutes where options.unit == "duration": "a duration such as 1h 58m"
        case .ids: "an id" + (namespace == "imdb" ? " such as tt0133093" : "")
        case .items(.video): "a video's id, or its address at YouTube or Vimeo"
        case .text where [.homepage, .page, .link].contains(field): "an address such as https://films.example"
        case .text where field == .key: "a video's id, or its address at YouTube or Vimeo"
        case .minutes: "a duration in \(options.unit ?? "min")"
        default: type.summary
        }
    }

    /// Returns the formats that a date in numbers such as `03/05/2020` may have, the one with the day first before that
    /// with the month first.
    private static func dateFormats(of text: String) -> [String]? {
        let signs = text.filter { !$0.isNumber }
        let parts = text.split { !$0.isNumber }
        guard ["//", "..", "--"].contains(signs), parts.map(\.count) == [2, 2, 4] else { return nil }
        let formats = ["dd?MM?yyyy", "MM?dd?yyyy"].map { $0.replacing(scalars: "?", with: String(signs.prefix(1))) }
        guard let first = Int(parts[0]), let second = Int(parts[1]) else { return nil }
        return second > 12 ? [formats[1]] : first > 12 ? [formats[0]] : formats
    }

    private func remedy(for found: JSONElement) -> Hint? {
        let first = found.kind == .array ? found.elements.first { $0.kind == .object } ?? found : found
        if first.kind == .object {
            let names = first.members.map(\.name)
            let member = ["name", "title", "url", "text"].first(where: names.contains) ?? names.first ?? "name"
            let path = "\(source.text)\(found.kind == .array ? "[*]" : "").\(member)"
            return Hint.didYouMean(path, for: source.text)
        }
        // A list in place of one value has one element in some rows, and in others the value stands alone.
        if found.kind == .array, !type.isList, let path = source.paths.first, !path.leadsToItself {
            let advice = Hint("write '\(path)[*]', which also takes a value alone, or '\(path)[0]'")
            if case .each = source { return advice }
            return advice.correcting(path.description, to: "\(path)[*]")
        }
        if type == .rating, let value = found.scalarText.flatMap(NumberText.decimal), value > options.scale,
            value <= 1_000
        {
            let scale = value <= 10 ? "10" : value <= 100 ? "100" : "1000"
            return Hint("did you mean scale: \(scale)?", correction: Hint.Correction(key: "scale", value: scale))
        }
        if type == .minutes, options.unit != "duration", let text = found.string, DurationText.minutes(in: text) != nil
        {
            return Hint("did you mean unit: duration?", correction: Hint.Correction(key: "unit", value: "duration"))
        }
        if type == .date, let formats = found.string.flatMap(Self.dateFormats), let first = formats.first {
            let other = formats.count > 1 ? ", or \(formats[1])" : ""
            let advice = "write then: [{ date: [\(first)] }]\(other)"
            guard options.transforms.isEmpty else { return Hint(advice) }
            return Hint(advice, correction: Hint.Correction(key: "then", value: "[{ date: [\(first)] }]"))
        }
        if type == .amount, options.unit == nil { return .write("unit", "USD") }
        return nil
    }
}

extension FieldSource {
    var paths: [JSONPath] {
        switch self {
        case .path(let path): [path]
        case .firstOf(let paths), .each(let paths): paths
        case .template(let template): template.parts.compactMap { if case .row(let path) = $0 { path } else { nil } }
        case .value, .eachKey, .position: []
        }
    }
}
