import MovieDomain
import Platform

/// What the name of a file or a folder, or a messy title, says about a film.
///
/// The words of a name are its title up to the year, or up to the first word that only releases have, such as `1080p`.
package struct FilmName: Hashable, Sendable {
    /// Empty if the name has no title.
    package var title = ""
    /// The title in another script, and titles in brackets or after `aka`.
    package var otherTitles: [String] = []
    package var year: Int?
    /// One id for each namespace.
    package var ids: [String: String] = [:]
    /// The mark of an episode or a season: `S01E02`; `nil` for a film.
    package var episode: String?
    /// The words that are not about the film, in their order.
    package var dropped: [String] = []
    /// Whether the year may be the last word of the title, because it follows the title without brackets.
    package var mayEndWithYear = false

    /// Reads a name; years after `latestYear` are words of the title.
    package init(_ name: String, latestYear: Int) {
        let text = name.percentDecoded.asQuery
        if let id = MovieID(address: text) {
            ids[id.namespace] = id.value
            return
        }
        var parts = NamePath(text).parts.map { NamePart($0, latestYear: latestYear) }
        self = parts.popLast()?.film ?? self
        // The folders of a film tell what its file leaves out.
        while let folder = parts.popLast()?.film {
            // The mark of a season holds for every file in its folder.
            if folder.title.isEmpty { episode = episode ?? folder.episode }
            if folder.isGeneric && folder.ids.isEmpty { continue }
            complete(with: folder)
            return
        }
    }

    /// A name that says nothing.
    init() {}

    /// Reads names, equal ones once, until the time is up or the task is cancelled; those that are left are missing.
    static func readings(of names: [String], latestYear: Int, until deadline: Deadline) async -> [String: FilmName] {
        var readings: [String: FilmName] = [:]
        for name in names where readings[name] == nil {
            if Task.isCancelled || deadline.hasPassed { break }
            readings[name] = FilmName(name, latestYear: latestYear)
            // Other calls share the threads.
            await Task.yield()
        }
        return readings
    }

    /// Whether it may be the name of a file or folder of any film.
    fileprivate var isGeneric: Bool {
        let name = title.lowercased()
        return name.isEmpty || NameWords.genericNames.contains(name)
            || name == "video ts" || name.isDigits && name.utf8.count == 5 || name.isPartOfDVD
    }

    private mutating func complete(with folder: FilmName) {
        if episode != nil || folder.episode != nil {
            episode = episode ?? folder.episode
            if isGeneric { title = folder.title }
            return
        }
        let isSame = folder.title.lowercased() == title.lowercased()
        let isRelease = year == nil && ids.isEmpty && folder.year != nil && !folder.dropped.isEmpty
        if isSame {
            year = year ?? folder.year
            ids.merge(folder.ids) { own, _ in own }
            mayEndWithYear = mayEndWithYear && folder.year != year
        } else if isGeneric && ids.isEmpty || isRelease {
            let own = dropped
            self = folder
            dropped += own
        }
    }

    /// Other ways to read the name, the likeliest first: a year as a part of the title, and a number before a title as
    /// the year.
    package var otherReadings: [FilmName] {
        var readings: [FilmName] = []
        if let year, mayEndWithYear {
            var whole = self
            (whole.title, whole.year, whole.mayEndWithYear) = ("\(title) \(year)", nil, false)
            readings.append(whole)
        }
        var text = title.utf8[...]
        if year == nil, let first = text.takeYear(ofCentury: ["18", "19", "20"]), text.takeAny(of: " .-") > 0,
            !text.isEmpty
        {
            var dated = self
            (dated.title, dated.year) = (String(Substring(text)), first)
            readings.append(dated)
        }
        return readings
    }
}

/// The parts of a path; a slash in a title separates nothing.
private struct NamePath {
    let parts: [String]

    init(_ text: String) {
        let slashed = String(
            decoding: text.utf8.map { $0 == UInt8(ascii: "\\") ? UInt8(ascii: "/") : $0 },
            as: UTF8.self
        )
        let parts = slashed.split(separator: "/").map { String($0).trimmedText }.filter { !$0.isEmpty && $0 != "." }
        let last = parts.last ?? ""
        let isPath =
            text != slashed || "/~.".contains(text.first ?? " ") || text.hasSuffix("/") || parts.count > 2
            || NameWords.genericNames.contains(parts.first?.lowercased() ?? "") || NamePart.hasExtension(last)
            || parts.dropLast().contains(where: \.hasYear)
        // What lies above the folders of a film is not about it.
        self.parts = isPath ? Array(parts.suffix(3)) : [text]
    }
}

/// One part of a path, read word by word.
private struct NamePart {
    private(set) var film = FilmName()
    private var words: [NameWord]
    private let latestYear: Int

