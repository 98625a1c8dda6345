package import JSON
package import MovieDomain
package import Platform

/// A text with placeholders: `/movies/${input.ids.tmdb}`, `${input.date | date yyyyMMdd}`.
///
/// It has no logic: a place whose input has no value leaves the whole template without a value.
package struct Template: Sendable, CustomStringConvertible {
    indirect enum Part: Sendable {
        case literal(String)
        case input(Input)
        /// `${input.date}` in a format.
        case date(DateFormat)
        /// The first or the last day of the period that holds `${input.date}`, in a format.
        case edge(PeriodEdge, DateFormat)
        case id(namespace: String)
        /// An input or an id that is a number in a JSON body.
        case number(Part)
        case secret(SecretReference)
        case locale
        /// The language of the locale, without script and region.
        case language
        /// A path in the row, only allowed in an item.
        case row(JSONPath)
        /// A value written in another way: in lower case, or for the inside of a quoted text.
        case filtered(Part, TextFilter)

        var input: Input? {
            switch self {
            case .input(let input): input
            case .date, .edge: .date
            case .number(let part), .filtered(let part, _): part.input
            case .literal, .id, .secret, .locale, .language, .row: nil
            }
        }
    }

    let parts: [Part]
    package let description: String

    package var secrets: [SecretReference] {
        parts.compactMap { if case .secret(let secret) = $0 { secret } else { nil } }
    }

    /// Whether it is the same text in every request, and not an empty one.
    var isFixed: Bool { !isEmpty && parts.allSatisfy { if case .literal = $0 { true } else { false } } }

    var isEmpty: Bool { description.isEmpty }

    /// The same text as a secret, which no message and no cache then contains.
    var asSecret: Template {
        let text = parts.map { if case .literal(let text) = $0 { text } else { "" } }.joined()
        let secret = SecretReference(kind: .written, name: text)
        return Template(parts: [.secret(secret)], description: secret.description)
    }

    /// Returns whether the template begins with a literal text, whatever the values of its placeholders.
    func begins(with text: String) -> Bool {
        if case .literal(let literal)? = parts.first { literal.hasPrefix(scalars: text) } else { false }
    }

    static let empty = Template(literal: "")

    package init(literal text: String) { self.init(parts: [.literal(text)], description: text) }

    init(parts: [Part], description: String) {
        self.parts = parts
        self.description = description
    }

    /// Fills in the template; returns `nil` if an input that it names has no value.
    package func render(_ inputs: TemplateInputs) -> RenderedText? {
        var pieces: [RenderedText.Piece] = []
        pieces.reserveCapacity(parts.count)
        for part in parts {
            switch part {
            case .literal(let text): pieces.append(.literal(text))
            case .secret(let secret): pieces.append(.secret(secret))
            default:
                guard let value = Self.value(of: part, inputs) else { return nil }
                pieces.append(.value(value))
            }
        }
        return RenderedText(pieces)
    }

    /// Returns the first place without a value, or with an empty one, as the definition writes it; `nil` if all have one.
    package func unfilledPlace(_ inputs: TemplateInputs) -> String? {
        for part in parts where (Self.value(of: part, inputs) ?? "").isEmpty {
            switch part {
            case .literal, .secret, .row: continue
            default: return part.place
            }
        }
        return nil
    }

    /// Returns the text of an item's template for a row; `nil` if a placeholder has no value.
    func text(of row: MappingRow) throws(ConversionFailure) -> String? {
        var text = ""
        for part in parts {
            switch part {
            case .literal(let literal): text += literal
            default:
                guard let value = try Self.value(of: part, in: row) else { return nil }
                text += value
            }
            try row.budget.spend(steps: 1)
            guard text.utf8.count <= FieldValues.maximumBytes else { throw ConversionFailure() }
        }
        return text
    }

    private static func value(of part: Part, in row: MappingRow) throws(ConversionFailure) -> String? {
        switch part {
        case .row(let path):
            let found = try row.budget.firstValue(at: path, in: row.element, root: row.root)
            if found?.bool == true { throw ConversionFailure() }
            guard let value = found?.scalarText, !value.isBlank, found?.bool == nil, !row.missing.contains(value)
            else { return nil }
            return value
        case .filtered(let part, let filter): return try value(of: part, in: row).map(filter.filtered)
        default: return value(of: part, row.inputs)
        }
    }

    private static func value(of part: Part, _ inputs: TemplateInputs) -> String? {
        switch part {
        case .input(let input): return inputs.values[input]?.text
        case .id(let namespace): return inputs.ids[namespace]
        case .number(let part):
            return value(of: part, inputs).flatMap { Int($0).map(String.init) ?? JSONNumber(text: $0)?.text }
        case .locale: return inputs.locale?.value
        case .language: return inputs.locale.map { String($0.language.prefix { $0 != "-" }) }
        case .date(let format):
            guard case .date(let date) = inputs.values[.date] else { return nil }
            return format.text(of: date)
        case .edge(let edge, let format):
            guard case .date(let date) = inputs.values[.date] else { return nil }
            let span = inputs.values[.span].flatMap { BoxOfficeSpan(rawValue: $0.text) } ?? .week
            return format.text(of: edge.day(of: span.period(holding: date)))
        case .filtered(let part, let filter): return value(of: part, inputs).map(filter.filtered)
        case .literal, .secret, .row: return nil
        }
    }
}

