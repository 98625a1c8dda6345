/// Likeness of texts letter by letter, with the memory that it needs from one to the next.
struct LetterComparison {
    /// How often each trigram of the left text is left, by its hash; the longest texts have 512 of them.
    private var stamps = [UInt16](repeating: 0, count: 4096)
    private var taken = [Bool](repeating: false, count: 256)
    private var matched: [UInt8] = []

    /// The cosine of the counts of trigrams (of Hangul: of pairs of syllables), from 0 to 1.
    mutating func trigramCosine(_ left: ArraySlice<UInt8>, _ right: ArraySlice<UInt8>, isHangul: Bool) -> Double {
        let (width, step) = isHangul ? (6, 3) : (3, 1)
        guard left.count >= width, right.count >= width else { return 0 }
        var shared = 0
        var mine = 0
        var theirs = 0
        forEachGram(left, width, step) { stamps, slot in
            stamps[slot] &+= 1
            mine += 1
        }
        forEachGram(right, width, step) { stamps, slot in
            theirs += 1
            if stamps[slot] > 0 {
                stamps[slot] &-= 1
                shared += 1
            }
        }
        forEachGram(left, width, step) { stamps, slot in stamps[slot] = 0 }
        let product = Double(mine * theirs)
        return Double(shared) / product.squareRoot()
    }

    @inline(__always)
    private mutating func forEachGram(
        _ text: ArraySlice<UInt8>,
        _ width: Int,
        _ step: Int,
        _ body: (inout [UInt16], Int) -> Void
    ) {
        var start = text.startIndex
        while start + width <= text.endIndex {
            var hash: UInt32 = 0
            for index in start..<start + width { hash = hash &* 0x0100_0193 ^ UInt32(text[index]) }
            body(&stamps, Int((hash &* 0x9E37_79B1) >> 20))
            start += step
        }
    }

    /// Texts that are longer are compared by their beginnings.
    private static let longest = 256

    /// Whether ``jaroWinkler(_:_:)`` of two texts can reach a value, where some letters of both have no partner.
    ///
    /// A common beginning makes the measure of Jaro at most 0.6 of itself more 0.4, and that measure is the mean of the
    /// two shares of letters with a partner and of how many of those stand in order.
    static func jaroAllows(unmatched: Double, of left: Double, _ right: Double, likeness: Double) -> Bool {
        guard max(left, right) <= Double(longest) else { return true }
        let shares = 3 * (likeness - 0.4) / 0.6 - 1
        let matched = max(0, shares * left * right / (left + right))
        return unmatched <= left + right - 2 * matched + 1e-9
    }

    private static func isBefore(_ left: ArraySlice<UInt8>, _ right: ArraySlice<UInt8>) -> Bool {
        left.count == right.count ? left.lexicographicallyPrecedes(right) : left.count < right.count
    }

    /// The measure of Jaro and Winkler (1990), from 0 to 1; of texts longer than 256 bytes, of their beginnings.
    mutating func jaroWinkler(_ left: ArraySlice<UInt8>, _ right: ArraySlice<UInt8>) -> Double {
        // Which letter finds which partner depends on the side that is gone through: always the same one.
        let isTurned = LetterComparison.isBefore(right, left)
        let (left, right) = (
            (isTurned ? right : left).prefix(LetterComparison.longest),
            (isTurned ? left : right).prefix(LetterComparison.longest)
        )
        let reach = max(0, max(left.count, right.count) / 2 - 1)
        matched.removeAll(keepingCapacity: true)
        for index in 0..<right.count { taken[index] = false }
        for place in 0..<left.count {
            let letter = left[left.startIndex + place]
            let low = max(0, place - reach)
            let high = min(right.count, place + reach + 1)
            var other = low
            while other < high {
                if !taken[other], right[right.startIndex + other] == letter {
                    taken[other] = true
                    matched.append(letter)
                    break
                }
                other += 1
            }
        }
        let count = matched.count
        guard count > 0 else { return 0 }
        var transposed = 0
        var next = 0
        for other in 0..<right.count where taken[other] {
            if matched[next] != right[right.startIndex + other] { transposed += 1 }
            next += 1
        }
        let common = Double(count)
        let jaro =
            (common / Double(left.count) + common / Double(right.count)
                + (common - Double(transposed) / 2) / common) / 3
        var prefix = 0
        while prefix < 4, prefix < left.count, prefix < right.count,
            left[left.startIndex + prefix] == right[right.startIndex + prefix]
        {
            prefix += 1
        }
        return jaro + Double(prefix) * 0.1 * (1 - jaro)
    }
}
