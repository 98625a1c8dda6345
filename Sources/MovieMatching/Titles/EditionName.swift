/// The names of cuts and releases at the end of titles: `Director's Cut`, `4K Remastered`, `in 3D`, `재개봉`.
enum EditionName {
    /// Returns the index of the first word of such a name at the end of `range`, or the end of the range without one.
    ///
    /// `word` returns the letters of each word.
    static func start(in range: Range<Int>, word: (Int) -> ArraySlice<UInt8>) -> Int {
        var start = range.upperBound
        while start - 1 > range.lowerBound {
            switch kind(word(start - 1)) {
            case .name: start -= 1
            case .noun where start - 2 > range.lowerBound && [.attribute, .name].contains(kind(word(start - 2))):
                start -= 2
            case .unit where start - 2 > range.lowerBound && isNumber(word(start - 2), word(start - 1)): start -= 2
            // Attributes belong to the name that follows them.
            case .attribute where start < range.upperBound: start -= 1
            default: return start
            }
        }
        return start
    }

    private enum Kind {
        case name, noun, attribute, unit, none
    }

    private static func kind(_ word: ArraySlice<UInt8>) -> Kind {
        guard word.count > 1 || word.first.map({ units.contains($0) }) ?? false else { return .none }
        if word.count == 1 { return .unit }
        return kinds[key(word)] ?? .none
    }

    private static let units = [UInt8(ascii: "d"), UInt8(ascii: "k")]

    /// Whether a number and a letter are `3D` or `4K`.
    private static func isNumber(_ number: ArraySlice<UInt8>, _ unit: ArraySlice<UInt8>) -> Bool {
        unit.first == units[0]
            ? number.elementsEqual("3".utf8) : number.elementsEqual("4".utf8) || number.elementsEqual("2".utf8)
    }

    private static func key(_ word: ArraySlice<UInt8>) -> UInt64 {
        var digest = Digest(seed: 16)
        for letter in word { digest.combine(letter) }
        return digest.value
    }

    private static let kinds: [UInt64: Kind] = {
        var kinds: [UInt64: Kind] = [:]
        func add(_ words: String, _ kind: Kind) {
            for word in words.split(separator: " ") { kinds[key(Array(word.utf8)[...])] = kind }
        }
        add("redux unrated uncut remastered remaster recut rerelease imax", .name)
        add("확장판 감독판 무삭제 무삭제판 재개봉 재개봉판 리마스터 리마스터드 리마스터링 리마스터링판 완전판 특별판 복원판 무등급판 디렉터스컷", .name)
        add("cut edition version release restoration print 컷 에디션 버전 개봉", .noun)
        add(
            "directors director extended theatrical special final ultimate collectors anniversary restored original",
            .attribute
        )
        add("limited deluxe international digital digitally re new the in", .attribute)
        add("디지털 감독 디렉터스 익스텐디드 오리지널 인터내셔널 파이널 스페셜 극장 재", .attribute)
        return kinds
    }()
}
