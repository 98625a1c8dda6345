package import HTTPModel
package import JSON
package import MovieDomain
import Platform

package struct OperationDefinition: Sendable {
    package enum Method: String, Sendable {
        case get, post
    }

    /// What a `post` sends.
    package enum Body: Sendable {
        case json(BodyTemplate)
        case form([NamedValue<RequestValue>])

        var places: [Template.Part] {
            switch self {
            case .json(let template): template.places
            case .form(let fields): fields.flatMap(\.value.places)
            }
        }

        /// Returns the body with an input under a name, which is a path in JSON; `nil` if it has no room for it.
        func adding(_ input: Input, named name: String) -> Body? {
            switch self {
            case .json(let template):
                let path = name.split(scalar: ".", omittingEmptySubsequences: false)
                return template.adding(input, at: path[...]).map(Body.json)
            case .form(let fields):
                guard !name.isEmpty, !fields.contains(where: { $0.name == name }) else { return nil }
                let template = Template(parts: [.input(input)], description: "")
                return .form(fields + [NamedValue(name, RequestValue(source: .template(template)))])
            }
        }
    }

    package var name: Capability
    /// The id namespaces that the operation takes; empty if it takes no id.
    package var namespaces: [String]
    /// The id namespace by which the whole record is looked up; `nil` if the response is the whole record.
    package var leadsTo: String?
    package var method = Method.get
    /// The path, which follows that of the base URL and begins with `/` unless it is empty.
    package var path = Template.empty
    /// How inputs are converted before they are put into the request.
    var conversions: [Input: InputConversion] = [:]
    /// Inputs of which a call has to have one; empty if it needs none.
    package var needs: [Input] = []
    package var query: [NamedValue<RequestValue>] = []
    package var headers: [NamedValue<Template>] = []
    package var body: Body?
    package var paging = Paging.none
    /// The period of a box office whose request names none, or that the response names; `nil` if it is the asked one.
    var period: PeriodSource?
    /// How long its responses may be reused; `nil` if they must not be cached.
    package var cache: CachePolicy?
    /// The format of its responses; `nil` for that of the provider.
    package var format: DocumentFormat?
    /// The paths of texts that are JSON themselves, and are read as what they contain.
    package var embeddedJSON: [JSONPath] = []
    package var rows = RowSelection()
    package var item: ItemMapping
    package var location: SourceLocation

    /// Which period a box office is about.
    package var occasion: BoxOfficeOccasion {
        switch period {
        case .word(let occasion): occasion
        case .field: inputs.contains(.date) ? .asked : .stated
        case nil: inputs.contains(.date) ? .asked : .live
        }
    }

    /// Returns the day in the period that a response names; `nil` if the definition does not say where it is.
    ///
    /// - Throws: `malformed` if there is no day at its place.
    package func day(
        in root: JSONElement,
        _ inputs: TemplateInputs,
        of provider: ProviderID
    ) throws(ProviderError) -> CalendarDate? {
        guard case .field(let field)? = period else { return nil }
        let row = MappingRow(
            element: root,
            root: root,
            inputs: inputs,
            missing: item.missing,
            provider: provider,
            budget: MappingBudget(limits: .ofReading)
        )
        let problem: Finding
        do throws(ConversionFailure) {
            let day = try field.firstUsable { (mapping) throws(ConversionFailure) in try mapping.date(row) }
            if let day { return day }
            problem = "the answer has no day at '\(field.place)'"
        } catch {
            problem = (error.alternative ?? field).expectation(failingIn: row)
        }
        let message = "\(name.rawValue): 'period': \(problem.message)"
        throw ProviderError(.malformed, provider: provider, message: message, hint: problem.hint?.description)
    }

    /// The inputs that its request names.
    package var inputs: Set<Input> {
        let named = Set(places.compactMap(\.input))
        return named.reduce(into: named) { $0.formUnion(conversions[$1]?.inputs ?? []) }
    }

    /// Returns the inputs of a call as the request has them.
    package func converted(_ inputs: TemplateInputs) -> TemplateInputs {
        var converted = inputs
        for (input, conversion) in conversions where conversion.changes(inputs) {
            converted.values[input] = conversion.text(inputs).map(InputValue.text)
        }
        return converted
    }

    /// Whether a table says that the request without an input is already what its value asks for.
    package func omits(_ input: Input, of inputs: TemplateInputs) -> Bool {
        let all = Array(conversions.values) + parameterConversions
        return all.contains { $0.inputs.contains(input) && $0.omits(inputs) }
    }

    /// A value that an input may have, to try out a request.
    package func sample(of input: Input) -> String { conversions[input]?.sample ?? "1" }

    private var parameterConversions: [InputConversion] {
        let fields = if case .form(let fields)? = body { fields } else { [NamedValue<RequestValue>]() }
        return (query + fields).flatMap(\.value.conversions)
    }

    var places: [Template.Part] {
        path.parts + query.flatMap(\.value.places) + headers.flatMap(\.value.parts) + (body?.places ?? [])
    }
}

