import JSON
import Platform

/// A guesser of the fields of a film, by the names and the kinds of values in rows.
struct FieldGuesser {
    let fields: [SampleField]
    /// The namespace of the source's own ids.
    let namespace: String
    /// Whether the rows are those of a map, whose names are ids.
    private let isKeyed: Bool
    private let rowCount: Int
    /// The name or the path of the title, if it is known.
    private let chosenTitle: String?

    init(rows: [JSONValue], namespace: String, isKeyed: Bool = false, title: String? = nil) {
        self.isKeyed = isKeyed
        chosenTitle = title
        let fields = SampleField.fields(of: rows).sorted { $0.depth < $1.depth }
        // One title, year, or summary in a list is taken; of several genres, none is left out.
        self.fields = fields + fields.compactMap(\.spread).filter { Self.singles.contains($0.name) }
        self.namespace = namespace
        rowCount = min(rows.count, 50)
    }

    /// The names of what a film has once, also where some rows have it in a list.
    private static let singles: Set<String> = [
        "title", "name", "originaltitle", "year", "date", "releasedate", "description", "overview", "summary", "plot",
        "runtime", "rating", "language", "id", "identifier", "imdbid", "homepage", "url", "film", "movietitle",
    ]

    /// Returns the fields of a film, or none without a title.
    func film() -> [FieldGuess] {
        guard let title = title() else { return [] }
        return ids(beside: title.first.flatMap { field(at: $0.path) }) + title + texts() + dates() + measures()
            + lists() + people() + media()
    }

    /// Returns the first field with one of these names, in their order, that has values and meets a condition.
    func first(_ names: [String], where condition: (SampleField) -> Bool = { $0.isScalar }) -> SampleField? {
        for name in names {
            let match = fields.first { ($0.name == name || $0.fullName == name) && !$0.values.isEmpty && condition($0) }
            if let match { return match }
        }
        return nil
    }

    /// Guesses a field by these names; `keys` are those after its path.
    func guess(
        _ field: String,
        _ names: [String],
        weight: Int = 1,
        keys: (SampleField) -> String? = { _ in nil },
        where condition: (SampleField) -> Bool = { $0.isScalar }
    ) -> FieldGuess? {
        first(names, where: condition).map { FieldGuess(field, $0, keys($0), weight: weight) }
    }

    // MARK: Ids, titles, and texts

    private func ids(beside title: SampleField?) -> [FieldGuess] {
        let imdb =
            fields.first { $0.mostly(Self.isIMDbID) } ?? first(["imdb", "imdbid", "imdbnumber"]) { $0.numbers != nil }
        let tmdb = first(["tmdb", "tmdbid", "idstmdb", "moviedbid", "themoviedbid"]) { $0.numbers != nil }
        let own = first(
            [
                "\(namespace.lettersAndDigits)id", "ids\(namespace.lettersAndDigits)", "id", "movieid", "filmid",
                "showid",
                "trackid", "moviecd", "docid", "titleid", "uuid", "malid", "kinopoiskid", "idstrakt", "ratingkey",
                "guid",
                "guidtext", "identifier",
            ] + Self.weakIDs
        ) { $0.isScalar && $0.path != imdb?.path && $0.path != tmdb?.path && isID($0, of: title) }
        var parts: [(String, String)] = []
        if let own, namespace != "imdb" {
            parts.append((namespace, ownID(own)))
        } else if isKeyed {
            parts.append((namespace, "{ each_key: true }"))
        }
        if let imdb {
            let isPure = imdb.always(Self.isIMDbID) || imdb.numbers != nil
            let path = YAMLText.scalar(imdb.path)
            parts.append(("imdb", isPure ? path : "{ path: \(path), then: [{ extract: \"tt[0-9]{7,9}\" }] }"))
        }
        if let tmdb, namespace != "tmdb" { parts.append(("tmdb", YAMLText.scalar(tmdb.path))) }
        parts += listedIDs().filter { listed in listed.0 != namespace && !parts.contains { $0.0 == listed.0 } }
        guard !parts.isEmpty else { return [] }
        let path = (own ?? imdb ?? tmdb)?.path ?? ""
        var ids = FieldGuess("ids", "", path: path, weight: imdb == nil ? 0 : 2)
        ids.parts = parts.map { "\($0.0): \($0.1)" }
        return [ids]
    }

