/// Walks over the bytes of a text: every function takes a position and returns the next.
///
/// Positions are at most `end`; `byte` and `word` are called only where the bytes are known to be inside.
@safe
struct JSONScanner {
    private let base: UnsafeRawPointer
    let end: Int

    init(_ bytes: UnsafeRawBufferPointer, empty: UnsafeRawPointer) {
        unsafe base = bytes.baseAddress ?? empty
        end = bytes.count
    }

    /// The byte at a position below `end`.
    @inline(__always)
    func byte(_ position: Int) -> UInt8 {
        assert(position < end)
        return unsafe base.load(fromByteOffset: position, as: UInt8.self)
    }

    /// Eight bytes from a position of at most `end - 8`, the first in the lowest bits.
    @inline(__always)
    func word(_ position: Int) -> UInt64 {
        assert(position &+ 8 <= end)
        return unsafe UInt64(littleEndian: base.loadUnaligned(fromByteOffset: position, as: UInt64.self))
    }

    /// The byte at a position, or NUL at the end; NUL is no byte of JSON's structure, so it falls into the error's
    /// path.
    @inline(__always)
    func peek(_ position: Int) -> UInt8 {
        position < end ? byte(position) : 0
    }

    /// The first position that is not blank.
    func skipBlanks(from start: Int) -> Int {
        var position = start
        while position < end {
            let byte = byte(position)
            guard byte.isBlank else { break }
            position &+= 1
            if byte == .newline { position = skipSpaces(from: position) }
        }
        return position
    }

    /// The first position that is not a space, eight bytes at once: indentation is long.
    @inline(__always)
    private func skipSpaces(from start: Int) -> Int {
        var position = start
        while position &+ 8 <= end {
            let others = word(position) ^ 0x2020_2020_2020_2020
            if others != 0 { return position &+ others.trailingZeroBitCount &>> 3 }
            position &+= 8
        }
        return position
    }

    /// How many bytes of the word stand at the position.
    @inline(__always)
    func commonPrefix(with text: StaticString, at position: Int) -> Int {
        var length = 0
        while length < text.utf8CodeUnitCount, unsafe text.utf8Start[length] == peek(position &+ length) {
            length &+= 1
        }
        return length
    }
}
