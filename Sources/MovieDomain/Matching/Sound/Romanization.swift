/// The Revised Romanization of Korean (2000), syllable by syllable: `기생충` is `gisaengchung`.
enum Romanization {
    private static let initials = split("g kk n d tt r m b pp s ss - j jj ch k t p h")
    private static let vowels = split("a ae ya yae eo e yeo ye o wa wae oe yo u wo we wi yu eu ui i")
    private static let finals = split("- k k k n n n t l k m l l l p l m p p t t ng t t k t p t")

    /// The text in Latin letters; what is no Hangul stays as it is.
    static func latin(_ text: String) -> String {
        var latin = ""
        var endsInL = false
        for scalar in text.unicodeScalars {
            guard let syllable = HangulSyllable(scalar.value) else {
                latin.unicodeScalars.append(scalar)
                endsInL = false
                continue
            }
            // ㄹㄹ is written ll.
            latin += endsInL && syllable.initial == 5 ? "l" : initials[syllable.initial]
            latin += vowels[syllable.vowel] + finals[syllable.final]
            endsInL = syllable.final == 8
        }
        return latin
    }

    private static func split(_ table: String) -> [String] {
        table.split(separator: " ").map { $0 == "-" ? "" : String($0) }
    }
}
