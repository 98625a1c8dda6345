/// A title as it is compared with others: by 64-bit digests, for Hangul makes slow dictionary keys as text.
struct NormalizedTitle: Hashable, Sendable {
    enum Script: Hashable, Sendable, CaseIterable {
        case latin, hangul, other
    }

    /// Letters and digits without blanks; never empty.
    let key: String
    /// Of `key`.
    let digest: UInt64
    /// Of `key` without the number of the sequel.
    let stem: UInt64
    /// Which part of a series it says that it is.
    let sequel: Int?
    let script: Script

    /// Reads a title's bytes, and where in them the sequel's number stands.
    init(key: [UInt8], sequel: (value: Int, range: Range<Int>)?, script: Script) {
        var (whole, stem) = (Digest(), Digest())
        for (index, byte) in key.enumerated() {
            whole.combine(byte)
            if sequel.map({ !$0.range.contains(index) }) ?? true { stem.combine(byte) }
        }
        self.key = String(decoding: key, as: UTF8.self)
        digest = whole.value
        self.stem = stem.value
        self.sequel = sequel?.value
        self.script = script
    }

    static func == (left: NormalizedTitle, right: NormalizedTitle) -> Bool {
        left.digest == right.digest && left.stem == right.stem
    }

    func hash(into hasher: inout Hasher) {
        hasher.combine(digest)
    }
}
