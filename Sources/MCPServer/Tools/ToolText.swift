import JSON

/// An answer in words: a table where there is more than one of something, and what became of the sources.
///
/// It is short, because an assistant pays for each word; the data beside it say the same.
struct ToolText {
    private let answer: JSONElement
    private let words: Wording

    init(_ answer: JSONElement, _ wording: Wording) {
        self.answer = answer
        words = wording
    }

    var text: String {
        [body, pageLine, sourceLine].compactMap(\.self).filter { !$0.isEmpty }.joined(separator: "\n")
    }

    private var body: String {
        if let entries = answer["entries"], answer["period"] != nil { return chart(entries) }
        if let series = answer["series"] { return trend(series) }
        if let movies = answer["movies"] { return films(movies) }
        if let cards = answer["cards"] { return list(of: cards) }
        if let card = answer["card"] { return list(of: [card]) }
        if let movie = answer["movie"] { return film(movie) }
        if let removed = answer["removed"]?.int { return "\(words(.removed)): \(removed)" }
        if let image = answer["image"] { return picture(image) }
        return answer.textString
    }

    // MARK: Tables

    private func chart(_ entries: JSONElement) -> String {
        let from = answer["period"]?["from"]?.string ?? ""
        let to = answer["period"]?["to"]?.string ?? ""
        let head = words(.boxOffice) + " " + (from == to ? from : "\(from)–\(to)")
        guard entries.count > 0 else { return head + "\n" + words(.nothing) }
        let rows = entries.elements.map { entry in
            [
                rank(entry), entry["movie"]?["title"]?.string ?? "", entry["movie"]?["releaseDate"]?.string ?? "",
                grouped(entry["audience"]?["count"]), grouped(entry["audience"]?["total"]), grouped(entry["screens"]),
                entry["movie"]?["id"]?.string ?? "",
            ]
        }
        let columns: [Wording.Word] = [.title, .released, .audience, .total, .screens, .id]
        return head + "\n" + table(["#"] + columns.map { words($0) }, rows)
    }

    /// The days of which a table has columns; the data have all.
    private static let shownDays = 7

    private func trend(_ series: JSONElement) -> String {
        let from = answer["period"]?["from"]?.string ?? ""
        let head = words(.boxOffice) + " \(from)–\(answer["period"]?["to"]?.string ?? ""), " + words(.audience)
        let days = series.elements.flatMap { $0["days"].elements(atMost: .max).compactMap { $0["date"]?.string } }
        let shown = Set(days).sorted().suffix(Self.shownDays)
        let rows = series.elements.map { film in
            let counts = shown.map { date in
                grouped(
                    film["days"].elements(atMost: .max).first { $0["date"]?.string == date }?["audience"]?["count"]
                )
            }
            return [film["movie"]?["title"]?.string ?? ""] + counts + [film["movie"]?["id"]?.string ?? ""]
        }
        let columns = [words(.title)] + shown.map { String($0.dropFirst(5)) } + [words(.id)]
        let body = rows.isEmpty ? words(.nothing) : table(columns, rows)
        let gaps = answer["gaps"].elements(atMost: .max).compactMap { $0["date"]?.string }
        return ([head, body] + (gaps.isEmpty ? [] : ["\(words(.missing)): \(gaps.joined(separator: ", "))"]))
            .joined(separator: "\n")
    }

    private func picture(_ image: JSONElement) -> String {
        let size = "\(image["width"]?.int ?? 0)×\(image["height"]?.int ?? 0)"
        return "\(words(.image)): \(size), \(image["provider"]?.string ?? ""), \(image["url"]?.string ?? "")"
    }

    private func rank(_ entry: JSONElement) -> String {
        let rank = entry["rank"]?.int.map(String.init) ?? ""
        if entry["isNew"]?.bool == true { return "\(rank) (\(words(.new)))" }
        guard let change = entry["rankChange"]?.int, change != 0 else { return rank }
        return "\(rank) (\(change > 0 ? "+" : "")\(change))"
    }

    private func films(_ movies: JSONElement) -> String {
        guard movies.count > 0 else { return words(.nothing) }
        let rows = movies.elements.map { movie in
            [
                titles(of: movie), movie["year"]?.int.map(String.init) ?? "", names(movie["directors"]),
                ratings(of: movie), movie["id"]?.string ?? "",
            ]
        }
        return table([words(.title), words(.year), words(.directors), words(.ratings), words(.id)], rows)
    }

