extension TitleWord {
    /// The role of a word in a title, besides being part of the name.
    enum Role {
        case none
        /// Ignored at the beginning of a title, and after a comma at its end.
        case article
        /// Ignored before a number: `Part 2`, `Vol. 2`.
        case marker
        /// Ignored after a number: `2부`.
        case counter
        case number(Int)
        /// A number unless it is the first word: `Rocky II`.
        case numeral(Int)
        /// A number only after a marker, at the end of a title, or before a subtitle: `Rocky V`, but not
        /// `V for Vendetta`.
        case letterNumeral(Int)
    }

    static func role(of bytes: ArraySlice<UInt8>) -> Role {
        guard bytes.count <= 8 else { return .none }
        return RoleTable.shared.role(of: RoleTable.packed(bytes))
    }
}

/// A hash table of the words with a role; the key is the word's bytes, at most eight, packed into an integer.
private struct RoleTable: Sendable {
    static let shared = RoleTable()

    private var keys = [UInt64](repeating: 0, count: 256)
    private var roles = [TitleWord.Role](repeating: .none, count: 256)

    private init() {
        add("the a an le la les el los las il lo der das") { _ in .article }
        add("part pt vol volume chapter episode ep 파트 제 챕터") { _ in .marker }
        add("부 편 탄 화 장") { _ in .counter }
        add("one two three four five six seven eight nine ten eleven twelve thirteen fourteen", TitleWord.Role.number)
        add("- ii iii iv - vi vii viii ix - xi xii xiii xiv xv xvi xvii xviii xix xx", TitleWord.Role.numeral)
        add("i - - - v - - - - x", TitleWord.Role.letterNumeral)
    }

    static func packed(_ bytes: some Sequence<UInt8>) -> UInt64 {
        bytes.reduce(0) { $0 << 8 | UInt64($1) }
    }

    func role(of key: UInt64) -> TitleWord.Role {
        var slot = RoleTable.slot(of: key)
        while keys[slot] != 0 {
            if keys[slot] == key { return roles[slot] }
            slot = (slot + 1) & 255
        }
        return .none
    }

    /// Adds words with the role that `role` returns for the position in the list, from 1.
    private mutating func add(_ words: String, _ role: (Int) -> TitleWord.Role) {
        for (index, word) in words.split(separator: " ").enumerated() where word != "-" {
            let key = RoleTable.packed(word.utf8)
            var slot = RoleTable.slot(of: key)
            while keys[slot] != 0 { slot = (slot + 1) & 255 }
            keys[slot] = key
            roles[slot] = role(index + 1)
        }
    }

    private static func slot(of key: UInt64) -> Int {
        Int(truncatingIfNeeded: (key &* 0x9E37_79B9_7F4A_7C15) >> 56)
    }
}
