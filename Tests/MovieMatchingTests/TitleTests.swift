import MarqueeTestKit
import MovieDomain
import Testing

@testable import MovieMatching

@Suite("Title normalization")
struct TitleNormalizerTests {
    /// Returns `nil` if nothing in the title can be compared.
    private func normalize(_ title: String) -> (key: String, sequel: Int?, script: TitleScript)? {
        var normalizer = TitleNormalizer()
        guard normalizer.read(title) else { return nil }
        return (String(decoding: normalizer.key, as: UTF8.self), normalizer.sequel?.value, normalizer.script)
    }

    @Test("Only the beginning of a very long title is compared", arguments: ["word ", "글자 ", "I. "])
    func long(_ word: String) throws {
        let text = String(repeating: word, count: 20_000)
        let whole = try #require(normalize(text))
        #expect(whole.key.utf8.count < 4_096)
        #expect(normalize(text + "and more").map(\.key) == whole.key)
    }

    @Test(
        "Spellings of one title have the same key",
        arguments: [
            ("Amélie", "AMELIE"), ("Amélie", "Ame\u{301}lie"), ("The Matrix", "Matrix"), ("Matrix, The", "The Matrix"),
            ("Fast & Furious", "Fast and Furious"), ("Ocean's Eleven", "Oceans 11"),
            ("Ocean’s Eleven", "Ocean's Eleven"),
            ("Rocky II", "Rocky 2"), ("Rocky II", "Rocky Ⅱ"), ("Kill Bill: Vol. 2", "Kill Bill Part Two"),
            ("John Wick: Chapter 2", "John Wick 2"), ("Rocky V", "Rocky 5"), ("The Godfather Part II", "Godfather 2"),
            ("슈퍼밴드3", "슈퍼밴드 3"), ("신과함께 - 죄와 벌", "신과 함께: 죄와벌"), ("외계+인 2부", "외계인 2"), ("스크림Ⅱ", "스크림 2"),
            ("슈퍼밴드 파트2", "슈퍼밴드 2"), ("8½", "8 1/2"), ("Spider-Man", "Spiderman"), ("E.T.", "ET"),
            ("20,000 Leagues", "20000 Leagues"), ("Blade Runner (1982)", "Blade Runner"), ("ＡＢＣ", "abc"),
            ("Æon Flux", "Aeon Flux"), ("Łódź", "Lodz"), ("Straße", "strasse"), ("ÉLÈVE", "eleve"),
            ("\u{1100}\u{1175}\u{1109}\u{1162}\u{11BC}\u{110E}\u{116E}\u{11BC}", "기생충"), ("Αθήνα", "ΑΘΗΝΑ"),
            ("Ёлки", "елки"),
            ("Star Wars: Episode IV - A New Hope", "Star Wars IV: A New Hope"),
            ("Platform 33⅓: Home", "Platform 33 1/3: Home"),
            ("Platform 33⅓", "Platform 33 1/3"),
        ]
    )
    func equal(left: String, right: String) throws {
        let key = try #require(normalize(left)?.key)
        #expect(key == normalize(right)?.key)
    }

    @Test(
        "Different titles have different keys",
        arguments: [
            ("Rocky", "Rocky II"), ("Rocky II", "Rocky III"), ("V for Vendetta", "5 for Vendetta"),
            ("Hard", "Die Hard"),
            ("1917", "1918"), ("기생충", "기생수"), ("I, Robot", "Robot"), ("X-Men", "10 Men"), ("Up", "Us"),
        ]
    )
    func different(left: String, right: String) throws {
        let key = try #require(normalize(left)?.key)
        #expect(key != normalize(right)?.key)
    }

    @Test("A title without letters or digits has no key", arguments: ["", " ", "...", "?!", "—", "\u{301}", "★★★"])
    func nothing(title: String) {
        #expect(normalize(title) == nil)
    }

    @Test("A title that begins with a repeated word begins with no article", arguments: [("La La Land", "lalaland")])
    func repeatedArticle(title: String, key: String) {
        #expect(normalize(title)?.key == key)
    }

    @Test("A title that is only an article keeps it", arguments: ["The", "A", "Das"])
    func articleAlone(title: String) {
        #expect(normalize(title)?.key == title.lowercased())
    }

