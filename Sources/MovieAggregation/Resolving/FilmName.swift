import MovieDomain

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

    fileprivate init() {}

    /// Whether it may be the name of a file or folder of any film.
    fileprivate var isGeneric: Bool {
        let name = title.lowercased()
        return name.isEmpty || NameWords.genericNames.contains(name)
            || name.wholeMatch(of: /video ts|vts [0-9]+ [0-9]+|[0-9]{5}/) != nil
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
        if year == nil, let match = title.wholeMatch(of: /((?:18|19|20)[0-9]{2})[ .-]+(\S.*)/), let first = Int(match.1)
        {
            var dated = self
            (dated.title, dated.year) = (String(match.2), first)
            readings.append(dated)
        }
        return readings
    }
}

/// The parts of a path; a slash in a title separates nothing.
private struct NamePath {
    let parts: [String]

    init(_ text: String) {
        let slashed = text.replacing(#"\"#, with: "/")
        let parts = slashed.split(separator: "/").map { String($0).trimmedText }.filter { !$0.isEmpty && $0 != "." }
        let last = parts.last ?? ""
        let isPath =
            text != slashed || "/~.".contains(text.first ?? " ") || text.hasSuffix("/") || parts.count > 2
            || NameWords.genericNames.contains(parts.first?.lowercased() ?? "") || NamePart.hasExtension(last)
            || parts.dropLast().contains { $0.contains(/[(\[. _](?:19|20)[0-9]{2}(?:[)\]. _]|$)/) }
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
            let isSite = first.text.contains(/^(?i)(?:www\.)\S+$/)
            guard
                first.isBracketed && first.year(upTo: latestYear) == nil && (first.bracket != "(" || first.isRelease)
                    || isSite || first.isDash
            else { return }
            let isGroup = first.isBracketed
            if !first.isDash { film.dropped.append(first.text) }
            words.removeFirst()
            if isGroup { takeEpisodeOfGroup() }
        }
    }

    private func hasTitle(after place: Int) -> Bool {
        let rest = words.dropFirst(place).filter { !$0.isRelease }
        // Of two years, the first one is the title.
        return rest.contains { $0.year(upTo: latestYear) == nil } || rest.count > 1
    }

    /// The names of groups that translate series have the episode after a dash: `[Group] Title - 05 (1080p)`.
    private mutating func takeEpisodeOfGroup() {
        guard let dash = words.lastIndex(where: \.isDash), dash > 0, dash + 1 < words.count else { return }
        let number = words[dash + 1].text
        guard number.wholeMatch(of: /[0-9]{2,3}(?:v[0-9])?/) != nil else { return }
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
        return last < words.count && ["cut", "edition", "version"].contains(words[last].plain)
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
            } else if place > 0, ["aka", "|", "/"].contains(word.plain) {
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
        let isMarker = latin.lowercased().contains(/^(?:part|vol|volume|chapter|ep|vs|season)\b/)
        guard !isMarker, latin.split(separator: " ").contains(where: { $0.count(where: \.isLetter) > 2 }) else {
            return [title]
        }
        return first ? [front, back] : [back, front]
    }
}

/// A word of a name, or the whole content of a pair of brackets.
private struct NameWord {
    var text: String
    /// The opening bracket; `nil` outside of brackets.
    var bracket: Character?
    /// Whether a full stop precedes it.
    var followsStop = false

    var isBracketed: Bool { bracket != nil }
    var plain: String { text.lowercased().filter { !"'’".contains($0) }.trimmingPunctuation }
    var isDash: Bool { ["-", "–", "—"].contains(text) }
    var isSeason: Bool { ["season", "시즌"].contains(plain) }
    var isAnniversary: Bool { plain == "anniversary" }

    private static let brackets: [Character: Character] = [
        "(": ")", "[": "]", "{": "}", "【": "】", "「": "」", "『": "』", "《": "》", "〈": "〉",
    ]

