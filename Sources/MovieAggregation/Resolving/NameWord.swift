import MovieDomain

/// A word of a name, or the whole content of a pair of brackets.
struct NameWord: Sendable {
    let text: String
    /// The opening bracket; `nil` outside of brackets.
    let bracket: Character?
    /// Whether a full stop precedes it.
    let followsStop: Bool
    /// The word in lowercase, without apostrophes and without punctuation at its ends.
    let plain: String
    /// Whether only names of releases have the word; in brackets, one of the words.
    let isRelease: Bool

    init(text: String, bracket: Character? = nil, followsStop: Bool = false) {
        (self.text, self.bracket, self.followsStop) = (text, bracket, followsStop)
        let lowercase = text.lowercased()
        plain = lowercase.withoutApostrophes.trimmingPunctuation
        isRelease = bracket == nil ? NameWords.isOfRelease(lowercase) : Self.isRelease(inBrackets: text)
    }

    var isBracketed: Bool { bracket != nil }
    var isDash: Bool { text == "-" || text == "–" || text == "—" }
    var isSeason: Bool { plain == "season" || plain == "시즌" }
    var isAnniversary: Bool { plain == "anniversary" }
    /// Whether it is the name of a site: `www.site.example`.
    var isSite: Bool {
        text.beginsSite && text.utf8.count > 4 && text.utf8.dropFirst(3).first == UInt8(ascii: ".")
            && !text.contains(where: \.isWhitespace)
    }

    private static let brackets: [Character: Character] = [
        "(": ")", "[": "]", "{": "}", "【": "】", "「": "」", "『": "』", "《": "》", "〈": "〉",
    ]

    /// Splits a name at blanks, full stops, underscores, and brackets.
    static func words(of text: String) -> [NameWord] {
        let isPlain = !text.utf8.contains { " ._".utf8.contains($0) }
        let splitsDashes = isPlain && text.utf8.count { $0 == UInt8(ascii: "-") } > 1
        var words: [NameWord] = []
        var word = ""
        var followsStop = false
        func end(byStop: Bool = false) {
            if !word.isEmpty {
                let parts = word.partsAroundYear
                words += parts.map { NameWord(text: $0, followsStop: followsStop && parts.count == 1) }
            }
            (word, followsStop) = ("", byStop)
        }
        // A bracket that is never closed is not looked for again.
        var unclosed: Set<Character> = []
        var rest = text[...]
        while let character = rest.popFirst() {
            if let closing = brackets[character], !unclosed.contains(closing) {
                guard let close = rest.firstIndex(of: closing) else {
                    unclosed.insert(closing)
                    if "([{".contains(character) { end() } else { word.append(character) }
                    continue
                }
                end()
                let content = String(rest[..<close]).trimmedText
                if !content.isEmpty { words.append(NameWord(text: content, bracket: character)) }
                rest = rest[rest.index(after: close)...]
            } else if character == ".", rest.first == " ", let last = word.last,
                last.isLetter || last.isNumber && !words.isEmpty
            {
                word.append(character)
            } else if character == "." && !word.beginsSite || " _()[]{}".contains(character)
                || isPlain && character == "+" || splitsDashes && character == "-"
            {
                end(byStop: character == ".")
            } else {
                word.append(character)
            }
        }
        end()
        return words
    }

    /// The id that the word is: `tt0211915`, `{tmdb-603}`, `[imdbid=tt0211915]`.
    var id: MovieID? {
        guard text.hasDigit else { return nil }
        let lowercase = text.lowercased()
        var rest = lowercase.utf8[...]
        let named = ["imdb", "tmdb", "tvdb", "kofic"].first { rest.take($0) }
        if named != nil {
            _ = rest.take("id")
            if let first = rest.first, "-=: ".utf8.contains(first) { rest.removeFirst() }
        }
        let value = String(Substring(rest))
        let isOfIMDb = rest.take("tt")
        guard (isOfIMDb ? 7...10 : 1...10).contains(rest.takeDigits()), rest.isEmpty,
            let namespace = named ?? (isOfIMDb ? "imdb" : nil)
        else { return nil }
        return MovieID.canonical(value, of: namespace).map { MovieID(namespace: namespace, value: $0) }
    }

    /// The year that the word is, or that begins the content of brackets: `(2010, Christopher Nolan)`.
    func year(upTo latest: Int) -> Int? {
        var rest = text.utf8[...]
        guard let year = rest.takeYear(), (1880...max(latest, 1880)).contains(year) else { return nil }
        guard let next = rest.popFirst() else { return year }
        return isBracketed
            ? " ,;-".utf8.contains(next) ? year : nil : next == UInt8(ascii: ",") && rest.isEmpty ? year : nil
    }