    init(_ text: String, latestYear: Int) {
        self.latestYear = latestYear
        var text = text
        var extensions: [String] = []
        while let end = Self.fileExtension(of: text, after: extensions) {
            extensions.insert(end, at: 0)
            text = String(text.dropLast(end.count + 1))
        }
        words = NameWord.words(of: text)
        takeIDs()
        dropLeadingBrackets()
        let cut = findReleaseStart()
        let year = yearPlace(before: cut)
        let start = year == 0 ? 1 : 0
        let end = max(start, [year, cut ?? words.count].compactMap(\.self).filter { $0 != 0 || $0 == cut }.min() ?? 0)
        if let year { film.year = words[year].year(upTo: latestYear) }
        film.mayEndWithYear = year.map { $0 == end && !words[$0].isBracketed } ?? false
        readTitle(words[start..<end], isDated: year != nil, isCut: cut != nil)
        for (place, word) in words.enumerated() where place >= end && place != year { film.dropped.append(word.text) }
        film.dropped += extensions
    }

    static func hasExtension(_ text: String) -> Bool { fileExtension(of: text, after: []) != nil }

    private static func fileExtension(of text: String, after found: [String]) -> String? {
        guard let dot = text.lastIndex(of: "."), dot > text.startIndex else { return nil }
        let end = String(text[text.index(after: dot)...])
        let word = end.lowercased()
        if NameWords.extensions.contains(word) { return end }
        // Subtitles name their language: `.ko.srt`.
        let isOfSubtitles = found.contains { NameWords.subtitles.contains($0.lowercased()) }
        return isOfSubtitles && NameWords.subtitleMarks.contains(word) ? end : nil
    }

    // MARK: Ids, brackets

    private mutating func takeIDs() {
        words.removeAll { word in
            guard let id = word.id else { return false }
            film.ids[id.namespace] = film.ids[id.namespace] ?? id.value
            return true
        }
    }

    /// Drops the name of a group, or of a site, before the title; a title may also be in brackets.
    private mutating func dropLeadingBrackets() {
        while let first = words.first, hasTitle(after: 1) {
            guard
                first.isBracketed && first.year(upTo: latestYear) == nil && (first.bracket != "(" || first.isRelease)
                    || first.isSite || first.isDash
            else { return }
            let isGroup = first.isBracketed
            if !first.isDash { film.dropped.append(first.text) }
            words.removeFirst()
            if isGroup { takeEpisodeOfGroup() }
        }
    }

    private func hasTitle(after place: Int) -> Bool {
        var isAfterYear = false
        for word in words.dropFirst(place) where !word.isRelease {
            // Of two years, the first one is the title.
            if isAfterYear || word.year(upTo: latestYear) == nil { return true }
            isAfterYear = true
        }
        return false
    }

    /// The names of groups that translate series have the episode after a dash: `[Group] Title - 05 (1080p)`.
    private mutating func takeEpisodeOfGroup() {
        guard let dash = words.lastIndex(where: \.isDash), dash > 0, dash + 1 < words.count else { return }
        let number = words[dash + 1].text
        var rest = number.utf8[...]
        guard (2...3).contains(rest.takeDigits()) else { return }
        guard rest.isEmpty || rest.take("v") && rest.takeDigits() == 1 && rest.isEmpty else { return }
        film.episode = number
        words.removeSubrange(dash..<(dash + 2))
    }

    // MARK: The end of the title

    /// The place of the first word that only releases have; an episode's mark is noted.
    private mutating func findReleaseStart() -> Int? {
        for place in words.indices {
            if let mark = words[place].episode(isFirst: place == 0) ?? seasonMark(at: place) {
                film.episode = mark
                return place
            }
            if place > 0, words[place].isRelease || isEdition(at: place) { return place }
            if place == 0, words[place].isRelease, words.count == 1 || words[1].isRelease { return 0 }
        }
        return nil
    }

    /// A season without a year right after it; `Open Season 2 (2008)` is a film.
    private func seasonMark(at place: Int) -> String? {
        guard words[place].isSeason, place + 1 < words.count, words[place + 1].text.isDigits,
            words[place + 1].text.count < 3
        else { return nil }
        if place + 2 < words.count, words[place + 2].year(upTo: latestYear) != nil { return nil }
        return "\(words[place].text) \(words[place + 1].text)"
    }

    /// Whether the words from here on name an edition: `Extended Edition`, `The Final Cut`, `Director's Cut`.
    private func isEdition(at place: Int) -> Bool {
        let first = words[place].plain == "the" ? place + 1 : place
        let second = first + 1
        guard second < words.count, NameWords.editionKinds.contains(words[first].plain) else { return false }
        let last = words[second].isAnniversary ? second + 1 : second
        return last < words.count && NameWords.editionNouns.contains(words[last].plain)
    }

