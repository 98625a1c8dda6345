/// A Korean name in Hangul, which is compared with the spellings of the name in Latin letters: 이정우 is Lee Jung-woo, Yi
/// Chŏngu, and Jeong-u Lee.
struct KoreanName {
    private let syllables: [HangulSyllable]

    /// Reads a name in Hangul; `nil` if it is not as long as Korean names are.
    init?(_ letters: ArraySlice<UInt8>) {
        guard (6...12).contains(letters.count) else { return nil }
        var syllables: [HangulSyllable] = []
        HangulSyllable.forEach(in: letters) { syllables.append($0) }
        guard syllables.count * 3 == letters.count else { return nil }
        self.syllables = syllables
    }

    /// Whether folded Latin letters without blanks spell the name, with the family name first or last.
    func isSpelled(_ letters: ArraySlice<UInt8>) -> Bool {
        [1, 2].contains { family in
            guard family < syllables.count, family == 1 || syllables.count > 3 else { return false }
            let (name, rest) = (syllables[..<family], syllables[family...])
            return KoreanName.spell(name, isFamily: true, letters[...]).contains { KoreanName.spells(rest, $0) }
                || KoreanName.spell(rest, isFamily: false, letters[...]).contains {
                    KoreanName.spell(name, isFamily: true, $0).contains(where: \.isEmpty)
                }
        }
    }

    private static func spells(_ syllables: ArraySlice<HangulSyllable>, _ letters: ArraySlice<UInt8>) -> Bool {
        spell(syllables, isFamily: false, letters).contains(where: \.isEmpty)
    }

    /// Returns what is left of the letters after each way to spell some syllables with the first of them.
    private static func spell(
        _ syllables: ArraySlice<HangulSyllable>,
        isFamily: Bool,
        _ letters: ArraySlice<UInt8>
    ) -> [ArraySlice<UInt8>] {
        var rests = [letters]
        for syllable in syllables {
            rests = rests.flatMap { rest in
                let customary = isFamily ? families[syllable.number].map { after($0, rest) } ?? [] : []
                let initials = after(initials[syllable.initial], rest)
                return customary
                    + initials.flatMap { after(vowels[syllable.vowel], $0) }.flatMap {
                        after(finals[syllable.final], $0)
                    }
            }
        }
        return rests
    }

    /// Returns what is left of the letters after each of the spellings with which they begin.
    private static func after(_ spellings: [[UInt8]], _ letters: ArraySlice<UInt8>) -> [ArraySlice<UInt8>] {
        spellings.filter { letters.starts(with: $0) }.map { letters.dropFirst($0.count) }
    }

    /// The spellings of the initial consonants, the vowels, and the final consonants, in Unicode's order; `-` is none.
    private static let initials = spellings(
        "g/k/gh kk/gg/k/g n/- d/t tt/dd r/l/-/n m b/p/v bb/pp s/sh ss/s/sh - j/ch/z/c jj/ch ch/j/c k/c t/th p/ph/f h"
    )
    private static let vowels = spellings(
        "a/ah ae/ai/a/e ya/ia yae eo/u/o/e/ou/uh e/ae/eh yeo/yu/yo/you/yuh/u/eo/o ye/ie/yae/e o/oh wa/oa wae/oae/ue oe/oi/we/e yo "
            + "u/oo/woo/wu/ou/w wo/weo/won we/ue wi/ui/wee/uee yu/yoo/you/ew/u/oo eu/u/e/oo/o ui/eui/ee/i/ey/ei/hi i/ee/y/ie/yi/ea"
    )
    private static let finals = spellings(
        "- k/g/c/ck k/g k/g n n n t/d l/r/ll k/g m l/p l l l/p l m/mm p/b p/b t/s t/s ng/n t/d/j t k t p -"
    )
    /// Customary spellings of family names that differ from those of the syllable.
    private static let families: [Int: [[UInt8]]] = [
        "이": "lee/li/ree/rhee/rey/lie", "박": "park/bark/parc", "최": "choi/choy/chey", "임": "lim/leem/rim/rhim/yim",
        "노": "noh/roh/ro", "나": "na/ra/rah", "유": "yoo/yu/ryu/lyu", "류": "yoo/yu/you", "조": "joe/jo", "서": "suh/sur/so",
        "허": "huh/hur", "정": "jung/joung/chong", "윤": "yune", "양": "ryang", "여": "yuh/lyo", "심": "shim/sheem",
        "강": "kahng",
        "신": "shin/sheen", "김": "kimm/gim", "오": "oh", "우": "woo/wu", "안": "ahn", "한": "hahn", "구": "koo", "배": "bea",
    ].reduce(into: [:]) { families, entry in
        HangulSyllable.forEach(in: Array(entry.key.utf8)[...]) { families[$0.number] = spellings(entry.value)[0] }
    }

    private static func spellings(_ text: String) -> [[[UInt8]]] {
        text.split(separator: " ").map { $0.split(separator: "/").map { $0 == "-" ? [] : Array($0.utf8) } }
    }
}
