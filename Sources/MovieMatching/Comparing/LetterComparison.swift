/// The similarity of texts letter by letter, with buffers that are reused from one comparison to the next.
struct LetterComparison {
    /// The number of unmatched occurrences of each trigram of the left text, by a hash of 12 bits.
    private var stamps = [UInt16](repeating: 0, count: 4096)
    private var taken = [Bool](repeating: false, count: 256)
    private var matched: [UInt8] = []

    /// Returns how many trigrams (for Hangul: pairs of syllables) two texts share, divided by the geometric mean of
    /// their numbers, from 0 to 1.
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

    /// The number of bytes that are compared; only the beginning of a longer text counts.
    private static let longest = 256

    /// Whether ``jaroWinkler(_:_:)`` can reach `likeness` for texts of these lengths, of which `unmatched` letters have
    /// no partner.
    ///
    /// A common beginning raises the measure of Jaro to at most 0.6 times itself plus 0.4. The measure of Jaro is the
    /// mean of three shares: the matched letters of each text, and the matched letters that are in order.
    static func jaroAllows(unmatched: Double, of left: Double, _ right: Double, likeness: Double) -> Bool {
        guard max(left, right) <= Double(longest) else { return true }
        let shares = 3 * (likeness - 0.4) / 0.6 - 1
        let matched = max(0, shares * left * right / (left + right))
        return unmatched <= left + right - 2 * matched + 1e-9
    }

    private static func isBefore(_ left: ArraySlice<UInt8>, _ right: ArraySlice<UInt8>) -> Bool {
        left.count == right.count ? left.lexicographicallyPrecedes(right) : left.count < right.count
    }

    /// Returns the similarity of Jaro and Winkler (1990) of the first 256 bytes of two texts, from 0 to 1.
    mutating func jaroWinkler(_ left: ArraySlice<UInt8>, _ right: ArraySlice<UInt8>) -> Double {
        // Which letters match depends on the text that is traversed, so always traverse the same one.
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
