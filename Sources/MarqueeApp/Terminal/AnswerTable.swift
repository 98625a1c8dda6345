import JSON
import MovieAggregation
import MovieService

/// An answer of a method for people: a table or a page, and below it the status of each source.
struct AnswerTable {
    let method: String
    let answer: JSONElement
    var style = TerminalStyle.plain
    /// The measure that a trend shows.
    var measure = TrendMeasure.audience
    /// Whether parameters are given as options: `--page 2`, and not `page=2`.
    var hasOptions = true

    /// Whether the films of a list are all of it, in the user's own order.
    var hasPositions = false

    /// Whether only the places are shown where a film can be watched.
    var showsOffers = false

    private static let usualWidth = 80

    var text: String {
        let sources = answer["sources"].flatMap { sources in
            ProviderLines(sources: sources, problems: answer["problems"].list.compactMap(\.string), style: style).text
        }
        let outcomes = isStoring ? "" : [parts, sources].compactMap(\.self).joined(separator: "\n")
        return [body ?? indented, reading, lacking, pageLine, outcomes.isEmpty ? nil : outcomes].compactMap(\.self)
            .joined(separator: "\n\n")
    }

    /// Whether the answer is about what was stored, and the sources matter only if they had nothing.
    private var isStoring: Bool { ["bookmarks/add", "cards/put", "lists/add"].contains(method) }

    /// A line that names the wanted parts that are not in the answer, and why.
    private var parts: String? {
        let outcomes = answer.missingParts.map { "\($0.name) \($0.status)" }
        guard !outcomes.isEmpty else { return nil }
        return style("parts: \(outcomes.joined(separator: ", "))".printable, .minor)
    }

    /// The answer as indented JSON, for methods without a table.
    private var indented: String {
        var shown = JSONValue(answer)
        if case .object(let members) = shown { shown = .object(members.filter { $0.name != "sources" }) }
        var writer = JSONWriter(pretty: true)
        writer.value(shown)
        return String(decoding: writer.bytes, as: UTF8.self)
    }

    private var body: String? {
        switch method {
        case "boxOffice/daily", "boxOffice/weekly": boxOffice
        case "boxOffice/trend":
            TrendTable(chart: TrendChart(answer, by: measure), columns: style.columns ?? Self.usualWidth).text
        case "movies/search", "movies/trending", "movies/related":
            Self.films(answer["movies"].list, style, none: unanswered ?? emptyPage ?? "no such film")
        case "movies/list":
            Self.films(answer["movies"].list, style, showsDates: true, none: unanswered ?? emptyPage ?? "no such film")
        case "collections/get": collection
        case "credits/list": credits
        case "bookmarks/list": Self.films(answer["movies"].list, style, none: emptyPage ?? "no bookmarks")
        case "bookmarks/offers": offers
        case "bookmarks/upcoming": releases
        case "lists/films":
            Self.films(answer["movies"].list, style, from: firstPosition, none: emptyPage ?? "no films in this list")
        case "lists/list", "lists/rename": lists(answer["lists"].list)
        case "lists/add": listed
        case "movies/get" where showsOffers: placesToWatch
        case "bookmarks/add": bookmarked
        case "movies/get", "people/get": DetailsPage(answer: answer, style: style).text
        case "history/remove", "history/clear", "bookmarks/remove", "cards/remove", "lists/remove",
            "lists/delete", "matches/forget":
            "\(answer["removed"].digits) removed"
        case "library/import": imported
        case "library/undo": undone
        case "movies/suggest": suggestions
        case "people/search": people
        case "history/list": queries
        case "cards/list": cards(answer["cards"].list)
        case "cards/stats":
            StatisticsPage(answer: answer, style: style, columns: style.columns ?? Self.usualWidth).text
        case "library/get": standings
        case "cards/put": written
        case "matches/list", "matches/pin", "matches/split": matches
        case "library/identify": identified
        case "movies/identify": names
        case "library/refresh": refreshed
        case "providers/list": providers
        case "providers/status": health
        default: nil
        }
    }

