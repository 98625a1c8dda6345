/// The names of cuts, releases, and showings around titles: `Director's Cut`, `4K Remastered`, `in 3D`, `재개봉`, `(더빙)`.
package enum EditionName {
    /// The Korean words for cuts and releases, each a whole name.
    package static let koreanCuts = words(
        "확장판 감독판 무삭제 무삭제판 재개봉 재개봉판 리마스터 리마스터드 리마스터판 리마스터링 리마스터링판 디지털리마스터링 완전판 특별판 오리지널판 복원판 무등급판 디렉터스컷 파이널컷"
    )
    /// The Korean words for how a film is shown, which say nothing about its length.
    package static let koreanShowings = words(
        "더빙 더빙판 자막 자막판 우리말더빙 한국어더빙 국어더빙 한글더빙 일본어더빙 영어더빙 중국어더빙 원어더빙 우리말자막 한국어자막 한글자막 영어자막 싱어롱 싱어롱판 싱얼롱 싱얼롱판 "
            + "응원상영 특별상영 앙코르상영 앵콜상영 스크린엑스 돌비시네마 배리어프리 무대인사"
    )
    /// The words that say what kind of `cut`, `edition`, or `version` it is.
    package static let englishKinds = words(
        "directors director extended theatrical special final ultimate collectors anniversary restored original limited "
            + "deluxe international"
    )

    /// A title without the names around it.
    struct Rest {
        var title: Range<Int>
        /// Whether one of the names is that of a cut or another release, whose running time is not that of the film.
        var isEdition = false
    }

    /// Returns the words of a title within `range` that belong to no such name, at least one.
    ///
    /// `word` returns the letters of each word, and `isBracketed` whether it stands in brackets.
    static func rest(
        of range: Range<Int>,
        isBracketed: (Int) -> Bool,
        word: (Int) -> ArraySlice<UInt8>
    ) -> Rest {
        var rest = Rest(title: range)
        while let name = lastName(in: rest.title, isBracketed, word) {
            rest.isEdition = rest.isEdition || name.contains { kind(word($0)) != .showing }
            rest.title = rest.title.lowerBound..<name.lowerBound
        }
        let end = firstName(in: rest.title, isBracketed, word)
        rest.title = end..<rest.title.upperBound
        return rest
    }

    /// Returns the words of the last name of a title, which do not include its first word; `nil` if there is none.
    private static func lastName(
        in title: Range<Int>,
        _ isBracketed: (Int) -> Bool,
        _ word: (Int) -> ArraySlice<UInt8>
    ) -> Range<Int>? {
        var start = title.upperBound
        func kindBefore(_ place: Int) -> Kind { place > title.lowerBound ? kind(word(place)) : .none }
        switch kindBefore(start - 1) {
        case .name, .showing: start -= 1
        case .noun where [.attribute, .name, .anniversary].contains(kindBefore(start - 2)): start -= 2
        case .unit where start - 2 > title.lowerBound && isNumber(word(start - 2), word(start - 1)): start -= 2
        case .anniversary where start - 2 > title.lowerBound && isNumber(word(start - 2)): start -= 1
        case .attribute, .event, .opening, .noun:
            // A word like this is not part of the title if it is in brackets.
            guard isBracketed(start - 1) else { return nil }
            start -= 1
        default: return nil
        }
        // Attributes belong to the name that follows them, and so does the number of an anniversary.
        while [.attribute, .anniversary].contains(kindBefore(start - 1)), isBracketed(start - 1) == isBracketed(start) {
            start -= 1
        }
        if kind(word(start)) == .anniversary {
            while start - 1 > title.lowerBound, isNumber(word(start - 1)) { start -= 1 }
        }
        return start..<title.upperBound
    }

    /// Returns the index after the Korean names before a title: what stands in brackets, or `재개봉`, `극장판`.
    private static func firstName(
        in title: Range<Int>,
        _ isBracketed: (Int) -> Bool,
        _ word: (Int) -> ArraySlice<UInt8>
    ) -> Int {
        func isKorean(_ place: Int) -> Bool { (word(place).first ?? 0) >= 0xEA }
        var start = title.lowerBound
        var end = start
        while end < title.upperBound, isBracketed(end), isKorean(end) { end += 1 }
        if end > start, end < title.upperBound, !isBracketed(end) { start = end }
        while start + 1 < title.upperBound, isKorean(start) {
            switch kind(word(start)) {
            case .name, .showing, .opening: start += 1
            case .attribute where start + 2 < title.upperBound && kind(word(start + 1)) == .name && isKorean(start + 1):
                start += 2
            default: return start
            }
        }
        return start
    }

    private enum Kind {
        case name, showing, noun, attribute, anniversary, event, opening, unit, none
    }

    private static func kind(_ word: ArraySlice<UInt8>) -> Kind { kinds[key(word)] ?? .none }

    /// Whether a word and a unit after it are `3D`, `4K`, or `스크린X`.
    private static func isNumber(_ number: ArraySlice<UInt8>, _ unit: ArraySlice<UInt8>) -> Bool {
        ["2d", "3d", "2k", "4k", "8k", "4dx", "스크린x"].contains { $0.utf8.elementsEqual(number + unit) }
    }

    /// Whether a word is a number, or the ending of one as in `20th`.
    private static func isNumber(_ word: ArraySlice<UInt8>) -> Bool {
        word.allSatisfy { (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) } || word.elementsEqual("th".utf8)
    }

    private static func key(_ word: some Sequence<UInt8>) -> UInt64 {
        var digest = Digest(seed: 16)
        for letter in word { digest.combine(letter) }
        return digest.value
    }

    private static let kinds: [UInt64: Kind] = {
        var kinds: [UInt64: Kind] = [:]
        func add(_ words: some Sequence<String>, _ kind: Kind) {
            for word in words { kinds[key(word.utf8)] = kind }
        }
        add(words("redux unrated uncut remastered remaster recut rerelease imax"), .name)
        add(koreanCuts, .name)
        add(koreanShowings, .showing)
        add(words("cut edition version release restoration print 컷 에디션 버전 개봉 기념 기념판 기념상영 상영"), .noun)
        add(englishKinds, .attribute)
        add(words("digital digitally re new the in hd uhd"), .attribute)
        add(words("디지털 감독 디렉터스 익스텐디드 오리지널 인터내셔널 파이널 스페셜 극장 재 우리말 한국어 국어 한글 일본어 영어 중국어 원어"), .attribute)
        add(words("anniversary 주년"), .anniversary)
        add(words("기획전 특별전 영화제"), .event)
        add(words("극장판 앙코르 앵콜"), .opening)
        add(words("d k dx x"), .unit)
        return kinds
    }()

    private static func words(_ text: String) -> Set<String> { Set(text.split(separator: " ").map(String.init)) }
}
