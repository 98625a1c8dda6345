import MovieDomain
import Platform

/// Reads one part of a path, word by word.
///
/// The words of a name are its title up to the year, or up to the first word that only releases have, such as `1080p`.
/// Where a name leaves open what belongs to the title, there are several readings, the likeliest first.
struct NameReader {
    private(set) var film = FilmName()
    private var words: [NameWord]
    private let latestYear: Int
    /// A title in another script before the others.
    private var titleInBrackets: String?
    /// Whether the words are separated by full stops or the like, as those of releases are.
    private let isDotted: Bool

    private static let mostReadings = 5

    init(_ text: String, latestYear: Int, isInSeries: Bool = false, isFile: Bool = true) {
        self.latestYear = latestYear
        let end = FileEnd(text)
        let extra = ExtraMark(end.stem, isFile: isFile && end.isFile)
        let stem = (extra?.rest ?? end.stem).withoutSite.replacing(".k.a. ", with: "ka ")
        film.extra = extra?.text
        isDotted = !stem.utf8.contains(UInt8(ascii: " ")) && stem.utf8.contains { "._".utf8.contains($0) }
        words = NameWord.words(of: stem)
        takeIDs()
        let hasGroup = dropLeadingBrackets()
        takeEpisode(hasGroup: hasGroup, isInSeries: isInSeries)
        let offer = takeOffer()
        read()
        if let offer, !film.title.isEmpty, film.episode == nil {
            add(OtherReading(title: "\(offer) \(film.title)", year: film.year, reason: .offerInTitle))
        }
        film.dropped += end.extensions
    }

    // MARK: What stands before the title

    private mutating func takeIDs() {
        words.removeAll { word in
            guard let id = word.id else { return false }
            film.take(id)
            return true
        }
    }

    /// Drops the name of a group before the title, and returns whether there was one.
    ///
    /// A title may also be in brackets.
    private mutating func dropLeadingBrackets() -> Bool {
        var hasGroup = false
        while let first = words.first, hasTitle(after: 1) {
            let isGroup =
                first.isBracketed && first.year(upTo: latestYear) == nil && (first.bracket != "(" || first.isRelease)
            guard isGroup || first.isDash else { return hasGroup }
            if isGroup {
                film.dropped.append(first.text)
                // `[종이배] Paper Boat 2010`
                if !first.isRelease, first.text.isForeign, !words[1].text.isForeign, first.content?.title != nil {
                    titleInBrackets = first.text
                }
            }
            hasGroup = hasGroup || isGroup
            words.removeFirst()
        }
        return hasGroup
    }

    private func hasTitle(after place: Int) -> Bool {
        var isAfterYear = false
        for word in words.dropFirst(place) where !word.isRelease {
            let isNumber = word.isBracketed && word.text.isDigits && word.text.utf8.count < 4
            // Of two years, the first one is the title.
            if isAfterYear && !isNumber { return true }
            if word.year(upTo: latestYear) != nil {
                isAfterYear = true
            } else if word.saysSomething, !isNumber {
                return true
            }
        }
        return false
    }

    /// Takes the first words of a page that offers a film: `Watch Paper Boat (2010) Online`.
    private mutating func takeOffer() -> String? {
        guard words.count > 2, let first = words.first, NameWords.offers.contains(first.plain), film.episode == nil
        else {
            return nil
        }
        let rest = words.dropFirst(2)
        let isOffer = rest.contains { word in
            NameWords.offerMarks.contains(word.plain) || first.plain == "download" && word.isRelease
        }
        guard isOffer else { return nil }
        film.dropped.append(first.text)
        words.removeFirst()
        return first.text
    }

    // MARK: Episodes

    /// Notes the mark of an episode; the words beside it are the title.
    private mutating func takeEpisode(hasGroup: Bool, isInSeries: Bool) {
        if hasGroup { takeEpisodeOfGroup() }
        if isInSeries, let first = words.first, first.text.isDigits, first.text.utf8.count < 4 {
            // The folders name the series.
            film.episode = first.text
            film.dropped += words.dropFirst().map(\.text)
            words = []
        }
        guard let mark = EpisodeMark(in: words, latestYear: latestYear) else { return }
        film.episode = film.episode ?? mark.text
        let rest = words[mark.range.upperBound...]
        let isAfter = mark.range.lowerBound == 0
        film.dropped += (isAfter ? [] : rest.map(\.text))
        words = Array(isAfter ? rest : words[..<mark.range.lowerBound])
    }

