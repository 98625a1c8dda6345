import JSON

extension FieldGuesser {
    /// Guesses years and release dates.
    func dates() -> [FieldGuess] {
        var guesses: [FieldGuess] = []
        let days = [
            "releasedate", "released", "premiered", "opendt", "reprlsdate", "releaseday", "openingdate",
            "datepublished",
            "firstairdate", "airdate", "releasedon",
        ]
        var year = first(["year", "releaseyear", "prdtyear", "prodyear", "startyear", "productionyear"])
        if let day = first(days) {
            if let keys = Self.dayFormat(of: day) {
                guesses.append(FieldGuess("release_date", day, keys.isEmpty ? nil : keys, weight: 2))
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

    /// Guesses running times, ratings, and popularity.
    func measures() -> [FieldGuess] {
        var guesses: [FieldGuess] = []
        let times = [
            "runtime", "runningtime", "runtimeminutes", "duration", "tracktimemillis", "showtm", "length", "runtimes",
        ]
        if let time = first(times), let keys = Self.runtime(of: time) {
            guesses.append(FieldGuess("runtime", time, keys, weight: 2))
        }
        if let rating = rating() { guesses.append(rating) }
        if let popularity = first(["popularity"], where: { $0.numbers != nil }) {
            guesses.append(FieldGuess("popularity", popularity, weight: 0))
        }
        return guesses
    }

    private func rating() -> FieldGuess? {
        let names = [
            "rating", "voteaverage", "imdbrating", "ratingaverage", "averagerating", "userrating", "rtscore", "stars",
        ]
        guard let rating = first(names, where: { $0.numbers != nil }), let most = rating.numbers?.max(),
            let least = rating.numbers?.min(), least >= 0, most <= 100
        else { return nil }
        let scale = most <= 5 && rating.name == "stars" ? 5 : most <= 10 ? 10 : 100
        var keys = "scale: \(scale)"
        if let votes = first(["votecount", "imdbvotes", "votes", "ratingcount", "numvotes"]) {
            let path = YAMLText.scalar(votes.path)
            let hasGroups = votes.texts.contains { $0.contains(",") }
            keys += ", votes: " + (hasGroups ? "{ path: \(path), then: [{ number: { group: \",\" } }] }" : path)
        }
        // Many APIs give a film without ratings 0 points.
        if least == 0 { keys += ", map: { \"0\": ~, \"0.0\": ~ }, else: keep" }
        return FieldGuess("rating", rating, keys)
    }

    private static func isYear(_ text: String) -> Bool {
        text.count == 4 && Int(text).map { (1870...2200).contains($0) } == true
    }

    /// Returns the keys for a field's date format: empty for ISO 8601, `nil` if most dates have another format.
    private static func dayFormat(of field: SampleField) -> String? {
        if field.always({ shape($0) == "dddd-dd-dd" }) { return "" }
        if field.mostly({ shape($0).hasPrefix("dddd-dd-dd") }) {
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

    /// Returns the keys for a unit, by the field's name and the usual length of films, or by a text such as `148 min`.
    private static func runtime(of field: SampleField) -> String? {
        if let numbers = field.numbers {
            guard let most = numbers.max() else { return nil }
            if field.name.contains("milli") || most > 100_000 { return "unit: ms" }
            return most > 1_200 ? "unit: s" : "unit: min"
        }
        guard field.mostly({ $0.first?.isNumber == true && $0.lowercased().contains("min") }) else { return nil }
        return "then: [{ extract: \"^[0-9]+\" }], unit: min"
    }
}
