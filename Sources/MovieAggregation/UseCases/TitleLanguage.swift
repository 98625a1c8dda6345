import MovieDomain

extension Catalogue {
    /// Returns the language to ask sources in, so that they give titles in the script of this one.
    func language(of title: String, preferring wanted: [String]) -> String {
        let preferred = wanted + policy.languages
        let ownLanguages = TitleScriptLanguages.all.first { $0.contains(title) }?.languages ?? []
        if let first = ownLanguages.first {
            return preferred.first { tag in ownLanguages.contains { Language.matches(tag, wanted: $0) } } ?? first
        }
        let others = TitleScriptLanguages.all.flatMap(\.languages)
        return preferred.first { tag in !others.contains { Language.matches(tag, wanted: $0) } } ?? "en"
    }
}

/// The languages that are written in a script other than the Latin one, the likeliest first.
private struct TitleScriptLanguages {
    let ranges: [ClosedRange<UInt32>]
    let languages: [String]

    /// The scripts; Japanese has Chinese letters, too.
    static let all = [
        Self(ranges: [0xAC00...0xD7A3, 0x1100...0x11FF], languages: ["ko"]),
        Self(ranges: [0x3041...0x30FF], languages: ["ja"]),
        Self(ranges: [0x3400...0x9FFF], languages: ["zh", "ja"]),
        Self(ranges: [0x400...0x52F], languages: ["ru", "uk", "bg", "sr"]),
        Self(ranges: [0x370...0x3FF], languages: ["el"]), Self(ranges: [0x590...0x5FF], languages: ["he"]),
        Self(ranges: [0x600...0x6FF], languages: ["ar", "fa"]), Self(ranges: [0x900...0x97F], languages: ["hi"]),
        Self(ranges: [0xE00...0xE7F], languages: ["th"]),
    ]

    func contains(_ title: String) -> Bool {
        !title.utf8.allSatisfy { $0 < 0x80 }
            && title.unicodeScalars.contains { scalar in ranges.contains { $0.contains(scalar.value) } }
    }
}
