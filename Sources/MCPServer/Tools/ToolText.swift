import JSON
import MovieDomain
import MovieService
import Platform

/// An answer as text: a table if there are several items, and the state of the sources.
///
/// It is short because an assistant pays for each token, and the structured content says the same.
struct ToolText {
    let answer: JSONElement
    let words: Wording
    /// Whether lists of films have the days of release instead of the years.
    var showsDates = false
    /// Whether the call changed the library, so that remarks about what sources left out are of no interest.
    var isChange = false
    /// What messages say instead of the names of methods; `nil` leaves them as they are.
    var toolWords: ToolWords?
    /// What an assistant may do if nothing was found.
    var emptyHint = ""

    var text: String {
        let remarks = isChange ? nil : remarkLine
        return [body, lackingLine, readingLine, pageLine, sourceLine, remarks].compactMap(\.self).filter { !$0.isEmpty }
            .joined(separator: "\n")
    }

    private var body: String {
        if let entries = answer["entries"], answer["period"] != nil { return chart(entries) }
        if let series = answer["series"] { return trend(series) }
        if let text = personText ?? libraryText { return text }
        if let providers = answer["providers"] { return states(of: providers) }
        if let films = answer["films"] { return identified(films) }
        if let movies = answer["movies"] {
            return [answer["collection"]["name"]?.string?.onOneLine, films(movies)].compactMap(\.self).joined(
                separator: "\n"
            )
        }
        if let cards = answer["cards"] { return list(of: Array(cards.elements)) }
        if let card = answer["card"] { return list(of: [card]) }
        if let movie = answer["movie"] {
            return (answer["addedAt"] == nil ? "" : words(.bookmarked) + ": ") + film(movie)
        }
        if let removed = answer["removed"]?.int { return "\(words(.removed)): \(removed)" }
        if let image = answer["image"] { return picture(image) }
        // What was written left nothing on the card.
        if isChange, answer["revision"] != nil { return words(.cardRemoved) }
        return answer.textString
    }

    // MARK: Tables

    private func chart(_ entries: JSONElement) -> String {
        let (from, to) = (answer["period"]["from"].words, answer["period"]["to"].words)
        let head = words(.boxOffice) + " " + (from == to ? from : "\(from)–\(to)")
        let currencies = Set(entries.elements.compactMap { $0["sales"] }.map { $0["currency"]?.string })
        // One currency is named once, in the head of its column.
        let currency = currencies.count == 1 ? currencies.first?.map { " (\($0))" } : nil
        let columns: [Wording.Word] = [
            .title, .released, .directors, .audience, .change, .total, .sales, .share, .screens, .id,
        ]
        let heads = columns.map { words($0) + ($0 == .sales ? currency ?? "" : "") }
        let body = table(["#"] + heads, entries.elements) { entry in
            [
                rank(entry), entry["movie"]["title"].words + marks(of: entry["movie"]),
                entry["movie"]["releaseDate"].words, names(entry["movie"]["directors"]),
                entry["audience"]["count"].grouped, change(entry["audience"]), entry["audience"]["total"].grouped,
                currency == nil ? amount(entry["sales"]) : entry["sales"]["amount"].grouped,
                entry["sales"]["share"]?.number.map { "\($0.text) %" } ?? "",
                entry["screens"].grouped, entry["movie"]["id"].words,
            ]
        }
        return head + "\n" + body
    }

    /// The maximum number of days that get a column; the structured content has all days.
    private static let shownDays = 7