    /// The names of groups that translate series have the episode after a dash, or in brackets:
    /// `[Group] Title - 05 (1080p)`, `[Group][Title][05][1080p]`.
    private mutating func takeEpisodeOfGroup() {
        func isNumber(_ word: NameWord) -> Bool {
            var rest = word.text.utf8[...]
            return (2...3).contains(rest.takeDigits())
                && (rest.isEmpty || rest.take("v") && rest.takeDigits() == 1 && rest.isEmpty)
        }
        if let dash = words.lastIndex(where: \.isDash), dash > 0, dash + 1 < words.count, isNumber(words[dash + 1]) {
            film.episode = words[dash + 1].text
            words.removeSubrange(dash..<(dash + 2))
        } else if let place = words.indices.dropFirst().first(where: { words[$0].isBracketed && isNumber(words[$0]) }) {
            film.episode = words[place].text
            words.remove(at: place)
        }
    }

    // MARK: The title and the year

    /// The place of the first word that only releases have, or of a day.
    private func releaseStart() -> Int? {
        words.indices.first { place in
            if words[place].isRelease { return place > 0 || words.count == 1 || words[1].isRelease }
            return place > 0 && isDay(words[place])
        }
    }

    private func isDay(_ word: NameWord) -> Bool {
        !word.isBracketed && [6, 8].contains(word.text.utf8.count) && NameDate(word.text) != nil
    }

    private mutating func read() {
        let cut = releaseStart()
        let year = FilmYear(in: words, before: cut, latestYear: latestYear)
        let start = year?.place == 0 ? 1 : 0
        var end = max(start, min(year.flatMap { $0.place > 0 ? $0.place : nil } ?? words.count, cut ?? words.count))
        if let year, year.isBracketed, year.place > end,
            words[end..<year.place].contains(where: { !$0.isBracketed && $0.weight == .none })
        {
            end = year.place
        }
        film.year = year?.year
        let ranges = titleRanges(start..<end, isScene: isDotted || cut != nil, isBeforeYear: year?.isBracketed ?? false)
        if let first = ranges.first {
            let title = NameTitle(words[first.range])
            (film.title, film.otherTitles) = (title.title, title.others)
            film.dropped += title.dropped
            if let other = year.flatMap({ words[$0.place].content?.title }), year?.place != 0 {
                film.otherTitles += [other, "\(film.title) \(other)"]
            }
            if let titleInBrackets { film.otherTitles.append(titleInBrackets) }
            for (place, word) in words.enumerated() where place >= first.range.upperBound && place != year?.place {
                film.dropped.append(word.text)
            }
        }
        for other in ranges.dropFirst() { add(other.range, film.year, other.reason) }
        if let year, year.isBracketed, let cut, cut > 0, cut < year.place, !words[cut].isBracketed {
            add(start..<year.place, film.year, .releaseWordsInTitle)
        }
        addReadings(of: year, ranges.first?.range ?? start..<end)
        markExtra(after: year)
    }

    private typealias TitleRange = (range: Range<Int>, reason: OtherReading.Reason)

    /// The words that may be the title, the likeliest first.
    private func titleRanges(_ range: Range<Int>, isScene: Bool, isBeforeYear: Bool) -> [TitleRange] {
        var ranges: [TitleRange] = [(range, .releaseWordsInTitle)]
        if let tail = ReleaseTail(of: words, in: range, isScene: isScene, isBeforeYear: isBeforeYear) {
            let short = (range.lowerBound..<tail.start, OtherReading.Reason.withoutReleaseWords)
            ranges.insert(short, at: tail.isLikely ? 0 : 1)
        }
        guard let number = SortingNumber(in: words, range, isDotted: isDotted) else { return ranges }
        let unnumbered: [TitleRange] = ranges.filter { $0.range.upperBound > number.end }
            .map { (number.end..<$0.range.upperBound, .withoutNumber) }
        return number.isLikely
            ? unnumbered + ranges.map { ($0.range, .numberInTitle) } : ranges + unnumbered
    }

    private mutating func add(_ range: Range<Int>, _ year: Int?, _ reason: OtherReading.Reason) {
        add(OtherReading(title: NameTitle(words[range]).title, year: year, reason: reason))
    }

    private mutating func add(_ reading: OtherReading) {
        let title = reading.title.lowercased()
        let isKnown =
            film.title.lowercased() == title && film.year == reading.year
            || film.otherReadings.contains { $0.title.lowercased() == title && $0.year == reading.year }
        guard !title.isEmpty, !isKnown, film.otherReadings.count < Self.mostReadings else { return }
        film.otherReadings.append(reading)
    }

