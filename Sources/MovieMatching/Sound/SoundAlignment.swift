/// The similarity of two sound skeletons: their best local alignment (Smith and Waterman, 1981).
struct SoundAlignment {
    private var row: [Double] = []
    /// The score of two aligned sounds, copied into the instance because a static constant is checked at each use.
    private let steps = SoundAlignment.steps
    private let alike = SoundAlignment.alike

    /// Whether the last two skeletons matched from beginning to end.
    private(set) var isWhole = false

    /// Returns about how many bits of evidence two titles with these sounds are; 0 if they have nothing in common, or
    /// if the evidence cannot reach `least`.
    mutating func evidence(
        _ left: ArraySlice<UInt8>,
        _ right: ArraySlice<UInt8>,
        atLeast least: Double = 0
    ) -> Double {
        isWhole = false
        guard !left.isEmpty, !right.isEmpty, mostOf(left, right) >= least else { return 0 }
        row.removeAll(keepingCapacity: true)
        row.append(contentsOf: repeatElement(0, count: right.count))
        var best = 0.0
        for mine in left {
            let line = Int(mine) << 4
            var (before, diagonal) = (0.0, 0.0)
            var column = 0
            for theirs in right {
                let above = row[column]
                before = max(0, diagonal + steps[line | Int(theirs)], max(above, before) + SoundAlignment.gap)
                row[column] = before
                best = max(best, before)
                diagonal = above
                column += 1
            }
        }
        // Sounds without a partner on either side count against the match.
        let aligned = best / SoundAlignment.match
        isWhole = leftOver(aligned, left.count, right.count) < 0.5
        return max(0, best - leftOver(aligned, left.count, right.count) * SoundAlignment.leftOver)
    }

    /// Returns the most that two skeletons can count, given their sounds in any order.
    private func mostOf(_ left: ArraySlice<UInt8>, _ right: ArraySlice<UInt8>) -> Double {
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

    /// Returns the most that a number of sounds can count.
    static func most(_ sounds: Int) -> Double { Double(sounds) * match }

    private static let match = 2.2
    private static let mismatch = -2.5
    private static let gap = -1.6
    private static let leftOver = 0.45

    /// The score of each pair of sounds, by both sounds as one number.
    private static let steps: [Double] = (0..<256).map { pair in
        let likeness = Consonant.likeness(UInt8(pair >> 4), UInt8(pair & 15))
        return likeness > 0 ? likeness * match : mismatch
    }

    /// The similar sounds of each sound, as bits.
    private static let alike: [UInt16] = (0..<16).map { sound in
        (0..<16).reduce(0) { Consonant.likeness(UInt8(sound), UInt8($1)) > 0 ? $0 | 1 << UInt16($1) : $0 }
    }
}