    private func trend(_ series: JSONElement) -> String {
        let (from, to) = (answer["period"]["from"].words, answer["period"]["to"].words)
        let allDays = Set(series.elements.flatMap { $0["days"].texts("date") }).sorted()
        let days = allDays.suffix(Self.shownDays)
        let columns = [words(.title)] + days.map { String($0.dropFirst(5)) } + [words(.total), words(.id)]
        let body = table(columns, series.elements) { film in
            let counts = days.map { date in
                film["days"].list.first { $0["date"]?.string == date }["audience"]["count"].grouped
            }
            let total = film["days"].list.last { $0["audience"]["total"] != nil }
            return [film["movie"]["title"].words] + counts
                + [total?["audience"]["total"].grouped ?? "", film["movie"]["id"].words]
        }
        let chosen = answer["date"]?.string.map { ", \(words(.rankedOn)) \($0)" } ?? ""
        let lines = [
            "\(words(.boxOffice)) \(from)–\(to), \(words(.audience))\(chosen)", body,
            days.count < allDays.count ? "\(words(.lastDays)): \(days.count)/\(allDays.count)" : "",
            dayLine(.missing, "gaps"), dayLine(.oldDays, "stale"),
            idLine(.absent, "absent"), idLine(.undecided, "undecided"),
        ]
        return lines.filter { !$0.isEmpty }.joined(separator: "\n")
    }

    /// The days of a list of the answer, each reason once, after its days.
    private func dayLine(_ word: Wording.Word, _ list: String) -> String {
        let days = answer[list].list
        let reasons = days.map { $0["reason"].words }.withoutRepeats { $0 }
        let groups = reasons.map { reason in
            let dates = days.filter { $0["reason"].words == reason }.map { $0["date"].words }
            return dates.joined(separator: ", ") + (reason.isEmpty ? "" : " (\(reason))")
        }
        return groups.isEmpty ? "" : "\(words(word)): \(groups.joined(separator: "; "))".onOneLine
    }

    private func idLine(_ word: Wording.Word, _ list: String) -> String {
        let ids = answer[list].texts.joined(separator: ", ")
        return ids.isEmpty ? "" : "\(words(word)): \(ids)".onOneLine
    }

    private func picture(_ image: JSONElement) -> String {
        let size = "\(image["width"]?.int ?? 0)×\(image["height"]?.int ?? 0)"
        return "\(words(.image)): \(size), \(image["provider"].words), \(image["url"].words)".onOneLine
    }

    /// How much larger or smaller the audience is than a day or a week before: `+1,234`.
    private func change(_ audience: JSONElement?) -> String {
        guard let change = audience["change"]?.int else { return "" }
        return (change > 0 ? "+" : "") + change.grouped
    }

    private func rank(_ entry: JSONElement) -> String {
        let rank = entry["rank"].digits
        if entry["isNew"]?.bool == true { return "\(rank) (\(words(.new)))" }
        guard let change = entry["rankChange"]?.int, change != 0 else { return rank }
        return "\(rank) (\(change > 0 ? "+" : "")\(change))"
    }

    func films(_ movies: JSONElement) -> String {
        let columns: [Wording.Word] = [.title, showsDates ? .released : .year, .minutes, .directors, .ratings, .id]
        let films = table(columns.map { words($0) }, movies.elements) { movie in
            [
                titles(of: movie), (showsDates ? movie["releaseDate"]?.string : nil) ?? movie["year"].digits,
                movie["runtimeMinutes"].digits, names(movie["directors"]),
                ratings(of: movie), movie["id"].words,
            ]
        }
        let guesses = movies.elements.compactMap { movie in
            confidence(of: movie).map { "\(movie["id"].words) (\($0))" }
        }
        return guesses.isEmpty
            ? films : films + "\n" + "\(words(.guessed)): \(guesses.joined(separator: ", "))".onOneLine
    }

    /// The confidence below which a match of several sources is called a guess.
    private static let leastConfidence = 0.9

    /// How likely it is that the records of a film are one; `nil` unless that is a guess.
    private func confidence(of movie: JSONElement) -> String? {
        guard let number = movie["match"]["confidence"]?.number, number.double ?? 1 < Self.leastConfidence else {
            return nil
        }
        return number.text
    }

    private func list(of cards: [JSONElement]) -> String {
        table([words(.film), words(.stars), words(.comment), words(.watched), words(.id)], cards) { card in
            [
                titles(of: card["movie"]), card["stars"]?.number?.text ?? "", card["comment"].words, card.watchedDays,
                card["movie"]["id"].words,
            ]
        }
    }

