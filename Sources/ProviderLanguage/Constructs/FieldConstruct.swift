import JSON
import MovieDomain

/// A field of an item: a path, or a map with one source and the processing of its values.
enum FieldConstruct {
    static let path = Key("path", "The path of the value in the row.", Shape.path, example: "show.name")
    static let firstOf = Key("first_of", "Several paths; the first with a value counts.", Shape.list(.path))
    static let each = Key("each", "Several paths whose values are combined.", Shape.oneOrMore(.path))
    static let value = Key("value", "A fixed value.", Shape.text)
    static let template = Key("template", "A text with placeholders such as ${row.id}.", Shape<Template>.template)
    static let eachKey = Key(
        "each_key",
        "true: the name of the row, in a list that is a map of rows (`each_value`).",
        Shape.boolean
    )
    static let then = Key("then", "Transforms, applied in order.", Shape.list(TransformConstruct.shape))
    static let map = Key(
        "map",
        "A table of values by their text; nothing (~) drops the value.",
        ValueTableConstruct.results
    )
    static let otherwise = Key(
        "else",
        "What happens to a value that is not in the map: keep, drop, or another value.",
        Shape.text
    )
    static let unit = Key(
        "unit",
        "The unit of the number: min, h, s, ms, percent, fraction, or a currency; duration is 1h 58m, 1:58 or "
            + "PT1H58M; for a date, s or ms since 1970.",
        Shape.text
    )
    static let scale = Key("scale", "The highest possible rating.", Shape.positiveDecimal, example: "10")
    static let votes = Key("votes", "The path of the number of votes.", shape(.rating, type: .integer))
    static let language = Key("language", "The language of the texts, or ${locale}.", languageTag)
    static let region = Key("region", "The region of the certifications or of the amount (ISO 3166-1).", regionCode)
    static let imageKind = Key("kind", "The kind of image.", Shape<ImageKind>.word)
    static let videoKind = Key("kind", "The title of the video.", Shape<VideoKind>.word)
    static let job = Key("job", "The job of the people: Writer.", Shape.text)
    static let ratingName = Key(
        "name",
        "The origin of the rating, if the source passes on the rating of another one: Metacritic.",
        Shape.text
    )
    static let width = Key("width", "The width of the images in pixels.", Shape.integer(1...100_000))
    static let widths = Key(
        "widths",
        "The paths of an item are sizes of one image: the width of each, in the same order.",
        Shape.list(.integer(1...100_000)),
        example: "[500, 230]"
    )
    static let prefix = Key("prefix", "The text before each value.", Shape.text)
    static let limit = Key("limit", "The maximum number of values.", Shape.integer(1...10_000))
    static let required = Key("required", "Whether a row without the field is dropped.", Shape.boolean)

    static func construct(_ type: FieldType) -> Construct {
        constructs[type] ?? make(type)
    }

    private static let constructs = {
        var constructs: [FieldType: Construct] = [:]
        for type in Field.allCases.lazy.map(\.type) where constructs[type] == nil { constructs[type] = make(type) }
        return constructs
    }()

    private static func make(_ type: FieldType) -> Construct {
        Construct(
            "a field",
            "A field of an item: exactly one source, and what becomes of its values.",
            sources + [then.entry, map.entry, otherwise.entry] + particular(type) + [prefix.entry]
                + (type.isList ? [limit.entry] : []) + [required.entry],
            rules: [.exactlyOne(sources.map(\.name)), .together([map.name, otherwise.name])],
            family: Construct.Family("a field", type.summary, placeholder: "FIELD")
        )
    }

    private static let sources = [path.entry, firstOf.entry, each.entry, value.entry, template.entry, eachKey.entry]

    private static func particular(_ type: FieldType) -> [Construct.Entry] {
        switch type {
        case .minutes, .percent, .date: [unit(.words(type.units.map { Form.Word(word: $0, summary: "") }))]
        case .money: [unit(.pattern("a currency such as KRW", regex: "^[A-Z]{3}$"))]
        case .amount: [unit(.pattern("a currency such as KRW", regex: "^[A-Z]{3}$")), region.entry]
        case .rating: [scale.entry, votes.entry, ratingName.entry]
        case .items(.person): [job.entry]
        case .localizedText, .localizedTexts: [language.entry]
        case .certifications: [region.entry]
        case .items(.image): [imageKind.entry, width.entry, widths.entry, language.entry]
        case .items(.video): [videoKind.entry, language.entry]
        default: []
        }
    }

    /// Returns the entry of `unit` with the units of one type; decoding checks the unit once it knows the type.
    private static func unit(_ form: Form) -> Construct.Entry {
        var entry = unit.entry
        entry.form = form
        return entry
    }

