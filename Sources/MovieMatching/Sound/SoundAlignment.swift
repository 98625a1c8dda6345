/// The similarity of two sound skeletons: their best local alignment (Smith and Waterman, 1981).
struct SoundAlignment {
    /// A row of the matrix, in fiftieths of a bit, so that all steps are whole numbers.
    private var row: [Int32] = []
    /// The score of two aligned sounds, copied into the instance because a static constant is checked at each use.
    private let steps = SoundAlignment.steps
    private let alike = SoundAlignment.alike

    /// Whether the last two skeletons matched from beginning to end.
    private(set) var isWhole = false

    /// Returns the approximate evidence of two titles with these sounds, in bits; 0 if they have nothing in common or
    /// if the evidence cannot reach `least`.
    mutating func evidence<Right: RandomAccessCollection<UInt8>>(
        _ left: ArraySlice<UInt8>,
        _ right: Right,
        atLeast least: Double = 0
    ) -> Double {
        isWhole = false
        guard !left.isEmpty, !right.isEmpty, mostOf(left, right) >= least else { return 0 }
        row.removeAll(keepingCapacity: true)
        row.append(contentsOf: repeatElement(0, count: right.count))
        var most: Int32 = 0
        for mine in left {
            let line = Int(mine) << 4
            var (before, diagonal): (Int32, Int32) = (0, 0)
            var column = 0
            for theirs in right {
                let above = row[column]
                let step = diagonal &+ steps[line | Int(theirs)]
                before = max(max(0, step), max(above, before) &- SoundAlignment.gap)
                row[column] = before
                most = max(most, before)
                diagonal = above
                column += 1
            }
        }
        let best = Double(most) / SoundAlignment.fiftieths
        // Sounds without a partner on either side count against the match.
        let aligned = best / SoundAlignment.match
        isWhole = leftOver(aligned, left.count, right.count) < SoundAlignment.mostOfWhole
        return max(0, best - leftOver(aligned, left.count, right.count) * SoundAlignment.leftOver)
    }

    /// Returns the most bits that two skeletons can count if the order of their sounds is ignored.
    private func mostOf<Right: RandomAccessCollection<UInt8>>(_ left: ArraySlice<UInt8>, _ right: Right) -> Double {
        var (mine, theirs): (UInt16, UInt16) = (0, 0)
        for sound in left { mine |= alike[Int(sound)] }
        for sound in right { theirs |= alike[Int(sound)] }
        let matched = min(
            left.count { theirs >> UInt16($0) & 1 == 1 },
            right.count { mine >> UInt16($0) & 1 == 1 }
        )
        let rest = leftOver(Double(matched), left.count, right.count)
        return Double(matched) * SoundAlignment.match - rest * SoundAlignment.leftOver
    }

    private func leftOver(_ aligned: Double, _ left: Int, _ right: Int) -> Double {
        max(0, Double(left) - aligned) + max(0, Double(right) - aligned)
    }

    /// Returns the most bits that two skeletons of these lengths can count if `matched` of their sounds are aligned.
    @inline(__always)
    static func most(_ matched: Double, _ left: Double, _ right: Double) -> Double {
        max(0, matched * match - (max(0, left - matched) + max(0, right - matched)) * leftOver)
    }

    /// The similarity of each pair of sounds.
    static let likeness: [SIMD16<Float>] = (0..<16).map { sound in
        var row = SIMD16<Float>()
        for other in 0..<16 { row[other] = Float(Consonant.likeness(UInt8(sound), UInt8(other))) }
        return row
    }

    /// Returns the bits that two skeletons of this many sounds have at least if they match from beginning to end.
    @inline(__always)
    static func leastOfWhole(_ sounds: Int) -> Double {
        most(Double(sounds) - mostOfWhole / 2, Double(sounds), Double(sounds))
    }

    private static let match = 2.2
    private static let mismatch = -2.5
    /// The penalty for a sound without a partner inside the alignment: 1.6 bits, in fiftieths.
    private static let gap: Int32 = 80
    private static let fiftieths = 50.0
    private static let leftOver = 0.45
    /// The number of sounds without a partner below which two skeletons match from beginning to end.
    private static let mostOfWhole = 0.5

    /// The score of each pair of sounds in fiftieths of a bit, indexed by both sounds as one number.
    private static let steps: [Int32] = (0..<256).map { pair in
        let likeness = Consonant.likeness(UInt8(pair >> 4), UInt8(pair & 15))
        return Int32(((likeness > 0 ? likeness * match : mismatch) * fiftieths).rounded())
    }

    /// The set of similar sounds for each sound, one bit per sound.
    private static let alike: [UInt16] = (0..<16).map { sound in
        (0..<16).reduce(0) { Consonant.likeness(UInt8(sound), UInt8($1)) > 0 ? $0 | 1 << UInt16($1) : $0 }
    }
}
