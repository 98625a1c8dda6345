/// What two films must have in common to be compared.
struct BlockKey: Hashable {
    enum Kind: UInt32 {
        case title, word, person
    }

    private let packed: UInt32

    init(number: UInt32, kind: Kind) {
        packed = number << 2 | kind.rawValue
    }

    @inline(__always)
    var number: UInt32 { packed >> 2 }
    @inline(__always)
    var isWord: Bool { packed & 3 == Kind.word.rawValue }
    @inline(__always)
    var isTitle: Bool { packed & 3 == Kind.title.rawValue }
}