    /// A line that says which films a filter could not judge.
    private var lacking: String? {
        guard method != "cards/stats", let lacking = answer["lacking"] else { return nil }
        let words = ["genre": "a known genre", "year": "a known year", "runtime": "a known running time"]
        let parts = lacking.members.map { name, count in
            "\(count.int ?? 0) without \(words[String(name)] ?? "your \(name)")"
        }
        return style("left out: \(parts.joined(separator: ", "))".printable, .minor)
    }

    private var boxOffice: String {
        let entries = answer["entries"].list
        let currencies = Set(entries.compactMap { $0["sales"]["currency"]?.string })
        let columns: [TextTable.Column] = [
            .right("#"), "±", "Title", .id("Id").optional, .left("Also").optional.minor, .left("Yours").optional,
            .right("Released").optional, .right("Audience"), .right("Total").optional,
            .right((["Sales"] + currencies.sorted()).joined(separator: " ")).optional.minor,
            .right("Screens").optional, .left("Directors").optional.minor,
        ]
        let table = style.table(columns, entries, none: "no figures") { entry in
            let movie = entry["movie"]
            return [
                entry["rank"].grouped, change(entry), Self.title(of: movie), movie["id"].words,
                Self.otherTitle(of: movie), Self.card(of: movie), movie["releaseDate"].words,
                entry["audience"]["count"].grouped,
                entry["audience"]["total"].grouped,
                entry["sales"]["amount"].grouped + (currencies.count > 1 ? " " + entry["sales"]["currency"].words : ""),
                entry["screens"].grouped, movie["directors"].texts("name").joined(separator: ", "),
            ]
        }
        let (from, to) = (answer["period"]["from"].words, answer["period"]["to"].words)
        let note = entries.contains { Self.isGuess($0["movie"]) } ? "\n\n" + Self.guessNote(style) : ""
        return (from == to ? from : "\(from) to \(to)") + "\n\n" + table + note
    }

    private func change(_ entry: JSONElement) -> String {
        if entry["isNew"]?.bool == true { return "new" }
        guard let change = entry["rankChange"]?.int, change != 0 else { return "" }
        return change > 0 ? "▲\(change)" : "▼\(-change)"
    }

    /// What an empty list means if a source has not answered; `nil` if all have.
    private var unanswered: String? { Self.unanswered(by: answer["sources"].list) }

    private static func unanswered(by sources: [JSONElement]) -> String? {
        let failed = sources.filter(isFailed)
        guard !failed.isEmpty else { return nil }
        let others =
            sources.contains { ["ok", "empty", "stale"].contains($0["status"].words) } ? "; the others have none" : ""
        return "no answer from \(failed.map { $0["provider"].words }.joined(separator: ", "))\(others)"
    }

    private static func isFailed(_ source: JSONElement) -> Bool {
        ["error", "timeout", "rate_limited", "quota_exhausted", "circuit_open"].contains(source["status"].words)
    }

    /// The position in the user's own order that the first film of a page has; `nil` for another order.
    private var firstPosition: Int? {
        guard hasPositions, let page = answer["page"]["page"]?.int, let limit = answer["page"]["limit"]?.int else {
            return nil
        }
        return (page - 1) * limit + 1
    }

    /// Returns a table with one film per line: with the days of release instead of the years if `showsDates`, and with
    /// positions if there is a first one.
    static func films(
        _ movies: [JSONElement],
        _ style: TerminalStyle,
        showsDates: Bool = false,
        from first: Int? = nil,
        none: String
    ) -> String {
        let columns: [TextTable.Column] = [
            .right("#").optional, "Title", .right(showsDates ? "Released" : "Year"), .id("Id"),
            .left("Also").optional.minor,
            .left("Yours").optional,
            .left("Rating").optional, .right("Min").optional, .left("Genres").optional.minor,
            .left("Sources").optional.minor,
        ]
        let table = style.table(columns, Array(movies.enumerated()), none: none) { row, movie in
            let sources = movie["provenance"]?.members.flatMap { $0.value.elements.compactMap(\.string) } ?? []
            return [
                first.map { "\($0 + row)" } ?? "", title(of: movie),
                (showsDates ? movie["releaseDate"]?.string : nil) ?? movie["year"].digits,
                movie["id"].words, otherTitle(of: movie), card(of: movie),
                movie["stars"]?.double.map(DetailsPage.stars) ?? "", movie["runtimeMinutes"].digits,
                (movie["genreNames"] ?? movie["genres"]).texts.joined(separator: ", "),
                Set(sources).sorted().joined(separator: " "),
            ]
        }
        return movies.contains(where: isGuess) ? table + "\n\n" + guessNote(style) : table
    }

