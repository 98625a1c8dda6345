/// Languages by the names that film sources use.
package enum Language {
    /// The ISO 639-1 code of a language's Korean, English or own name, or the trimmed name where it is not known.
    ///
    /// A tag with a region (`ko-KR`) gives the code of its language.
    package static func code(of name: String) -> String {
        if let code = table.code(of: name) { return code }
        let primary = name.prefix { $0 != "-" && $0 != "_" }
        if primary.count <= 3, primary.count < name.count, let code = table.code(of: String(primary)) { return code }
        return name.trimmed
    }

    /// Whether `tag` (`ko-KR`) is in the language that `wanted` (`ko`) asks for.
    static func matches(_ tag: String?, wanted: String) -> Bool {
        guard let tag else { return false }
        return tag == wanted || primary(of: tag).elementsEqual(primary(of: wanted))
    }

    /// The bytes of the language, without the region, in lower case.
    private static func primary(of tag: String) -> some Sequence<UInt8> {
        tag.utf8.prefix { $0 != UInt8(ascii: "-") && $0 != UInt8(ascii: "_") }.lazy.map { $0 | 0x20 }
    }

    private static let table = VocabularyTable(lines: names)
}
