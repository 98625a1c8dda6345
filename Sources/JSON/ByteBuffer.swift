/// A growing buffer of bytes, written one token at a time.
///
/// The buffer first makes room for a whole token and then stores it through one pointer, so that uniqueness and bounds
/// are checked once per token.
///
/// `@unchecked Sendable` because `ManagedBuffer` is not `Sendable`; its memory is written only through a unique reference.
struct ByteBuffer: @unchecked Sendable {
    private var storage: ByteStorage
    private var capacity: Int
    private(set) var count = 0
    /// How often the buffer has moved to larger memory, which copies it: the logarithm of its length at most.
    private(set) var growths = 0

    /// More bytes than storing whole words ever writes past the end of a copy.
    private static let slack = 16

    init(reserving capacity: Int) {
        self.capacity = max(capacity, 0) + Self.slack
        storage = .make(capacity: self.capacity)
    }

    var bytes: [UInt8] { unsafe Array(UnsafeBufferPointer(start: storage.base, count: count)) }

    /// Makes room for `extra` more bytes and for the slack behind them.
    ///
    /// - Returns: The address for the bytes, valid until the next call. ``finish(at:)`` must follow.
    @inline(__always)
    mutating func room(for extra: Int) -> UnsafeMutablePointer<UInt8> {
        if capacity &- count < extra &+ Self.slack || !isKnownUniquelyReferenced(&storage) { grow(extra) }
        return unsafe storage.base + count
    }

    /// Counts everything before `end` as written; `end` lies in the last room.
    @inline(__always)
    mutating func finish(at end: UnsafeMutablePointer<UInt8>) {
        count = unsafe end - storage.base
    }

    /// Moves to larger memory; a copy of the buffer that writes leaves the shared memory.
    @inline(never)
    private mutating func grow(_ extra: Int) {
        // Doubling the memory, not the bytes in it: they may be few when a long text needs a little more than its length.
        capacity = max(capacity * 2, count + extra + Self.slack)
        growths &+= 1
        storage = storage.grown(to: capacity, copying: count)
    }

    @inline(__always)
    mutating func append(_ byte: UInt8, afterComma comma: Bool) {
        let start = unsafe Self.put(.comma, if: comma, at: room(for: 2))
        unsafe finish(at: Self.put(byte, if: true, at: start))
    }

    @inline(__always)
    mutating func append(copying source: UnsafeBufferPointer<UInt8>, afterComma comma: Bool, colon: Bool) {
        let start = unsafe Self.put(.comma, if: comma, at: room(for: source.count &+ 2))
        let end = unsafe start + ByteRun.copy(source, to: start)
        unsafe finish(at: Self.put(.colon, if: colon, at: end))
    }

    /// Stores one byte, and steps over it if it is wanted.
    @inline(__always)
    static func put(
        _ byte: UInt8,
        if isWanted: Bool,
        at target: UnsafeMutablePointer<UInt8>
    ) -> UnsafeMutablePointer<UInt8> {
        unsafe target.pointee = byte
        return unsafe target + (isWanted ? 1 : 0)
    }
}

extension ByteBuffer {
    /// Appends a string in quotes, with a comma before and a colon after it if they are due.
    @inline(__always)
    mutating func append(quoted text: borrowing String, afterComma comma: Bool, colon: Bool) {
        unsafe Self.lend(text) { unsafe append(quoted: $0, afterComma: comma, colon: colon) }
    }

    /// Appends a string that needs neither quotes nor escapes.
    @inline(__always)
    mutating func append(bare text: borrowing String, afterComma comma: Bool) {
        unsafe Self.lend(text) { unsafe append(bare: $0, afterComma: comma) }
    }

    /// Calls `body` with the UTF-8 of a string, without a copy if the string is stored as UTF-8.
    @inline(__always)
    private static func lend(_ text: borrowing String, _ body: (UnsafeBufferPointer<UInt8>) -> Void) {
        let isContiguous: Void? = unsafe text.utf8.withContiguousStorageIfAvailable { unsafe body($0) }
        guard isContiguous == nil else { return }
        unsafe lendCopy(text, body)
    }

    @inline(never)
    private static func lendCopy(_ text: borrowing String, _ body: (UnsafeBufferPointer<UInt8>) -> Void) {
        unsafe Array(text.utf8).withUnsafeBufferPointer { unsafe body($0) }
    }