    /// Returns a Markdown table with a row for each value, without its empty columns.
    func table(
        _ heads: [String],
        _ values: some Sequence<JSONElement>,
        _ cells: (JSONElement) -> [String]
    ) -> String {
        let rows = values.map(cells)
        guard !rows.isEmpty else {
            let isEverySourceHere = answer["problems"] == nil
            // If more follow, or other pages come before, something may have been found there.
            if answer["page"]["page"]?.int ?? 1 > 1 || answer["page"]["hasMore"]?.bool == true {
                return words(isEverySourceHere ? .emptyPage : .emptyPageElsewhere)
            }
            return [words(isEverySourceHere ? .nothing : .nothingElsewhere), emptyHint].filter { !$0.isEmpty }
                .joined(separator: " ")
        }
        let used = heads.indices.filter { column in rows.contains { !$0[column].isEmpty } }
        func line(_ cells: [String]) -> String {
            "| " + used.map { cells[$0].escapedForTableCell }.joined(separator: " | ") + " |"
        }
        return ([line(heads), "|" + used.map { _ in "-|" }.joined()] + rows.map(line)).joined(separator: "\n")
    }

    // MARK: One film

    private func film(_ movie: JSONElement) -> String {
        var lines = [heading(movie)]
        if answer["stored"]?.bool == true { lines.append(words(.stored)) }
        func add(_ word: Wording.Word, _ value: String) {
            if !value.isEmpty { lines.append("\(words(word)): \(value.onOneLine)") }
        }
        add(.directors, names(movie["directors"], withIDs: true))
        add(.cast, names(movie["cast"], of: movie["castTotal"]?.int, withIDs: true))
        add(.genres, genres(of: movie))
        add(.collection, movie["collection"]["name"].words)
        add(.released, movie["releaseDate"].words)
        add(.ratings, ratings(of: movie))
        add(.certifications, certifications(of: movie))
        if let overview = movie["overview"]["text"]?.string { lines.append(overview.onOneLine) }
        if let entry = answer["library"] {
            add(.stars, entry["card"]["stars"]?.number?.text ?? "")
            add(.comment, entry["card"]["comment"].words)
            add(.watched, entry["card"].map(\.watchedDays) ?? "")
            add(.lists, entry["lists"].texts.joined(separator: ", "))
        }
        add(.differing, differing(movie["differing"]))
        if let confidence = confidence(of: movie) {
            let reasons = ([confidence] + movie["match"]["reasons"].texts).joined(separator: ", ")
            add(.guessed, reasons)
        }
        add(.watch, offers(movie["watch"]))
        add(.releases, releases(movie["releases"]))
        add(.videos, videos(movie["videos"]))
        add(.similar, filmNames(answer["similar"]))
        add(.recommendations, filmNames(answer["recommendations"]))
        add(.unavailable, missingParts)
        add(.oldParts, oldParts)
        return lines.joined(separator: "\n")
    }

    private func heading(_ movie: JSONElement) -> String {
        let details = [
            movie["year"]?.int.map(String.init), movie["runtimeMinutes"]?.int.map { "\($0) \(words(.minutes))" },
            movie["id"]?.string,
        ]
        return (titles(of: movie) + " (" + details.compactMap(\.self).joined(separator: ", ") + ")").onOneLine
    }

    func titles(of movie: JSONElement?) -> String {
        let title = movie["title"]?.string ?? movie["originalTitle"]?.string ?? movie["id"].words
        let other = movie.title(besides: title)
        return (other.map { "\(title) / \($0)" } ?? title) + marks(of: movie)
    }

    /// Whether the user has bookmarked or seen a film, unless the rest of the answer says so.
    private func marks(of movie: JSONElement?) -> String {
        var marks = ""
        // The lists of the library, which asks no sources, have such films alone.
        if movie["bookmarked"]?.bool == true, answer["sources"] != nil, answer["addedAt"] == nil {
            marks += " [\(words(.bookmarked))]"
        }
        if let card = movie["card"], answer["cards"] == nil, answer["card"] == nil, answer["library"] == nil {
            let stars = card["stars"]?.number.map { words.isKorean ? ", 별점 \($0.text)" : ", \($0.text) stars" }
            marks += " [\(words(.seen))\(stars ?? "")]"
        }
        return marks
    }

