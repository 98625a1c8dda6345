import MovieDomain
import Testing

@testable import MovieMatching

@Suite("Hangul and Latin letters by their sound")
struct SoundTests {
    @Test(
        "Revised Romanization",
        arguments: [
            ("기생충", "gisaengchung"), ("올드보이", "oldeuboi"), ("서울", "seoul"), ("한글", "hangeul"), ("벚꽃", "beotkkot"),
            ("별나라", "byeolnara"), ("울릉도", "ulleungdo"), ("닭", "dak"), ("A급", "Ageup"), ("부산행", "busanhaeng"),
        ]
    )
    func romanization(hangul: String, latin: String) {
        #expect(Romanization.latin(hangul) == latin)
    }

    private func skeleton(_ text: String) -> [UInt8] {
        var scanner = TitleScanner()
        scanner.scan(text)
        var skeleton = SoundSkeleton()
        for word in scanner.words { skeleton.add(scanner.bytes[word.start..<word.end]) }
        return skeleton.sounds
    }

    @Test(
        "loan words have the consonants of the word that they are",
        arguments: [
            ("인셉션", "Inception"), ("콘스탄틴", "Constantine"), ("필라델피아", "Philadelphia"), ("나이트", "Night"),
            ("히트", "Heat"), ("킹", "King"), ("바벨", "Babel"), ("메멘토", "Memento"), ("트라이브", "Tribe"), ("폭스", "Fox"),
        ]
    )
    func equal(hangul: String, latin: String) {
        #expect(skeleton(hangul) == skeleton(latin))
    }

    @Test(
        "titles that sound alike have more in common than others",
        arguments: [
            ("아메리칸 스나이퍼", "American Sniper", 13.0...16), ("트랜스포머", "Transformers", 12...20),
            ("파인딩 포레스터", "Finding Forrester", 14...20), ("솔트", "Salt", 6...7), ("고질라", "Godzilla", 2...6),
            ("대부", "The Godfather", 0...4), ("살인소설", "Sinister", 0...4), ("기생충", "Parasite", 0...3),
        ]
    )
    func evidence(hangul: String, latin: String, bits: ClosedRange<Double>) {
        var alignment = SoundAlignment()
        let (left, right) = (skeleton(hangul), skeleton(latin))
        #expect(bits.contains(alignment.evidence(left[...], right[...])))
        #expect(alignment.evidence(left[...], right[...]) == alignment.evidence(right[...], left[...]))
    }
}
