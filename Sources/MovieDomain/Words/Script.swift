/// Letters other than Latin ones, and the languages that are written in them, the likeliest first.
package struct Script: Sendable {
    private let ranges: [ClosedRange<UInt32>]
    package let languages: [String]

    /// The scripts; Japanese has Chinese letters, too.
    package static let all = [
        Self(ranges: [0xAC00...0xD7A3, 0x1100...0x11FF], languages: ["ko"]),
        Self(ranges: [0x3041...0x30FF], languages: ["ja"]),
        Self(ranges: [0x3400...0x9FFF], languages: ["zh", "ja"]),
        Self(ranges: [0x400...0x52F], languages: ["ru", "uk", "bg", "sr", "be", "mk", "kk"]),
        Self(ranges: [0x370...0x3FF], languages: ["el"]), Self(ranges: [0x590...0x5FF], languages: ["he"]),
        Self(ranges: [0x600...0x6FF], languages: ["ar", "fa", "ur"]),
        Self(ranges: [0x900...0x97F], languages: ["hi", "mr", "ne"]),
        Self(ranges: [0xE00...0xE7F], languages: ["th"]), Self(ranges: [0x10A0...0x10FF], languages: ["ka"]),
        Self(ranges: [0x530...0x58F], languages: ["hy"]),
    ]

    /// Whether a text has one of the letters.
    package func contains(_ text: String) -> Bool {
        !text.utf8.allSatisfy { $0 < 0x80 }
            && text.unicodeScalars.contains { scalar in ranges.contains { $0.contains(scalar.value) } }
    }
}

extension String {
    /// Whether the text is in the letters of a language (`ko`, `pt-BR`); those of most languages are Latin.
    package func isWritten(in language: String) -> Bool {
        let scripts = Script.all.filter { $0.languages.contains { Language.matches(language, wanted: $0) } }
        guard !scripts.isEmpty else { return isLatin }
        return scripts.contains { $0.contains(self) } && (!hasHangul || Language.matches(language, wanted: "ko"))
    }
}
