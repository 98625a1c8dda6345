/// A place in the bytes of a message, and the few tokens that an ordinary envelope is made of, taken by whole words.
///
/// Lives only inside a call that lends the bytes, and loads nothing outside of them: all loads are those of
/// ``word(at:)`` and ``byte(at:)``, which answer zeros past the end.
@safe
struct EnvelopeCursor {
    /// The names that an ordinary request has.
    enum Name {
        case version, id, method, params
    }

    private let base: UnsafeRawPointer
    private let count: Int
    private var at = 0

    /// A cursor at the first of the bytes; nil where they are fewer than eight, which no request is.
    @inline(__always)
    init?(_ bytes: UnsafeRawBufferPointer) {
        guard bytes.count >= 8, let start = bytes.baseAddress else { return nil }
        unsafe base = start
        count = bytes.count
    }

    /// Takes the head that nearly every client writes: the brace, the version and its comma, without blanks.
    @inline(__always)
    mutating func takeUsualHead() -> Bool {
        guard word(at: 0) == EnvelopeWord.usualHead, word(at: 8) == EnvelopeWord.usualHeadEnd else { return false }
        guard byte(at: 16) == UInt8(ascii: ",") else { return false }
        at = 17
        return true
    }

    /// Whether only blanks are left.
    @inline(__always)
    mutating func isAtEnd() -> Bool {
        skipBlanks()
        return at == count
    }

    /// Takes a punctuation byte, after blanks.
    @inline(__always)
    mutating func take(_ byte: UInt8) -> Bool {
        skipBlanks()
        guard self.byte(at: at) == byte else { return false }
        at &+= 1
        return true
    }

    /// Takes a known name and the colon behind it.
    @inline(__always)
    mutating func takeName() -> Name? {
        skipBlanks()
        let word = word(at: at)
        let name: Name
        switch word {
        case EnvelopeWord.method: name = .method
        case EnvelopeWord.params: name = .params
        case EnvelopeWord.version where byte(at: at &+ 8) == UInt8(ascii: "\""):
            name = .version
            at &+= 1
        case _ where word & EnvelopeWord.idMask == EnvelopeWord.id:
            name = .id
            at &-= 4
        default: return nil
        }
        at &+= 8
        return take(UInt8(ascii: ":")) ? name : nil
    }

    /// Takes the string `2.0`.
    @inline(__always)
    mutating func takeVersion() -> Bool {
        skipBlanks()
        guard word(at: at) & EnvelopeWord.twoMask == EnvelopeWord.two else { return false }
        at &+= 5
        return true
    }

    /// Takes a string of printable ASCII without escapes; gives the range between its quotes.
    @inline(__always)
    mutating func takeString() -> Range<Int>? {
        guard take(UInt8(ascii: "\"")) else { return nil }
        let start = at
        while true {
            // What lies past the end are zeros, which no string holds.
            let end = EnvelopeWord.firstUnplain(in: word(at: at))
            at &+= end
            if end == 8 { continue }
            guard byte(at: at) == UInt8(ascii: "\"") else { return nil }
            at &+= 1
            return unsafe Range(uncheckedBounds: (start, at &- 1))
        }
    }

    /// An integer with more digits is left to the complete way, which has a limit for them.
    private static let mostDigits = 64

    /// Takes a plain integer or a plain string; gives the range of the whole token.
    @inline(__always)
    mutating func takeID() -> Range<Int>? {
        skipBlanks()
        let start = at
        let first = byte(at: start)
        if first == UInt8(ascii: "\"") {
            return takeString() == nil ? nil : unsafe Range(uncheckedBounds: (start, at))
        }
        var digits = 0
        repeat {
            digits = DigitRun.count(in: word(at: at))
            at &+= digits
        } while digits == 8
        // What follows an integer here is a comma, a brace or a blank; `01`, `1.5` and `-1` go the complete way.
        guard at > start, at < count, at &- start <= Self.mostDigits else { return nil }
        guard first != UInt8(ascii: "0") || at == start &+ 1 else { return nil }
        return unsafe Range(uncheckedBounds: (start, at))
    }

    /// Takes an array or object; gives its range, which is still to be read strictly.
    @inline(__always)
    mutating func takeContainer() -> Range<Int>? {
        skipBlanks()
        let start = at
        guard EnvelopeWord.isOpening(byte(at: start)) else { return nil }
        if byte(at: count &- 1) == UInt8(ascii: "}"), EnvelopeWord.isClosing(byte(at: count &- 2)), start < count &- 2 {
            // The last member: if it ends anywhere else, it will not be found valid.
            at = count &- 1
            return unsafe Range(uncheckedBounds: (start, at))
        }
        return takeCounted()
    }

    /// Takes an array or object by counting brackets outside strings.
    private mutating func takeCounted() -> Range<Int>? {
        let start = at
        var depth = 0
        while at < count {
            let next = EnvelopeWord.firstStructural(in: word(at: at))
            at &+= next
            if next == 8 { continue }
            let found = byte(at: at)
            at &+= 1
            if found == UInt8(ascii: "\"") {
                skipString()
            } else if EnvelopeWord.isOpening(found) {
                depth &+= 1
            } else {
                depth &-= 1
                if depth == 0 { return unsafe Range(uncheckedBounds: (start, at)) }
            }
        }
        return nil
    }

    /// Goes from behind an opening quote to behind its closing one.
    @inline(__always)
    private mutating func skipString() {
        while at < count {
            let next = EnvelopeWord.firstQuoteOrBackslash(in: word(at: at))
            at &+= next
            if next == 8 { continue }
            if byte(at: at) == UInt8(ascii: "\"") {
                at &+= 1
                return
            }
            at &+= 2
        }
    }

    @inline(__always)
    private mutating func skipBlanks() {
        while at < count, byte(at: at) <= 0x20, byte(at: at).isJSONBlank { at &+= 1 }
    }

    // MARK: Loads

    /// The byte at a place; zero past the end.
    @inline(__always)
    private func byte(at place: Int) -> UInt8 {
        place < count ? unsafe base.load(fromByteOffset: place, as: UInt8.self) : 0
    }

    /// The eight bytes from a place on, the first one lowest; zeros past the end.
    ///
    /// Near the end the last eight bytes are loaded and shifted.
    @inline(__always)
    private func word(at place: Int) -> UInt64 {
        let last = count &- 8
        let offset = min(place, last)
        let word = unsafe UInt64(littleEndian: base.loadUnaligned(fromByteOffset: offset, as: UInt64.self))
        if place <= last { return word }
        return word >> (UInt64(truncatingIfNeeded: place &- last) &* 8)
    }
}
