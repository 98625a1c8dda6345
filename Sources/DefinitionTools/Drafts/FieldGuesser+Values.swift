import JSON
import Platform
import ProviderLanguage

extension FieldGuesser {
    func dates() -> [FieldGuess] {
        var guesses: [FieldGuess] = []
        let days = [
            "releasedate", "released", "premiered", "opendt", "reprlsdate", "releaseday", "openingdate",
            "datepublished",
            "firstairdate", "airdate", "releasedon", "originallyavailableat", "airedfrom", "startdate", "premieredate",
            "date", "dtlocalrelease", "localreleasedate",
        ]
        var year = first([
            "year", "releaseyear", "prdtyear", "prodyear", "startyear", "productionyear", "releaseinfo", "jahr",
            "annee",
            "anno",
        ])
        if let day = first(days) {
            if let keys = Self.dayFormat(of: day) {
                var guess = FieldGuess("release_date", day, keys.isEmpty ? nil : keys, weight: 2)
                // An entry about a film has a day of its own.
                let years = Set(day.texts.map { $0.prefix(4) })
                let isOfFilm = year.map { year in year.texts.contains { years.contains($0.prefix(4)) } } ?? true
                if day.name == "date", !isOfFilm { guess.doubt = "or is it the day of the entry?" }
                guesses.append(guess)
            } else if year == nil, day.mostly(Self.isYear) {
                year = day
            }
        }
        if let year, year.mostly({ Self.isYear(String($0.prefix(4))) }) {
            let isPure = year.always(Self.isYear)
            guesses.append(FieldGuess("year", year, isPure ? nil : "then: [{ extract: \"^[0-9]{4}\" }]", weight: 2))
        }
        return guesses
    }

    func measures() -> [FieldGuess] {
        let times = [
            "runtime", "runningtime", "runtimeminutes", "duration", "tracktimemillis", "showtm", "length", "runtimes",
            "totallength", "movielength", "runtimeticks", "lengthinminutes", "runtimeinminutes", "laufzeit", "duree",
            "duracion", "durata",
        ]
        let runtime = first(times).flatMap { time in
            Self.runtime(of: time).map { FieldGuess("runtime", time, $0, weight: 2) }
        }
        var popularity = guess("popularity", ["popularity"], weight: 0, where: { $0.numbers != nil })
        // A whole number may be the place in a list, in which the first has the least.
        if first(["popularity"])?.always({ Int($0) != nil }) == true {
            popularity?.doubt = "or is it a place in a list?"
        }
        return [runtime, rating(), popularity].compactMap(\.self)
    }

    private func rating() -> FieldGuess? {
        let names = [
            "rating", "voteaverage", "imdbrating", "ratingaverage", "averagerating", "averagescore", "userrating",
            "rtscore", "stars",
            "starrating", "ratingscore", "ratingvalue", "communityrating", "bewertungnote",
        ]
        func namesScale(_ text: String) -> Bool { NumberText.rating(text)?.scale != nil }
        let votes = first([
            "votecount", "imdbvotes", "votes", "ratingcount", "numvotes", "scoredby", "usercount", "ratingtotal",
        ])
        let isRating: (SampleField) -> Bool = { $0.numbers != nil || $0.mostly(namesScale) }
        guard let rating = first(names, where: isRating) ?? first(["score", "note"], where: isRating) else {
            return nil
        }
        var keys: [String] = []
        var doubt = rating.name == "score" && votes == nil ? "or is it how well the film fits?" : nil
        let numbers = rating.numbers ?? []
        if let least = numbers.min(), let most = numbers.max() {
            guard least >= 0, most <= 100 else { return nil }
            // Out of ten, some of several films would have more than half of the points.
            let isOfFive = most <= 5 && (rating.name.contains(scalars: "star") || numbers.count(where: { $0 > 0 }) >= 5)
            keys.append("scale: \(isOfFive ? 5 : most <= 10 ? 10 : 100)")
            if !isOfFive, most <= 5, most > 0, !rating.name.contains(scalars: "imdb") {
                doubt = doubt ?? "or is it one of 5?"
            }
        }
        if let votes {
            let path = YAMLText.scalar(votes.path)
            let hasGroups = votes.texts.contains { $0.contains(scalars: ",") }
            keys.append("votes: " + (hasGroups ? "{ path: \(path), then: [{ number: { group: \",\" } }] }" : path))
        }
        // Many APIs give a film without ratings 0 points.
        if numbers.contains(0) { keys.append("map: { \"0\": ~, \"0.0\": ~ }, else: keep") }
        var guess = FieldGuess("rating", rating, keys.isEmpty ? nil : keys.joined(separator: ", "))
        guess.doubt = doubt
        return guess
    }

