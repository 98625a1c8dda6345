import JSON

/// An answer of a method as a person reads it: a table or a page, and below it the status of each source.
struct AnswerTable {
    let answer: JSONElement
    var style = TerminalStyle.plain
    /// What a trend draws.
    var measure = TrendMeasure.audience

    private static let usualWidth = 80

    var text: String {
        let sources = answer["sources"].flatMap { SourceLines(sources: $0, style: style).text }
        return [body ?? indented, pageLine, sources].compactMap(\.self).joined(separator: "\n\n")
    }

    /// Answers without a table are shown as JSON.
    private var indented: String {
        var writer = JSONWriter(pretty: true)
        guard answer.kind == .object, answer["sources"] != nil else {
            writer.value(answer)
            return String(decoding: writer.bytes, as: UTF8.self)
        }
        writer.object { writer in
            for (name, value) in answer.members where name != "sources" { writer.member(String(name), value) }
        }
        return String(decoding: writer.bytes, as: UTF8.self)
    }

    private var body: String? {
        if let entries = answer["entries"] { return answer["period"] == nil ? queries(entries) : boxOffice(entries) }
        if let movies = answer["movies"] { return Self.films(Array(movies.elements), style) }
        if let cards = answer["cards"] { return cards.kind == .array ? self.cards(Array(cards.elements)) : nil }
        if let card = answer["card"] { return cards([card]) }
        if let suggestions = answer["suggestions"] { return self.suggestions(Array(suggestions.elements)) }
        if let people = answer["people"] { return self.people(Array(people.elements)) }
        if answer["series"] != nil {
            let columns = style.columns ?? Self.usualWidth
            return TrendTable(chart: TrendChart(answer, by: measure), columns: columns).text
        }
        if let providers = answer["providers"], answer["answers"] == nil { return sources(providers) }
        if answer["movie"] != nil || answer["person"] != nil { return DetailsPage(answer: answer, style: style).text }
        return nil
    }

    private func boxOffice(_ entries: JSONElement) -> String {
        var table = TextTable(
            columns: [
                .right("#"), "±", "Title", .left("Also").optional.minor, .right("Released").optional,
                .right("Audience"), .right("Total").optional, .right("Screens").optional,
                .left("Directors").optional.minor,
            ],
            style: style
        )
        for entry in entries.elements {
            table.append([
                grouped(entry["rank"]), change(entry), Self.title(of: entry["movie"]),
                Self.otherTitle(of: entry["movie"]), words(entry["movie"]?["releaseDate"]),
                grouped(entry["audience"]?["count"]), grouped(entry["audience"]?["total"]), grouped(entry["screens"]),
                entry["movie"]?["directors"]?.elements.compactMap { $0["name"]?.string }.joined(separator: ", ") ?? "",
            ])
        }
        return [period, entries.count == 0 ? "no figures" : table.text].compactMap(\.self).joined(separator: "\n\n")
    }

    private var period: String? {
        guard let from = answer["period"]?["from"]?.string, let to = answer["period"]?["to"]?.string else { return nil }
        return from == to ? from : "\(from) to \(to)"
    }

    private func change(_ entry: JSONElement) -> String {
        if entry["isNew"]?.bool == true { return "new" }
        guard let change = entry["rankChange"]?.int, change != 0 else { return "" }
        return change > 0 ? "▲\(change)" : "▼\(-change)"
    }

    /// One film a line.
    static func films(_ movies: [JSONElement], _ style: TerminalStyle) -> String {
        guard !movies.isEmpty else { return "no such film" }
        var table = TextTable(
            columns: ["Id", .right("Year"), "Title", .left("Also").optional, .left("Sources").optional.minor],
            style: style
        )
        for movie in movies {
            table.append([
                movie["id"]?.string ?? "", movie["year"]?.int.map(String.init) ?? "", title(of: movie),
                otherTitle(of: movie), providers(of: movie).joined(separator: " "),
            ])
        }
        return table.text
    }

    /// The title, with a mark where the film is bookmarked.
    private static func title(of movie: JSONElement?) -> String {
        (movie?["title"]?.string ?? "") + (movie?["bookmarked"]?.bool == true ? " ♥" : "")
    }

    /// The title in another language; empty where there is none.
    private static func otherTitle(of movie: JSONElement?) -> String {
        let title = movie?["title"]?.string
        return movie?["titles"]?.elements.compactMap { $0["text"]?.string }.first { $0 != title } ?? ""
    }

