/// The similarity of texts letter by letter, with buffers that are reused from one comparison to the next.
struct LetterComparison {
    /// The trigrams of the left text, by their hashes.
    private var grams = [UInt32](repeating: 0, count: 4096)
    /// The number of unmatched occurrences of each trigram.
    private var stamps = [UInt16](repeating: 0, count: 4096)
    private var taken = [Bool](repeating: false, count: 256)
    private var matched: [UInt8] = []
    /// The places of each letter in a text of at most 64 letters, as a set of bits.
    private var places = [UInt64](repeating: 0, count: 256)

    /// Returns the number of trigrams (for Hangul: pairs of syllables) that two texts share, divided by the geometric
    /// mean of their numbers of trigrams, from 0 to 1.
    mutating func trigramCosine(_ left: ArraySlice<UInt8>, _ right: ArraySlice<UInt8>, isHangul: Bool) -> Double {
        let (width, step) = isHangul ? (6, 3) : (3, 1)
        guard left.count >= width, right.count >= width else { return 0 }
        var shared = 0
        var mine = 0
        var theirs = 0
        // The table must not become full.
        forEachGram(left, width, step) { comparison, gram in
            guard mine < 2_048 else { return }
            let slot = comparison.slot(of: gram)
            comparison.grams[slot] = gram
            comparison.stamps[slot] &+= 1
            mine += 1
        }
        forEachGram(right, width, step) { comparison, gram in
            theirs += 1
            let slot = comparison.slot(of: gram)
            if comparison.stamps[slot] > 0 {
                comparison.stamps[slot] &-= 1
                shared += 1
            }
        }
        forEachGram(left, width, step) { comparison, gram in comparison.clear(from: gram) }
        let product = Double(mine * theirs)
        return Double(shared) / product.squareRoot()
    }

    /// Returns the slot of a trigram, or the free slot for it.
    @inline(__always)
    private func slot(of gram: UInt32) -> Int {
        var slot = Int((gram &* 0x9E37_79B9) >> 20)
        while grams[slot] != gram, grams[slot] != 0 { slot = (slot + 1) & 4095 }
        return slot
    }

    /// Frees the slot of a trigram and the following slots up to the next free one.
    @inline(__always)
    private mutating func clear(from gram: UInt32) {
        var slot = Int((gram &* 0x9E37_79B9) >> 20)
        while grams[slot] != 0 {
            grams[slot] = 0
            stamps[slot] = 0
            slot = (slot + 1) & 4095
        }
    }

    @inline(__always)
    private mutating func forEachGram(
        _ text: ArraySlice<UInt8>,
        _ width: Int,
        _ step: Int,
        _ body: (inout LetterComparison, UInt32) -> Void
    ) {
        var start = text.startIndex
        while start + width <= text.endIndex {
            var hash: UInt32 = 0
            for index in start..<start + width { hash = hash &* 0x0100_0193 ^ UInt32(text[index]) }
            // 0 marks a free slot.
            body(&self, max(1, hash))
            start += step
        }
    }

    /// The number of bytes that are compared; only the beginning of a longer text counts.
    private static let longest = 256

    /// Whether ``jaroWinkler(_:_:)`` can reach `likeness` for texts of these lengths if `unmatched` letters have no
    /// partner.
    ///
    /// A common prefix raises the Jaro similarity to at most 0.6 times itself plus 0.4. The Jaro similarity is the mean
    /// of three shares: the matched letters of each text, and the matched letters that are in order.
    static func jaroAllows(unmatched: Double, of left: Double, _ right: Double, likeness: Double) -> Bool {
        guard max(left, right) <= Double(longest) else { return true }
        let shares = 3 * (likeness - 0.4) / 0.6 - 1
        let matched = max(0, shares * left * right / (left + right))
        return unmatched <= left + right - 2 * matched + 1e-9
    }

    /// Whether one of the similarities can reach `likeness` for a title in Latin letters and another one of which only
    /// the set (`others`) and the number of letters are known; `mask` is the set of `letters`.
    static func allows(
        _ likeness: Double,
        _ letters: ArraySlice<UInt8>,
        in others: UInt64,
        _ count: Int,
        _ mask: UInt64
    ) -> Bool {
        let (one, other) = (Double(letters.count), Double(count))
        let strangers = Double((others & ~mask).nonzeroBitCount)
        if likeness <= 0 || max(one, other) > Double(longest) { return true }
        guard Double((mask & ~others).nonzeroBitCount) + strangers <= (1 - likeness) * (one + other) else {
            return false
        }
        // Count the letters and trigrams that can have a partner.
        var (known, grams, run, prefix) = (0, 0, 0, 0)
        for (place, letter) in letters.enumerated() {
            run = others >> UInt64(letter & 63) & 1 == 0 ? 0 : run + 1
            known += min(1, run)
            grams += run > 2 ? 1 : 0
            if place < 4, run > place { prefix = run }
        }
        let shared = min(Double(grams), other - 2 - strangers)
        let product = (one - 2) * (other - 2)
        if shared > 0, product > 0, shared * shared >= likeness * likeness * product - 1e-9 { return true }
        let bonus = 0.1 * Double(prefix)
        let jaro = (0.7 + 0.3 * likeness - bonus) / (1 - bonus)
        let matched = min(Double(known), other - strangers)
        return matched / one + matched / other + 1 >= 3 * jaro - 1e-9
    }

    private static func isBefore(_ left: ArraySlice<UInt8>, _ right: ArraySlice<UInt8>) -> Bool {
        left.count == right.count ? left.lexicographicallyPrecedes(right) : left.count < right.count
    }

    /// Returns the Jaro–Winkler similarity (Winkler, 1990) of the first 256 bytes of two texts, from 0 to 1.
    mutating func jaroWinkler(_ left: ArraySlice<UInt8>, _ right: ArraySlice<UInt8>) -> Double {
        // Which letters match depends on the text that is traversed, so always traverse the same one.
        let isTurned = LetterComparison.isBefore(right, left)
        let (left, right) = (
            (isTurned ? right : left).prefix(LetterComparison.longest),
            (isTurned ? left : right).prefix(LetterComparison.longest)
        )
        let reach = max(0, max(left.count, right.count) / 2 - 1)
        matched.removeAll(keepingCapacity: true)
        if right.count <= 64 { matchShort(left, right, reach) } else { matchLong(left, right, reach) }
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

    /// Gives each letter of the left text the first equal letter of the right one that is free and at most `reach` away.
    private mutating func matchLong(_ left: ArraySlice<UInt8>, _ right: ArraySlice<UInt8>, _ reach: Int) {
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
    }

    /// Does the same as ``matchLong(_:_:_:)`` for at most 64 letters, with one step for each letter.
    private mutating func matchShort(_ left: ArraySlice<UInt8>, _ right: ArraySlice<UInt8>, _ reach: Int) {
        for index in 0..<right.count {
            taken[index] = false
            places[Int(right[right.startIndex + index])] |= 1 << UInt64(index)
        }
        for place in 0..<left.count {
            let letter = left[left.startIndex + place]
            // The bits from `place - reach` to `place + reach`.
            let window = (UInt64.max << UInt64(max(0, place - reach))) & ~(UInt64.max << UInt64(place + reach + 1))
            let free = places[Int(letter)] & window
            guard free != 0 else { continue }
            let first = free.trailingZeroBitCount
            places[Int(letter)] ^= 1 << UInt64(first)
            taken[first] = true
            matched.append(letter)
        }
        for letter in right { places[Int(letter)] = 0 }
    }
}