/// Where the period of a box office comes from.
enum PeriodSource: Sendable {
    case word(BoxOfficeOccasion)
    /// A day in the response.
    case field(FieldMapping)
}

/// Which period a box office is about.
package enum BoxOfficeOccasion: String, LanguageWord {
    /// The one that is asked for.
    case asked
    /// The one that the response names.
    case stated
    /// The current one, which is not over.
    case live
    /// The last one that is over.
    case last

    /// Those that a definition names by a word.
    static let named: [BoxOfficeOccasion] = [.live, .last]

    package var summary: String {
        switch self {
        case .asked: "The period that is asked for."
        case .stated: "The period that the response names."
        case .live: "The current day or week."
        case .last: "The last day or week that is over."
        }
    }
}

/// The format of a response.
package enum DocumentFormat: String, LanguageWord {
    case json, xml, ndjson, csv, tsv, html

    package var summary: String {
        switch self {
        case .json: "JSON."
        case .ndjson: "JSON, one value on each line."
        case .xml: "XML; elements are members, and attributes are members named @name."
        case .csv: "Values with commas or semicolons between them; the first line names the columns."
        case .tsv: "Values with tabs between them; the first line names the columns."
        case .html: "The data in a web page: its title, its meta elements, and the JSON in its scripts; not its text."
        }
    }
}

package struct RequestValue: Sendable {
    indirect enum Source: Sendable {
        case template(Template)
        case input(InputConversion)
        /// Repeats the parameter for each value.
        case list([RequestValue])
        /// Joins the values that exist into one.
        case parts([RequestValue], separator: String)
    }

    let source: Source

    /// Returns the values for these inputs, usually one; a parameter without a value is omitted.
    package func values(_ inputs: TemplateInputs) -> [RenderedText] {
        switch source {
        case .template(let template):
            return [template.render(inputs)].compactMap(\.self)
        case .input(let conversion):
            return conversion.text(inputs).map { [RenderedText([.value($0)])] } ?? []
        case .list(let elements):
            return elements.flatMap { $0.repeated(inputs) ?? $0.values(inputs) }
        case .parts(let parts, let separator):
            var values: [RenderedText] = []
            for value in parts.flatMap({ $0.values(inputs) }) {
                let isNew = !values.contains { $0.plainText == value.plainText }
                if isNew || value.plainText == nil { values.append(value) }
            }
            guard let first = values.first else { return [] }
            return [RenderedText(values.dropFirst().reduce(first.pieces) { $0 + [.literal(separator)] + $1.pieces })]
        }
    }

    /// Returns one value for each text of an input that has several, such as languages; `nil` for anything else.
    private func repeated(_ inputs: TemplateInputs) -> [RenderedText]? {
        guard case .template(let template) = source, template.parts.count == 1,
            case .input(let input) = template.parts[0], case .texts(let texts)? = inputs.values[input]
        else { return nil }
        return texts.map { RenderedText([.value($0)]) }
    }

    /// Everything that is filled in.
    var places: [Template.Part] {
        switch source {
        case .template(let template): template.parts
        case .input(let conversion): conversion.sources
        case .list(let values), .parts(let values, _): values.flatMap(\.places)
        }
    }

    /// The conversions of its inputs.
    var conversions: [InputConversion] {
        switch source {
        case .template: []
        case .input(let conversion): [conversion]
        case .list(let values), .parts(let values, _): values.flatMap(\.conversions)
        }
    }

    /// Returns the value with other templates in place of its own.
    func changing(_ change: (Template) -> Template) -> RequestValue {
        switch source {
        case .template(let template): RequestValue(source: .template(change(template)))
        case .input: self
        case .list(let values): RequestValue(source: .list(values.map { $0.changing(change) }))
        case .parts(let values, let separator):
            RequestValue(source: .parts(values.map { $0.changing(change) }, separator: separator))
        }
    }
}