    private static let everyKey =
        [
            unit, region, job, ratingName,
        ].map(\.name) + [imageKind.name, scale.name, votes.name, language.name, width.name, widths.name, limit.name]

    /// Returns the shape of a mapping of one field; a type other than the field's own is that of a number next to it.
    static func shape(_ field: Field, type: FieldType? = nil) -> Shape<FieldMapping> {
        let type = type ?? field.type
        return Shape(expectation, form: .either([path.shape.form, .record { construct(type) }])) { node, decoding in
            decode(node, field, type, &decoding)
        }
    }

    private static let expectation = "a path, or a map with a source"

    /// Decodes one field without making a shape for it.
    static func decode(
        _ node: SourceNode,
        _ field: Field,
        _ type: FieldType,
        _ decoding: inout Decoding
    ) -> FieldMapping? {
        switch node.content {
        case .text where !node.isNothing:
            return path.shape.decode(node, &decoding).map {
                FieldMapping(field, type: type, source: .path($0), location: node.location)
            }
        case .map:
            let construct = construct(type)
            let node = applicable(node, type, construct, &decoding)
            return Record(node, construct, &decoding).flatMap { decode($0, field, type, &decoding) }
        default:
            decoding.mismatch(expectation, node)
            return nil
        }
    }

    /// Returns the node without the keys that only other types have, and reports each of them.
    private static func applicable(
        _ node: SourceNode,
        _ type: FieldType,
        _ construct: Construct,
        _ decoding: inout Decoding
    ) -> SourceNode {
        let foreign = (node.entries ?? []).filter {
            everyKey.contains($0.key) && !construct.names.contains($0.key)
        }
        for entry in foreign {
            decoding.valueError("'\(entry.key)' is not for \(type.summary)", at: entry.keyLocation)
        }
        return foreign.reduce(node) { $0.without($1.key) }
    }

    private static func decode(
        _ record: Record,
        _ field: Field,
        _ type: FieldType,
        _ decoding: inout Decoding
    ) -> FieldMapping? {
        guard let source = source(record, &decoding) else { return nil }
        var options = FieldMapping.Options()
        options.transforms = record.value(then, &decoding) ?? []
        options.table = table(record, &decoding)
        options.unit = unit(record, type, &decoding)
        options.scale = record.value(scale, &decoding) ?? options.scale
        if type == .rating { options.votes = record.value(votes, &decoding) }
        options.ratingName = record.value(ratingName, &decoding)
        options.job = record.value(job, &decoding)
        options.language = record.value(language, &decoding)
        options.region = record.value(region, &decoding)
        options.kind =
            type == .items(.video)
            ? record.value(videoKind, &decoding)?.rawValue : record.value(imageKind, &decoding)?.rawValue
        options.width = record.value(width, &decoding)
        options.prefix = record.value(prefix, &decoding) ?? ""
        if type == .items(.image), options.prefix.contains(ImagePlaces.sizePlace),
            !decoding.scope.sizedImages.contains(options.kind ?? ImageKind.poster.rawValue)
        {
            let kind = options.kind ?? ImageKind.poster.rawValue
            let problem = "'{size}' needs the sizes of a \(kind) in 'image_sizes'"
            decoding.valueError(problem, at: record.location(of: prefix))
        }
        options.limit = record.value(limit, &decoding)
        options.isRequired = record.value(required, &decoding) ?? false
        options.sizes = sizes(record, of: source, options, field, type, &decoding)
        if case .value(let text) = source, options.transforms.isEmpty, options.table == nil,
            !FieldMapping.canConvert(text, to: type, unit: options.unit)
        {
            decoding.valueError(
                "'value' is the same for every row, and '\(text)' is not \(type.summary); a place in the row is path: \(text)",
                at: record.location(of: value)
            )
        }
        return FieldMapping(field, type: type, source: source, options: options, location: record.node.location)
    }

    /// Returns a mapping for each size of an image whose sizes have their own paths.
    private static func sizes(
        _ record: Record,
        of source: FieldSource,
        _ options: FieldMapping.Options,
        _ field: Field,
        _ type: FieldType,
        _ decoding: inout Decoding
    ) -> [FieldMapping] {
        guard let widths = record.value(widths, &decoding) else { return [] }
        guard case .each(let paths) = source, paths.count == widths.count else {
            let problem = "'widths' has the width of each place of 'each', found \(widths.count)"
            decoding.valueError(problem, at: record.location(of: Self.widths))
            return []
        }
        return zip(paths, widths).map { path, width in
            var options = options
            options.width = width
            return FieldMapping(
                field,
                type: type,
                source: .path(path),
                options: options,
                location: record.node.location
            )
        }
    }