    @inline(never)
    private mutating func append(bare text: UnsafeBufferPointer<UInt8>, afterComma comma: Bool) {
        unsafe append(copying: text, afterComma: comma, colon: false)
    }

    /// Kept out of line, so that the caller only borrows the string and retains nothing.
    @inline(never)
    private mutating func append(quoted text: UnsafeBufferPointer<UInt8>, afterComma comma: Bool, colon: Bool) {
        let quote = unsafe Self.put(.comma, if: comma, at: room(for: text.count &+ 4))
        let start = unsafe Self.put(.quote, if: true, at: quote)
        let copied = unsafe ByteRun.copyUnescaped(text, to: start)
        var end = unsafe start + copied
        if copied < text.count {
            unsafe finish(at: end)
            unsafe appendEscaping(UnsafeBufferPointer(rebasing: text[copied...]))
            unsafe end = room(for: 2)
        }
        unsafe end = Self.put(.quote, if: true, at: end)
        unsafe finish(at: Self.put(.colon, if: colon, at: end))
    }

    /// Appends the rest of a string, from the first byte that must be escaped.
    @inline(never)
    private mutating func appendEscaping(_ text: UnsafeBufferPointer<UInt8>) {
        var position = 0
        while position < text.count {
            // In bounds: `position < text.count`.
            let byte = unsafe text[position]
            if byte == .quote || byte == .backslash || byte < .space {
                append(escapeOf: byte)
                position &+= 1
            }
            let rest = unsafe UnsafeBufferPointer(rebasing: text[position...])
            let start = unsafe room(for: rest.count)
            let copied = unsafe ByteRun.copyUnescaped(rest, to: start)
            unsafe finish(at: start + copied)
            position &+= copied
        }
    }

    private mutating func append(escapeOf byte: UInt8) {
        switch byte {
        case 0x08: append(escape: #"\b"#)
        case .tab: append(escape: #"\t"#)
        case .newline: append(escape: #"\n"#)
        case 0x0C: append(escape: #"\f"#)
        case .carriageReturn: append(escape: #"\r"#)
        case .quote: append(escape: #"\""#)
        case .backslash: append(escape: #"\\"#)
        default:
            append(escape: byte < 0x10 ? #"\u000"# : #"\u001"#)
            let digit = byte & 0x0F
            append(digit < 10 ? .zero + digit : 0x61 + digit - 10, afterComma: false)
        }
    }

    private mutating func append(escape text: StaticString) {
        let bytes = unsafe UnsafeBufferPointer(start: text.utf8Start, count: text.utf8CodeUnitCount)
        unsafe append(copying: bytes, afterComma: false, colon: false)
    }

    mutating func append(decimal value: Int, afterComma comma: Bool) {
        let magnitude = value.magnitude
        let digits = Self.digitCount(of: magnitude)
        let sign = unsafe Self.put(.comma, if: comma, at: room(for: digits + 2))
        let start = unsafe Self.put(.minus, if: value < 0, at: sign)
        var rest = magnitude
        // Stores exactly `digits` bytes, the last one first.
        for position in stride(from: digits - 1, through: 0, by: -1) {
            let (quotient, digit) = rest.quotientAndRemainder(dividingBy: 10)
            unsafe start[position] = .zero &+ UInt8(truncatingIfNeeded: digit)
            rest = quotient
        }
        unsafe finish(at: start + digits)
    }

    /// Returns the number of decimal digits, at most 20.
    private static func digitCount(of value: UInt) -> Int {
        var digits = 1
        var rest = value
        while rest >= 10 {
            rest /= 10
            digits &+= 1
        }
        return digits
    }
}

/// Uninitialized memory of fixed size for bytes.
@safe
final class ByteStorage: ManagedBuffer<Void, UInt8> {
    var base: UnsafeMutablePointer<UInt8> { unsafe withUnsafeMutablePointerToElements { unsafe $0 } }

    static func make(capacity: Int) -> ByteStorage {
        unsafe unsafeDowncast(create(minimumCapacity: capacity) { _ in }, to: ByteStorage.self)
    }

    /// Returns larger memory that begins with a copy of the first bytes.
    func grown(to capacity: Int, copying count: Int) -> ByteStorage {
        let larger = ByteStorage.make(capacity: capacity)
        unsafe larger.base.initialize(from: base, count: count)
        return larger
    }
}