    /// The place of the year: in brackets, or else the last one before the first word of releases, or the first after.
    ///
    /// A number that begins the name is a title, unless a dash follows.
    private func yearPlace(before cut: Int?) -> Int? {
        let years = words.indices.filter { words[$0].year(upTo: latestYear) != nil }
        let cut = cut ?? words.count
        let bracketed = years.filter { words[$0].isBracketed }
        if let year = bracketed.last(where: { $0 < cut }) ?? bracketed.first { return year }
        let bare = years.filter { $0 > 0 }
        if let year = bare.last(where: { $0 < cut }) ?? bare.first { return year }
        return years.first == 0 && words.count > 2 && words[1].isDash ? 0 : nil
    }

    // MARK: The title

    private mutating func readTitle(_ range: ArraySlice<NameWord>, isDated: Bool, isCut: Bool) {
        var range = range
        let isShouted = range.allSatisfy { $0.text == $0.text.uppercased() }
        while range.count > 1, let last = range.last, NameWords.languages.contains(last.plain) {
            let isMark = last.text.count > 3 && last.text == last.text.uppercased() && !isShouted
            guard isMark || isCut && !isDated else { break }
            film.dropped.append(last.text)
            range.removeLast()
        }
        var titles: [[NameWord]] = [[]]
        var inBrackets: [String] = []
        for (place, word) in range.enumerated() {
            if word.isBracketed, place > 0 || range.count > 1 && word.bracket != "(" {
                if word.isRelease { film.dropped.append(word.text) } else { inBrackets.append(word.text) }
            } else if place > 0, NameWords.titleDividers.contains(word.plain) {
                titles.append([])
            } else {
                titles[titles.count - 1].append(word)
            }
        }
        let texts = titles.map(NameWord.title) + inBrackets.map { NameWord.title(NameWord.words(of: $0)) }
        let whole = texts.filter { !$0.isEmpty }
        guard let first = whole.first else { return }
        let scripts = Self.scripts(of: first)
        film.title = scripts.first ?? first
        film.otherTitles = Array(scripts.dropFirst()) + whole.dropFirst()
        if scripts.count > 1 { film.otherTitles.append(first) }
        if !inBrackets.isEmpty, titles.count == 1 { film.otherTitles.append(whole.joined(separator: " ")) }
    }

    /// Splits a title that is given in Hangul and in Latin letters, the one in Hangul first.
    private static func scripts(of title: String) -> [String] {
        let words = title.split(separator: " ").map(String.init)
        let isHangul = words.map(\.hasHangul)
        guard let first = isHangul.first, let last = isHangul.last, first != last else { return [title] }
        // Numbers belong to what is before them: `범죄도시 4 The Roundup`.
        let isNumber = { (word: String) in word.allSatisfy { !$0.isLetter } }
        guard let change = words.indices.first(where: { isHangul[$0] != first && !isNumber(words[$0]) }),
            !isHangul[change...].contains(where: { $0 != last })
                || words[change...].enumerated().allSatisfy({ $1.hasHangul == last || isNumber($1) })
        else { return [title] }
        let (front, back) = (words[..<change].joined(separator: " "), words[change...].joined(separator: " "))
        let latin = first ? back : front
        let start = latin.lowercased().prefix { $0.isLetter || $0.isNumber || $0 == "_" }
        guard !NameWords.partNouns.contains(String(start)),
            latin.split(separator: " ").contains(where: { $0.count(where: \.isLetter) > 2 })
        else {
            return [title]
        }
        return first ? [front, back] : [back, front]
    }
}

extension String {
    /// Whether it is the name of a part of a DVD: `vts 01 1`.
    fileprivate var isPartOfDVD: Bool {
        let words = split(separator: " ")
        return words.count == 3 && words[0] == "vts" && words[1].isDigits && words[2].isDigits
    }

    /// Whether a year is in it, between blanks, full stops, or brackets.
    fileprivate var hasYear: Bool {
        var rest = utf8[...]
        while let byte = rest.popFirst() {
            guard "([. _".utf8.contains(byte) else { continue }
            var text = rest
            if text.takeYear(ofCentury: ["19", "20"]) != nil, text.first.map({ ")]. _".utf8.contains($0) }) ?? true {
                return true
            }
        }
        return false
    }

    /// The text with `%20` and the like decoded; the text itself if it has none, or they are not UTF-8.
    fileprivate var percentDecoded: String {
        guard contains("%20") else { return self }
        return String(validating: PercentEncoding.decodedBytes(utf8), as: UTF8.self) ?? self
    }
}