    @Test(
        "A sequel number is told apart from other numbers in a title",
        arguments: [
            ("Iron Man 2", 2), ("Terminator 2: Judgment Day", 2), ("Kill Bill: Vol. 1", 1), ("Rocky IV", 4), ("타짜2", 2),
            ("외계+인 2부", 2), ("Dune: Part Two", 2), ("Iron Man", nil), ("12 Monkeys", nil), ("Se7en", nil),
            ("1917", nil),
            ("Blade Runner 2049", nil), ("The 6th Day", nil), ("Saw 3D", nil), ("매트릭스3 레볼루션", 3),
            ("Platform 33⅓: Home", nil), ("Platform 33 1/3: Home", nil), ("Fahrenheit 9/11", nil), ("빌라301호 사람들", nil),
            ("방과후5분 전", nil), ("서울1945 가을", nil), ("A / B 2", 2), ("Faces/Off 2", 2),
        ]
    )
    func sequel(title: String, number: Int?) {
        #expect(normalize(title)?.sequel == number)
    }

    @Test(
        "A title's script is detected",
        arguments: [("Parasite", TitleScript.latin), ("기생충 2", .hangul), ("七人の侍", .other), ("1987", .latin)]
    )
    func script(title: String, script: TitleScript) {
        #expect(normalize(title)?.script == script)
    }
}

@Suite("String similarity and logarithms")
struct LetterComparisonTests {
    @Test(
        "The examples of Winkler's paper have the published similarities",
        arguments: [
            ("martha", "marhta", 0.9611), ("dixon", "dicksonx", 0.8133), ("dwayne", "duane", 0.84), ("abc", "xyz", 0.0),
            ("same", "same", 1.0),
        ]
    )
    func jaroWinkler(left: String, right: String, likeness: Double) {
        var letters = LetterComparison()
        #expect(abs(letters.jaroWinkler(Array(left.utf8)[...], Array(right.utf8)[...]) - likeness) < 0.0001)
    }

    @Test("The bound from the letters that both titles have rules out no similarity that they reach")
    func boundOfLetters() {
        var letters = LetterComparison()
        var random = SeededGenerator(seed: 5)
        func mask(_ text: ArraySlice<UInt8>) -> UInt64 { text.reduce(0) { $0 | 1 << UInt64($1 & 63) } }
        for _ in 0..<5_000 {
            let left = (0..<Int.random(in: 1...12, using: &random)).map { _ in
                UInt8.random(in: 97...101, using: &random)
            }
            var right = left
            for _ in 0..<Int.random(in: 1...4, using: &random) {
                right.insert(.random(in: 97...104, using: &random), at: .random(in: 0...right.count, using: &random))
                if Bool.random(using: &random) { right.remove(at: .random(in: right.indices, using: &random)) }
            }
            let cosine = letters.trigramCosine(left[...], right[...], isHangul: false)
            let winkler = (letters.jaroWinkler(left[...], right[...]) - 0.7) / 0.3
            let likeness = max(cosine, winkler) - 1e-9
            let (mine, theirs) = (mask(left[...]), mask(right[...]))
            #expect(LetterComparison.allows(likeness, left[...], in: theirs, right.count, mine), "\(left) \(right)")
            #expect(LetterComparison.allows(likeness, right[...], in: mine, left.count, theirs), "\(left) \(right)")
        }
        #expect(
            !LetterComparison.allows(
                0.9,
                Array("harbour".utf8)[...],
                in: mask(Array("cedar".utf8)[...]),
                5,
                mask(Array("harbour".utf8)[...])
            )
        )
    }

    @Test("The bound from unmatched letters rules out no similarity that two words reach")
    func bound() {
        var letters = LetterComparison()
        let words = [
            "martha", "marhta", "dixon", "dicksonx", "dwayne", "duane", "abc", "xyz", "same", "thelongesttitleofall",
            "thelongest", "title", "all", "a", "parasite", "paradise", "gisaengchung",
        ].map { Array($0.utf8)[...] }
        for left in words {
            for right in words {
                let likeness = letters.jaroWinkler(left, right)
                let unmatched = Double(Set(left).symmetricDifference(right).count)
                let (one, other) = (Double(left.count), Double(right.count))
                #expect(LetterComparison.jaroAllows(unmatched: unmatched, of: one, other, likeness: likeness))
            }
        }
        // `w`, `y` and `u` of `dwayne` and `duane` have no partner.
        #expect(LetterComparison.jaroAllows(unmatched: 3, of: 6, 5, likeness: 0.84))
        #expect(!LetterComparison.jaroAllows(unmatched: 3, of: 6, 5, likeness: 0.95))
        #expect(LetterComparison.jaroAllows(unmatched: 300, of: 300, 300, likeness: 0.95))
    }

    @Test(
        "Trigram similarity is the cosine of shared trigrams, also on a second call",
        arguments: [
            ("night", "night", 1.0), ("night", "nacht", 0.0), ("inception", "inceptions", 0.9354), ("ab", "ab", 0.0),
        ]
    )
    func trigrams(left: String, right: String, likeness: Double) {
        var letters = LetterComparison()
        for _ in 0..<2 {
            let cosine = letters.trigramCosine(Array(left.utf8)[...], Array(right.utf8)[...], isHangul: false)
            #expect(abs(cosine - likeness) < 0.0001)
        }
    }

    @Test("Hangul similarity counts pairs of syllables")
    func syllables() {
        var letters = LetterComparison()
        let (left, right) = (Array("가나다라".utf8), Array("나다라마".utf8))
        #expect(abs(letters.trigramCosine(left[...], right[...], isHangul: true) - 2 / 3.0) < 0.0001)
    }

    @Test(arguments: [(1.0, 0.0), (2.0, 1.0), (10.0, 3.321_928), (0.25, -2.0), (5_000.0, 12.287_712), (0.0, 0.0)])
    func logarithm(value: Double, logarithm: Double) {
        #expect(abs(BinaryLogarithm.of(value) - logarithm) < 0.00001)
    }

    @Test(arguments: [(0.0, 0.5), (1.0, 2 / 3.0), (-1.0, 1 / 3.0), (3.0, 8 / 9.0), (100.0, 1.0), (-100.0, 0.0)])
    func probability(bits: Double, probability: Double) {
        #expect(abs(BinaryLogarithm.probability(ofBits: bits) - probability) < 0.00001)
    }
}