/// The JSON body of a `post`, with placeholders.
package indirect enum BodyTemplate: Sendable {
    case object([NamedValue<BodyTemplate>])
    case array([BodyTemplate])
    /// A text; if it is only an input, a number or a list of texts keeps its type.
    ///
    /// Members and elements without a value are omitted.
    case text(Template)
    case literal(JSONValue)

    /// The body as JSON in pieces; a `.value` is JSON already, a `.secret` is still to be escaped for a JSON string.
    package func render(_ inputs: TemplateInputs) -> RenderedText { RenderedText(pieces(inputs) ?? []) }

    /// The JSON of this part; `nil` where it has no value.
    private func pieces(_ inputs: TemplateInputs) -> [RenderedText.Piece]? {
        switch self {
        case .literal(let value): [.value(value.jsonText)]
        case .text(let template): Self.json(of: template, inputs)
        case .array(let parts): Self.pieces(parts.map { ("", $0) }, between: ("[", "]"), inputs)
        case .object(let members):
            Self.pieces(members.map { ($0.name.jsonText + ":", $0.value) }, between: ("{", "}"), inputs)
        }
    }

    private static func pieces(
        _ parts: [(before: String, part: BodyTemplate)],
        between brackets: (String, String),
        _ inputs: TemplateInputs
    ) -> [RenderedText.Piece] {
        let written = parts.compactMap { before, part in part.pieces(inputs).map { [.value(before)] + $0 } }
        return [.value(brackets.0)] + written.joined(separator: [.value(",")]) + [.value(brackets.1)]
    }

    private static func json(of template: Template, _ inputs: TemplateInputs) -> [RenderedText.Piece]? {
        if template.parts.count == 1 {
            switch template.parts[0] {
            case .input(let input): return inputs.values[input].map { [.value($0.jsonText)] }
            case .number: return template.render(inputs)?.pieces
            default: break
            }
        }
        guard let rendered = template.render(inputs) else { return nil }
        let inner = rendered.pieces.map { piece -> RenderedText.Piece in
            switch piece {
            case .literal(let text), .value(let text): .value(String(text.jsonText.dropFirst().dropLast()))
            case .secret: piece
            }
        }
        return [.value("\"")] + inner + [.value("\"")]
    }

    /// Everything that is filled in.
    var places: [Template.Part] {
        switch self {
        case .object(let members): members.flatMap(\.value.places)
        case .array(let parts): parts.flatMap(\.places)
        case .text(let template): template.parts
        case .literal: []
        }
    }

    /// Returns the body with an input at a path of members such as `variables.after`; `nil` if the path already has a
    /// value or leads through something other than an object.
    func adding(_ input: Input, at path: ArraySlice<Substring>) -> BodyTemplate? {
        guard case .object(var members) = self, let name = path.first.map(String.init), !name.isEmpty else {
            return nil
        }
        let index = members.firstIndex { $0.name == name }
        if path.count == 1 {
            guard index == nil else { return nil }
            members.append(NamedValue(name, .text(Template(parts: [.input(input)], description: ""))))
        } else {
            let inner = index.map { members[$0].value } ?? .object([])
            guard let changed = inner.adding(input, at: path.dropFirst()) else { return nil }
            if let index { members[index].value = changed } else { members.append(NamedValue(name, changed)) }
        }
        return .object(members)
    }
}

extension Capability: LanguageWord {
    package var summary: String {
        switch self {
        case .dailyBoxOffice: "The films of one day at the box office."
        case .weeklyBoxOffice: "The films of one week, weekend or run of weekdays at the box office."
        case .search: "Films by words of their titles."
        case .list: "Films in a given order, without a query."
        case .trending: "Trending films of today or of this week."
        case .lookup: "Everything about one film, by an id."
        case .credits: "The cast and crew of one film."
        case .similar: "Films similar to one film."
        case .recommendations: "Films recommended to those who like one film."
        case .images: "Pictures of one film."
        case .videos: "Trailers and clips of one film."
        case .releases: "The release dates and certifications of one film, by region."
        case .charts: "A list that the source maintains: popular, top-rated, now playing, or upcoming films."
        case .peopleSearch: "People by words of their names."
        case .person: "Everything about one person, by an id."
        case .watch: "Where one film can be watched at home, by region."
        case .collection: "A film and its sequels, by the id of the collection."
        }
    }

    /// Whether the operation takes the id of a film, a person, or a collection, and so names id namespaces with `by`.
    package var takesID: Bool { inputs.contains(.ids) }

    /// Whether the operation returns a list that may have pages.
    package var isPaged: Bool { inputs.contains(.page) }

    /// Whether the operation is about a day, which may settle (`cache.settled_after`).
    package var hasDate: Bool { inputs.contains(.date) }

    /// Whether it has inputs that a definition may convert for the whole request.
    var mayConvert: Bool { !takesID || inputs.contains(.region) }

    /// The kind of its rows.
    package var itemKind: ItemKind {
        switch self {
        case .dailyBoxOffice, .weeklyBoxOffice: .boxOfficeEntry
        case .peopleSearch, .person: .personProfile
        case .collection: .collection
        default: .movie
        }
    }

    /// The inputs that its templates may name.
    package var inputs: Set<Input> {
        let page: Set<Input> = [.page, .limit, .offset, .cursor, .languages]
        let boxOffice: Set<Input> = [.date, .region, .nationality, .category, .limit, .languages]
        let filters: Set<Input> = [
            .genre, .withoutGenre, .minimumRating, .minimumVotes, .year, .releasedFrom, .releasedBy, .minimumMinutes,
            .maximumMinutes, .country, .originalLanguage, .director, .person, .services, .region,
        ]
        return switch self {
        case .dailyBoxOffice: boxOffice
        case .weeklyBoxOffice: boxOffice.union([.span])
        case .search: page.union([.query, .year])
        case .list: page.union(filters).union([.sort, .order])
        case .charts: page.union(filters).union([.kind])
        case .peopleSearch: page.union([.query])
        case .trending: page.union([.window])
        case .lookup, .releases, .watch: [.ids, .languages, .region]
        case .credits, .videos, .person, .collection: [.ids, .languages]
        case .images: [.ids, .width, .languages]
        case .similar, .recommendations: page.union([.ids])
        }
    }
}