    /// What may be an id for want of one.
    static let weakIDs = ["slug", "url"]

    /// Whether ids are only what may be one for want of another.
    func isWeak(_ ids: FieldGuess) -> Bool { field(at: ids.path).map { Self.weakIDs.contains($0.name) } ?? false }

    /// Whether a value may be the id of the film: one that no other row has, beside or above the title, and not that of
    /// a person or a company in it.
    private func isID(_ field: SampleField, of title: SampleField?) -> Bool {
        let isOne = Set(field.texts).count == field.texts.count && field.texts.count * 5 >= rowCount * 4
        guard isOne || rowCount == 1 else { return false }
        guard let title, !field.place.isEmpty,
            !["ids", "externalids", "identifiers", "guid", "id", "uuid"].contains(field.parent)
        else {
            return true
        }
        return title.place == field.place || title.place.hasPrefix(scalars: field.place + ".")
    }

    /// The ids in lists, by the word beside each, or by their own beginning: `{type: imdb, id: tt1}`, `imdb://tt1`.
    private func listedIDs() -> [(String, String)] {
        let namespaces = ["imdb": "imdb", "tmdb": "tmdb", "themoviedb": "tmdb", "tvdb": "tvdb", "wikidata": "wikidata"]
        var found: [(String, String)] = []
        for field in fields where !field.objects.isEmpty {
            for members in field.objects {
                let value = members.first { ["id", "value", "externalid"].contains($0.name.lettersAndDigits) }
                guard let value, let text = value.value.sampleText else { continue }
                let step = SampleField.step(value.name, after: "x").dropFirst()
                if let scheme = text.ranges(scalars: "://").first.map({ String(text[..<$0.lowerBound]) }),
                    let namespace = namespaces[scheme]
                {
                    let path = YAMLText.scalar("\(field.path)[*]\(step)")
                    found.append((namespace, "{ path: \(path), then: [{ extract: \"^\(scheme)://(.+)$\" }] }"))
                }
                let words = members.filter {
                    ["type", "site", "source", "name", "provider"].contains($0.name.lettersAndDigits)
                }
                guard
                    let word = words.first(where: { $0.value.sampleText.flatMap { namespaces[$0.lowercased()] } != nil }
                    ),
                    let text = word.value.sampleText, let namespace = namespaces[text.lowercased()],
                    SampleField.step(word.name, after: "") == word.name
                else { continue }
                found.append((namespace, YAMLText.scalar("\(field.path)[?@.\(word.name)=='\(text)']\(step)")))
            }
        }
        var seen: Set<String> = []
        return found.filter { seen.insert($0.0).inserted }
    }

    private func field(at path: String) -> SampleField? { fields.first { $0.path == path } }

    /// Returns the definition of the source's own id; if the id is an address, only its last part counts.
    private func ownID(_ field: SampleField) -> String {
        let path = YAMLText.scalar(field.path)
        return field.always { $0.contains(scalars: "/") }
            ? "{ path: \(path), then: [{ extract: \"([^/]+)/?$\" }] }" : path
    }

