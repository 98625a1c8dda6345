import JSON

/// Finds out what the fields of rows are, by their names and by the kinds of their values.
struct FieldGuesser {
    let fields: [SampleField]
    /// The name space of the source's own ids.
    let namespace: String

    init(rows: [JSONValue], namespace: String) {
        fields = SampleField.fields(of: rows).sorted { $0.depth < $1.depth }
        self.namespace = namespace
    }

    /// The fields of a film; without a title, none.
    func film() -> [FieldGuess] {
        guard let title = title() else { return [] }
        return ids() + title + texts() + dates() + measures() + lists() + people() + media()
    }

    /// The first field of these names, in the order of the names, that has values and satisfies a condition.
    func first(_ names: [String], where condition: (SampleField) -> Bool = { $0.isScalar }) -> SampleField? {
        for name in names {
            let match = fields.first { ($0.name == name || $0.fullName == name) && !$0.values.isEmpty && condition($0) }
            if let match { return match }
        }
        return nil
    }

    // MARK: Names and numbers of a film

    private func ids() -> [FieldGuess] {
        let imdb = fields.first { $0.mostly(Self.isIMDbID) }
        let tmdb = first(["tmdb", "tmdbid", "idstmdb"]) { $0.numbers != nil }
        let own = first(
            [
                "id", "movieid", "filmid", "showid", "trackid", "moviecd", "docid", "titleid", "uuid", "\(namespace)id",
                "idstrakt", "slug", "url",
            ]
        ) { $0.isScalar && $0.path != imdb?.path }
        var parts: [(String, String)] = []
        if let own, namespace != "imdb" { parts.append((namespace, ownID(own))) }
        if let imdb {
            let isPure = imdb.always(Self.isIMDbID)
            let path = YAMLText.scalar(imdb.path)
            parts.append(("imdb", isPure ? path : "{ path: \(path), then: [{ extract: \"tt[0-9]{7,9}\" }] }"))
        }
        if let tmdb, namespace != "tmdb" { parts.append(("tmdb", YAMLText.scalar(tmdb.path))) }
        guard !parts.isEmpty else { return [] }
        let written = parts.map { "\($0.0): \($0.1)" }.joined(separator: ", ")
        let path = (own ?? imdb ?? tmdb)?.path ?? ""
        return [FieldGuess("ids", "{ \(written) }", path: path, weight: imdb == nil ? 0 : 2)]
    }

    /// An id that is an address is the last part of it.
    private func ownID(_ field: SampleField) -> String {
        let path = YAMLText.scalar(field.path)
        return field.always { $0.contains("/") }
            ? "{ path: \(path), then: [{ extract: \"([^/]+)/?$\" }] }" : path
    }

    private func title() -> [FieldGuess]? {
        let sure = first(["title", "movietitle", "filmtitle", "movienm", "trackname", "primarytitle", "titletext"])
        let title = sure ?? first(["name", "moviename", "filmname", "showname"])
        guard let title, title.values.contains(where: { if case .string = $0 { true } else { false } }) else {
            return nil
        }
        let transforms = title.texts.contains { $0.first?.isWhitespace == true || $0.last?.isWhitespace == true }
        let keys = [
            transforms ? "then: [trim]" : nil, "language: \(Self.language(of: title.texts))", "required: true",
        ]
        var guesses = [
            FieldGuess("title", title, keys.compactMap(\.self).joined(separator: ", "), weight: sure == nil ? 1 : 2)
        ]
        if let english = first(["titleenglish", "titleeng", "movienmen", "englishtitle"]), english.path != title.path {
            let path = YAMLText.scalar(english.path)
            guesses.append(FieldGuess("titles", "[{ path: \(path), language: en }]", path: english.path))
        }
        if let original = first(["originaltitle", "titleorg", "originalname", "titleoriginal", "movienmog"]) {
            guesses.append(FieldGuess("original_title", original))
        }
        return guesses
    }

