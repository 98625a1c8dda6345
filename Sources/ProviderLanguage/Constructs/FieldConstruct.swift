import JSON
import MovieDomain
import Platform

/// A field of an item: a path, or a map with one source and the processing of its values.
enum FieldConstruct {
    private static let path = Key("path", "The path of the value in the row.", onePath, example: "show.name")
    private static let onePath = Shape<JSONPath>(Shape.path.expectation, form: Shape.path.form) { node, decoding in
        guard node.list != nil else { return Shape.path.decode(node, decoding) }
        let hint = Hint("write several under 'first_of', of which the first with a value counts, or under 'each'")
            .correcting("path: [", to: "first_of: [", offset: -6)
        decoding.mismatch("a path", node, hint: hint)
        return nil
    }
    private static let value = Key("value", "A fixed value.", Shape.text)
    private static let eachKey = Key(
        "each_key",
        "true: the key of the row, if the list is a map of rows (`each_value`).",
        Shape.boolean
    )
    private static let position = Key(
        "position",
        "true: the number of the row in its list, from 1, such as the rank in a list that has none.",
        Shape.boolean
    )
    static let then = Key("then", "Transforms, applied in order.", Shape.list(TransformConstruct.shape))
    static let map = Key(
        "map",
        "A table from texts to values; ~ drops the value.",
        ValueTableConstruct.results
    )
    static let otherwise = Key(
        "else",
        "What to do with a value that is not in the map: keep, drop, or another value.",
        Shape.text
    )
    private static let region = Key(
        "region",
        "The region of the certifications or of the amount (ISO 3166-1).",
        regionCode
    )
    private static let language = Key("language", "The language of the texts, or ${locale}.", languageTag)
    private static let widths = Key(
        "widths",
        "The widths of the paths in `each`, in the same order, if they are sizes of one image.",
        Shape.list(.integer(1...100_000)),
        example: "[500, 230]"
    )
    private static let prefix = Key("prefix", "The text before each value.", Shape.text)

    private static let sources = KeyList<FieldSource?> { keys in
        keys.add(path) { $0 = .path($1) }
        keys.add("first_of", "Several paths; the first one with a value is used.", Shape.list(.path)) {
            $0 = .firstOf($1)
        }
        keys.add("each", "Several paths whose values are combined.", Shape.oneOrMore(.path)) { $0 = .each($1) }
        keys.add(value) { $0 = .value($1) }
        keys.add("template", "A text with placeholders such as ${row.id}.", rowTemplate) { $0 = .template($1) }
        keys.add(eachKey)
        keys.add(position)
    }
    static let sourceNames = sources.entries.map(\.name)

    private static let rowTemplate = Shape<Template>.template.scoped {
        $0.allowsRow = true
        $0.secretRefusal = "a field of an item must not contain a secret"
    }

    /// The keys of the fields of one type, which are the options of a mapping, apart from its source.
    private struct Keys {
        let options: KeyList<FieldMapping.Options>
        let construct: Construct

        init(_ type: FieldType) {
            options = KeyList { keys in
                keys.add(sources.entries)
                let lookUpSummary =
                    "The list beside the rows in which the values are found by the ids that the source gives."
                keys.add("look_up", lookUpSummary, LookUpConstruct.shape) { $0.lookUp = $1 }
                keys.add(then) { $0.transforms = $1 }
                keys.add(map)
                keys.add(otherwise)
                FieldConstruct.add(type, to: &keys)
                keys.add(prefix) { $0.prefix = $1 }
                if type.isList {
                    keys.add("limit", "The maximum number of values.", Shape.integer(1...10_000)) { $0.limit = $1 }
                }
                let requiredSummary = "Whether a row without the field is dropped."
                keys.add("required", requiredSummary, Shape.boolean) { $0.isRequired = $1 }
            }
            construct = Construct(
                "a field",
                "A field of an item: exactly one source, and what becomes of its values.",
                options.entries,
                rules: [.exactlyOne(sourceNames), .together([map.name, otherwise.name])]
                    + (type == .items(.image) ? [.needs(widths.name, oneOf: ["each"])] : []),
                family: Construct.Family("a field", type.summary, placeholder: "FIELD")
            )
        }
    }