extension Template.Part {
    /// The namespace of an id.
    var namespace: String? {
        switch self {
        case .id(let namespace): namespace
        case .number(let part), .filtered(let part, _): part.namespace
        case .literal, .input, .date, .edge, .secret, .locale, .language, .row: nil
        }
    }

    /// The placeholder as a definition writes it, without its filter; `nil` for a text.
    var place: String? {
        switch self {
        case .literal: nil
        case .input, .date, .edge: input.map { "${input.\($0.rawValue)}" }
        case .id(let namespace): "${input.ids.\(namespace)}"
        case .secret(let secret): secret.description
        case .locale: "${locale}"
        case .language: "${language}"
        case .row(let path): "${row.\(path)}"
        case .number(let part), .filtered(let part, _): part.place
        }
    }
}

/// An end of the period of a box office.
enum PeriodEdge: String, CaseIterable, Sendable {
    case first, last

    func day(of period: BoxOfficePeriod) -> CalendarDate {
        switch self {
        case .first: period.from
        case .last: period.to
        }
    }
}

/// Another way to write a value: in other letters, or inside the quotes of a text, so that it cannot end them.
package enum TextFilter: String, CaseIterable, Sendable {
    case lower, upper, trim
    /// As in a JSON string, which is also right for GraphQL.
    case json
    /// With a backslash before quotes and backslashes, as in SPARQL, CQL, and Lucene; control characters become blanks.
    case quote
    /// With each single quote doubled, as in SQL and OData; control characters become blanks.
    case sql

    /// Whether a quote in the text cannot end what it stands in.
    var isEscape: Bool {
        switch self {
        case .json, .quote, .sql: true
        case .lower, .upper, .trim: false
        }
    }

    /// What it does, in a sentence.
    package var summary: String {
        switch self {
        case .lower: "In lower case."
        case .upper: "In upper case."
        case .trim: "Without white space at both ends."
        case .json: "For the inside of a text of JSON or GraphQL."
        case .quote: "With a backslash before quotes and backslashes, as in SPARQL, CQL, and Lucene."
        case .sql: "With single quotes doubled, for a text between them in SQL or OData."
        }
    }

    func filtered(_ text: String) -> String {
        switch self {
        case .lower: return text.lowercased()
        case .upper: return text.uppercased()
        case .trim: return text.trimmedText
        case .json: return String(String.UnicodeScalarView(text.jsonText.unicodeScalars.dropFirst().dropLast()))
        case .quote: return escaped(text) { "\"'\\".unicodeScalars.contains($0) ? "\\" : nil }
        case .sql: return escaped(text) { $0 == "'" ? "'" : nil }
        }
    }

    /// Returns a text with a sign before each of some others, and blanks in place of control characters.
    private func escaped(_ text: String, _ sign: (Unicode.Scalar) -> Unicode.Scalar?) -> String {
        var escaped = String.UnicodeScalarView()
        for scalar in text.unicodeScalars {
            if scalar.value < 0x20 || scalar.value == 0x7F {
                escaped.append(" ")
                continue
            }
            if let sign = sign(scalar) { escaped.append(sign) }
            escaped.append(scalar)
        }
        return String(escaped)
    }
}