    /// The names in the language of the surrounding words, with the Korean ones behind.
    func names(_ people: JSONElement?, of total: Int? = nil, withIDs: Bool = false) -> String {
        joined(people, atMost: 6, of: total, by: ", ") { person in
            let name = person["name"].words
            let id = withIDs ? person["id"]?.string.map { " [\($0)]" } ?? "" : ""
            guard !words.isKorean, name.hasHangul, let english = person["nameEn"]?.string else { return name + id }
            return "\(english) (\(name))\(id)"
        }
    }

    /// The genres in the language of the surrounding words.
    private func genres(of movie: JSONElement) -> String {
        let names = movie["genreNames"].texts.joined(separator: ", ")
        let isUsable = !names.isEmpty && (words.isKorean || !names.hasHangul)
        return isUsable ? names : movie["genres"].texts.joined(separator: ", ")
    }

    // MARK: Parts for `include`

    /// The maximum number of items shown of an included list.
    private static let includedItems = 8

    private func offers(_ watch: JSONElement?) -> String {
        joined(watch, atMost: Self.includedItems) { offers in
            let services = offers.services.map { "\($0.names) (\($0.kind))" }
            let source = offers["attribution"]?.string.map { " [\($0)]" } ?? ""
            return "\(offers["region"].words): \(services.joined(separator: ", "))\(source)"
        }
    }

    private func releases(_ list: JSONElement?) -> String {
        joined(list, atMost: Self.includedItems) { release in
            "\(release["region"].words) \(joined(release["events"], atMost: 2, by: ", ") { $0["date"].words })"
        }
    }

    private func videos(_ list: JSONElement?) -> String {
        joined(list, atMost: 4) { video in
            let place = video["url"]?.string ?? "\(video["site"].words) \(video["key"].words)"
            return "\(video["name"]?.string ?? video["kind"].words) \(place)"
        }
    }

    private func filmNames(_ films: JSONElement?) -> String {
        joined(films, atMost: Self.includedItems) { film in
            let minutes = film["runtimeMinutes"]?.int.map { "\($0) \(words(.minutes))" }
            let details = [film["year"]?.int.map(String.init), minutes, film["id"]?.string].compactMap(\.self)
            return "\(titles(of: film)) (\(details.joined(separator: ", ")))"
        }
    }

    /// Joins the first elements of a list and says how many more there are: `A, B (+3)`.
    private func joined(
        _ list: JSONElement?,
        atMost count: Int,
        of total: Int? = nil,
        by separator: String = "; ",
        _ text: (JSONElement) -> String
    ) -> String {
        let shown = list.list.prefix(count)
        let more = (total ?? list.list.count) - shown.count
        return shown.map(text).filter { !$0.isEmpty }.joined(separator: separator) + (more > 0 ? " (+\(more))" : "")
    }

    private var missingParts: String {
        answer.missingParts.filter { $0.status != "stale" }.map { "\($0.name) (\($0.status))" }.joined(separator: ", ")
    }

    private var oldParts: String {
        let parts = answer["parts"].list.filter { $0["status"]?.string == "stale" }
        return parts.map { part in
            part["part"].words + (part["ageSeconds"]?.int.map { " (\($0) s)" } ?? "")
        }
        .joined(separator: ", ")
    }

    private func ratings(of movie: JSONElement) -> String {
        joined(movie["ratings"], atMost: 4, by: ", ") { rating in
            guard let value = rating["value"]?.number, let scale = rating["scale"]?.number else { return "" }
            return "\(rating["name"]?.string ?? rating["provider"].words) \(value.text)/\(scale.text)"
        }
    }

    private func certifications(of movie: JSONElement) -> String {
        joined(movie["certifications"], atMost: 4, by: ", ") { certification in
            let label = certification["label"].words
            return certification["region"]?.string.map { "\(label) (\($0))" } ?? label
        }
    }