    /// Adds the keys that not all types have.
    private static func add(_ type: FieldType, to keys: inout KeyList<FieldMapping.Options>) {
        switch type {
        case .minutes, .percent, .date, .money: keys.add(unit(of: type)) { $0.unit = $1 }
        case .amount:
            keys.add(unit(of: type)) { $0.unit = $1 }
            keys.add(region) { $0.region = $1 }
        case .rating:
            keys.add("scale", "The highest possible rating.", Shape.positiveDecimal, default: "10") { $0.scale = $1 }
            keys.add("votes", "The path of the number of votes.", shape(.rating, type: .integer)) { $0.votes = $1 }
            let nameSummary =
                "The origin of the rating, if the source passes on another site's rating: Metacritic."
            keys.add("name", nameSummary, Shape.text) { $0.ratingName = $1 }
        case .items(.person): keys.add("job", "The job of the people: Writer.", Shape.text) { $0.job = $1 }
        case .localizedText, .localizedTexts: keys.add(language) { $0.language = $1 }
        case .certifications: keys.add(region) { $0.region = $1 }
        case .items(.image):
            keys.add("kind", "The kind of image.", Shape<ImageKind>.word) { $0.kind = $1.rawValue }
            keys.add("width", "The width of the images in pixels.", Shape.integer(1...100_000)) { $0.width = $1 }
            keys.add(widths)
            keys.add(language) { $0.language = $1 }
        case .items(.video):
            keys.add("kind", "The kind of video.", Shape<VideoKind>.word) { $0.kind = $1.rawValue }
            keys.add(language) { $0.language = $1 }
        default: break
        }
    }

    /// Returns the key `unit` with the units of one type for readers; decoding checks the unit itself.
    private static func unit(of type: FieldType) -> Key<String> {
        let words = Form.words(type.units.map { Form.Word(word: $0, summary: "") })
        let currency = Form.pattern("a currency such as KRW", regex: "^[A-Z]{3}$")
        return Key(
            "unit",
            "The unit of the number: min, h, s, ms, percent, fraction, or a currency; duration is 1h 58m, 1:58 or "
                + "PT1H58M; for a date, s or ms since 1970.",
            Shape.text.shown(as: type.isMoney ? currency : words)
        )
    }

    private static func keys(_ type: FieldType) -> Keys { keysByType[type] ?? Keys(type) }

    private static let keysByType = Dictionary(
        uniqueKeysWithValues: Set(ItemKind.allCases.flatMap(\.fields).map(\.type)).map { ($0, Keys($0)) }
    )
    private static let everyKey = Set(keysByType.values.flatMap(\.construct.names))

    /// Returns the shape of a mapping of one field; a type other than the field's own is that of a number next to it.
    static func shape(_ field: Field, type: FieldType? = nil) -> Shape<FieldMapping> {
        let type = type ?? field.type
        let form = Form.either([path.shape.form, .record { keys(type).construct }])
        return Shape(expectation, form: form) { node, decoding in
            decode(node, field, type, decoding)
        }
    }

    private static let expectation = "a path, or a map with a source"

    /// Decodes one field without making a shape for it.
    static func decode(_ node: SourceNode, _ field: Field, _ type: FieldType, _ decoding: Decoding) -> FieldMapping? {
        switch node.content {
        case .text where !node.isNothing:
            return path.shape.decode(node, decoding).map {
                FieldMapping(field, type: type, source: .path($0), location: node.location)
            }
        case .map:
            if let problem = itemsProblem(node, type) ?? languagesProblem(node, type) ?? kindsProblem(node, type) {
                decoding.valueError(problem.message, hint: problem.hint, at: node.location)
                return nil
            }
            let keys = keys(type)
            let node = applicable(node, type, keys.construct, decoding)
            guard let record = Record(node, keys.construct, decoding),
                let source = source(record)
            else { return nil }
            var options = FieldMapping.Options()
            keys.options.read(record, into: &options)
            options.table = table(record)
            let location = node["path"].map { $0.location(ofCharacter: 0) } ?? node.location
            let plain = FieldMapping(field, type: type, source: source, options: options, location: location)
            check(plain, record)
            options.sizes = sizes(of: plain, record)
            if options.sizes.isEmpty { return plain }
            return FieldMapping(field, type: type, source: source, options: options, location: location)
        default:
            decoding.mismatch(expectation, node)
            return nil
        }
    }