/// A filled-in template in pieces, each of which is encoded for its position.
package struct RenderedText: Hashable, Sendable {
    package enum Piece: Hashable, Sendable {
        /// A text of the definition itself: a `/` in a path stays one.
        case literal(String)
        /// A text of a caller or a row, which is encoded completely.
        case value(String)
        /// A secret, which is inserted as late as possible and encoded completely.
        case secret(SecretReference)
    }

    package var pieces: [Piece]

    package init(_ pieces: [Piece]) { self.pieces = pieces }

    /// The text if it contains no secret; otherwise `nil`.
    package var plainText: String? {
        var text = ""
        for piece in pieces {
            switch piece {
            case .literal(let part), .value(let part): text += part
            case .secret: return nil
            }
        }
        return text
    }
}

/// The inputs of one call, with which templates are rendered.
package struct TemplateInputs: Sendable {
    package var values: [Input: InputValue]
    package var ids: [String: String]
    /// The value of `${locale}` (``Locales/locale(for:)``).
    package var locale: Locales.Locale?
    /// The seconds by which the source is ahead of UTC at a moment in seconds since 1970; `nil` without a time zone.
    package var utcOffset: (@Sendable (Int) -> Int)?
    /// The location of the images; `nil` leaves their addresses unchanged.
    package var images: ImagePlaces?

    package init(values: [Input: InputValue] = [:], ids: [String: String] = [:], locale: Locales.Locale? = nil) {
        self.values = values
        self.ids = ids
        self.locale = locale
    }
}

/// An input that a caller may give to an operation; templates name it `${input.X}`.
package enum Input: String, LanguageWord {
    case query, year, page, limit, offset, cursor, sort, order, genre
    case withoutGenre = "without_genre"
    case minimumRating = "minimum_rating"
    case minimumVotes = "minimum_votes"
    case releasedFrom = "released_from"
    case releasedBy = "released_by"
    case minimumMinutes = "minimum_minutes"
    case maximumMinutes = "maximum_minutes"
    case originalLanguage = "original_language"
    case date, span, region, nationality, category, window, kind, country, director, person, services, ids, width
    case languages

    package var summary: String {
        switch self {
        case .query: "The words of the query."
        case .year: "The year of release."
        case .page: "The number of the page, as paging of kind page counts."
        case .limit: "The number of rows of a page, by the size of paging; otherwise, the number of wanted rows."
        case .offset: "The number of rows before the page, for paging of kind offset, or of kind page with a size."
        case .cursor: "The cursor from the previous page, for paging of kind cursor; absent for the first page."
        case .sort: "popularity, rating, year, title or added."
        case .order: "ascending or descending."
        case .genre: "A slug of the list of genres."
        case .minimumRating: "The minimum rating, out of 10."
        case .withoutGenre: "A slug of the list of genres, of which the film is not."
        case .minimumVotes: "The minimum number of votes for the rating."
        case .releasedFrom: "The first day of release; today, if the kind is upcoming and there is no other."
        case .releasedBy:
            "The last day of release; today, if there is no other and the newest films are wanted: the sort is year, and there is no input year."
        case .minimumMinutes: "The minimum running time."
        case .maximumMinutes: "The maximum running time."
        case .originalLanguage: "The language in which the film was made: ko."
        case .director: "The name of a director."
        case .services: "Services of which one has the film in the region, in lower case: netflix, disney plus."
        case .date: "The day, or any day of the period."
        case .span: "week, weekend or weekdays."
        case .region: "A region of a box office in the source's terms; of charts, offers, and releases, a country: KR."
        case .nationality: "domestic or foreign."
        case .category: "art or commercial."
        case .window: "day or week."
        case .kind: "popular, top_rated, now_playing or upcoming."
        case .country: "The country where the film was made, of two capital letters: KR."
        case .person:
            "A person who worked on the film, by an id of the first namespace that `person` of this provider accepts."
        case .ids: "The ids of the film, the person, or the collection: ${input.ids.tmdb}."
        case .width: "The preferred width of images in pixels."
        case .languages: "The preferred languages, best first."
        }
    }
}

