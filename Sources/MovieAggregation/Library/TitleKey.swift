package import MovieDomain
import MovieMatching
import Synchronization

/// The search key of a title that is being typed: its letters and digits, without case, marks, and blanks.
///
/// A Hangul syllable counts as the keys that type it, so that the states of an input method on the way to 기생 (기, 깃, 기새)
/// are prefixes of it. A title of several syllables has its initial consonants as a second key: ㄱㅅㅊ for 기생충.
package struct TitleKey: Hashable, Sendable {
    /// Longer prefixes find nothing more, and titles come from untrusted sources.
    private static let longest = 64
    private static let mostWords = 8

    /// The whole text.
    package private(set) var text = ""
    /// The places in the UTF-8 of the text at which its words begin, except the first.
    private var starts: [UInt16] = []
    /// The initial consonants; empty if there are fewer than two syllables.
    private(set) var initials = ""

    package init(_ title: String) {
        self.init(title, longest: Self.longest)
    }

    /// Creates the key of a whole title, to compare it with others.
    package init(whole title: String) {
        self.init(title, longest: 4_096)
    }

    private init(_ title: String, longest: Int) {
        var starts: [Int] = []
        var scalars: [Unicode.Scalar] = []
        var heads = String.UnicodeScalarView()
        var syllables = 0
        var isInWord = false
        for scalar in title.unicodeScalars {
            guard scalars.count < longest else { break }
            let count = scalars.count
            if let keys = HangulKeys(scalar) {
                for part in keys.parts { scalars += part }
                if let initial = keys.initial { heads.append(initial) }
                if keys.isSyllable { syllables += 1 }
            } else {
                let folded = Self.folded(scalar)
                scalars += folded
                heads.append(contentsOf: folded)
            }
            if scalars.count > count {
                if !isInWord { starts.append(count) }
                isInWord = true
            } else if scalar.isASCII || scalar.properties.isWhitespace {
                // Any other character may be a mark on the letter before it.
                isInWord = false
            }
        }
        text = Self.string(scalars[...])
        self.starts = starts.dropFirst().prefix(Self.mostWords).map { start in
            UInt16(scalars[..<start].reduce(0) { $0 + UTF8.width($1) })
        }
        if syllables > 1 { initials = String(heads) }
    }

    /// The text from the start of each word, except the first.
    var words: [String] { starts.map { String(Substring(text.utf8.dropFirst(Int($0)))) } }

    private static func string(_ scalars: ArraySlice<Unicode.Scalar>) -> String {
        var view = String.UnicodeScalarView()
        view.append(contentsOf: scalars)
        return String(view)
    }

    private static func folded(_ scalar: Unicode.Scalar) -> [Unicode.Scalar] {
        switch scalar {
        case "a"..."z", "0"..."9": return [scalar]
        case "A"..."Z": return [Unicode.Scalar(UInt8(scalar.value) + 32)]
        // Forms of full width.
        case "\u{FF01}"..."\u{FF5E}": return Unicode.Scalar(scalar.value - 0xFEE0).map(folded) ?? []
        default: break
        }
        if let bytes = ScalarFolding.shared.replacement(of: scalar) {
            return String(decoding: bytes, as: UTF8.self).unicodeScalars.filter { $0 != " " }
        }
        return scalar.properties.isAlphabetic ? Array(scalar.properties.lowercaseMapping.unicodeScalars) : []
    }

    /// Whether the title, one of its words, or its initial consonants begin with the typed text.
    func begins(with typed: TitleKey) -> Bool {
        let letters = typed.text.utf8
        return text.utf8.starts(with: letters) || initials.utf8.starts(with: letters)
            || starts.contains { text.utf8.dropFirst(Int($0)).starts(with: letters) }
    }
}

/// A cache of the keys of texts that are searched again at every keystroke.
final class TitleKeyMemory: Sendable {
    private static let most = 262_144

    private let keys = Mutex<[String: TitleKey]>([:])