    /// Returns the problem of a map that has the fields of one element of a list, and not where the list is.
    private static func itemsProblem(_ node: SourceNode, _ type: FieldType) -> Finding? {
        guard case .items(let kind) = type, let entries = node.entries, !entries.isEmpty,
            !sourceNames.contains(where: { node[$0] != nil }),
            entries.allSatisfy({ kind.field($0.key) != nil })
        else { return nil }
        // The paths of the elements' fields probably begin with that of the list.
        let paths = entries.compactMap { $0.value.text.map { $0.split(scalar: ".") } }
        let list = paths.first.map { $0.dropLast() } ?? []
        let isShared =
            !list.isEmpty && paths.count == entries.count
            && paths.allSatisfy { $0.starts(with: list) && $0.count > list.count }
        let rows = isShared ? list.joined(separator: ".") : "PATH"
        let fields = zip(entries, paths).map { entry, path in
            "\(entry.key): \(isShared ? path.dropFirst(list.count).joined(separator: ".") : path.joined(separator: "."))"
        }
        let item = fields.isEmpty ? "…" : fields.joined(separator: ", ")
        let right = "{ rows: \(rows.replacing(scalars: "[*]", with: "")), item: { \(item) } }"
        let hint = Hint("write \(right)")
        let written = entries.map { "\($0.key): \($0.value.text ?? "")" }.joined(separator: ", ")
        return Finding(
            "expected \(type.summary), found the fields of one",
            hint: isShared ? hint.correcting("{ \(written) }", to: right) : hint
        )
    }

    /// Returns the problem of a map from languages to paths, of which each is a title of its own.
    private static func languagesProblem(_ node: SourceNode, _ type: FieldType) -> Finding? {
        guard [.localizedText, .localizedTexts].contains(type), let entries = node.entries, !entries.isEmpty,
            entries.allSatisfy({ Language.isTag($0.key) && !everyKey.contains($0.key) && $0.value.text != nil })
        else { return nil }
        let fields = entries.map { "{ path: \($0.value.text ?? ""), language: \($0.key) }" }
        guard type == .localizedTexts else {
            let hint = "write the first as \(fields[0])" + (fields.count > 1 ? ", and the others under 'titles'" : "")
            return Finding("expected one text, found a map of languages", hint: Hint(hint))
        }
        let list = "[\(fields.joined(separator: ", "))]"
        let written = entries.map { "\($0.key): \($0.value.text ?? "")" }.joined(separator: ", ")
        return Finding(
            "expected a list of texts with languages, found a map of languages",
            hint: Hint("write \(list)").correcting("{ \(written) }", to: list)
        )
    }

    /// Returns the problem of a map from the kinds of images or videos, or from the names of ratings, to their paths.
    private static func kindsProblem(_ node: SourceNode, _ type: FieldType) -> Finding? {
        guard let entries = node.entries, !entries.isEmpty, entries.allSatisfy({ $0.value.text?.isEmpty == false })
        else { return nil }
        let isOfKeys: (String) -> Bool
        let tag: String
        switch type {
        case .items(.image): (isOfKeys, tag) = ({ ImageKind(rawValue: $0) != nil }, "kind")
        case .items(.video): (isOfKeys, tag) = ({ VideoKind(rawValue: $0) != nil }, "kind")
        case .rating:
            let names = keys(.rating).construct.names
            isOfKeys = { !everyKey.contains($0) && Hint.forWord($0, among: names) == nil }
            tag = "name"
        default: return nil
        }
        guard entries.allSatisfy({ isOfKeys($0.key) && ForeignWord.meaning(of: $0.key, among: Array(everyKey)) == nil })
        else { return nil }
        let fields = entries.map { "{ path: \($0.value.text ?? ""), \(tag): \($0.key) }" }
        let right = fields.count == 1 ? fields[0] : "[\(fields.joined(separator: ", "))]"
        let written = entries.map { "\($0.key): \($0.value.text ?? "")" }.joined(separator: ", ")
        return Finding(
            "expected a path, or a map with a source, found '\(entries[0].key)'",
            hint: Hint("write \(right)").correcting("{ \(written) }", to: right)
        )
    }