    /// Splits a name at blanks, full stops, underscores, and brackets.
    static func words(of text: String) -> [NameWord] {
        let isPlain = !text.contains { " ._".contains($0) }
        let splitsDashes = isPlain && text.count { $0 == "-" } > 1
        var words: [NameWord] = []
        var word = NameWord(text: "")
        func end(_ words: inout [NameWord], _ word: inout NameWord, byStop: Bool = false) {
            if !word.text.isEmpty { words += word.withoutYear }
            word = NameWord(text: "", followsStop: byStop)
        }
        var rest = text[...]
        while let character = rest.popFirst() {
            if let closing = brackets[character], let close = rest.firstIndex(of: closing) {
                end(&words, &word)
                let content = String(rest[..<close]).trimmedText
                if !content.isEmpty { words.append(NameWord(text: content, bracket: character)) }
                rest = rest[rest.index(after: close)...]
            } else if character == ".", rest.first == " ", let last = word.text.last,
                last.isLetter || last.isNumber && !words.isEmpty
            {
                word.text.append(character)
            } else if character == "." && !word.isSite || " _()[]{}".contains(character)
                || isPlain && character == "+" || splitsDashes && character == "-"
            {
                end(&words, &word, byStop: character == ".")
            } else {
                word.text.append(character)
            }
        }
        end(&words, &word)
        return words
    }

    private var hasDigit: Bool { text.utf8.contains { (48...57).contains($0) } }
    private var isSite: Bool { text.lowercased().hasPrefix("www") }

    /// The word; a year after a hyphen, and a group after one, are words of their own: `dune-2021`, `1999-GROUP`.
    private var withoutYear: [NameWord] {
        let pattern = /((?:19|20)[0-9]{2})-([A-Za-z0-9]+)|(.*[^-0-9])-((?:19|20)[0-9]{2})/
        guard hasDigit, let match = text.wholeMatch(of: pattern) else { return [self] }
        let parts = [match.1, match.2, match.3, match.4].compactMap { $0.map(String.init) }
        // Two years with a hyphen are a span of time.
        if parts.allSatisfy({ $0.count == 4 && $0.isDigits }) { return [self] }
        return parts.map { NameWord(text: $0) }
    }

    /// The id that the word is: `tt0211915`, `{tmdb-603}`, `[imdbid=tt0211915]`.
    var id: MovieID? {
        guard hasDigit else { return nil }
        let pattern = /(?:(imdb|tmdb|tvdb|kofic)(?:id)?[-=: ]?)?(tt[0-9]{7,10}|[0-9]{1,10})/.ignoresCase()
        guard let match = text.wholeMatch(of: pattern) else { return nil }
        let value = String(match.2).lowercased()
        guard let named = match.1?.lowercased() ?? (value.hasPrefix("tt") ? "imdb" : nil) else { return nil }
        return MovieID.canonical(value, of: named).map { MovieID(namespace: named, value: $0) }
    }

    /// The year that the word is, or that begins the content of brackets: `(2010, Christopher Nolan)`.
    func year(upTo latest: Int) -> Int? {
        guard text.utf8.prefix(4).allSatisfy({ (48...57).contains($0) }) else { return nil }
        let pattern = isBracketed ? /([0-9]{4})(?:[ ,;-].*)?/ : /([0-9]{4}),?/
        guard let match = text.wholeMatch(of: pattern), let year = Int(match.1),
            (1880...max(latest, 1880)).contains(year)
        else { return nil }
        return year
    }

    func episode(isFirst: Bool) -> String? {
        guard hasDigit else { return nil }
        if text.wholeMatch(of: /[Ss][0-9]{1,2}(?:[ ._-]?[Ee][0-9]{1,4})+|[Ss][0-9]{1,2}(?:-[Ss]?[0-9]{1,2})?/) != nil {
            return text.uppercased()
        }
        let pattern = /(?:[Ee][Pp]?[0-9]{2,4}|[0-9]{1,2}x[0-9]{2,3}|제?[0-9]{1,4}[화회]|시즌[0-9]{1,2})/
        return isFirst || text.wholeMatch(of: pattern) == nil ? nil : text
    }

    /// Whether only names of releases have the word; in brackets, one of the words.
    var isRelease: Bool {
        if isBracketed {
            let words = text.split { " ._,".contains($0) }.map { NameWord(text: String($0)) }
            return words.contains { $0.isRelease || NameWords.languages.contains($0.plain) } || Self.isEdition(words)
        }
        let word = text.lowercased()
        if NameWords.isOfRelease(word) { return true }
        guard let hyphen = word.lastIndex(of: "-"), hyphen > word.startIndex else { return false }
        let front = NameWord(text: String(word[..<hyphen]))
        return front.isRelease
    }

