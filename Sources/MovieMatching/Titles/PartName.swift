/// What a word says about the part of a series, or the time or place, that a title names: `Beginning`, `하편`, `Night`.
///
/// Two titles that differ in such words alone are two films.
enum PartName: Hashable {
    case number(Int)
    case middle, last
    /// One of several opposites, such as day and night.
    case opposite(Int)

    /// Whether the other word names another part.
    func isApart(from other: PartName) -> Bool {
        switch (self, other) {
        // The second part may be the last one.
        case (.number(let number), .last), (.last, .number(let number)): number == 1
        default: self != other
        }
    }

    /// Reads a word of a title, which may be a number; `nil` if it names no part.
    init?(_ letters: ArraySlice<UInt8>) {
        if let number = PartName.number(letters) {
            self = .number(number)
        } else if let name = PartName.names[PartName.key(letters)] {
            self = name
        } else {
            return nil
        }
    }

    private static func number(_ letters: ArraySlice<UInt8>) -> Int? {
        let digits = UInt8(ascii: "0")...UInt8(ascii: "9")
        guard (1...2).contains(letters.count), letters.allSatisfy({ digits.contains($0) }) else { return nil }
        return letters.reduce(0) { $0 * 10 + Int($1 - digits.lowerBound) }
    }

    private static func key(_ letters: ArraySlice<UInt8>) -> UInt64 {
        var digest = Digest(seed: 15)
        for letter in letters { digest.combine(letter) }
        return digest.value
    }

    private static let names: [UInt64: PartName] = {
        var names: [UInt64: PartName] = [:]
        var scanner = TitleScanner()
        func add(_ words: String, _ name: PartName) {
            for word in words.split(separator: " ") {
                scanner.scan(String(word))
                names[key(scanner.bytes[...])] = name
            }
        }
        for (place, words) in ordinals.enumerated() { add(words, .number(place + 1)) }
        add("middle central 중 중편 중권 中 中編 中篇 中巻", .middle)
        add("last final finale end ends ending endings epilogue conclusion kouhen", .last)
        add("fin dernier derniere ultima ultimo letzter letzte 완결 완결편 최종장 최종편 종막 종장 끝 엔드 에필로그 마지막", .last)
        add("후반부 완결판 終章 完結編 完結篇", .last)
        for (place, words) in opposites.enumerated() { add(words, .opposite(place)) }
        return names
    }()

    /// The words for the first part, the second one, and so on.
    private static let ordinals = [
        """
        first beginning beginnings begins origin origins genesis prologue prelude opening zenpen erster erste erstes \
        premier premiere primera primero primer primeira primeiro prima primo eerste een ett forsta forste første первая первый \
        첫 첫째 첫번째 첫날 하나 시작 서막 서장 비기닝 비긴즈 프롤로그 전반부 상 상편 상권 전편 전 上 上編 上巻 前編 前篇 第一部 第一章 序章 序
        """,
        """
        second zweiter zweite zweites deuxieme seconde segunda segundo seconda secondo tweede twee andra anden annen вторая \
        второй 두 둘 둘째 두번째 이튿날 하 하편 하권 후편 후 下 下編 下巻 後編 後篇 第二部 第二章 破
        """,
        "third dritter dritte drittes troisieme tercera tercer terceira terza terzo derde drie tredje третья 세 셋 셋째 세번째 第三部 第三章 急",
        "fourth vierter vierte viertes quatrieme cuarta quarta quarto четвертая 네 넷 넷째 네번째 第四部",
        "fifth funfter funfte cinquieme quinta quinto 다섯 다섯째 다섯번째 第五部",
    ]

    /// Words that are parts of a whole, each with those of the same meaning.
    private static let opposites = [
        "day days tag jour dia giorno 낮 데이", "night nights nacht nuit noche notte 밤 나이트", "dawn sunrise morning 새벽 아침",
        "dusk sunset evening 황혼 저녁",
        "upper 위", "lower 아래", "north 북", "south 남", "east 동", "west 서", "spring 봄", "summer 여름", "autumn 가을",
        "winter 겨울",
        "him he his 그", "her she hers 그녀", "them they 그들", "before 이전", "after 이후", "rise rising 라이즈", "fall falling 폴",
        "heaven 천국", "hell 지옥",
        "reloaded", "revolutions", "resurrections",
    ]
}
