import JSON
import MovieDomain
import MovieService

/// An answer as text: a table if there are several items, and the state of the sources.
///
/// It is short because an assistant pays for each token, and the structured content says the same.
struct ToolText {
    let answer: JSONElement
    let words: Wording
    /// Whether lists of films have the days of release instead of the years.
    var showsDates = false

    var text: String {
        [body, readingLine, pageLine, sourceLine].compactMap(\.self).filter { !$0.isEmpty }.joined(separator: "\n")
    }

    private var body: String {
        if let entries = answer["entries"], answer["period"] != nil { return chart(entries) }
        if let series = answer["series"] { return trend(series) }
        if let movies = answer["movies"] { return films(movies) }
        if let cards = answer["cards"] { return list(of: Array(cards.elements)) }
        if let card = answer["card"] { return list(of: [card]) }
        if let movie = answer["movie"] {
            return (answer["addedAt"] == nil ? "" : words(.bookmarked) + ": ") + film(movie)
        }
        if let removed = answer["removed"]?.int { return "\(words(.removed)): \(removed)" }
        if let image = answer["image"] { return picture(image) }
        return answer.textString
    }

    // MARK: Tables

    private func chart(_ entries: JSONElement) -> String {
        let (from, to) = (answer["period"]["from"].words, answer["period"]["to"].words)
        let head = words(.boxOffice) + " " + (from == to ? from : "\(from)–\(to)")
        let columns: [Wording.Word] = [.title, .released, .audience, .total, .sales, .screens, .id]
        let body = table(["#"] + columns.map { words($0) }, entries.elements) { entry in
            [
                rank(entry), entry["movie"]["title"].words + marks(of: entry["movie"]),
                entry["movie"]["releaseDate"].words,
                entry["audience"]["count"].grouped, entry["audience"]["total"].grouped,
                entry["sales"]["amount"].grouped,
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
        let columns = [words(.title)] + days.map { String($0.dropFirst(5)) } + [words(.id)]
        let body = table(columns, series.elements) { film in
            let counts = days.map { date in
                film["days"].list.first { $0["date"]?.string == date }["audience"]["count"].grouped
            }
            return [film["movie"]["title"].words] + counts + [film["movie"]["id"].words]
        }
        let gaps = answer["gaps"].texts("date").joined(separator: ", ")
        let chosen = answer["date"]?.string.map { ", \(words(.rankedOn)) \($0)" } ?? ""
        let lines = [
            "\(words(.boxOffice)) \(from)–\(to), \(words(.audience))\(chosen)", body,
            days.count < allDays.count ? "\(words(.lastDays)): \(days.count)/\(allDays.count)" : "",
            gaps.isEmpty ? "" : "\(words(.missing)): \(gaps)",
        ]
        return lines.filter { !$0.isEmpty }.joined(separator: "\n")
    }

    private func picture(_ image: JSONElement) -> String {
        let size = "\(image["width"]?.int ?? 0)×\(image["height"]?.int ?? 0)"
        return "\(words(.image)): \(size), \(image["provider"].words), \(image["url"].words)".onOneLine
    }

    private func rank(_ entry: JSONElement) -> String {
        let rank = entry["rank"].digits
        if entry["isNew"]?.bool == true { return "\(rank) (\(words(.new)))" }
        guard let change = entry["rankChange"]?.int, change != 0 else { return rank }
        return "\(rank) (\(change > 0 ? "+" : "")\(change))"
    }

    private func films(_ movies: JSONElement) -> String {
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
    private func table(
        _ heads: [String],
        _ values: some Sequence<JSONElement>,
        _ cells: (JSONElement) -> [String]
    ) -> String {
        let rows = values.map(cells)
        guard !rows.isEmpty else {
            if answer["page"]["page"]?.int ?? 1 > 1 { return words(.emptyPage) }
            return words(others.isEmpty ? .nothing : .nothingElsewhere)
        }
        let used = heads.indices.filter { column in rows.contains { !$0[column].isEmpty } }
        func line(_ cells: [String]) -> String {
            "| " + used.map { cells[$0].inOneCell }.joined(separator: " | ") + " |"
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
            add(.stars, entry["stars"]?.number?.text ?? "")
            add(.comment, entry["comment"].words)
            add(.watched, entry.watchedDays)
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
        return lines.joined(separator: "\n")
    }

    private func heading(_ movie: JSONElement) -> String {
        let details = [
            movie["year"]?.int.map(String.init), movie["runtimeMinutes"]?.int.map { "\($0) \(words(.minutes))" },
            movie["id"]?.string,
        ]
        return (titles(of: movie) + " (" + details.compactMap(\.self).joined(separator: ", ") + ")").onOneLine
    }

    private func titles(of movie: JSONElement?) -> String {
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
    private func names(_ people: JSONElement?, of total: Int? = nil, withIDs: Bool = false) -> String {
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
        answer.missingParts.map { "\($0.name) (\($0.status))" }.joined(separator: ", ")
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
        if value?["amount"] != nil { return "\(value["amount"].grouped) \(value["currency"].words)" }
        return value.map { $0.string ?? $0.textString } ?? ""
    }

    // MARK: Page and sources

    /// The title and the year that a query was read as.
    private var readingLine: String? {
        guard let query = answer["interpreted"]["query"]?.string else { return nil }
        return "\(words(.searched)): \(query) (\(answer["interpreted"]["year"].digits))".onOneLine
    }

    private var pageLine: String? {
        guard let page = answer["page"], page["hasMore"]?.bool == true, let number = page["page"]?.int else {
            return nil
        }
        return "\(words(.page)) \(number), \(words(.more))"
    }

    /// The sources that did not answer, and why.
    private var others: [String] {
        answer["sources"].list.compactMap { source in
            let status = source["status"].words
            guard !["ok", "empty", "stale", "unsupported"].contains(status) else { return nil }
            let reason = source["reason"]?.string ?? source["error"]["message"]?.string
            return "\(source["provider"].words) (\(reason ?? status))"
        }
    }

    /// The sources that answered, and why the others did not.
    private var sourceLine: String? {
        let answered = answer["sources"].list.compactMap { source -> String? in
            let name = source["provider"].words
            switch source["status"].words {
            case "ok", "empty": return name
            case "stale":
                let age = source["ageSeconds"]?.int.map { ", \($0) s" } ?? ""
                let failure = source["error"]["message"]?.string.map { ": " + $0 } ?? ""
                return "\(name) (\(words(.stale))\(age)\(failure))"
            default: return nil
            }
        }
        let parts = [
            answered.isEmpty ? nil : "\(words(.sources)): \(answered.joined(separator: ", ")).",
            others.isEmpty ? nil : "\(words(.notAnswered)): \(others.joined(separator: "; ")).",
        ]
        return parts.compactMap(\.self).joined(separator: " ").onOneLine
    }
}

extension String {
    /// The text on one line, with `|` escaped for a table cell.
    fileprivate var inOneCell: String { onOneLine.replacing("|", with: "\\|") }
}

/// The words around an answer, in Korean or English.
struct Wording: Sendable {
    let isKorean: Bool

    /// Chooses the language: the first of `languages`, otherwise Korean if an argument contains Hangul.
    init(for arguments: JSONElement?) {
        if let language = arguments?["languages"]?[0]?.string {
            isKorean = language == "ko" || language.hasPrefix("ko-")
        } else {
            isKorean = arguments?.members.contains { $0.value.string?.hasHangul == true } ?? false
        }
    }

    init(isKorean: Bool) {
        self.isKorean = isKorean
    }

    func callAsFunction(_ word: Word) -> String { isKorean ? word.korean : word.english }

    struct Word {
        let english: String
        let korean: String

        private init(_ english: String, _ korean: String) { (self.english, self.korean) = (english, korean) }

        static let title = Word("Title", "제목")
        static let year = Word("Year", "연도")
        static let directors = Word("Directors", "감독")
        static let cast = Word("Cast", "출연")
        static let released = Word("Released", "개봉")
        static let audience = Word("Audience", "관객")
        static let total = Word("Total", "누적")
        static let sales = Word("Sales", "매출")
        static let screens = Word("Screens", "스크린")
        static let id = Word("Id", "ID")
        static let stars = Word("Stars", "별점")
        static let comment = Word("Comment", "메모")
        static let watched = Word("Watched", "본 날")
        static let lists = Word("Lists", "목록")
        static let film = Word("Film", "영화")
        static let collection = Word("Collection", "시리즈")
        static let searched = Word("Searched for", "검색한 말")
        static let genres = Word("Genres", "장르")
        static let minutes = Word("min", "분")
        static let ratings = Word("Ratings", "평점")
        static let certifications = Word("Certification", "관람 등급")
        static let boxOffice = Word("Box office", "박스오피스")
        static let new = Word("new", "신규")
        static let nothing = Word("Nothing was found.", "찾은 것이 없습니다.")
        static let nothingElsewhere = Word(
            "Nothing was found, but not every source has answered.",
            "찾은 것이 없지만, 응답하지 않은 출처가 있습니다."
        )
        static let guessed = Word("Perhaps not one film", "같은 영화가 아닐 수 있음")
        static let emptyPage = Word("There is nothing on this page.", "이 쪽에는 아무것도 없습니다.")
        static let bookmarked = Word("Bookmarked", "북마크함")
        static let seen = Word("Seen", "봤음")
        static let sources = Word("Sources", "출처")
        static let notAnswered = Word("Not answered", "응답 없음")
        static let stale = Word("old answer", "오래된 답")
        static let page = Word("Page", "쪽")
        static let more = Word("more follow", "더 있음")
        static let removed = Word("Removed", "삭제")
        static let missing = Word("No figures", "자료 없음")
        static let rankedOn = Word("films of the ranking of", "순위 기준일")
        static let lastDays = Word("Last days", "최근 일수")
        static let image = Word("Image", "이미지")
        static let differing = Word("Other values", "다른 값")
        static let watch = Word("Where to watch", "볼 수 있는 곳")
        static let releases = Word("Releases", "개봉일")
        static let videos = Word("Videos", "영상")
        static let similar = Word("Similar", "비슷한 영화")
        static let recommendations = Word("Recommended", "추천")
        static let stored = Word(
            "This is an old copy from the user's library, because no source returned the film.",
            "어느 출처도 응답하지 않아, 사용자 보관함에 저장된 예전 내용입니다."
        )
        static let unavailable = Word("Not available", "없는 항목")
    }
}
