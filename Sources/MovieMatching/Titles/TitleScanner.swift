/// A scanner that splits titles into words: it folds letters, separates Hangul, Latin letters, and digits, and drops
/// punctuation.
package struct TitleScanner {
    package private(set) var bytes: [UInt8] = []
    package private(set) var words: [TitleWord] = []
    private var source: [UInt8] = []
    private var isInWord = false
    private var kind = TitleWord.Kind.latin
    private var breakPending = false
    private var lastWasBlank = false
    private var lastWasDigitComma = false
    /// The fraction that the next number may complete: after digits and a slash, or within a character such as `½`.
    private var fraction = FractionState.none
    private var bracketDepth = 0
    /// Whether the last word is a letter, or letters with full stops, and nothing but a full stop follows it.
    private var followsInitials = false
    private var joinsInitials = false
    /// The number of bytes before the last apostrophe of the current word.
    private var apostrophe = -1

    private enum FractionState {
        case none, slash, sign
    }

    package init() {
        bytes.reserveCapacity(128)
        words.reserveCapacity(16)
    }

    /// The number of Unicode scalars that are compared, so that no source can delay a call with long titles.
    private static let longest = 512

    /// Splits a title, or its first 512 Unicode scalars, into words.
    package mutating func scan(_ text: String) {
        let title = text.utf8.count > Self.longest ? String(text.unicodeScalars.prefix(Self.longest)) : text
        bytes.removeAll(keepingCapacity: true)
        words.removeAll(keepingCapacity: true)
        isInWord = false
        breakPending = false
        lastWasBlank = false
        lastWasDigitComma = false
        fraction = .none
        bracketDepth = 0
        followsInitials = false
        apostrophe = -1
        source.removeAll(keepingCapacity: true)
        source.append(contentsOf: title.utf8)
        guard source.contains(where: { $0 >= 0x80 }) else { return scanASCII() }
        for scalar in title.unicodeScalars {
            if scalar.isASCII {
                readASCII(UInt8(truncatingIfNeeded: scalar.value))
            } else {
                read(scalar)
            }
        }
        endWord()
    }

    /// The script of the words: Hangul if any of them is in Hangul.
    var script: TitleScript {
        var script: TitleScript?
        for word in words {
            switch word.kind {
            case .hangul: return .hangul
            case .other: script = .other
            case .latin: script = script ?? .latin
            case .number: break
            }
        }
        return script ?? .latin
    }

    /// Reads an ASCII title one word at a time.
    private mutating func scanASCII() {
        var place = 0
        while place < source.count {
            let byte = source[place]
            if TitleScanner.isLetter(byte) {
                place = readLetters(from: place)
            } else {
                readASCII(byte)
                place += 1
            }
        }
        endWord()
    }

    /// Reads the letters that begin at an offset of an ASCII title and returns the offset of their end.
    private mutating func readLetters(from start: Int) -> Int {
        if !isInWord || kind != .latin { startWord(.latin) }
        var end = start + 1
        while end < source.count, TitleScanner.isLetter(source[end]) { end += 1 }
        let first = bytes.count
        bytes.append(contentsOf: source[start..<end])
        for index in first..<bytes.count { bytes[index] |= 0x20 }
        lastWasBlank = false
        return end
    }

    @inline(__always)
    private static func isLetter(_ byte: UInt8) -> Bool {
        (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(byte | 0x20)
    }

    private mutating func readASCII(_ byte: UInt8) {
        switch byte {
        case UInt8(ascii: "a")...UInt8(ascii: "z"): append(byte, .latin)
        case UInt8(ascii: "A")...UInt8(ascii: "Z"): append(byte | 0x20, .latin)
        case UInt8(ascii: "0")...UInt8(ascii: "9"): append(byte, .number)
        case UInt8(ascii: "'"), UInt8(ascii: "`"): noteApostrophe()
        case UInt8(ascii: "&"):
            endWord()
            for letter in "and".utf8 { append(letter, .latin) }
            endWord()
        default: separate(by: byte)
        }
    }

    private mutating func noteApostrophe() {
        if isInWord { apostrophe = bytes.count }
    }

    private mutating func separate(by byte: UInt8) {
        let endsNumber = isInWord && kind == .number
        let endsInitial = isInWord && isInitial
        endWord()
        followsInitials = endsInitial && byte == UInt8(ascii: ".")
        if fraction == .slash {
            fraction = .none
            breakPending = true
        }
        switch byte {
        case UInt8(ascii: ","):
            lastWasDigitComma = endsNumber
            breakPending = true
        case UInt8(ascii: "("), UInt8(ascii: "["):
            bracketDepth += 1
            breakPending = true
        case UInt8(ascii: ")"), UInt8(ascii: "]"): bracketDepth = max(0, bracketDepth - 1)
        case UInt8(ascii: "/") where endsNumber: fraction = .slash
        case UInt8(ascii: ":"), UInt8(ascii: "/"), UInt8(ascii: "|"), UInt8(ascii: ";"), UInt8(ascii: "~"):
            breakPending = true
        // Korean sets a subtitle off without blanks: `신과함께-죄와 벌`.
        case UInt8(ascii: "-") where lastWasBlank || words.last?.kind == .hangul: breakPending = true
        default: break
        }
        lastWasBlank = byte == UInt8(ascii: " ")
    }

    private mutating func read(_ scalar: Unicode.Scalar) {
        switch scalar.value {
        case 0xAC00...0xD7A3: append(scalar, .hangul)
        case 0x2018, 0x2019, 0x02BC, 0x00B4, 0x2032: noteApostrophe()
        case 0x0300...0x036F, 0xFE00...0xFE0F, 0x200B...0x200D: break
        case 0xFF01...0xFF5E: readASCII(UInt8(truncatingIfNeeded: scalar.value - 0xFEE0))
        case 0x1100...0x11FF: readJamo(scalar)
        case 0x2013, 0x2014, 0xFF1A, 0x301C: separate(by: UInt8(ascii: ":"))
        default: readOther(scalar)
        }
    }

    private mutating func readOther(_ scalar: Unicode.Scalar) {
        if let folded = ScalarFolding.shared.replacement(of: scalar) {
            let isFraction = folded.contains(UInt8(ascii: " "))
            if isFraction {
                endWord()
                fraction = .sign
            }
            for byte in folded {
                if byte < 0x80 { readASCII(byte) } else { append(byte, .other) }
            }
            if isFraction {
                endWord()
                fraction = .none
            }
        } else if scalar.properties.isAlphabetic || scalar.properties.numericType != nil
            || scalar.properties.generalCategory == .nonspacingMark
        {
            for lower in scalar.properties.lowercaseMapping.unicodeScalars { append(lower, .other) }
        } else {
            separate(by: UInt8(ascii: " "))
        }
    }

    /// Composes decomposed Hangul, which some file systems write.
    private mutating func readJamo(_ scalar: Unicode.Scalar) {
        let last = isInWord ? lastScalarOfThreeBytes : nil
        switch (scalar.value, last) {
        case (0x1161...0x1175, .some(let lead)) where (0x1100...0x1112).contains(lead):
            bytes.removeLast(3)
            append(syllable: 0xAC00 + ((lead - 0x1100) * 21 + scalar.value - 0x1161) * 28)
        case (0x11A8...0x11C2, .some(let open)) where (0xAC00...0xD7A3).contains(open) && (open - 0xAC00) % 28 == 0:
            bytes.removeLast(3)
            append(syllable: open + scalar.value - 0x11A7)
        default: append(scalar, .hangul)
        }
    }

    private var lastScalarOfThreeBytes: UInt32? {
        guard bytes.count >= 3, bytes[bytes.count - 3] >= 0xE0 else { return nil }
        let tail = bytes.suffix(3).map(UInt32.init)
        return (tail[0] & 0x0F) << 12 | (tail[1] & 0x3F) << 6 | (tail[2] & 0x3F)
    }

    private mutating func append(syllable value: UInt32) {
        guard let scalar = Unicode.Scalar(value) else { return }
        append(scalar, .hangul)
    }

    private mutating func append(_ scalar: Unicode.Scalar, _ kind: TitleWord.Kind) {
        for byte in UTF8.encode(scalar) ?? UTF8.encodedReplacementCharacter {
            append(byte, kind)
        }
    }

    @inline(__always)
    private mutating func append(_ byte: UInt8, _ kind: TitleWord.Kind) {
        if !isInWord || self.kind != kind { startWord(kind) }
        bytes.append(byte)
        lastWasBlank = false
    }

    /// Starts a word, or continues a number after a thousands separator.
    private mutating func startWord(_ kind: TitleWord.Kind) {
        let goesOn = kind == .number && lastWasDigitComma
        let isAttached = isInWord
        endWord()
        let isFraction = fraction != .none && kind == .number
        if fraction == .slash {
            if isFraction { words[words.count - 1].isFraction = true } else { breakPending = true }
            fraction = .none
        }
        if !goesOn {
            words.append(
                TitleWord(
                    kind: kind,
                    start: bytes.count,
                    end: bytes.count,
                    followsBreak: breakPending,
                    isBracketed: bracketDepth > 0,
                    isAttached: isAttached,
                    isFraction: isFraction
                )
            )
        }
        joinsInitials = followsInitials && kind == .latin && !breakPending
        followsInitials = false
        breakPending = false
        isInWord = true
        self.kind = kind
    }

    private var isInitial: Bool {
        kind == .latin && words.last.map { bytes.count - $0.start == 1 } ?? false
    }

    /// Ends the current word; one letter after initials is a part of them: `S.W.A.T.` is one word.
    private mutating func endWord() {
        if isInWord {
            if joinsInitials, isInitial { words.removeLast() }
            words[words.count - 1].end = bytes.count
            let isS = bytes.count == apostrophe + 1 && bytes.last == UInt8(ascii: "s")
            words[words.count - 1].isPossessive = bytes.count == apostrophe || isS
        }
        apostrophe = -1
        isInWord = false
        lastWasDigitComma = false
    }
}

/// A word of a title, as a range of the folded bytes.
package struct TitleWord {
    enum Kind {
        case latin, number, hangul, other
    }

    var kind: Kind
    package var start: Int
    package var end: Int
    /// Whether a break precedes the word, such as a colon, a dash, or a bracket before a subtitle.
    var followsBreak: Bool = false
    var isBracketed = false
    /// Whether nothing stands between the word and the previous one.
    var isAttached = false
    /// Whether the word is one of the two numbers of a fraction.
    var isFraction = false
    /// Whether the word ends with an apostrophe, with or without an `s` after it.
    var isPossessive = false
}

extension TitleWord {
    /// The role of a word in a title, besides being part of the name.
    enum Role {
        case none
        /// Ignored at the beginning of a title, and after a comma at its end.
        case article
        /// Ignored before a number: `Part 2`, `Vol. 2`.
        case marker
        /// Ignored after a number: `2부`.
        case counter
        case number(Int)
        /// A number unless it is the first word: `Rocky II`.
        case numeral(Int)
        /// A number only after a marker, at the end of a title, or before a subtitle: `Rocky V`, but not
        /// `V for Vendetta`.
        case letterNumeral(Int)
        /// A number only at the end of a title or before a subtitle: `상`, `후편`.
        case part(Int)
        /// A number only before a marker that ends a title or precedes a subtitle: `Second Part`, `Erster Teil`.
        case ordinal(Int)
        /// An English number in Hangul, unless it is one syllable (`포`) that neither begins a title nor follows a marker.
        case loanNumber(Int)
        /// Ignored right after a number: `4th`, `2ème`.
        case ordinalEnding
        /// Compared as another spelling, and as a second one at the end of a title: `St. Ives`, `Beech St.`
        case spelling(Spelling)
    }

    /// Returns the index of the `u` in a word that is spelled with `or` in American English: `harbour`, `neighbours`.
    static func stemOfOur(_ letters: ArraySlice<UInt8>) -> Int? {
        guard letters.count >= 6 else { return nil }
        let end = letters.endIndex - (letters.last == UInt8(ascii: "s") ? 1 : 0)
        return letters[(end - 3)..<end].elementsEqual("our".utf8) ? end - 2 : nil
    }

    static func role(of bytes: ArraySlice<UInt8>) -> Role {
        guard bytes.count <= RoleTable.longest else { return .none }
        return RoleTable.shared.role(of: RoleTable.key(bytes))
    }
}

/// An abbreviation or spelling of a word that is compared in another spelling.
///
/// It is a number, because a role with a text would be counted for each word.
struct Spelling {
    fileprivate let index: UInt8

    /// The compared spelling, which may differ at the end of a title.
    func text(isLast: Bool) -> String {
        let known = Spelling.known[Int(index)]
        return isLast && known.word == "st" ? "street" : known.compared
    }

    fileprivate static let known: [(word: String, compared: String)] = [
        ("st", "saint"),
        ("mr", "mister"), ("mrs", "missus"), ("dr", "doctor"), ("mt", "mount"), ("ft", "fort"), ("sgt", "sergeant"),
        ("vs", "versus"), ("jr", "junior"), ("sr", "senior"), ("prof", "professor"), ("capt", "captain"),
        ("nite", "night"),
        ("thru", "through"), ("grey", "gray"), ("greys", "grays"), ("theatre", "theater"), ("centre", "center"),
        ("metre", "meter"), ("fibre", "fiber"), ("sabre", "saber"), ("spectre", "specter"), ("sceptre", "scepter"),
        ("lustre", "luster"), ("defence", "defense"), ("offence", "offense"), ("licence", "license"),
        ("pretence", "pretense"), ("jewellery", "jewelry"), ("jeweller", "jeweler"), ("traveller", "traveler"),
        ("travellers", "travelers"), ("travelling", "traveling"), ("cancelled", "canceled"),
        ("counsellor", "counselor"),
        ("marvellous", "marvelous"), ("woollen", "woolen"), ("cheque", "check"), ("programme", "program"),
        ("catalogue", "catalog"), ("dialogue", "dialog"), ("tyre", "tire"), ("pyjamas", "pajamas"), ("mould", "mold"),
        ("plough", "plow"), ("doughnut", "donut"), ("ok", "okay"), ("axe", "ax"), ("storey", "story"), ("kerb", "curb"),
        ("favourite", "favorite"), ("honourable", "honorable"), ("colourful", "colorful"), ("aeroplane", "airplane"),
    ]
}

/// A hash table of the words with a role; the key is a digest of the word's bytes.
private struct RoleTable: Sendable {
    static let shared = RoleTable()

    /// The bytes of the longest word.
    static let longest = 12

    private var keys = [UInt64](repeating: 0, count: slots)
    private var roles = [TitleWord.Role](repeating: .none, count: slots)

    private static let slots = 512

    private init() {
        add("the a an le la les el los las il lo der das") { _ in .article }
        add("part pt vol volume chapter episode ep book no nr number 파트 제 챕터 넘버 第") { _ in .marker }
        add("teil kapitel parte partie partea tome tomo livre chapitre capitulo epoque") { _ in .marker }
        add("del deel kapittel osa czesc cz часть") { _ in .marker }
        add("부 편 탄 화 장 권 部 章 話") { _ in .counter }
        add("one two three four five six seven eight nine ten eleven twelve thirteen fourteen", TitleWord.Role.number)
        add("- ii iii iv - vi vii viii ix - xi xii xiii xiv xv xvi xvii xviii xix xx", TitleWord.Role.numeral)
        add("i - - - v - - - - x", TitleWord.Role.letterNumeral)
        add("원 투 쓰리 포 파이브 식스 세븐 에잇 나인 텐 일레븐 트웰브 서틴", TitleWord.Role.loanNumber)
        add("- - - - - - - 에이트 - - - - 써틴 포틴 피프틴 식스틴 세븐틴 에이틴 나인틴 트웬티", TitleWord.Role.loanNumber)
        for parts in ["상 하", "상편 하편", "상권 하권", "전편 후편", "上 下", "上編 下編", "上巻 下巻", "上集 下集", "前編 後編", "前篇 後篇"] {
            add(parts, TitleWord.Role.part)
        }
        for ordinals in [
            "first second third fourth fifth", "erster zweiter dritter vierter", "erste zweite dritte vierte",
            "premier deuxieme troisieme quatrieme", "premiere seconde", "primera segunda tercera cuarta",
            "primeira - terceira", "prima seconda terza quarta", "primo secondo terzo quarto", "primer segundo tercer",
            "forsta andra tredje", "første anden", "forste annen", "eerste tweede derde", "первая вторая третья",
        ] {
            add(ordinals, TitleWord.Role.ordinal)
        }
        add("nd rd th er ere eme") { _ in .ordinalEnding }
        for (index, spelling) in Spelling.known.enumerated() {
            add(spelling.word) { _ in .spelling(Spelling(index: UInt8(truncatingIfNeeded: index))) }
        }
    }

    static func key(_ bytes: some Sequence<UInt8>) -> UInt64 {
        bytes.reduce(0) { ($0 ^ UInt64($1)) &* 0x0000_0100_0000_01B3 }
    }

    func role(of key: UInt64) -> TitleWord.Role {
        var slot = RoleTable.slot(of: key)
        while keys[slot] != 0 {
            if keys[slot] == key { return roles[slot] }
            slot = (slot + 1) & (RoleTable.slots - 1)
        }
        return .none
    }

    /// Adds words with the role that `role` returns for the position in the list, from 1.
    private mutating func add(_ words: String, _ role: (Int) -> TitleWord.Role) {
        for (index, word) in words.split(separator: " ").enumerated() where word != "-" {
            let key = RoleTable.key(word.utf8)
            var slot = RoleTable.slot(of: key)
            while keys[slot] != 0 { slot = (slot + 1) & (RoleTable.slots - 1) }
            keys[slot] = key
            roles[slot] = role(index + 1)
        }
    }

    private static func slot(of key: UInt64) -> Int {
        Int(truncatingIfNeeded: (key &* 0x9E37_79B9_7F4A_7C15) >> 55)
    }
}