    /// The confidence below which the records of several sources are only perhaps of one film.
    private static let leastConfidence = 0.9

    private static func isGuess(_ movie: JSONElement?) -> Bool {
        movie["match"]["confidence"]?.double ?? 1 < leastConfidence
    }

    private static func guessNote(_ style: TerminalStyle) -> String {
        style("? its sources may mean different films; see its page, or matches split", .doubtful)
    }

    /// Returns the title, with marks if its sources may not mean one film, and if the film is bookmarked.
    private static func title(of movie: JSONElement?) -> String {
        (movie["title"]?.string ?? movie["id"].words) + (isGuess(movie) ? " ?" : "")
            + (movie["bookmarked"]?.bool == true ? " ♥" : "")
    }

    /// Returns a mark if the user has a card of the film, with the user's stars: `✓ 4.5`.
    private static func card(of movie: JSONElement?) -> String {
        guard let card = movie["card"] else { return "" }
        return card["stars"]?.double.map { "✓ \(FilmNote.number($0))" } ?? "✓"
    }

    /// Returns the title in another language; empty if there is none.
    private static func otherTitle(of movie: JSONElement?) -> String {
        movie.title(besides: movie["title"]?.string) ?? ""
    }

    private var people: String {
        let columns: [TextTable.Column] = [
            "Name", .id("Id"), .left("Also").optional.minor, .left("Known for").optional, .left("Films").optional.minor,
        ]
        return style.table(columns, answer["people"].list, none: unanswered ?? emptyPage ?? "no such person") {
            person in
            let films = person["films"].list.compactMap { $0["movie"]["title"]?.string }
            return [
                person["name"].words, person["id"].words, person["nameEn"].words, person["knownFor"].words,
                films.joined(separator: ", "),
            ]
        }
    }

    private func cards(_ cards: [JSONElement]) -> String {
        let columns: [TextTable.Column] = [
            "Title", "Your stars", .right("Watched").optional, .id("Id"), .left("Comment").optional,
            .left("Tags").optional,
        ]
        return style.table(columns, cards, none: emptyPage ?? "no cards") { card in
            [
                Self.title(of: card["movie"]), card["stars"]?.double.map(DetailsPage.stars) ?? "", Self.days(of: card),
                card["movie"]["id"].words, card["comment"].words, card.marks.joined(separator: ", "),
            ]
        }
    }

    /// Returns the last day, and how many there are before it; days are never cut.
    private static func days(of card: JSONElement) -> String {
        let before = card["watchedBefore"].list.count
        return card["watchedOn"].words + (before == 0 ? "" : " (+\(before))")
    }

    /// The decisions about ids and, below them, the choices for fields.
    private var matches: String {
        let columns: [TextTable.Column] = [
            .id("Id"), .left("Title").optional, .id("With"), .left("Title").optional, "Films", "By",
            .left("Why").optional.minor,
        ]
        let matches = style.table(columns, answer["matches"].list, none: "no matches") { match in
            [
                match["id"].words, match["title"].words, match["with"].words, match["withTitle"].words,
                match["verdict"].words, match["by"].words, match["reasons"].texts.joined(separator: ", "),
            ]
        }
        let fields = answer["fields"].list
        guard !fields.isEmpty else { return matches }
        let choices = style.table([.id("Id"), "Field", "Source"], fields) { choice in
            [choice["id"].words, choice["field"].words, choice["provider"].words]
        }
        return matches + "\n\n" + choices
    }

    private var identified: String {
        let columns: [TextTable.Column] = ["Title", .right("Year"), "Status", .id("Films"), .id("Of").minor]
        return style.table(columns, answer["films"].list, none: "no film is known by title and year only") { film in
            let found = [film["movie"]].compactMap(\.self) + film["candidates"].list
            return [
                film["title"].words, film["year"].digits, film["status"].words,
                found.map { $0["id"].words }.joined(separator: ", "), film["id"].words,
            ]
        }
    }

