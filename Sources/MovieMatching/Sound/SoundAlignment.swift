/// How well two sound skeletons go together: the best local alignment (Smith and Waterman, 1981).
struct SoundAlignment {
    private var previous: [Double] = []
    private var current: [Double] = []

    /// Whether the last two were one from beginning to end.
    private(set) var isWhole = false

    /// About how many bits of evidence two titles sounding like this are; 0 where they have nothing in common.
    mutating func evidence(_ left: ArraySlice<UInt8>, _ right: ArraySlice<UInt8>) -> Double {
        isWhole = false
        guard !left.isEmpty, !right.isEmpty else { return 0 }
        previous.removeAll(keepingCapacity: true)
        previous.append(contentsOf: repeatElement(0, count: right.count + 1))
        current.removeAll(keepingCapacity: true)
        current.append(contentsOf: previous)
        var best = 0.0
        for mine in left {
            current[0] = 0
            var column = 1
            for theirs in right {
                let likeness = Consonant.likeness(mine, theirs)
                let together =
                    previous[column - 1] + (likeness > 0 ? likeness * SoundAlignment.match : SoundAlignment.mismatch)
                let apart = max(previous[column], current[column - 1]) + SoundAlignment.gap
                let value = max(0, together, apart)
                current[column] = value
                best = max(best, value)
                column += 1
            }
            swap(&previous, &current)
        }
        // What is left over on both sides speaks against it.
        let aligned = best / SoundAlignment.match
        let rest = max(0, Double(left.count) - aligned) + max(0, Double(right.count) - aligned)
        isWhole = rest < 0.5
        return max(0, best - rest * SoundAlignment.leftOver)
    }

    /// The most that a number of sounds can say.
    static func most(_ sounds: Int) -> Double { Double(sounds) * match }

    private static let match = 2.2
    private static let mismatch = -2.5
    private static let gap = -1.6
    private static let leftOver = 0.45
}