    private static func source(_ record: Record, _ decoding: inout Decoding) -> FieldSource? {
        let written = sources.map(\.name).filter { record.node[$0] != nil }
        guard written.count == 1 else {
            let came = written.isEmpty ? "none" : written.joined(separator: " and ")
            let problem = "expected one source (path, first_of, each, value, template or each_key), found \(came)"
            decoding.valueError(problem, at: record.node.location)
            return nil
        }
        if let path = record.value(path, &decoding) { return .path(path) }
        if let paths = record.value(firstOf, &decoding) { return .firstOf(paths) }
        if let paths = record.value(each, &decoding) { return .each(paths) }
        if let text = record.value(value, &decoding) { return .value(text) }
        if let isKey = record.value(eachKey, &decoding) {
            if isKey { return .eachKey }
            decoding.valueError("'each_key' is true or not there", at: record.location(of: eachKey))
            return nil
        }
        let shape = template
        let parsed = decoding.scoped {
            $0.allowsRow = true
            $0.secretRefusal = "a secret must not stand in a field of an item"
        } _: { decoding in
            record.value(shape, &decoding)
        }
        return parsed.map(FieldSource.template)
    }

    /// Decodes `map` with its `else`, which is required.
    static func table(_ record: Record, _ decoding: inout Decoding) -> ValueTable? {
        guard let results = record.value(map, &decoding) else {
            if record.has(otherwise), !record.has(map) {
                decoding.error("'else' needs a 'map'", at: record.location(of: otherwise))
            }
            return nil
        }
        guard let text = record.value(otherwise, &decoding) else {
            if !record.has(otherwise) {
                decoding.error("'map' needs 'else': keep, drop, or a value", at: record.location(of: map))
            }
            return nil
        }
        return ValueTable(results: results, otherwise: ValueTableConstruct.otherwise(text))
    }

    private static func unit(_ record: Record, _ type: FieldType, _ decoding: inout Decoding) -> String? {
        guard let text = record.value(unit, &decoding) else { return nil }
        let isMoney = type == .money || type == .amount
        let isCurrency = isMoney && text.count == 3 && text.allSatisfy { ("A"..."Z").contains($0) }
        if isCurrency || type.units.contains(text) { return text }
        let expected = isMoney ? "a currency such as KRW" : Wording.alternatives(type.units)
        decoding.error("'unit': expected \(expected), found '\(text)'", at: record.location(of: unit))
        return nil
    }

    private static let regionCode = Shape<String>(
        "a region of two capital letters such as KR",
        form: .pattern("a region of two capital letters such as KR", regex: "^[A-Z]{2}$")
    ) { node, decoding in
        if let text = node.text, text.utf8.count == 2, text.utf8.allSatisfy({ (65...90).contains($0) }) { return text }
        let code = node.text.map { Country.code(of: $0) }.flatMap { Country.isCode($0) ? $0 : nil }
        let problem = "a region of two capital letters such as KR"
        decoding.mismatch(problem, node, hint: code.map { "; did you mean '\($0)'?" } ?? "")
        return nil
    }

    private static let languageTag = Shape<LanguageTag>(
        Shape.language.expectation + ", or ${locale}",
        form: .either([Shape.language.form, .pattern("${locale}", regex: #"^\$\{locale\}$"#)])
    ) { node, decoding in
        guard node.text == "${locale}" else { return Shape.language.decode(node, &decoding).map(LanguageTag.fixed) }
        if !decoding.scope.hasLocales {
            decoding.valueError("'${locale}' needs 'locales' in the provider", at: node.location)
        }
        return .ofLocale
    }
}

/// The kinds that a definition itself may give an image; the source's own words come through the item of a list.
extension ImageKind: LanguageWord {
    package var summary: String {
        switch self {
        case .poster: "An upright picture that advertises the film."
        case .backdrop: "A wide picture to stand behind text."
        case .logo: "The title as a drawing."
        case .still: "A picture from the film."
        case .banner: "A wide strip with the title."
        }
    }
}

/// The kinds that a definition itself may give a video.
enum VideoKind: String, LanguageWord {
    case trailer, teaser, clip, featurette, interview

    var summary: String {
        switch self {
        case .trailer: "A preview of the film."
        case .teaser: "A short preview, mostly the first one."
        case .clip: "A part of the film."
        case .featurette: "A short film about the film."
        case .interview: "A talk with one of its makers."
        }
    }
}