    private func title() -> [FieldGuess]? {
        let chosen = chosenTitle.flatMap { name in
            let found = fields.first { $0.path == name } ?? first([name.lettersAndDigits]) { !$0.values.isEmpty }
            return found.map { $0.isScalar ? $0 : $0.spread ?? $0 }
        }
        let sure =
            chosen
            ?? first([
                "title", "movietitle", "filmtitle", "movienm", "trackname", "primarytitle", "titletext",
                "canonicaltitle", "titlerendered", "moviename", "filmname", "titel", "titre", "titulo", "titolo",
                "film",
            ])
        let title =
            sure ?? first(["name", "showname"]) { $0.isScalar && ($0.depth == 1 || Self.wrappers.contains($0.parent)) }
        guard let title, title.values.contains(where: { if case .string = $0 { true } else { false } }) else {
            return titlesByLanguage() ?? titlesNamedByLanguage()
        }
        let original = first([
            "originaltitle", "titleorg", "originalname", "titleoriginal", "movienmog", "titelorig", "originaltitel",
            "titreoriginal", "titulooriginal",
        ])
        let transforms = title.texts.contains { $0.first?.isWhitespace == true || $0.last?.isWhitespace == true }
        // A film without a title of its own has the original one.
        let substitute = title.values.count < rowCount ? original.map { YAMLText.scalar($0.path) } : nil
        let path = YAMLText.scalar(title.path)
        let keys = [
            substitute.map { "first_of: [\(path), \($0)]" } ?? "path: \(path)", transforms ? "then: [trim]" : nil,
            substitute == nil ? language(ofTitles: title).map { "language: \($0)" } : nil, "required: true",
        ]
        let definition = "{ \(keys.compactMap(\.self).joined(separator: ", ")) }"
        var guesses = [FieldGuess("title", definition, path: title.path, weight: sure == nil ? 1 : 2)]
        let others = namedLanguages.filter { $0.field.path != title.path && !$0.field.values.isEmpty }
        if !others.isEmpty {
            let written = others.map { "{ path: \(YAMLText.scalar($0.field.path)), language: \($0.language) }" }
            guesses.append(
                FieldGuess("titles", "[\(written.joined(separator: ", "))]", path: others[0].field.path)
            )
        }
        return guesses + [original.map { FieldGuess("original_title", $0) }].compactMap(\.self)
    }

    /// The objects that only wrap the film of a row.
    private static let wrappers: Set<String> = [
        "movie", "film", "show", "movieinfo", "filminfo", "attributes", "data", "node", "item", "title", "media",
        "result",
        "details", "fields", "properties",
    ]

    /// The titles whose names tell their languages: `title_japanese`, `name_cn`, `titles.ja_jp`.
    private var namedLanguages: [(field: SampleField, language: String)] {
        let codes = ["cn": "zh", "jp": "ja", "kr": "ko", "eng": "en"].merging(Self.languageNames) { first, _ in first }
        let inNames = fields.compactMap { field -> (field: SampleField, language: String)? in
            guard field.isScalar, field.numbers == nil else { return nil }
            for start in ["title", "name", "movienm"] where field.name.hasPrefix(scalars: start) {
                if let language = codes[String(field.name.dropFirst(start.count))] { return (field, language) }
            }
            return field.name == "englishtitle" ? (field, "en") : nil
        }
        return inNames + byLanguage(["titles", "names"])
    }

    /// Returns the language of titles; `nil` for Chinese characters where others are said to be the Chinese ones, and for
    /// Latin letters with marks.
    private func language(ofTitles title: SampleField) -> String? {
        let language = Self.language(of: title.texts)
        if language == "zh" { return namedLanguages.contains { $0.language == "zh" } ? nil : language }
        // Of languages in Latin letters, only English has no marks on them.
        let marked = title.texts.count { $0.unicodeScalars.contains { (0xC0...0x24F).contains($0.value) } }
        return language == "en" && marked * 5 > title.texts.count ? nil : language
    }

    /// Guesses titles from an object with a title for each language: `{"title": {"en": "…", "ko": "…"}}`.
    private func titlesByLanguage() -> [FieldGuess]? {
        let titles = byLanguage(["title", "titles", "name", "names"])
        guard let first = titles.first else { return nil }
        let isEverywhere = first.field.values.count == rowCount
        // Beside the languages there may be a title in the original one, as `romaji` or `native`.
        let further = fields.filter { field in
            field.parent == first.field.parent && field.depth == first.field.depth && field.isScalar
                && field.numbers == nil && !titles.contains { $0.field.path == field.path }
        }
        let paths = (titles.map(\.field) + further).map { YAMLText.scalar($0.path) }
        let definition =
            isEverywhere || paths.count == 1
            ? "{ path: \(paths[0]), language: \(first.language), required: true }"
            : "{ first_of: [\(paths.joined(separator: ", "))], required: true }"
        let others = isEverywhere ? Array(titles.dropFirst()) : titles
        let written = others.map { "{ path: \(YAMLText.scalar($0.field.path)), language: \($0.language) }" }
        return [FieldGuess("title", definition, path: first.field.path, weight: 2)]
            + (written.isEmpty
                ? [] : [FieldGuess("titles", "[\(written.joined(separator: ", "))]", path: others[0].field.path)])
    }

