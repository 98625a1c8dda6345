extension JSONScanner {
    /// Scans well-formed multibyte sequences, as many as follow each other, from a byte of 0x80 or above.
    ///
    /// Follows table 3-7 of the Unicode standard: no overlong form, no surrogate, nothing above U+10FFFF.
    func scanMultibyte(from start: Int) throws(JSONFailure) -> Int {
        var position = start
        while position < end {
            let lead = byte(position)
            if lead < 0x80 { break }
            let length = try lengthOfSequence(at: position, lead: lead)
            position &+= length
        }
        return position
    }

    @inline(__always)
    private func lengthOfSequence(at position: Int, lead: UInt8) throws(JSONFailure) -> Int {
        let second = peek(position &+ 1)
        switch lead {
        case 0xE1...0xEC, 0xEE, 0xEF:
            if isContinuation(second) && isContinuation(peek(position &+ 2)) { return 3 }
        case 0xC2...0xDF:
            if isContinuation(second) { return 2 }
        case 0xE0:
            if 0xA0...0xBF ~= second && isContinuation(peek(position &+ 2)) { return 3 }
        case 0xED:
            if 0x80...0x9F ~= second && isContinuation(peek(position &+ 2)) { return 3 }
        case 0xF0...0xF4:
            let lowest: UInt8 = lead == 0xF0 ? 0x90 : 0x80
            let highest: UInt8 = lead == 0xF4 ? 0x8F : 0xBF
            if second >= lowest && second <= highest && isContinuation(peek(position &+ 2))
                && isContinuation(peek(position &+ 3))
            {
                return 4
            }
        default:
            break
        }
        throw JSONFailure(.invalidUTF8, at: position)
    }

    @inline(__always)
    private func isContinuation(_ byte: UInt8) -> Bool { byte & 0xC0 == 0x80 }
}