    /// Returns the node without the keys that only other types have, and reports each of them.
    private static func applicable(
        _ node: SourceNode,
        _ type: FieldType,
        _ construct: Construct,
        _ decoding: Decoding
    ) -> SourceNode {
        let foreign = (node.entries ?? []).filter {
            everyKey.contains($0.key) && !construct.names.contains($0.key)
        }
        for entry in foreign {
            let (key, hint) = (entry.key, advice(on: entry, type))
            decoding.valueError("\(type.summary) has no '\(key)'", hint: hint, at: entry.keyLocation)
        }
        return foreign.reduce(node) { $0.without($1.key) }
    }

    /// Returns what to write instead of a key of another type of field; `nil` if there is nothing like it.
    private static func advice(on entry: SourceNode.Entry, _ type: FieldType) -> Hint? {
        switch (entry.key, type, entry.value.text) {
        case ("unit", .rating, "percent"?), ("unit", .rating, "%"?):
            Hint("write scale: 100").correcting("unit: \(entry.value.text ?? "")", to: "scale: 100")
        case ("unit", .rating, _): "write the highest possible rating, such as scale: 10"
        case ("scale", .percent, "1"): Hint("write unit: fraction").correcting("scale: 1", to: "unit: fraction")
        case ("scale", .percent, _): "write unit: percent or unit: fraction"
        case ("scale", .integer, _), ("scale", .minutes, _), ("scale", .money, _), ("scale", .amount, _),
            ("scale", .decimal, _):
            "write then: [{ number: { factor: 0.01 } }] to multiply"
        case ("unit", .integer, _), ("unit", .decimal, _): "write then: [{ number: { units: { M: 1000000 } } }]"
        case ("kind", .localizedText, _), ("kind", .text, _): nil
        default: nil
        }
    }

    /// Reports options that do not fit the type, the source, or the provider.
    private static func check(_ mapping: FieldMapping, _ record: Record) {
        let (options, type) = (mapping.options, mapping.type)
        checkUnit(options, record, type)
        if type == .items(.image), options.prefix.contains(ImagePlaces.sizePlace),
            !record.decoding.scope.sizedImages.contains(options.kind ?? ImageKind.poster.rawValue)
        {
            let kind = options.kind ?? ImageKind.poster.rawValue
            record.valueError("'{size}' needs the sizes of a \(kind) in 'image_sizes'", at: prefix)
        }
        if case .value(let text) = mapping.source, options.transforms.isEmpty, options.table == nil,
            !FieldMapping.canConvert(text, to: type, unit: options.unit)
        {
            record.valueError(
                "'value' is the same for every row, and '\(text)' is not \(type.summary)",
                hint: Hint("write path: \(text)").correcting("value: \(text)", to: "path: \(text)"),
                at: value
            )
        }
    }

    /// Returns a mapping for each size of an image whose sizes have their own paths.
    private static func sizes(of mapping: FieldMapping, _ record: Record) -> [FieldMapping] {
        guard let widths = record.value(widths) else { return [] }
        guard case .each(let paths) = mapping.source else {
            record.valueError("'widths' needs 'each', and has the width of each of its paths", at: Self.widths)
            return []
        }
        guard paths.count == widths.count else {
            let problem = "'widths': expected \(paths.count), one for each path of 'each', found \(widths.count)"
            record.valueError(problem, at: Self.widths)
            return []
        }
        return zip(paths, widths).map { path, width in
            var options = mapping.options
            options.width = width
            let (field, type, location) = (mapping.field, mapping.type, mapping.location)
            return FieldMapping(field, type: type, source: .path(path), options: options, location: location)
        }
    }