    /// Adds the readings in which another number is the year, or other letters are the title.
    private mutating func addReadings(of year: FilmYear?, _ range: Range<Int>) {
        let others = (year?.others ?? []).filter { $0 <= range.upperBound && $0 > range.lowerBound }
        for other in others.suffix(2) {
            add(range.lowerBound..<other, words[other].year(upTo: latestYear), .otherYear)
        }
        if let year, !year.isBracketed, year.place == range.upperBound, words[year.place].text.isDigits,
            words[range].contains(where: { !$0.isBracketed })
        {
            let title = NameTitle(words[range.lowerBound...year.place]).title
            if title != film.title { add(OtherReading(title: title, year: nil, reason: .yearInTitle)) }
        }
        if let year, year.isBracketed, let other = year.others.first {
            add(OtherReading(title: film.title, year: words[other].year(upTo: latestYear), reason: .otherYear))
        }
        guard let first = words[range].first, let last = words[range].last else { return }
        addUnmarked(first, range)
        if year == nil { addLeadingYears() }
        if year == nil, let (front, number) = last.gluedYear, number <= latestYear {
            let title = NameTitle.text(of: words[range].dropLast() + [NameWord(text: front)])
            add(OtherReading(title: title, year: number, reason: .gluedYear))
            if range.count == 1 { addSeparated(front, number) }
        }
        if range.count == 1, !first.isBracketed { addSeparated(first.text, film.year) }
        if isDotted, range.count > 1, first.text == first.text.lowercased(),
            let hyphen = first.text.utf8.firstIndex(of: UInt8(ascii: "-")),
            (2...8).contains(first.text.utf8.distance(from: first.text.startIndex, to: hyphen))
        {
            let start = NameWord(text: String(first.text[first.text.utf8.index(after: hyphen)...]))
            let title = NameTitle.text(of: [start] + words[range].dropFirst())
            add(OtherReading(title: title, year: film.year, reason: .withoutGroup))
        }
        if year == nil, let day = words.first(where: isDay), let date = NameDate(day.text), date.year <= latestYear {
            add(OtherReading(title: film.title, year: date.year, reason: .yearOfBroadcast))
        }
    }

    /// Adds the reading without a first word that says that it is a film, and without a number in a circle:
    /// `영화 종이배`, `①종이배`.
    private mutating func addUnmarked(_ first: NameWord, _ range: Range<Int>) {
        if range.count > 1, !first.isBracketed, NameWords.kindsBeforeTitle.contains(first.plain) {
            add(range.dropFirst(), film.year, .withoutKind)
        }
        let title = film.title.drop { ("①"..."⑳").contains($0) || $0 == " " }
        if title.count < film.title.count {
            add(OtherReading(title: String(title).trimmingPunctuation, year: film.year, reason: .withoutNumber))
        }
    }

    /// Adds the readings in which a number before the title is the year: `1999 Paper Boat`, `1999-03 Paper Boat`.
    private mutating func addLeadingYears() {
        for title in [film.title] + film.otherReadings.map(\.title) {
            var rest = title.utf8[...]
            guard let number = rest.takeYear(ofCentury: ["18", "19", "20"]), number <= latestYear,
                rest.takeAny(of: " .-") > 0, !rest.isEmpty
            else { continue }
            add(OtherReading(title: String(Substring(rest)), year: number, reason: .numberIsYear))
            var title = rest
            let isMonth = title.takeDigits() == 2 && title.takeAny(of: " .-") > 0 && !title.isEmpty
            if isMonth { add(OtherReading(title: String(Substring(title)), year: number, reason: .numberIsYear)) }
        }
    }

    private mutating func addSeparated(_ text: String, _ year: Int?) {
        let separated = text.separatingCapitals
        if separated != text { add(OtherReading(title: separated, year: year, reason: .separatedWords)) }
    }

    /// Notes a trailer or a sample by the word after the year.
    private mutating func markExtra(after year: FilmYear?) {
        guard film.extra == nil, let year, year.place > 0, year.place + 1 < words.count else { return }
        let next = words[year.place + 1]
        if NameWords.certainExtras.contains(next.plain) { film.extra = next.plain }
    }
}

/// What the end of a name says about a file that comes with a film: `Paper Boat-trailer`, `sample`.
struct ExtraMark {
    let text: String
    /// The name without it.
    let rest: String