    subscript(text: String) -> TitleKey {
        keys.withLock { keys in
            if let key = keys[text] { return key }
            if keys.count >= Self.most { keys = [:] }
            let key = TitleKey(text)
            keys[text] = key
            return key
        }
    }
}

extension LibraryFilm {
    /// Returns every key that finds the film by one of its titles.
    @Sendable
    package static func keys(of film: LibraryFilm) -> [FilmKey] {
        var keys: [FilmKey] = []
        var known: Set<String> = [""]
        for title in ([film.title] + film.titles).prefix(12) {
            let key = TitleKey(title)
            for (text, isWhole) in [(key.text, true), (key.initials, true)] + key.words.map({ ($0, false) })
            where known.insert(text).inserted { keys.append(FilmKey(text, of: title, isWhole: isWhole)) }
        }
        return keys
    }
}

/// The keys that type one Hangul character.
private struct HangulKeys {
    let parts: [[Unicode.Scalar]]
    /// The character's part of the initial consonants; `nil` for a letter inside a syllable.
    let initial: Unicode.Scalar?
    var isSyllable = false

    init?(_ scalar: Unicode.Scalar) {
        let value = Int(scalar.value)
        switch value {
        case 0xAC00...0xD7A3:
            let index = value - 0xAC00
            parts = [Self.leading[index / 588], Self.vowels[index % 588 / 28], Self.trailing[index % 28]]
            initial = Self.leading[index / 588].first
            isSyllable = true
        // Conjoining letters, as in decomposed text.
        case 0x1100...0x1112:
            parts = [Self.leading[value - 0x1100]]
            initial = parts[0].first
            isSyllable = true
        case 0x1161...0x1175: (parts, initial) = ([Self.vowels[value - 0x1161]], nil)
        case 0x11A8...0x11C2: (parts, initial) = ([Self.trailing[value - 0x11A7]], nil)
        // Standalone letters: typed, but not yet a syllable.
        case 0x3131...0x3163:
            parts = [Self.compound[scalar] ?? [scalar]]
            initial = scalar
        default: return nil
        }
    }

    private static let leading = letters("ㄱ ㄲ ㄴ ㄷ ㄸ ㄹ ㅁ ㅂ ㅃ ㅅ ㅆ ㅇ ㅈ ㅉ ㅊ ㅋ ㅌ ㅍ ㅎ")
    private static let vowels = letters("ㅏ ㅐ ㅑ ㅒ ㅓ ㅔ ㅕ ㅖ ㅗ ㅗㅏ ㅗㅐ ㅗㅣ ㅛ ㅜ ㅜㅓ ㅜㅔ ㅜㅣ ㅠ ㅡ ㅡㅣ ㅣ")
    private static let trailing =
        [[]] + letters("ㄱ ㄲ ㄱㅅ ㄴ ㄴㅈ ㄴㅎ ㄷ ㄹ ㄹㄱ ㄹㅁ ㄹㅂ ㄹㅅ ㄹㅌ ㄹㅍ ㄹㅎ ㅁ ㅂ ㅂㅅ ㅅ ㅆ ㅇ ㅈ ㅊ ㅋ ㅌ ㅍ ㅎ")
    private static let compound: [Unicode.Scalar: [Unicode.Scalar]] = Dictionary(
        uniqueKeysWithValues: zip(
            "ㄳㄵㄶㄺㄻㄼㄽㄾㄿㅀㅄㅘㅙㅚㅝㅞㅟㅢ".unicodeScalars,
            letters("ㄱㅅ ㄴㅈ ㄴㅎ ㄹㄱ ㄹㅁ ㄹㅂ ㄹㅅ ㄹㅌ ㄹㅍ ㄹㅎ ㅂㅅ ㅗㅏ ㅗㅐ ㅗㅣ ㅜㅓ ㅜㅔ ㅜㅣ ㅡㅣ")
        )
    )

    private static func letters(_ text: String) -> [[Unicode.Scalar]] {
        text.split(separator: " ").map { Array($0.unicodeScalars) }
    }
}