    /// What each name is about, with a line for each film that may be it.
    private var names: String {
        let columns: [TextTable.Column] = [
            "Name", "Status", "Title", .right("Year"), "Id", .left("Sure").optional, .left("Why").optional.minor,
        ]
        var table = TextTable(columns: columns, style: style)
        for name in answer["films"].list {
            let films = [name["movie"]].compactMap(\.self) + name["candidates"].list
            for (place, film) in films.enumerated() {
                let match = film["match"]
                table.append([
                    place == 0 ? name["name"].words : "", place == 0 ? name["status"].words : "",
                    Self.title(of: film), film["year"].digits, film["id"].words,
                    match["confidence"]?.double.map { "\(Int(($0 * 100).rounded())) %" } ?? "",
                    match["reasons"].texts.joined(separator: ", "),
                ])
            }
            guard films.isEmpty else { continue }
            let reading = name["interpreted"]
            let ids = reading["ids"].map { $0.members.map { "\($0.name):\($0.value.string ?? "")" } } ?? []
            let failure = name["status"].words == "unanswered" ? Self.unanswered(by: name["sources"].list) : nil
            table.append([
                name["name"].words, name["status"].words, reading["title"].words, reading["year"].digits,
                ids.joined(separator: " "),
                "", failure ?? reading["episode"].words,
            ])
        }
        return answer["films"].list.isEmpty ? "no names" : table.text
    }

    /// The bookmarks with their offers, and how many have none.
    private var offers: String {
        let columns: [TextTable.Column] = [
            "Title", .right("Year"), "Where", .left("From").minor, .left("Id").optional.minor,
        ]
        let isEmpty = answer["page"]["totalItems"]?.int == 0
        let none = isEmpty ? "no bookmarks yet: marquee bookmarks add ID" : "no film on these services"
        let table = style.table(columns, answer["films"].list, none: none) { film in
            let offers = film["offers"].list
            let places = offers.map { "\($0["service"].words) (\($0["kind"].words))" }
            let origins = Set(offers.compactMap { ($0["attribution"] ?? $0["provider"])?.string }).sorted()
            return [
                film["movie"]["title"].words, film["movie"]["year"].digits,
                places.isEmpty ? whyUnknown(film) : places.joined(separator: ", "),
                origins.joined(separator: ", "), film["movie"]["id"].words,
            ]
        }
        let others = answer["elsewhere"]?.int ?? 0
        return others == 0
            ? table : table + "\n\n\(others) \(others == 1 ? "other film has" : "other films have") no such offer"
    }

    private func whyUnknown(_ film: JSONElement) -> String {
        "unknown: " + (Self.unanswered(by: film["sources"].list) ?? "no source knows the film")
    }

    /// The release days of bookmarks and, below them, the films without a day.
    private var releases: String {
        let columns: [TextTable.Column] = [
            "Day", "Kind", "Title", .right("Year").optional, .left("Note").optional.minor, .left("Id").optional.minor,
        ]
        let days = style.table(columns, answer["releases"].list, none: "no release days") { release in
            let movie = release["movie"]
            return [
                release["date"].words, release["kind"].words, movie["title"].words, movie["year"].digits,
                release["note"].words, movie["id"].words,
            ]
        }
        let unknown = answer["unknown"].list
        guard !unknown.isEmpty else { return days }
        let others = style.table(["Day not known", "Why"], unknown) { film in
            [
                film["movie"]["title"].words,
                film["status"].words == "unanswered" ? whyUnknown(film) : film["status"].words,
            ]
        }
        return days + "\n\n" + others
    }

    private var refreshed: String {
        let columns: [TextTable.Column] = ["Id", "Title", .right("Year"), "Status", "No answer from"]
        return style.table(columns, answer["films"].list, none: "no film lacks details or has old ones") { film in
            let silent = film["sources"].list.filter { Self.isFailed($0) }
            return [
                film["id"].words, film["title"].words, film["year"].digits, film["status"].words,
                silent.map { "\($0["provider"].words) (\($0["status"].words))" }.joined(separator: ", "),
            ]
        }
    }

    private func lists(_ lists: [JSONElement]) -> String {
        style.table(["List", .right("Films"), "Changed"], lists, none: "no lists") { list in
            [list["name"].words, list["count"].grouped, style.time(list["changedAt"].words)]
        }
    }