    /// Guesses titles from members that are named by their languages alone: `nameRu`, `nameEn`.
    private func titlesNamedByLanguage() -> [FieldGuess]? {
        let titles = namedLanguages.filter { !$0.field.values.isEmpty }
        guard titles.count > 1, let first = titles.first(where: { $0.field.depth == 1 }) else { return nil }
        let paths = titles.map { YAMLText.scalar($0.field.path) }
        let written = titles.map { "{ path: \(YAMLText.scalar($0.field.path)), language: \($0.language) }" }
        let title = "{ first_of: [\(paths.joined(separator: ", "))], required: true }"
        return [
            FieldGuess("title", title, path: first.field.path, weight: 2),
            FieldGuess("titles", "[\(written.joined(separator: ", "))]", path: first.field.path),
        ]
    }

    /// Returns the texts below one of these names, each with the language that names it; English first.
    private func byLanguage(_ names: [String]) -> [(field: SampleField, language: String)] {
        for name in names {
            let found = fields.compactMap { field -> (field: SampleField, language: String)? in
                guard field.parent == name, field.isScalar, field.numbers == nil,
                    let language = Self.languageNames[field.name]
                else { return nil }
                return (field, language)
            }
            let outermost = found.filter { $0.field.depth == found[0].field.depth }
            if !outermost.isEmpty {
                return outermost.filter { $0.language == "en" } + outermost.filter { $0.language != "en" }
            }
        }
        return []
    }

    private static let languageNames: [String: String] = {
        let codes = "en ko ja zh fr de es it pt ru sv da pl nl tr th hi".split(scalar: " ").map(String.init)
        let words = [
            "english": "en", "korean": "ko", "japanese": "ja", "french": "fr", "german": "de", "enus": "en",
            "jajp": "ja", "kokr": "ko", "zhcn": "zh",
        ]
        return words.merging(codes.map { ($0, $0) }) { first, _ in first }
    }()

    private func texts() -> [FieldGuess] {
        let stories = [
            "overview", "plot", "synopsis", "summary", "longdescription", "descriptionfull", "description", "storyline",
            "plotoverview", "kurzbeschreibung", "beschreibung", "inhalt", "resume", "sinopsis", "trama",
        ]
        let overview = guess("overview", stories, weight: 2) { overview in
            let hasTags = overview.texts.contains { text in
                ["</", "<p>", "<br"].contains { text.contains(scalars: $0) }
            }
            return (hasTags ? "then: [strip_html], " : "") + "language: \(Self.language(of: overview.texts))"
        }
        let localized = byLanguage(stories).first.map { story in
            FieldGuess("overview", story.field, "language: \(story.language)", weight: 2)
        }
        let homepage = first(["homepage", "officialsite", "website"]).flatMap { site in
            site.mostly { $0.hasPrefix(scalars: "http") } ? FieldGuess("homepage", site) : nil
        }
        let grades = [
            "certification", "mparating", "rated", "contentadvisoryrating", "contentrating", "officialrating",
            "watchgradenm", "usrating",
        ]
        return [
            overview ?? localized,
            guess("tagline", ["tagline"]) { "language: \(Self.language(of: $0.texts))" },
            homepage,
            guess("original_language", ["originallanguage"]),
            guess(
                "adult",
                ["adult", "isadult"],
                where: { $0.values.allSatisfy { if case .bool = $0 { true } else { false } } }
            ),
            guess("certification", grades) { _ in "region: US" },
        ].compactMap(\.self)
    }

    static func isIMDbID(_ text: String) -> Bool {
        text.hasPrefix(scalars: "tt") && (9...11).contains(text.count) && text.dropFirst(2).allSatisfy(\.isNumber)
    }