    init?(_ stem: String, isFile: Bool) {
        guard isFile else { return nil }
        let name = stem.trimmedText.withoutNumber
        if NameWords.extras.contains(name.lowercased()) {
            (text, rest) = (name.lowercased(), "")
            return
        }
        guard let place = name.utf8.lastIndex(where: { "-._ ".utf8.contains($0) }) else { return nil }
        let last = name[name.utf8.index(after: place)...].lowercased()
        guard NameWords.extras.contains(last) else { return nil }
        // `Paper Boat-other`, `Paper Boat - Trailer`
        let rest = String(name[..<place])
        let isCertain = NameWords.certainExtras.contains(last)
        let isAttached =
            name.utf8[place] == UInt8(ascii: "-") && rest.last?.isWhitespace == false
            // `Paper Boat.teaser`
            || name.utf8[place] == UInt8(ascii: ".") && isCertain && rest.utf8.contains(UInt8(ascii: " "))
        // `Paper Boat - Official Trailer`
        let title = last == "trailer" || last == "teaser" ? rest.withoutKindOfTrailer : rest.trimmedText
        guard isAttached || title.utf8.last == UInt8(ascii: "-") && isCertain else { return nil }
        (text, self.rest) = (last, (isAttached ? rest : title).trimmingPunctuation)
    }

    /// Reads the name of a file in the folder of a film, without the title of the film: `gag reel 2`, `official trailer`.
    init?(ofFolder name: String) {
        let plain = name.withoutNumber
        let isMakingOf = ["making of ", "the making of ", "behind the scenes of "].contains { plain.hasPrefix($0) }
        let last = plain.split(separator: " ").last.map(String.init) ?? ""
        let isTrailer = ["trailer", "teaser", "trailers"].contains(last)
        if NameWords.extrasOfFolder.contains(plain) || isMakingOf {
            text = plain
        } else if isTrailer, String(plain.dropLast(last.count)).withoutKindOfTrailer.isEmpty {
            text = last
        } else {
            return nil
        }
        rest = ""
    }
}

extension String {
    /// The word without the number that tells it from others: `trailer2`, `trailer 2`.
    fileprivate var withoutNumber: String {
        var end = utf8[...]
        while end.last?.isASCIIDigit == true { end.removeLast() }
        return String(Substring(end)).trimmingPunctuation
    }

    /// The text without the words at its end that say which trailer it is: `Paper Boat -` for `Paper Boat - Official`.
    fileprivate var withoutKindOfTrailer: String {
        var words = split { $0 == " " || $0 == "." || $0 == "_" }
        while let last = words.last?.lowercased(), NameWords.kindsOfTrailer.contains(last) { words.removeLast() }
        return words.joined(separator: " ")
    }

    /// The text with a blank before each capital that follows a small letter.
    fileprivate var separatingCapitals: String {
        var separated = ""
        for character in self {
            if separated.last?.isLowercase == true, character.isUppercase { separated.append(" ") }
            separated.append(character)
        }
        return separated
    }

    /// The name without the site before or after it: `www.site.example - `, `Site.org - `, `site.com_`.
    fileprivate var withoutSite: String {
        let host = utf8.prefix { $0.isASCIILetterOrDigit || "-.".utf8.contains($0) }
        let name = String(Substring(host))
        var labels = name.split(separator: ".", omittingEmptySubsequences: false).map { $0.lowercased() }
        guard labels.count > 1, labels.allSatisfy({ !$0.isEmpty }) else { return withoutTrailingSite }
        let isAddress = labels[0] == "www"
        let rest = self[host.endIndex...]
        if isAddress, rest.isEmpty, let end = labels.dropFirst(2).firstIndex(where: NameWords.domains.contains) {
            // `www.site.com.Paper.Boat.2010`
            labels = Array(labels[...end])
            let title = dropFirst(labels.joined(separator: ".").count).drop { "._- ".contains($0) }
            return title.isEmpty ? self : String(title)
        }
        guard isAddress && labels.count > 2 || labels.last.map(NameWords.domains.contains) ?? false else {
            return withoutTrailingSite
        }
        let isSeparated =
            rest.hasPrefix(" -") || rest.hasPrefix(" –") || rest.hasPrefix("_") || isAddress && rest.hasPrefix(" ")
        let title = rest.drop { " -–_".contains($0) }
        return isSeparated && !title.isEmpty ? String(title) : withoutTrailingSite
    }

    private var withoutTrailingSite: String {
        guard let blank = lastIndex(of: " "), self[index(after: blank)...].lowercased().hasPrefix("www.") else {
            return self
        }
        let title = self[..<blank].trimmingCharacters
        return title.isEmpty ? self : title
    }
}

extension Substring {
    fileprivate var trimmingCharacters: String { String(self).trimmingPunctuation }
}