    private static func isEdition(_ words: [NameWord]) -> Bool {
        guard let last = words.last?.plain else { return false }
        return words.count > 1 && ["cut", "edition", "version"].contains(last) || NameWords.editions.contains(last)
    }

    /// Returns words as a title: initials together, and an article at the end of it first.
    static func title(_ words: [NameWord]) -> String {
        var texts: [String] = []
        var initials = 0
        for word in words {
            let isInitial = word.text.count == 1 && word.text.first?.isUppercase == true
            if isInitial, word.followsStop, initials > 0, let last = texts.popLast() {
                texts.append((initials == 1 ? last + "." : last) + word.text + ".")
            } else {
                texts.append(word.text)
            }
            initials = isInitial ? initials + 1 : 0
        }
        let title = texts.joined(separator: " ").trimmingPunctuation
        guard let match = title.wholeMatch(of: /(.+), (The|A|An)/.ignoresCase()) else { return title }
        return "\(match.2) \(match.1)"
    }
}

/// The words that names of releases consist of.
private enum NameWords {
    static let extensions = set(
        "mkv mp4 avi mov wmv m4v mpg mpeg ts m2ts mts webm flv vob iso rmvb ogm ogv divx 3gp nfo torrent part "
    ).union(subtitles)
    static let subtitles = set("srt smi ass ssa sub idx vtt sup")
    static let subtitleMarks = set("ko kr kor en eng ja jpn zh chi fr fre de ger es spa it ita pt por ru forced sdh cc")
    static let genericNames = set(
        "movie movies film films video videos media downloads download video_ts bdmv stream sample subs extras disc 영화 동영상"
    )
    static let releaseWords = set(
        "4k 8k uhd fhd qhd hdr hdr10 hdr10+ sdr dovi bluray blu-ray bdrip brrip bdremux bd50 bd25 remux webrip web-dl webdl "
            + "web-rip hdtv hdtvrip hdrip dvdrip dvdscr dvd dvd5 dvd9 hddvd hd-dvd camrip hdcam hdts telesync telecine "
            + "screener vhsrip pdtv satrip tvrip amzn dsnp hmax pcok atvp x264 x265 h264 h265 hevc avc xvid divx av1 vp9 "
            + "hi10p atmos truehd dts dts-hd dtshd dts-x flac aac ac3 eac3 ddp dd5 opus mp3 repack rerip remastered "
            + "vostfr truefrench vff multi multisubs dubbed subbed esub esubs proper 한글자막 자막 우리말 더빙 무삭제 감독판 확장판"
    )
    static func isOfRelease(_ word: String) -> Bool {
        let pattern =
            /[0-9]{3,4}[pi]|[0-9]{3,4}x[0-9]{3,4}|[xh]\.?26[45].*|(?:aac|ddp?|eac3|ac3|dts|flac)[0-9].*|[0-9]{1,2}bits?|[0-9]{2}fps|[0-9.]+[gm]b|(?:cd|dvd|disc|disk)[0-9]/
        return releaseWords.contains(word) || word.contains(where: \.isNumber) && word.wholeMatch(of: pattern) != nil
    }

    /// The languages of a release; they are also words of titles.
    static let languages = set(
        "french german korean kor english eng italian ita spanish castellano latino japanese jpn russian rus hindi "
            + "chinese mandarin cantonese swedish danish norwegian nordic finnish polish portuguese dutch turkish thai "
            + "extended unrated uncut limited internal theatrical imax web dual audio bd hd"
    )
    static let editionKinds = set(
        "directors director extended final theatrical special ultimate collectors anniversary unrated uncut imax criterion"
    )
    static let editions = set("extended unrated uncut theatrical remastered imax criterion redux")

    private static func set(_ words: String) -> Set<String> { Set(words.split(separator: " ").map(String.init)) }
}

extension String {
    /// The text without what separates words at its ends.
    fileprivate var trimmingPunctuation: String {
        let isSeparator = { (character: Character) in " -–—,:;~_|".contains(character) }
        var text = self[...]
        while let last = text.last, isSeparator(last) { text.removeLast() }
        return String(text.drop(while: isSeparator))
    }

    /// The text with `%20` and the like decoded; the text itself if it has none, or they are not UTF-8.
    fileprivate var percentDecoded: String {
        guard contains("%20") else { return self }
        return String(validating: PercentEncoding.decodedBytes(utf8), as: UTF8.self) ?? self
    }
}