    private func differing(_ fields: JSONElement?) -> String {
        (fields.map { Array($0.members) } ?? []).map { name, values in
            let said = values.elements.map { value in
                "\(value["provider"].words) \(text(of: value["value"]))"
            }
            return "\(name) \(said.joined(separator: ", "))"
        }
        .joined(separator: "; ")
    }

    private func text(of value: JSONElement?) -> String {
        if value?.kind == .array { return names(value) }
        if value?["amount"] != nil { return amount(value) }
        return value.map { $0.string ?? $0.textString } ?? ""
    }

    private func amount(_ value: JSONElement?) -> String {
        let currency = value["currency"].words
        let region = value["region"]?.string.map { " (\($0))" } ?? ""
        return value["amount"].grouped + (currency.isEmpty ? "" : " \(currency)") + region
    }

    // MARK: Page and sources

    /// The title and the year that a query was read as.
    private var readingLine: String? {
        guard let query = answer["interpreted"]["query"]?.string else { return nil }
        return "\(words(.searched)): \(query) (\(answer["interpreted"]["year"].digits))".onOneLine
    }

    private var pageLine: String? {
        guard let page = answer["page"], let number = page["page"]?.int else { return nil }
        let next = page["next"]?.string
        let parts = [
            page["totalItems"]?.int.map { "\(words(.inAll)) \($0.grouped)" },
            next.map { "\(words(page["hasMore"]?.bool == true ? .more : .perhapsMore)): cursor \($0)" },
        ]
        .compactMap(\.self)
        // A list of one page needs no line; the last of several pages has the total.
        guard next != nil || number > 1 && !parts.isEmpty else { return nil }
        return (["\(words(.page)) \(number)"] + parts).joined(separator: ", ").onOneLine
    }

    /// The films that a filter could not judge.
    private var lackingLine: String? {
        let lacking =
            answer["lacking"].map { $0.members.map { "\($0.value.int ?? 0) \(words(.without)) \($0.name)" } } ?? []
        // Statistics have numbers of their own.
        guard !lacking.isEmpty, answer["viewings"] == nil else { return nil }
        return "\(words(.leftOut)): \(lacking.joined(separator: ", "))".onOneLine
    }

    /// The sources that answered, and what a person should know of the others.
    private var sourceLine: String? {
        let answered = answer["sources"].list.filter { source in
            switch source["status"].words {
            case "ok", "empty", "stale": true
            default: source["items"]?.int ?? 0 > 0
            }
        }
        .map { source in
            let age = source["ageSeconds"]?.int.map { ", \($0) s" } ?? ""
            let isStale = source["status"]?.string == "stale"
            let attribution = source["attribution"]?.string.map { " [\($0)]" } ?? ""
            return source["provider"].words + (isStale ? " (\(words(.stale))\(age))" : "") + attribution
        }
        let disabled = answer["sources"].list.filter { $0["status"]?.string == "disabled" }
            .map { "\($0["provider"].words) (\($0["reason"].words))" }
        let parts = [
            answered.isEmpty ? nil : "\(words(.sources)): \(answered.joined(separator: ", ")).",
            disabled.isEmpty ? nil : "\(words(.notAsked)): \(disabled.joined(separator: "; ")).",
            answer["problems"].map { problems in
                let lines = problems.elements.compactMap(\.string).joined(separator: " ")
                return "\(words(.problems)): \(toolWords?.text(lines) ?? lines)"
            },
        ]
        return parts.compactMap(\.self).joined(separator: " ").onOneLine
    }

    /// What the answers of the sources lack.
    private var remarkLine: String? {
        let remarks = answer["sources"].list.compactMap { source -> String? in
            let texts = source["remarks"].texts
            return texts.isEmpty ? nil : "\(source["provider"].words): \(texts.joined(separator: ", "))"
        }
        return remarks.isEmpty ? nil : "\(words(.remarks)): \(remarks.joined(separator: "; "))".onOneLine
    }
}