    func episode(isFirst: Bool) -> String? {
        guard text.hasDigit else { return nil }
        if isSeasonMark { return text.uppercased() }
        return !isFirst && isEpisodeMark ? text : nil
    }

    /// Whether it is `S01E02`, `S01.E02E03`, `S01`, or `S01-S03`.
    private var isSeasonMark: Bool {
        var rest = text.utf8[...]
        guard rest.take(oneOf: "Ss"), (1...2).contains(rest.takeDigits(atMost: 2)) else { return false }
        var span = rest
        if span.isEmpty { return true }
        if span.take("-") {
            _ = span.take(oneOf: "Ss")
            if (1...2).contains(span.takeDigits()), span.isEmpty { return true }
        }
        while !rest.isEmpty {
            _ = rest.take(oneOf: " ._-")
            guard rest.take(oneOf: "Ee"), (1...4).contains(rest.takeDigits()) else { return false }
        }
        return true
    }

    /// Whether it is `E05`, `Ep05`, `1x05`, `제5화`, `5회`, or `시즌2`.
    private var isEpisodeMark: Bool {
        var rest = text.utf8[...]
        if rest.take(oneOf: "Ee") {
            _ = rest.take(oneOf: "Pp")
            return (2...4).contains(rest.takeDigits()) && rest.isEmpty
        }
        if rest.take("시즌") { return (1...2).contains(rest.takeDigits()) && rest.isEmpty }
        let isOrdinal = rest.take("제")
        let digits = rest.takeDigits()
        if (1...4).contains(digits), rest.take("화") || rest.take("회") { return rest.isEmpty }
        return !isOrdinal && (1...2).contains(digits) && rest.take("x") && (2...3).contains(rest.takeDigits())
            && rest.isEmpty
    }

    private static func isRelease(inBrackets text: String) -> Bool {
        let words = text.split { " ._,".contains($0) }.map { NameWord(text: String($0)) }
        return words.contains { $0.isRelease || NameWords.languages.contains($0.plain) } || isEdition(words)
    }

    private static func isEdition(_ words: [NameWord]) -> Bool {
        guard let last = words.last?.plain else { return false }
        return words.count > 1 && NameWords.editionNouns.contains(last) || NameWords.editions.contains(last)
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
        let lowercase = title.lowercased()
        guard let article = ["the", "a", "an"].first(where: { lowercase.hasSuffix(", " + $0) }),
            title.count > article.count + 2
        else { return title }
        return "\(title.suffix(article.count)) \(title.dropLast(article.count + 2))"
    }
}

/// The words that names of releases consist of.
enum NameWords {
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
    /// The words that have no other form have at most so many letters, with what follows a hyphen.
    private static let longest = 32

    /// Whether only names of releases have a word in lowercase, or what is before a hyphen in it: `x264-GRP`.
    static func isOfRelease(_ word: String) -> Bool {
        let bytes = word.utf8
        if bytes.count <= longest && releaseWords.contains(word) || hasReleaseForm(bytes[...]) { return true }
        let start = bytes.prefix(longest)
        return start.indices.dropFirst().contains { place in
            guard bytes[place] == UInt8(ascii: "-") else { return false }
            return releaseWords.contains(String(Substring(bytes[..<place]))) || hasReleaseForm(bytes[..<place])
        }
    }

    /// Whether a word has the form of a resolution, a codec, a size, or a disc: `1080p`, `x264`, `10bit`, `1.4gb`, `cd1`.
    private static func hasReleaseForm(_ word: Substring.UTF8View) -> Bool {
        guard word.contains(where: \.isASCIIDigit) else { return false }
        var rest = word
        let digits = rest.takeDigits()
        if (3...4).contains(digits) {
            if rest.elementsEqual("p".utf8) || rest.elementsEqual("i".utf8) { return true }
            var width = rest
            if width.take("x"), (3...4).contains(width.takeDigits()), width.isEmpty { return true }
        }
        if (1...2).contains(digits), rest.elementsEqual("bit".utf8) || rest.elementsEqual("bits".utf8) { return true }
        if digits == 2, rest.elementsEqual("fps".utf8) { return true }
        if word.suffix(1).elementsEqual("b".utf8), let unit = word.dropLast().last, "gm".utf8.contains(unit) {
            let size = word.dropLast(2)
            if size.allSatisfy({ $0.isASCIIDigit || $0 == UInt8(ascii: ".") }) { return true }
        }
        rest = word
        if rest.take(oneOf: "xh") {
            _ = rest.take(".")
            return rest.take("264") || rest.take("265")
        }
        for codec in ["aac", "ddp", "dd", "eac3", "ac3", "dts", "flac"] {
            rest = word
            if rest.take(codec), rest.takeDigits() > 0 { return true }
        }
        for disc in ["cd", "dvd", "disc", "disk"] {
            rest = word
            if rest.take(disc), rest.takeDigits() == 1, rest.isEmpty { return true }
        }
        return false
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
    static let editionNouns = set("cut edition version")
    static let titleDividers = set("aka | /")
    static let partNouns = set("part vol volume chapter ep vs season")
    static let editions = set("extended unrated uncut theatrical remastered imax criterion redux")

    private static func set(_ words: String) -> Set<String> { Set(words.split(separator: " ").map(String.init)) }
}

extension String {
    /// The text without what separates words at its ends.
    fileprivate var trimmingPunctuation: String {
        if let first = utf8.first, let last = utf8.last, first.isASCIILetterOrDigit, last.isASCIILetterOrDigit {
            return self
        }
        let isSeparator = { (character: Character) in " -–—,:;~_|".contains(character) }
        var text = self[...]
        while let last = text.last, isSeparator(last) { text.removeLast() }
        return String(text.drop(while: isSeparator))
    }