    private func list(of cards: JSONElement) -> String { list(of: Array(cards.elements)) }

    private func list(of cards: [JSONElement]) -> String {
        guard !cards.isEmpty else { return words(.nothing) }
        let rows = cards.map { card in
            [
                titles(of: card["movie"]), card["stars"]?.number?.text ?? "", card["comment"]?.string ?? "",
                card["watchedOn"]?.string ?? "", card["movie"]?["id"]?.string ?? "",
            ]
        }
        return table([words(.film), words(.stars), words(.comment), words(.watched), words(.id)], rows)
    }

    /// A table of Markdown, without columns in which nothing stands.
    private func table(_ heads: [String], _ rows: [[String]]) -> String {
        let used = heads.indices.filter { column in rows.contains { !$0[column].isEmpty } }
        func line(_ cells: [String]) -> String {
            "| " + used.map { cells[$0].inOneCell }.joined(separator: " | ") + " |"
        }
        return ([line(heads), "|" + used.map { _ in "-|" }.joined()] + rows.map(line)).joined(separator: "\n")
    }

    // MARK: One film

    private func film(_ movie: JSONElement) -> String {
        var lines = [heading(movie)]
        func add(_ word: Wording.Word, _ value: String) {
            if !value.isEmpty { lines.append("\(words(word)): \(value)") }
        }
        add(.directors, names(movie["directors"]))
        add(.cast, names(movie["cast"]))
        add(.genres, genres(of: movie))
        add(.released, movie["releaseDate"]?.string ?? "")
        add(.ratings, ratings(of: movie))
        add(.certifications, certifications(of: movie))
        if let overview = movie["overview"]?["text"]?.string { lines.append(overview) }
        add(.differing, differing(movie["differing"]))
        add(.watch, offers(movie["watch"]))
        add(.releases, releases(movie["releases"]))
        add(.videos, videos(movie["videos"]))
        add(.similar, filmNames(answer["similar"]))
        add(.recommendations, filmNames(answer["recommendations"]))
        add(.unavailable, missingParts)
        return lines.joined(separator: "\n")
    }

    private func heading(_ movie: JSONElement) -> String {
        let details = [
            movie["year"]?.int.map(String.init), movie["runtimeMinutes"]?.int.map { "\($0) \(words(.minutes))" },
            movie["id"]?.string,
        ]
        return titles(of: movie) + " (" + details.compactMap(\.self).joined(separator: ", ") + ")"
    }

    private func titles(of movie: JSONElement?) -> String {
        let title = movie?["title"]?.string ?? movie?["originalTitle"]?.string ?? movie?["id"]?.string ?? ""
        let other = movie?["titles"]?.elements.compactMap { $0["text"]?.string }.first { $0 != title }
        return other.map { "\(title) / \($0)" } ?? title
    }

    private func names(_ people: JSONElement?) -> String {
        people.elements(atMost: 6).compactMap { $0["name"]?.string }.joined(separator: ", ")
    }

    /// In Korean or English, as the words around them.
    private func genres(of movie: JSONElement) -> String {
        let names = strings(movie["genreNames"])
        return names.isEmpty || names.hasHangul && !words.isKorean ? strings(movie["genres"]) : names
    }

    // MARK: What `include` asks for

    /// The longest list of what is included.
    private static let includedItems = 8

    private func offers(_ watch: JSONElement?) -> String {
        watch.elements(atMost: Self.includedItems).map { offers in
            let services = ["stream", "free", "ads", "rent", "buy"].compactMap { kind -> String? in
                let names = offers[kind]?.elements.compactMap { $0["name"]?.string } ?? []
                return names.isEmpty ? nil : "\(names.joined(separator: ", ")) (\(kind))"
            }
            let source = offers["attribution"]?.string.map { " [\($0)]" } ?? ""
            return "\(offers["region"]?.string ?? ""): \(services.joined(separator: ", "))\(source)"
        }
        .joined(separator: "; ")
    }

    private func releases(_ list: JSONElement?) -> String {
        list.elements(atMost: Self.includedItems).map { release in
            let days = release["events"].elements(atMost: 2).compactMap { $0["date"]?.string }
            return "\(release["region"]?.string ?? "") \(days.joined(separator: ", "))"
        }
        .joined(separator: "; ")
    }