    private static func isYear(_ text: String) -> Bool {
        text.count == 4 && Int(text).map { (1870...2200).contains($0) } == true
    }

    /// Returns the keys for a field's date format: empty for ISO 8601, `nil` if most dates have another format.
    private static func dayFormat(of field: SampleField) -> String? {
        if field.always({ shape($0) == "dddd-dd-dd" }) { return "" }
        if field.mostly({ shape($0).hasPrefix(scalars: "dddd-dd-dd") }) {
            return "then: [{ extract: \"^[0-9]{4}-[0-9]{2}-[0-9]{2}\" }]"
        }
        if field.mostly({ shape($0) == "dddddddd" && isYear(String($0.prefix(4))) }) {
            return "then: [{ extract: \"^[0-9]{8}$\" }, { date: [yyyyMMdd] }]"
        }
        if field.mostly({ ["d aaa dddd", "dd aaa dddd"].contains(shape($0)) }) {
            return "then: [{ date: [d MMM yyyy] }]"
        }
        if field.mostly({ shape($0) == "dddd.dd.dd" }) { return "then: [{ date: [yyyy.MM.dd] }]" }
        if field.mostly({ shape($0) == "dddd/dd/dd" }) { return "then: [{ date: [yyyy/MM/dd] }]" }
        return nil
    }

    /// Returns a text with `d` for digits, `a` for letters, and all else unchanged.
    private static func shape(_ text: String) -> String {
        String(text.map { $0.isNumber ? "d" : $0.isLetter ? "a" : $0 })
    }

    /// Returns the key for a unit, by the field's name and the usual length of films; texts name their units themselves.
    private static func runtime(of field: SampleField) -> String? {
        if let numbers = field.numbers {
            guard let most = numbers.max() else { return nil }
            // Ten million in a second.
            if field.name.hasSuffix(scalars: "ticks") { return "then: [{ number: { factor: 0.0001 } }], unit: ms" }
            if field.name.contains(scalars: "milli") || most > 100_000 { return "unit: ms" }
            return most > 1_200 ? "unit: s" : "unit: min"
        }
        return field.mostly { DurationText.minutes(in: $0) != nil } ? "unit: duration" : nil
    }
}

extension FieldGuesser {
    /// Guesses genres, countries, languages, and companies: lists of texts or objects, or one text with separators.
    func lists() -> [FieldGuess] {
        [
            list("genres", ["genres", "genre", "genrenames", "genrealt", "primarygenrename"], weight: 2),
            list(
                "countries",
                [
                    "productioncountries", "countries", "country", "nationalt", "nations", "nation",
                    "networkcountrycode", "produktionsland", "land", "pays", "pais", "paese",
                ]
            ),
            list("languages", ["spokenlanguages", "languages", "language"]),
            list("companies", ["productioncompanies", "companies", "companys", "studio", "networkname"]),
        ].compactMap(\.self)
    }

    private func list(_ field: String, _ names: [String], weight: Int = 1) -> FieldGuess? {
        if let found = tagged(names) {
            return FieldGuess(field, YAMLText.scalar(found.path), path: found.field.path, weight: weight)
        }
        return texts(field, names, separators: [",", "|", ";"], weight: weight) { found in
            let members = ["iso31661", "iso6391", "name", "genrenm", "nationnm", "companynm", "title"]
            guard let member = Self.member(of: found.elements, members) else { return nil }
            let path = "\(found.path)[*]" + SampleField.step(member, after: "x").dropFirst()
            return FieldGuess(field, YAMLText.scalar(path), path: found.path, weight: weight)
        }
    }

    /// Returns the texts in elements of these names, as XML has them: `Genre[*].@tag`, `genre.title`.
    private func tagged(_ names: [String]) -> (field: SampleField, path: String, step: String)? {
        for name in names {
            let found = fields.first { field in
                (field.parent == name || field.fullName == name + field.name)
                    && ["tag", "name", "title", "titel"].contains(field.name)
                    && (field.isScalar && field.numbers == nil || !field.elements.isEmpty && field.objects.isEmpty)
            }
            guard let found, !found.place.isEmpty else { continue }
            let step = String(found.path.dropFirst(found.place.count))
            let isAttribute = step.hasPrefix(scalars: ".@")
            return (found, isAttribute ? "\(found.place)[*]\(step)" : found.path, String(step.dropFirst()))
        }
        return nil
    }

