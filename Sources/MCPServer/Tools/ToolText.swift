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
        if let movies = answer["movies"] { return films(movies) }
        if let cards = answer["cards"] { return list(of: cards) }
        if let card = answer["card"] { return list(of: [card]) }
        if let movie = answer["movie"] { return film(movie) }
        if let removed = answer["removed"]?.int { return "\(words(.removed)): \(removed)" }
        if let type = answer["mimeType"]?.string { return type }
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
        add(.genres, strings(movie["genreNames"] ?? movie["genres"]))
        add(.released, movie["releaseDate"]?.string ?? "")
        add(.ratings, ratings(of: movie))
        add(.certifications, certifications(of: movie))
        if let overview = movie["overview"]?["text"]?.string { lines.append(overview) }
        add(.differing, differing(movie["differing"]))
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
