extension JSONScanner {
    /// Scans a number from its first byte, a minus or a digit (RFC 8259, section 6).
    @inline(__always)
    func scanNumber(from start: Int) throws(JSONFailure) -> Int {
        var position = start
        if byte(position) == .minus { position &+= 1 }
        if peek(position) == .zero {
            position &+= 1
            if peek(position).isDigit { throw JSONFailure(.invalidNumber, at: position) }
        } else {
            position = try scanDigits(from: position)
        }
        if peek(position) == .dot { position = try scanDigits(from: position &+ 1) }
        if peek(position) | 0x20 == .lowerE {
            position &+= 1
            let sign = peek(position)
            if sign == .plus || sign == .minus { position &+= 1 }
            position = try scanDigits(from: position)
        }
        return position
    }

    /// Scans one digit or more.
    @inline(__always)
    private func scanDigits(from start: Int) throws(JSONFailure) -> Int {
        var position = start
        while peek(position).isDigit { position &+= 1 }
        if position == start {
            throw JSONFailure(start < end ? .invalidNumber : .unexpectedEnd, at: start, expected: .digit)
        }
        return position
    }
}