    fileprivate var withoutApostrophes: String {
        utf8.contains { $0 == UInt8(ascii: "'") || $0 >= 0x80 } ? filter { $0 != "'" && $0 != "’" } : self
    }

    fileprivate var hasDigit: Bool { utf8.contains(where: \.isASCIIDigit) }
    /// Whether it begins like the name of a site.
    fileprivate var beginsSite: Bool {
        utf8.prefix(3).count == 3 && utf8.prefix(3).allSatisfy { $0 | 0x20 == UInt8(ascii: "w") }
    }

    /// The word; a year after a hyphen, and a group after one, are words of their own: `dune-2021`, `1999-GROUP`.
    fileprivate var partsAroundYear: [String] {
        let hyphen = UInt8(ascii: "-")
        var rest = utf8[...]
        if rest.takeYear(ofCentury: ["19", "20"]) != nil, rest.popFirst() == hyphen, !rest.isEmpty,
            rest.allSatisfy(\.isASCIILetterOrDigit)
        {
            // Two years with a hyphen are a span of time.
            return rest.count == 4 && rest.allSatisfy(\.isASCIIDigit)
                ? [self] : [String(Substring(utf8.prefix(4))), String(Substring(rest))]
        }
        rest = utf8[...]
        var year = rest.suffix(4)
        guard rest.count > 5, year.takeYear(ofCentury: ["19", "20"]) != nil else { return [self] }
        let front = rest.dropLast(5)
        guard rest.dropLast(4).last == hyphen, let last = front.last, last != hyphen, !last.isASCIIDigit else {
            return [self]
        }
        return [String(Substring(front)), String(Substring(rest.suffix(4)))]
    }
}

/// Reading a word from its front, byte by byte.
extension Substring.UTF8View {
    /// Takes a text from the front; returns whether it is there.
    mutating func take(_ text: String) -> Bool {
        guard starts(with: text.utf8) else { return false }
        self = dropFirst(text.utf8.count)
        return true
    }

    /// Takes one of the ASCII characters from the front; returns whether one is there.
    mutating func take(oneOf characters: String) -> Bool {
        guard let first, characters.utf8.contains(first) else { return false }
        removeFirst()
        return true
    }

    /// Takes ASCII characters from the front as long as they are among these; returns their number.
    mutating func takeAny(of characters: String) -> Int {
        var count = 0
        while take(oneOf: characters) { count += 1 }
        return count
    }

    /// Takes digits from the front; returns their number.
    mutating func takeDigits(atMost most: Int = .max) -> Int {
        var count = 0
        while count < most, first?.isASCIIDigit == true {
            removeFirst()
            count += 1
        }
        return count
    }

    /// Takes the four digits of a year from the front, if it begins with one of the centuries; `nil` if it is not there.
    mutating func takeYear(ofCentury centuries: [String] = []) -> Int? {
        guard centuries.isEmpty || centuries.contains(where: { starts(with: $0.utf8) }) else { return nil }
        var rest = self
        var year = 0
        for _ in 0..<4 {
            guard let digit = rest.popFirst(), digit.isASCIIDigit else { return nil }
            year = year * 10 + Int(digit - 48)
        }
        self = rest
        return year
    }
}

extension UInt8 {
    fileprivate var isASCIIDigit: Bool { (48...57).contains(self) }
    fileprivate var isASCIILetterOrDigit: Bool { isASCIIDigit || (97...122).contains(self | 0x20) }
}