package enum InputValue: Hashable, Sendable {
    case text(String)
    case integer(Int)
    case decimal(Double)
    case date(CalendarDate)
    case texts([String])

    package var text: String {
        switch self {
        case .text(let text): text
        case .integer(let number): String(number)
        case .decimal(let number):
            number == number.rounded() && abs(number) < 1e15 ? String(Int(number)) : String(number)
        case .date(let date): date.description
        case .texts(let texts): texts.joined(separator: ",")
        }
    }
}

/// Numbers are numbers, several texts are a list, and everything else is a text.
extension InputValue: JSONEncodable {
    package func encode(to writer: inout JSONWriter) {
        switch self {
        case .integer(let number): writer.int(number)
        case .decimal(let number): writer.double(number)
        case .texts(let texts): writer.array { for text in texts { $0.string(text) } }
        case .text, .date: writer.string(text)
        }
    }
}

package struct SecretReference: Hashable, Sendable, CustomStringConvertible {
    package enum Kind: String, Sendable {
        /// `${env.NAME}`: an environment variable.
        case environment = "env"
        /// `${file.PATH}`: the content of a file.
        case file
        /// A secret that the definition itself contains; its name is the secret.
        case written
    }

    package var kind: Kind
    package var name: String
    /// The path at which the file of that name is read; `nil` for other kinds, and if only its name is known.
    private var path: String?

    package init(kind: Kind, name: String, path: String? = nil) {
        self.kind = kind
        self.name = name
        self.path = path
    }

    /// The path of a file.
    package var file: String { path ?? name }

    package var description: String { kind == .written ? "***" : "${\(kind.rawValue).\(name)}" }

    /// Returns whether the name belongs to a provider: `TMDB_TOKEN`, or a file `tmdb.key`, to `tmdb`.
    ///
    /// Only the file name of a path counts.
    package func isNamed(after provider: String) -> Bool {
        let file =
            kind == .file
            ? name[(name.lastIndex(scalar: "/").map(name.index(after:)) ?? name.startIndex)...] : name[...]
        let (words, owner) = (Self.words(of: file), Self.words(of: provider))
        return !owner.isEmpty && (words == owner || words.hasPrefix(scalars: owner + "_"))
    }

    /// Returns a name in the form of a variable: `TMDB_KEY` for `.tmdb-key`.
    package static func words(of name: some StringProtocol) -> String {
        let words = name.uppercased().map { $0.isASCII && ($0.isLetter || $0.isNumber) ? $0 : "_" }
        return String(words.drop { $0 == "_" })
    }
}

/// Where the files of secrets lie that a definition names.
package struct FilePlaces: Hashable, Sendable {
    private let folder: String
    private let home: String?

    /// Creates the places for definitions in a folder; `~/` is in `home`.
    package init(folder: String, home: String?) {
        self.folder = folder
        self.home = home
    }

    /// The places for definitions in a folder below, such as `sources/`.
    func below(_ path: String) -> FilePlaces {
        path.isEmpty
            ? self : FilePlaces(folder: folder + (folder.hasSuffix(scalars: "/") ? "" : "/") + path, home: home)
    }

    /// Returns the whole path of a file: in the home folder for `~/`, otherwise beside the definitions.
    func path(of name: String) -> String {
        if let home, name.hasPrefix(scalars: "~/") { return home + name.dropFirst() }
        return name.hasPrefix(scalars: "/") ? name : folder + (folder.hasSuffix(scalars: "/") ? "" : "/") + name
    }
}

extension FilePlaces {
    /// Creates the places for the definitions in a file.
    ///
    /// A folder has one path, however it is written, so that the file that is trusted is the one that is read.
    package init(beside file: String, _ environment: SystemEnvironment) {
        let folder = file.lastIndex(scalar: "/").map { String(file[...$0]) } ?? "."
        self.init(
            folder: FileSystem.realPath(folder) ?? SystemEnvironment.absolute(folder) ?? folder,
            home: environment.variable("HOME").flatMap { $0.isEmpty ? nil : $0 }
        )
    }
}

package struct SecretUse: Hashable, Sendable {
    package var secret: SecretReference
    package var location: SourceLocation
    /// Whether the variable contains the address of the user's own server, which is not a secret.
    package var isAddress = false
}