    private func videos(_ list: JSONElement?) -> String {
        list.elements(atMost: 4).map { video in
            let place = video["url"]?.string ?? "\(video["site"]?.string ?? "") \(video["key"]?.string ?? "")"
            return "\(video["name"]?.string ?? video["kind"]?.string ?? "") \(place)"
        }
        .joined(separator: "; ")
    }

    private func filmNames(_ films: JSONElement?) -> String {
        films.elements(atMost: Self.includedItems).map { film in
            let details = [film["year"]?.int.map(String.init), film["id"]?.string].compactMap(\.self)
            return "\(film["title"]?.string ?? "") (\(details.joined(separator: ", ")))"
        }
        .joined(separator: "; ")
    }

    /// The parts that were asked for and are not there, with the reason.
    private var missingParts: String {
        answer["parts"].elements(atMost: .max).compactMap { part in
            let status = part["status"]?.string ?? ""
            return status == "ok" ? nil : "\(part["part"]?.string ?? "") (\(status))"
        }
        .joined(separator: ", ")
    }

    private func strings(_ list: JSONElement?) -> String {
        list?.elements.compactMap(\.string).joined(separator: ", ") ?? ""
    }

    private func ratings(of movie: JSONElement) -> String {
        movie["ratings"].elements(atMost: 4).compactMap { rating in
            guard let value = rating["value"]?.number?.text, let scale = rating["scale"]?.number?.text else {
                return nil
            }
            return "\(rating["name"]?.string ?? rating["provider"]?.string ?? "") \(value)/\(scale)"
        }
        .joined(separator: ", ")
    }

    private func certifications(of movie: JSONElement) -> String {
        movie["certifications"].elements(atMost: 4).compactMap { certification in
            guard let label = certification["label"]?.string else { return nil }
            return certification["region"]?.string.map { "\(label) (\($0))" } ?? label
        }
        .joined(separator: ", ")
    }

    private func differing(_ fields: JSONElement?) -> String {
        (fields.map { Array($0.members) } ?? []).map { name, values in
            let said = values.elements.map { value in
                "\(value["provider"]?.string ?? "") \(value["value"].map { $0.string ?? $0.textString } ?? "")"
            }
            return "\(name) \(said.joined(separator: ", "))"
        }
        .joined(separator: "; ")
    }

    // MARK: The end

    private var pageLine: String? {
        guard let page = answer["page"], page["hasMore"]?.bool == true, let number = page["page"]?.int else {
            return nil
        }
        return "\(words(.page)) \(number), \(words(.more))"
    }

    /// Who answered, and why the others did not.
    private var sourceLine: String? {
        guard let sources = answer["sources"], sources.count > 0 else { return nil }
        var answered: [String] = []
        var others: [String] = []
        for source in sources.elements {
            let name = source["provider"]?.string ?? ""
            switch source["status"]?.string ?? "" {
            case "ok", "empty": answered.append(name)
            case "stale": answered.append("\(name) (\(words(.stale))\(age(of: source)))")
            case "unsupported": continue
            case let status:
                let reason = source["reason"]?.string ?? source["error"]?["message"]?.string
                others.append("\(name) (\(reason ?? status))")
            }
        }
        let parts = [
            answered.isEmpty ? nil : "\(words(.sources)): \(answered.joined(separator: ", ")).",
            others.isEmpty ? nil : "\(words(.notAnswered)): \(others.joined(separator: "; ")).",
        ]
        return parts.compactMap(\.self).joined(separator: " ")
    }

    private func age(of source: JSONElement) -> String {
        source["ageSeconds"]?.int.map { ", \($0) s" } ?? ""
    }

    private func grouped(_ number: JSONElement?) -> String {
        guard let value = number?.int else { return "" }
        var digits = Array(String(value.magnitude))
        for place in stride(from: digits.count - 3, to: 0, by: -3) { digits.insert(",", at: place) }
        return (value < 0 ? "-" : "") + String(digits)
    }
}

extension String {
    /// Without what would end a cell or a row of a table.
    fileprivate var inOneCell: String {
        String(map { $0.isNewline ? " " : $0 }).replacing("|", with: "\\|")
    }
}