    private func people(_ people: [JSONElement]) -> String {
        guard !people.isEmpty else { return "no such person" }
        var table = TextTable(
            columns: [
                "Id", "Name", .left("Also").optional, .left("Known for").optional, .left("Films").optional.minor,
            ],
            style: style
        )
        for person in people {
            let films = person["films"]?.elements.compactMap { $0["movie"]?["title"]?.string } ?? []
            table.append([
                words(person["id"]), words(person["name"]), words(person["nameEn"]), words(person["knownFor"]),
                films.joined(separator: ", "),
            ])
        }
        return table.text
    }

    private func cards(_ cards: [JSONElement]) -> String {
        guard !cards.isEmpty else { return "no cards" }
        var table = TextTable(
            columns: ["Stars", .left("Watched").optional, "Title", "Comment", .left("Id").optional.minor],
            style: style
        )
        for card in cards {
            let stars = card["stars"]?.double.map(DetailsPage.stars) ?? ""
            let (watched, comment) = (words(card["watchedOn"]), words(card["comment"]))
            table.append([stars, watched, Self.title(of: card["movie"]), comment, words(card["movie"]?["id"])])
        }
        return table.text
    }

    private func queries(_ entries: JSONElement) -> String {
        guard entries.count > 0 else { return "no queries" }
        var table = TextTable(columns: ["Query", .right("Times"), "Last"], style: style)
        for entry in entries.elements {
            table.append([entry["query"]?.string ?? "", grouped(entry["count"]), entry["date"]?.string ?? ""])
        }
        return table.text
    }

    private func suggestions(_ suggestions: [JSONElement]) -> String {
        guard !suggestions.isEmpty else { return "no suggestions" }
        var table = TextTable(columns: ["Title", .right("Year"), "Id", .left("From").minor], style: style)
        for suggestion in suggestions {
            let matched = suggestion["matchedTitle"]?.string.map { " (\($0))" } ?? ""
            let year = suggestion["year"]?.int.map(String.init) ?? ""
            table.append([
                words(suggestion["title"]) + matched, year, words(suggestion["id"]), words(suggestion["from"]),
            ])
        }
        return table.text
    }

    /// All sources that say something about a film.
    private static func providers(of movie: JSONElement) -> [String] {
        let named = movie["provenance"]?.members.flatMap { $0.value.elements.compactMap(\.string) } ?? []
        return Set(named).sorted()
    }

    private func sources(_ providers: JSONElement) -> String {
        if providers.elements.first?["requests"] != nil { return HealthTable(providers: providers, style: style).text }
        var table = TextTable(columns: ["Id", .left("Title").optional, "Status", "Can"], style: style)
        for provider in providers.elements {
            let status = provider["status"]?.string ?? ""
            let reason = provider["reason"]?.string.map { ": \($0)" } ?? ""
            let capabilities = provider["capabilities"]?.elements.compactMap(\.string).joined(separator: " ") ?? ""
            table.append([
                provider["id"]?.string ?? "", provider["title"]?.string ?? "", status + reason, capabilities,
            ])
        }
        return table.text
    }

    private var pageLine: String? {
        guard let page = answer["page"], let number = page["page"]?.int else { return nil }
        let inAll = page["totalItems"]?.int.map { ", \($0) in all" } ?? ""
        return "page \(number)\(inAll)\(page["hasMore"]?.bool == true ? ", more follow" : "")"
    }

    private func words(_ text: JSONElement?) -> String { text?.string ?? "" }

    private func grouped(_ number: JSONElement?) -> String { number?.int?.grouped ?? "" }
}

/// What became of each source that could answer, one line each.
struct SourceLines {
    let sources: JSONElement
    let style: TerminalStyle

    /// `nil` where no source was asked.
    var text: String? {
        let shown = sources.elements.filter { $0["status"]?.string != "unsupported" }
        guard !shown.isEmpty else { return nil }
        return shown.map { style(Self.line($0), role(of: $0["status"]?.string)) }.joined(separator: "\n")
    }

    static func line(_ source: JSONElement) -> String {
        let items = source["items"]?.int.map { " (\($0))" } ?? ""
        let reason = source["reason"]?.string ?? source["error"]?["message"]?.string
        let text = "\(source["provider"]?.string ?? ""): \(source["status"]?.string ?? "")\(items)"
        return (text + (reason.map { ": \($0)" } ?? "")).printable
    }

    private func role(of status: String?) -> TerminalStyle.Role {
        switch status {
        case "ok": .good
        case "stale": .doubtful
        case "empty", "disabled": .minor
        default: .bad
        }
    }
}
