import JSON

extension FieldGuesser {
    /// Guesses genres, countries, languages, and companies: lists of texts or objects, or one text with separators.
    func lists() -> [FieldGuess] {
        [
            list("genres", ["genres", "genre", "genrealt", "primarygenrename"], weight: 2),
            list(
                "countries",
                ["countries", "productioncountries", "country", "nationalt", "nations", "nation", "networkcountrycode"]
            ),
            list("languages", ["spokenlanguages", "languages", "language"]),
            list("companies", ["productioncompanies", "companies", "companys", "studio", "networkname"]),
        ].compactMap(\.self)
    }

    private func list(_ field: String, _ names: [String], weight: Int = 1) -> FieldGuess? {
        guard let found = first(names, where: { $0.isScalar || !$0.elements.isEmpty }) else { return nil }
        if found.isScalar {
            guard found.numbers == nil else { return nil }
            let separator = [",", "|", ";"].first { sign in found.texts.contains { $0.contains(sign) } }
            return FieldGuess(
                field,
                found,
                separator.map { "then: [{ split: \(YAMLText.flow(.string(String($0)))) }]" },
                weight: weight
            )
        }
        let elements = found.elements
        if elements.allSatisfy({ if case .string = $0 { true } else { false } }) {
            return FieldGuess(field, found, weight: weight)
        }
        guard
            let member = Self.member(
                of: elements,
                ["iso31661", "iso6391", "name", "genrenm", "nationnm", "companynm", "title"]
            )
        else {
            return nil
        }
        let path = "\(found.path)[*]" + SampleField.step(member, after: "x").dropFirst()
        return FieldGuess(field, YAMLText.scalar(path), path: found.path, weight: weight)
    }

    /// Guesses directors and cast: names in one text, lists of names, or lists of objects with a name.
    func people() -> [FieldGuess] {
        [
            people("directors", ["directors", "director", "directorsdirector", "artistname"]),
            people("cast", ["cast", "actors", "actorsactor", "stars", "creditscast"]),
        ].compactMap(\.self)
    }

    private func people(_ field: String, _ names: [String]) -> FieldGuess? {
        guard let found = first(names, where: { $0.isScalar || !$0.elements.isEmpty }) else { return nil }
        if found.isScalar {
            guard found.numbers == nil else { return nil }
            let hasCommas = found.texts.contains { $0.contains(",") }
            return FieldGuess(field, found, hasCommas ? "then: [{ split: \",\" }]" : nil)
        }
        let elements = found.elements
        if elements.allSatisfy({ if case .string = $0 { true } else { false } }) { return FieldGuess(field, found) }
        guard let name = Self.member(of: elements, ["name", "peoplenm", "directornm", "actornm", "fullname"]) else {
            return nil
        }
        var item = "name: \(YAMLText.scalar(SampleField.step(name, after: "")))"
        if let english = Self.member(of: elements, ["peoplenmen", "directorennm", "actorennm", "nameen"]) {
            item += ", name_en: \(YAMLText.scalar(SampleField.step(english, after: "")))"
        }
        if field == "cast", let part = Self.member(of: elements, ["character", "charactername", "role"]) {
            item += ", character: \(YAMLText.scalar(SampleField.step(part, after: "")))"
        }
        let rows = YAMLText.scalar(found.path)
        return FieldGuess(field, "{ rows: \(rows), limit: 40, item: { \(item) } }", path: found.path)
    }

    /// Guesses posters and backdrops by the addresses of images, and trailers by YouTube addresses or ids.
    func media() -> [FieldGuess] {
        let pictures = fields.filter { $0.mostly(Self.isPicture) }
        let behind = ["backdrop", "background", "banner", "fanart"]
        let backdrop = Self.largest(pictures.filter { field in behind.contains { field.fullName.contains($0) } })
        let front = pictures.filter { field in
            !(behind + ["screenshot", "logo", "avatar", "profile", "still"]).contains { field.fullName.contains($0) }
        }
        var guesses: [FieldGuess] = []
        let images = [(Self.largest(front), "poster"), (backdrop, "backdrop")].compactMap { field, kind in
            field.map { (path: $0.path, text: "{ path: \(YAMLText.scalar($0.path)), kind: \(kind) }") }
        }
        if let first = images.first {
            let all = images.map(\.text).joined(separator: ", ")
            guesses.append(FieldGuess("images", "[\(all)]", path: first.path, weight: 2))
        }
        if let trailer = first(["yttrailercode", "youtubeid", "trailer", "trailerurl", "youtube"]) {
            let isAddress = trailer.mostly { $0.contains("youtu") }
            if isAddress || trailer.mostly({ $0.count == 11 }) {
                let keys = isAddress ? "then: [{ extract: \"(?:v=|be/|embed/)([A-Za-z0-9_-]{6,20})\" }], " : ""
                guesses.append(FieldGuess("videos", trailer, "\(keys)kind: trailer"))
            }
        }
        return guesses
    }

    private static func isPicture(_ text: String) -> Bool {
        guard text.hasPrefix("http"), !text.contains(" ") else { return false }
        let name = text.prefix { $0 != "?" }.lowercased()
        return [".jpg", ".jpeg", ".png", ".webp"].contains { name.hasSuffix($0) }
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
