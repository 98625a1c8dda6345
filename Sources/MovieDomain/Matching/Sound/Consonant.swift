/// A consonant as Korean ears tell it apart: of b, p, f and v there is one, of l and r, and of g and k.
enum Consonant: UInt8 {
    case none, k, n, t, r, m, p, s, j, h
    /// `g` before e, i and y: as in `gem` or as in `get`.
    case softG
    /// `z`, which Korean writes with ㅈ.
    case z
    /// `th`, which Korean writes with ㅅ or ㄷ.
    case th
    /// `ch`, as in `chess` or as in `chrome`.
    case ch

    /// How much two of them sound alike: 1 is equal, 0 has nothing in common.
    static func likeness(_ left: UInt8, _ right: UInt8) -> Double {
        left == right ? 1 : table[Int(left) << 4 | Int(right)]
    }

    private static let table: [Double] = {
        var table = [Double](repeating: 0, count: 256)
        let alike: [(Consonant, Consonant, Double)] = [
            (.k, .softG, 0.8), (.j, .softG, 0.9), (.j, .z, 0.9), (.s, .z, 0.8), (.t, .th, 0.8), (.s, .th, 0.8),
            (.j, .ch, 0.9), (.k, .ch, 0.7), (.s, .j, 0.4), (.s, .t, 0.2), (.t, .j, 0.3), (.h, .p, 0.2), (.s, .ch, 0.5),
        ]
        for (left, right, likeness) in alike {
            table[Int(left.rawValue) << 4 | Int(right.rawValue)] = likeness
            table[Int(right.rawValue) << 4 | Int(left.rawValue)] = likeness
        }
        return table
    }()
}