    /// Returns the language that most films in a script have; `en` for Latin letters.
    ///
    /// A fifth of the letters is enough, because titles in every script contain names in Latin letters.
    static func language(of texts: [String]) -> String {
        let letters = texts.prefix(20).joined().unicodeScalars.filter(\.properties.isAlphabetic)
        func has(_ ranges: ClosedRange<UInt32>...) -> Bool {
            let count = letters.count { letter in ranges.contains { $0.contains(letter.value) } }
            return count > 0 && count * 5 >= letters.count
        }
        // Check Korean and Japanese first, because both also use Chinese characters.
        if has(0xAC00...0xD7A3) { return "ko" }
        if letters.contains(where: { (0x3040...0x30FF).contains($0.value) }) { return "ja" }
        let scripts: [(ClosedRange<UInt32>, String)] = [
            (0x4E00...0x9FFF, "zh"), (0x0400...0x04FF, "ru"), (0x0370...0x03FF, "el"), (0x0590...0x05FF, "he"),
            (0x0600...0x06FF, "ar"), (0x0900...0x097F, "hi"), (0x0E00...0x0E7F, "th"),
        ]
        return scripts.first { has($0.0) }?.1 ?? "en"
    }

    /// Guesses the figures of a box office; empty if the rows are not one.
    ///
    /// Rows that are known to be one, and have no rank, are in the order of their ranks.
    func boxOffice(isKnown: Bool = false) -> [FieldGuess] {
        // Ranks stand in their order, each once; a film may have a rank of another list.
        let rank = first(["rank", "ranking", "position"]) { rank in
            rank.numbers.map { zip($0, $0.dropFirst()).allSatisfy { $0 < $1 } && $0.count == rowCount } == true
        }
        let ranks =
            rank.map { FieldGuess("rank", $0, "required: true", weight: 3) }
            ?? (isKnown ? FieldGuess("rank", "{ position: true }", path: "") : nil)
        guard let ranks, rowCount > 0 else { return [] }
        let figures = [
            figure("audience", ["audicnt", "admissions", "audience", "attendance"]),
            figure("audience_total", ["audiacc", "totaladmissions", "audiencetotal"]),
            figure("sales", ["salesamt", "gross", "sales", "revenue", "boxoffice", "weekendgross"]),
            figure("sales_total", ["salesacc", "totalgross", "salestotal"]),
            figure("screens", ["scrncnt", "screens", "theaters", "theatres"]),
            figure("showings", ["showcnt", "showings", "screenings"]),
        ].compactMap(\.self)
        // What films have earned is not a figure of a day.
        let isOfFilms = figures.allSatisfy { ["revenue", "boxoffice"].contains($0.path.lettersAndDigits) }
        guard isKnown || !figures.isEmpty && !isOfFilms else { return [] }
        let change = figure("rank_change", ["rankinten", "rankchange"])
        return [ranks] + [change].compactMap(\.self) + figures
    }

    private func figure(_ field: String, _ names: [String]) -> FieldGuess? {
        guess(field, names, weight: 2, where: { $0.numbers != nil })
    }
}

/// A guess about a field of a sample: the field of the language, and its definition.
struct FieldGuess {
    /// The name of the field in an item: `release_date`.
    var field: String
    /// Its definition, in YAML's flow style.
    private(set) var definition: String
    /// The namespaces of ids, each with its definition; empty for any other field.
    var parts: [String] = [] {
        didSet { definition = "{ \(parts.joined(separator: ", ")) }" }
    }
    var path: String
    /// How strongly the field suggests that the rows are films.
    var weight: Int
    /// Why the guess is only a proposal, written as a comment; `nil` for one that leaves no doubt.
    var doubt: String?

    init(_ field: String, _ definition: String, path: String, weight: Int = 1) {
        self.field = field
        self.definition = definition
        self.path = path
        self.weight = weight
    }

    /// The guess about the same member of a person; `nil` if only films have it.
    var ofPerson: FieldGuess? {
        switch field {
        case "ids": self
        case "title":
            FieldGuess("name", "{ path: \(YAMLText.scalar(path)), required: true }", path: path, weight: weight)
        default: nil
        }
    }

    /// Creates a guess with a path alone, or with keys after it: `{ path: runtime, unit: min }`.
    init(_ field: String, _ sample: SampleField, _ keys: String? = nil, weight: Int = 1) {
        let path = YAMLText.scalar(sample.path)
        self.init(field, keys.map { "{ path: \(path), \($0) }" } ?? path, path: sample.path, weight: weight)
    }
}