    private func texts() -> [FieldGuess] {
        var guesses: [FieldGuess] = []
        let stories = [
            "overview", "plot", "synopsis", "summary", "longdescription", "descriptionfull", "description", "storyline",
        ]
        if let overview = first(stories) {
            let hasTags = overview.texts.contains { $0.contains("</") || $0.contains("<p>") }
            let transforms = hasTags ? "then: [strip_html], " : ""
            let language = Self.language(of: overview.texts)
            guesses.append(FieldGuess("overview", overview, "\(transforms)language: \(language)", weight: 2))
        }
        if let tagline = first(["tagline"]) {
            guesses.append(FieldGuess("tagline", tagline, "language: \(Self.language(of: tagline.texts))"))
        }
        if let homepage = first(["homepage", "officialsite", "website"]), homepage.mostly({ $0.hasPrefix("http") }) {
            guesses.append(FieldGuess("homepage", homepage))
        }
        if let language = first(["originallanguage"]) { guesses.append(FieldGuess("original_language", language)) }
        if let adult = first(
            ["adult"],
            where: { field in field.values.allSatisfy { if case .bool = $0 { true } else { false } } }
        ) {
            guesses.append(FieldGuess("adult", adult))
        }
        let grades = ["certification", "mparating", "rated", "contentadvisoryrating", "watchgradenm"]
        if let grade = first(grades) {
            guesses.append(FieldGuess("certification", grade, "region: US"))
        }
        return guesses
    }

    static func isIMDbID(_ text: String) -> Bool {
        text.hasPrefix("tt") && (9...11).contains(text.count) && text.dropFirst(2).allSatisfy(\.isNumber)
    }

    /// `ko` where there is Hangul, `ja` where there is Kana, `en` otherwise.
    static func language(of texts: [String]) -> String {
        let scalars = texts.prefix(20).joined().unicodeScalars
        if scalars.contains(where: { (0xAC00...0xD7A3).contains($0.value) }) { return "ko" }
        return scalars.contains { (0x3040...0x30FF).contains($0.value) } ? "ja" : "en"
    }
}

extension FieldGuesser {
    /// The figures of a box office; empty where the rows are none.
    func boxOffice() -> [FieldGuess] {
        guard let rank = first(["rank", "ranking", "position"], where: { $0.numbers != nil }) else { return [] }
        let figures = [
            figure("audience", ["audicnt", "admissions", "audience", "attendance"]),
            figure("audience_total", ["audiacc", "totaladmissions", "audiencetotal"]),
            figure("sales", ["salesamt", "gross", "sales", "revenue", "boxoffice", "weekendgross"]),
            figure("sales_total", ["salesacc", "totalgross", "salestotal"]),
            figure("screens", ["scrncnt", "screens", "theaters", "theatres"]),
            figure("showings", ["showcnt", "showings", "screenings"]),
        ].compactMap(\.self)
        guard !figures.isEmpty else { return [] }
        let change = figure("rank_change", ["rankinten", "rankchange"])
        return [FieldGuess("rank", rank, "required: true", weight: 3)] + [change].compactMap(\.self) + figures
    }

    private func figure(_ field: String, _ names: [String]) -> FieldGuess? {
        first(names, where: { $0.numbers != nil }).map { FieldGuess(field, $0, weight: 2) }
    }
}

/// What a field of a sample seems to be: a field of the language, and how it is written there.
struct FieldGuess {
    /// The field as items name it: `release_date`.
    var field: String
    /// Its definition, in YAML's flow style.
    var definition: String
    /// The path that it takes its values from.
    var path: String
    /// How much it says for the rows being films.
    var weight: Int

    init(_ field: String, _ definition: String, path: String, weight: Int = 1) {
        self.field = field
        self.definition = definition
        self.path = path
        self.weight = weight
    }

    /// A path alone, or with keys after it: `{ path: runtime, unit: min }`.
    init(_ field: String, _ sample: SampleField, _ keys: String? = nil, weight: Int = 1) {
        let path = YAMLText.scalar(sample.path)
        self.init(field, keys.map { "{ path: \(path), \($0) }" } ?? path, path: sample.path, weight: weight)
    }
}