    /// One text with separators, or a list of texts; for lists of objects, what `ofObjects` makes of them.
    private func texts(
        _ field: String,
        _ names: [String],
        separators: [String],
        weight: Int = 1,
        ofObjects: (SampleField) -> FieldGuess?
    ) -> FieldGuess? {
        guard let found = first(names, where: { $0.isScalar || !$0.elements.isEmpty }) else { return nil }
        if found.isScalar {
            guard found.numbers == nil else { return nil }
            let separator = separators.first { sign in found.texts.contains { $0.contains(sign) } }
            let split = separator.map { "then: [{ split: \(YAMLText.flow(.string($0))) }]" }
            return FieldGuess(field, found, split, weight: weight)
        }
        let areTexts = found.elements.allSatisfy { if case .string = $0 { true } else { $0 == .null } }
        return areTexts ? FieldGuess(field, found, weight: weight) : ofObjects(found)
    }

    /// Guesses directors and cast: names in one text, lists of names, or lists of objects with a name.
    func people() -> [FieldGuess] {
        [
            people("directors", ["directors", "director", "directorsdirector", "artistname", "regieperson"]),
            people(
                "cast",
                [
                    "cast", "casts", "actors", "actorsactor", "actor", "stars", "creditscast", "role",
                    "besetzungperson",
                ]
            ),
            people("crew", ["writers", "writer", "screenwriter"]),
        ].compactMap(\.self)
    }

    private func people(_ field: String, _ names: [String]) -> FieldGuess? {
        let job = field == "crew" ? "job: Writer" : nil
        if let found = tagged(names) {
            if field == "crew" {
                return FieldGuess(
                    field,
                    "{ path: \(YAMLText.scalar(found.path)), job: Writer }",
                    path: found.field.path
                )
            }
            let role = fields.first { $0.place == found.field.place && ["role", "character"].contains($0.name) }
            let character = role.map {
                ", character: \(YAMLText.scalar(String($0.path.dropFirst(found.field.place.count + 1))))"
            }
            let item = "name: \(YAMLText.scalar(found.step))\(field == "cast" ? character ?? "" : "")"
            let rows = YAMLText.scalar(found.field.place)
            return FieldGuess(field, "{ rows: \(rows), item: { \(item) } }", path: found.field.path)
        }
        // GraphQL puts a list into `edges` or `nodes`.
        let lists = fields.filter { names.contains($0.parent) && ["edges", "nodes", "items"].contains($0.name) }
        let guess = texts(field, names + lists.map(\.fullName), separators: [","]) { found in
            var members = [
                ("name", ["name", "peoplenm", "directornm", "actornm", "fullname"]),
                ("name_en", ["peoplenmen", "directorennm", "actorennm", "nameen"]),
            ]
            if field == "cast" { members.append(("character", ["character", "charactername", "role"])) }
            let parts = members.compactMap { key, names in
                let member = Self.member(of: found.elements, names).map { SampleField.step($0, after: "") }
                let inner = key == "name" ? Self.nameInside(found.elements) : nil
                return (member ?? inner).map { "\(key): \(YAMLText.scalar($0))" }
            }
            guard parts.first?.hasPrefix(scalars: "name: ") == true else { return nil }
            let rows = YAMLText.scalar(found.path)
            let item = parts.joined(separator: ", ")
            return FieldGuess(field, "{ rows: \(rows), limit: 40, item: { \(item) } }", path: found.path)
        }
        guard let job, let guess else { return guess }
        // The elements of a list may have jobs of their own.
        if guess.definition.contains(scalars: "rows:") { return nil }
        let text = guess.definition
        let written = text.hasPrefix(scalars: "{") ? "\(text.dropLast(2)), \(job) }" : "{ path: \(text), \(job) }"
        return FieldGuess(field, written, path: guess.path)
    }

    /// Returns the path of the name where each element has its person in an object: `person.name`, `node.name`.
    private static func nameInside(_ elements: [JSONValue]) -> String? {
        for word in ["person", "node", "people", "actor", "artist", "member", "profile", "celebrity"] {
            for case .object(let members) in elements {
                guard let person = members.first(where: { $0.name.lettersAndDigits == word }),
                    let name = member(of: [person.value], ["name", "fullname", "title"])
                else { continue }
                return SampleField.step(name, after: SampleField.step(person.name, after: ""))
            }
        }
        return nil
    }

