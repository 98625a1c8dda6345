/// Bits as a probability in hundredths, as answers show it: never certain without an equal id.
enum MatchConfidence {
    static func of(bits: Double) -> Double {
        let hundredths = (BinaryLogarithm.probability(ofBits: bits) * 100).rounded()
        return max(0, min(99, hundredths)) / 100
    }
}