@Suite("Phonetic comparison of Hangul and Latin")
struct SoundTests {
    private func skeleton(_ text: String) -> [UInt8] {
        var scanner = TitleScanner()
        scanner.scan(text)
        var skeleton = SoundSkeleton()
        for word in scanner.words { skeleton.add(scanner.bytes[word.start..<word.end]) }
        return skeleton.sounds
    }

    @Test(
        "A loanword in Hangul has the same sound skeleton as the Latin word",
        arguments: [
            ("인셉션", "Inception"), ("콘스탄틴", "Constantine"), ("필라델피아", "Philadelphia"), ("나이트", "Night"),
            ("히트", "Heat"), ("킹", "King"), ("바벨", "Babel"), ("메멘토", "Memento"), ("트라이브", "Tribe"), ("폭스", "Fox"),
            ("라라랜드", "La La Land"),
        ]
    )
    func equal(hangul: String, latin: String) {
        #expect(skeleton(hangul) == skeleton(latin))
    }

    @Test(
        "Titles that sound alike score more bits than others, the same in both directions",
        arguments: [
            ("아메리칸 스나이퍼", "American Sniper", 13.0...16), ("트랜스포머", "Transformers", 12...20),
            ("파인딩 포레스터", "Finding Forrester", 14...20), ("솔트", "Salt", 6...7), ("고질라", "Godzilla", 6...7),
            ("대부", "The Godfather", 0...4), ("살인소설", "Sinister", 0...4), ("기생충", "Parasite", 0...3),
        ]
    )
    func evidence(hangul: String, latin: String, bits: ClosedRange<Double>) {
        var alignment = SoundAlignment()
        let (left, right) = (skeleton(hangul), skeleton(latin))
        #expect(bits.contains(alignment.evidence(left[...], right[...])))
        #expect(alignment.evidence(left[...], right[...]) == alignment.evidence(right[...], left[...]))
    }

    @Test("Evidence that reaches the given minimum is returned in full", arguments: 1...200 as ClosedRange<UInt64>)
    func enough(seed: UInt64) {
        var random = SeededGenerator(seed: seed)
        func sounds() -> [UInt8] {
            (0..<Int.random(in: 1...14, using: &random)).map { _ in UInt8.random(in: 1...13, using: &random) }
        }
        let common = sounds()
        let (left, right) = (sounds() + common, common + sounds())
        var alignment = SoundAlignment()
        let all = alignment.evidence(left[...], right[...], atLeast: -.infinity)
        let isWhole = alignment.isWhole
        #expect(alignment.evidence(left[...], right[...], atLeast: all) == all)
        #expect(alignment.isWhole == isWhole)
        #expect(alignment.evidence(left[...], left[...], atLeast: 2.2 * Double(left.count)) > 0 && alignment.isWhole)
    }
}

@Suite("Vowels of titles in Hangul and in Latin letters")
struct VowelTests {
    private func likeness(_ one: String, _ other: String) -> Double {
        var table = FilmTable()
        table.begin(source: table.addSource(named: "a"))
        table.add(title: one)
        table.add(title: other)
        table.end()
        var comparison = VowelComparison()
        let words = table.titles.map { table.words[$0.words.range] }
        return comparison.likeness(words[0], words[1], in: table.letters)
    }