    /// Guesses posters and backdrops by the addresses of images, and trailers by YouTube addresses or ids.
    func media() -> [FieldGuess] {
        let pictures = fields.filter { field in
            field.mostly(Self.isPicture)
                || Self.pictureNames.contains(field.name) && field.mostly { $0.hasPrefix(scalars: "https://") }
        }
        let behind = ["backdrop", "background", "banner", "fanart"]
        let backdrop = Self.largest(pictures.filter { field in behind.contains { field.fullName.contains($0) } })
        let front = pictures.filter { field in
            !(behind + ["screenshot", "logo", "avatar", "profile", "still"]).contains { field.fullName.contains($0) }
        }
        var guesses: [FieldGuess] = []
        let images =
            [(Self.largest(front), "poster"), (backdrop, "backdrop")].compactMap { field, kind in
                field.map { (path: $0.path, text: "{ path: \(YAMLText.scalar($0.path)), kind: \(kind) }") }
            } + pictureLists
        if let first = images.first {
            let all = images.map(\.text).joined(separator: ", ")
            guesses.append(FieldGuess("images", "[\(all)]", path: first.path, weight: 2))
        }
        let relative = first(["thumb", "poster", "posterpath", "image"]) { $0.mostly { $0.hasPrefix(scalars: "/") } }
        if images.isEmpty, let relative {
            var guess = FieldGuess(
                "images",
                "[{ path: \(YAMLText.scalar(relative.path)), kind: poster }]",
                path: relative.path
            )
            guess.doubt = "where are the images? write images_base, if not below base_url"
            guesses.append(guess)
        }
        if let list = first(["trailers", "videos"], where: { !$0.objects.isEmpty }) {
            let keys = ["key", "source", "youtubeid", "youtube"]
            let key = list.objects.first?.first {
                keys.contains($0.name.lettersAndDigits) && $0.value.sampleText?.count == 11
            }
            if let key {
                let rows = YAMLText.scalar(list.path)
                let item = "key: \(YAMLText.scalar(SampleField.step(key.name, after: "")))"
                guesses.append(FieldGuess("videos", "{ rows: \(rows), item: { \(item) } }", path: list.path))
            }
        } else if let trailer = first([
            "yttrailercode", "youtubeid", "youtubevideoid", "trailer", "trailerurl", "youtube",
        ]) {
            let isAddress = trailer.mostly { $0.contains(scalars: "youtu") }
            if isAddress || trailer.mostly({ $0.count == 11 }) {
                let keys = isAddress ? "then: [{ extract: \"(?:v=|be/|embed/)([A-Za-z0-9_-]{6,20})\" }], " : ""
                guesses.append(FieldGuess("videos", trailer, "\(keys)kind: trailer"))
            }
        }
        return guesses
    }

    private static let pictureNames: Set<String> = [
        "poster", "background", "backdrop", "image", "cover", "thumb", "thumbnail", "bild",
    ]

    /// The lists of pictures whose names tell what they show: `movieposter: [{ url, lang }]`.
    private var pictureLists: [(path: String, text: String)] {
        let kinds = [
            ("poster", "poster"), ("background", "backdrop"), ("backdrop", "backdrop"), ("banner", "banner"),
            ("logo", "logo"),
        ]
        return fields.compactMap { field in
            guard let (_, kind) = kinds.first(where: { field.name.contains(scalars: $0.0) }),
                let url = Self.member(of: field.elements, ["url", "file", "src", "path"])
            else { return nil }
            let language = Self.member(of: field.elements, ["lang", "language"]).map {
                ", language: \(YAMLText.scalar($0))"
            }
            let item = "url: \(YAMLText.scalar(url)), kind: { value: \(kind) }\(language ?? "")"
            return (field.path, "{ rows: \(YAMLText.scalar(field.path)), item: { \(item) } }")
        }
    }

    private static func isPicture(_ text: String) -> Bool {
        guard text.hasPrefix(scalars: "http"), !text.contains(scalars: " ") else { return false }
        let name = text.prefix { $0 != "?" }.lowercased()
        return [".jpg", ".jpeg", ".png", ".webp"].contains { name.hasSuffix(scalars: $0) }
    }

    private static func largest(_ fields: [SampleField]) -> SampleField? {
        let sizes = ["original", "large", "full", "600", "500", "big", "medium", "100"]
        for size in sizes {
            if let field = fields.first(where: { $0.fullName.contains(size) }) { return field }
        }
        return fields.first
    }

    /// Returns the first of these names that a member of the objects has, as the objects spell it.
    static func member(of elements: [JSONValue], _ names: [String]) -> String? {
        for name in names {
            for case .object(let members) in elements {
                let match = members.first { $0.name.lettersAndDigits == name && $0.value.sampleText != nil }
                if let match { return match.name }
            }
        }
        return nil
    }
}