    /// The film that was put in a list, and its place there.
    private var listed: String {
        let (movie, list) = (answer["movie"], answer["list"])
        let year = movie["year"]?.int.map { " (\($0))" } ?? ""
        let place = answer["position"]?.int.map { "number \($0) of " } ?? "one of "
        return "\(Self.title(of: movie))\(year): \(place)\(list["count"].grouped) in \(list["name"].words)".printable
    }

    private var queries: String {
        style.table(["Query", .right("Times"), "Last"], answer["entries"].list, none: "no queries") { entry in
            [entry["query"].words, entry["count"].grouped, style.time(entry["searchedAt"].words)]
        }
    }

    private var suggestions: String {
        let columns: [TextTable.Column] = ["Title", .right("Year"), .id("Id"), .left("From").minor]
        return style.table(columns, answer["suggestions"].list, none: "no suggestions") { suggestion in
            let matched = suggestion["matchedTitle"]?.string.map { " (\($0))" } ?? ""
            return [
                suggestion["title"].words + matched, suggestion["year"].digits, suggestion["id"].words,
                suggestion["from"].words,
            ]
        }
    }

    private var providers: String {
        let columns: [TextTable.Column] = [.id("Id"), .left("Title").optional, "Status", "Can"]
        return style.table(columns, answer["providers"].list) { provider in
            let reason = provider["reason"]?.string.map { ": \($0)" } ?? ""
            return [
                provider["id"].words, provider["title"].words, provider["status"].words + reason,
                provider["capabilities"].texts.joined(separator: " "),
            ]
        }
    }

    /// The title and the year that a query was read as.
    private var reading: String? {
        guard let query = answer["interpreted"]["query"]?.string else { return nil }
        return "searched for \(query) (\(answer["interpreted"]["year"].digits))".printable
    }

    private var pageLine: String? {
        guard let page = answer["page"], let number = page["page"]?.int else { return nil }
        // The command goes on by itself, or there is nothing but this page.
        let isOnly = number == 1 && page["next"]?.string == nil && page["totalItems"]?.int == nil
        if ["library/identify", "library/refresh"].contains(method) || isOnly { return nil }
        let inAll = page["totalItems"]?.int.map { ", \($0) in all" } ?? ""
        let seed = answer["seed"]?.int.map { ", shuffled with the seed \($0)" } ?? ""
        return "page \(number)\(inAll)\(seed)" + goingOn(page)
    }

    /// How to go on, by the number of the next page if that is all that there is to say.
    private func goingOn(_ page: JSONElement) -> String {
        guard let next = page["next"]?.string else { return "" }
        let number = PageCursor(parsing: next)?.number.map(String.init)
        let (name, value) = (number == nil ? "cursor" : "page", number ?? next)
        let option = hasOptions ? "--\(name) \(value)" : "\(name)=\(value)"
        let isIncomplete = page["incomplete"]?.bool == true
        let isKnown = page["hasMore"]?.bool == true
        return "; \(option) shows "
            + (isIncomplete ? "what follows, or was missing" : isKnown ? "more" : "what may follow")
    }

    private var standings: String {
        let columns: [TextTable.Column] = [
            "Id", "♥", .left("Yours"), .left("Watched").optional, .left("Lists").optional,
        ]
        return style.table(columns, answer["films"].list, none: "no ids") { film in
            [
                film["id"].words, film["bookmarked"]?.bool == true ? "♥" : "", Self.card(of: film),
                film["card"].map(\.watchedDays) ?? "", film["lists"].texts.joined(separator: ", "),
            ]
        }
    }

    /// What an empty page after the first one means; `nil` on the first page.
    var emptyPage: String? {
        answer["page"]["page"]?.int.flatMap { $0 > 1 ? "nothing on page \($0)" : nil }
    }
}

extension TerminalStyle {
    /// Returns a table with a row for each value, or `none` if there are no values.
    func table<Value>(
        _ columns: [TextTable.Column],
        _ values: [Value],
        none: String? = nil,
        _ cells: (Value) -> [String]
    ) -> String {
        if values.isEmpty, let none { return none }
        var table = TextTable(columns: columns, style: self)
        for value in values { table.append(cells(value)) }
        return table.text
    }
}