    @Test(
        "Titles that sound alike have most vowels in common, the same in both directions",
        arguments: [
            ("루시", "Lucy", 1.0...1), ("블리츠", "Blitz", 1...1), ("카지노", "Casino", 1...1), ("트로이", "Troy", 1...1),
            ("비틀쥬스", "Beetlejuice", 0.7...0.8), ("더 게스트", "The Guest", 0.6...0.7), ("문", "Moon", 1...1),
            ("아이언 맨", "Iron Man", 0.7...0.8), ("인디아나", "Indiana", 0.8...1), ("죠스 2", "Jaws 2", 0.2...0.3),
        ]
    )
    func alike(one: String, other: String, likeness range: ClosedRange<Double>) {
        let found = likeness(one, other)
        #expect(range.contains(found), "\(found)")
        #expect(likeness(other, one) == found)
    }

    @Test(
        "Titles with other words have few vowels in common",
        arguments: [
            ("내쇼날 시큐리티", "Kangaroo Jack"), ("라 루나", "LOL"), ("프랑켄위니", "Universal Soldier: Day of Reckoning"),
        ]
    )
    func unlike(one: String, other: String) {
        #expect(likeness(one, other) < 0.5)
    }

    @Test("Titles without vowels have none in common", arguments: [("1917", "1917 2"), ("ㅋㅋ", "Lucy"), ("스", "Lucy")])
    func none(one: String, other: String) {
        #expect(likeness(one, other) == 0)
    }

    @Test("A title of 100,000 vowels is compared by its beginning")
    func bounded() {
        let long = String(repeating: "아", count: 100_000)
        #expect(likeness(long, String(repeating: "a", count: 64)) == 1)
    }
}

@Suite("Agreement of directors")
struct NameAgreementTests {
    private func agreement(_ left: [Person], _ right: [Person]) -> NameAgreement {
        var table = FilmTable()
        for (source, people) in [left, right].enumerated() {
            table.begin(source: table.addSource(named: "\(source)"))
            table.add(title: "x")
            for person in people { table.add(director: person.name, person.nameEn) }
            table.end()
        }
        table.addSounds()
        var comparer = PairComparer(table, weights: .standard)
        return comparer.compare(0, 1).directorAgreement
    }

    @Test(
        arguments: [
            (["BONG Joon-ho"], ["Joon-ho Bong"], "equal"), (["BONG Joon-ho"], ["Bong Joonho"], "equal"),
            (["봉준호"], ["봉 준호"], "equal"), (["Pedro Almodóvar"], ["ALMODOVAR Pedro"], "equal"),
            (["A B", "Joel Coen"], ["Ethan Coen", "Joel Coen"], "equal"),
            (["BONG Joon-ho"], ["Bong Jun-ho"], "similar"), (["Park Chan-wook"], ["Pak Chanuk"], "uncertain"),
            (["Alejandro González Iñárritu"], ["Alejandro G. Iñárritu"], "similar"),
            (["Kim Ki-duk"], ["Kim Jee-woon"], "contradicting"), (["봉준호"], ["박찬욱"], "contradicting"),
            (["봉준호"], ["Bong Joon Ho"], "soundingAlike"), ([], ["Bong Joon Ho"], "unknown"),
            (["黒澤 明"], ["Akira Kurosawa"], "unknown"), (["Tony Scott"], ["Ridley Scott"], "uncertain"),
        ]
    )
    func names(left: [String], right: [String], verdict: String) {
        let verdictOfLeft = agreement(left.map { Person(name: $0) }, right.map { Person(name: $0) })
        #expect("\(verdictOfLeft)" == verdict)
        let turned = agreement(right.map { Person(name: $0) }, left.map { Person(name: $0) })
        #expect("\(turned)" == verdict)
    }

    @Test("Korean and Latin names of a person are each compared with names in the same script")
    func bothScripts() {
        let kofic = [Person(name: "봉준호", nameEn: "BONG Joon-ho")]
        #expect(agreement(kofic, [Person(name: "Bong Joon Ho")]) == .equal)
        #expect(agreement(kofic, [Person(name: "봉준호")]) == .equal)
        #expect(agreement(kofic, [Person(name: "Park Chan-wook")]) == .contradicting)
    }

    @Test(
        "Names in two scripts are compared by sound",
        arguments: [
            ("라세 할스트롬", "Lasse Hallström", NameAgreement.soundingAlike),
            ("스티븐 스필버그", "Steven Spielberg", .soundingAlike), ("팀 버튼", "Ridley Scott", .soundingApart),
        ]
    )
    func acrossScripts(korean: String, latin: String, verdict: NameAgreement) {
        #expect(agreement([Person(name: korean)], [Person(name: latin)]) == verdict)
    }
}