    private static func source(_ record: Record) -> FieldSource? {
        let written = sourceNames.filter { record.node[$0] != nil }
        guard written.count == 1 else {
            let came = written.isEmpty ? "none" : written.joined(separator: " and ")
            record.valueError("expected one source (\(sourceNames.alternatives)), found \(came)")
            return nil
        }
        var source: FieldSource?
        sources.read(record, into: &source)
        for (key, meant) in [(eachKey, FieldSource.eachKey), (position, .position)] {
            guard let isMeant = record.value(key) else { continue }
            if isMeant { return meant }
            record.valueError("'\(key.name)' must be true or be left out", at: key)
        }
        return source
    }

    /// Decodes `map` with its `else`, which is required.
    static func table(_ record: Record) -> ValueTable? {
        guard let results = record.value(map) else {
            if record.has(otherwise), !record.has(map) { record.error("'else' needs a 'map'", at: otherwise) }
            return nil
        }
        guard let text = record.value(otherwise) else {
            guard !record.has(otherwise) else { return nil }
            let isMeant = ["default", "otherwise", "fallback", "standard"].contains { record.node[$0] != nil }
            let hint = isMeant ? nil : record.adding(otherwise.name, "keep")
            record.error("'map' needs 'else': keep, drop, or a value", hint: hint, at: record.location(of: map))
            return nil
        }
        return ValueTable(results: results, otherwise: ValueTableConstruct.otherwise(text))
    }

    private static func checkUnit(_ options: FieldMapping.Options, _ record: Record, _ type: FieldType) {
        guard let text = options.unit else { return }
        let isCurrency =
            type.isMoney && text.count == 3 && text.allSatisfy { ("A"..."Z").contains($0) }
            && ForeignCode.currency(of: text) == nil
        if isCurrency || type.units.contains(text) { return }
        let expected = type.isMoney ? "a currency such as KRW" : type.units.alternatives
        let meant =
            type.isMoney
            ? ForeignCode.currency(of: text) ?? near(text)
            : ForeignWord.meaning(of: text, among: type.units) ?? NearestName.nearest(to: text, among: type.units)
        let hint = meant.map { Hint.didYouMean($0, for: text) }
        let place = record.node["unit"]?.location ?? record.location(of: unit(of: type))
        record.error("'unit': expected \(expected), found '\(text)'", hint: hint, at: place)
    }

    /// The code of a currency that is not written in capitals.
    private static func near(_ text: String) -> String? {
        text.count == 3 && text.allSatisfy { $0.isASCII && $0.isLetter } ? text.uppercased() : nil
    }

    private static let regionCode: Shape<String> = {
        let expectation = "a region of two capital letters such as KR"
        return Shape(expectation, form: .pattern(expectation, regex: "^[A-Z]{2}$")) { node, decoding in
            if let text = node.text, Country.isCode(text) { return text }
            let code = node.text.map { Country.code(of: $0) }.flatMap { Country.isCode($0) ? $0 : nil }
            decoding.mismatch(expectation, node, hint: code.map { Hint.didYouMean($0, for: node.text ?? "") })
            return nil
        }
    }()

    private static let languageTag = Shape<LanguageTag>(
        Shape.language.expectation + ", or ${locale}",
        form: .either([Shape.language.form, .pattern("${locale}", regex: #"^\$\{locale\}$"#)])
    ) { node, decoding in
        guard node.text == "${locale}" else {
            return Shape.language.decode(node, decoding).map(LanguageTag.init(named:))
        }
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
        case .poster: "An upright image that advertises the film."
        case .backdrop: "A wide image, for use behind text."
        case .logo: "The title as artwork."
        case .still: "An image from the film."
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
