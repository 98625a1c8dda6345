/// Reads one text into a tape, in one pass and without recursion.
///
/// The words of an open container carry the way back to the one around it (``TapeSpan``), so depth costs no stack.
@safe
struct JSONReader {
    private let scanner: JSONScanner
    private let limits: JSONLimits
    private(set) var tape: UnsafeMutablePointer<UInt64>
    /// Words that the tape has room for.
    private(set) var capacity: Int
    /// Words written so far.
    private(set) var length = 0
    /// Whether there are no blanks inside the value.
    private(set) var isCompact = true
    /// The tape index of the innermost open container, whether that is an object, and how many values it has so far.
    private var container = 0
    private var isObject = false
    private var count = 0
    private var depth = 0

    /// A reader over bytes, writing into a tape that it replaces by a larger one where needed; both belong to the caller.
    init(
        _ bytes: UnsafeRawBufferPointer,
        into tape: UnsafeMutablePointer<UInt64>,
        capacity: Int,
        limits: JSONLimits
    ) {
        unsafe scanner = JSONScanner(bytes, empty: UnsafeRawPointer(tape))
        unsafe self.tape = tape
        self.capacity = capacity
        self.limits = limits
    }

    /// Reads exactly one value, with blanks around it.
    mutating func read() throws(JSONFailure) {
        let start = scanner.skipBlanks(from: 0)
        if start == scanner.end { throw JSONFailure(.empty, at: start) }
        let rest = scanner.skipBlanks(from: try readTree(from: start))
        if rest < scanner.end { throw failure(at: rest, .trailingContent, expected: .nothing) }
    }

    /// Reads a value and all that is in it.
    @inline(__always)
    private mutating func readTree(from start: Int) throws(JSONFailure) -> Int {
        var position = start
        while true {
            if isObject { position = try readName(from: position) }
            var isOpen = false
            switch scanner.peek(position) {
            case .quote: position = try readString(from: position)
            case .openBrace, .openBracket: (position, isOpen) = try open(at: position)
            case .minus, .zero...(.nine): position = try readNumber(from: position)
            default: position = try readLiteral(from: position)
            }
            if isOpen { continue }
            position = try readEnds(from: position)
            if depth == 0 { return position }
        }
    }

    /// The first position that is not blank.
    @inline(__always)
    private mutating func skipBlanks(from position: Int) -> Int {
        if scanner.peek(position) > .space { return position }
        isCompact = false
        return scanner.skipBlanks(from: position)
    }

    /// Reads what follows a value: closing brackets, and the comma before the next value or name.
    @inline(__always)
    private mutating func readEnds(from start: Int) throws(JSONFailure) -> Int {
        var position = start
        while depth > 0 {
            count &+= 1
            position = skipBlanks(from: position)
            let byte = scanner.peek(position)
            if byte == .comma { return skipBlanks(from: position &+ 1) }
            guard byte == (isObject ? .closeBrace : .closeBracket) else {
                let expected: JSONFailure.Expectation = isObject ? .commaOrClosingBrace : .commaOrClosingBracket
                throw failure(at: position, .unexpectedByte, expected: expected)
            }
            position = close(at: position)
        }
        return position
    }
}

// MARK: - Containers

extension JSONReader {
    /// Opens a container, and closes it again where nothing is in it.
    @inline(__always)
    private mutating func open(at start: Int) throws(JSONFailure) -> (position: Int, isOpen: Bool) {
        try pushContainer(at: start)
        let position = skipBlanks(from: start &+ 1)
        let isEmpty = scanner.peek(position) == (isObject ? .closeBrace : .closeBracket)
        return isEmpty ? (close(at: position), false) : (position, true)
    }

    @inline(__always)
    private mutating func pushContainer(at start: Int) throws(JSONFailure) {
        if depth >= limits.effectiveDepth { throw JSONFailure(.tooDeep, at: start) }
        let outer = TapeSpan(count: count, next: container)
        container = length
        count = 0
        depth &+= 1
        isObject = scanner.peek(start) == .openBrace
        push(TapeWord(isObject ? .object : .array, offset: start, length: 0).bits)
        push(outer.bits)
    }

    /// Closes the innermost container at its bracket and returns to the one around it.
    @inline(__always)
    private mutating func close(at bracket: Int) -> Int {
        let opened = unsafe TapeWord(bits: tape[container])
        let outer = unsafe TapeSpan(bits: tape[container &+ 1])
        let whole = TapeWord(opened.kind, offset: opened.offset, length: bracket &+ 1 &- opened.offset)
        unsafe tape[container] = whole.bits
        unsafe tape[container &+ 1] = TapeSpan(count: count, next: length).bits
        container = outer.next
        count = outer.count
        depth &-= 1
        isObject = unsafe TapeWord(bits: tape[container]).kind == .object
        return bracket &+ 1
    }

    /// Writes one word.
    @inline(__always)
    private mutating func push(_ word: UInt64) {
        if length == capacity { unsafe (tape, capacity) = Self.grown(tape, capacity) }
        unsafe tape[length] = word
        length &+= 1
    }

    /// A tape twice as large with the words of a full one, which it replaces.
    @inline(never)
    private static func grown(
        _ tape: UnsafeMutablePointer<UInt64>,
        _ capacity: Int
    ) -> (UnsafeMutablePointer<UInt64>, Int) {
        let larger = UnsafeMutablePointer<UInt64>.allocate(capacity: capacity * 2)
        unsafe larger.update(from: tape, count: capacity)
        unsafe tape.deallocate()
        return unsafe (larger, capacity * 2)
    }
}

// MARK: - Scalars and names

extension JSONReader {
    /// Reads a member's name and the colon; returns where its value begins.
    @inline(__always)
    private mutating func readName(from start: Int) throws(JSONFailure) -> Int {
        guard scanner.peek(start) == .quote else {
            throw failure(at: start, .unexpectedByte, expected: count == 0 ? .nameOrClosingBrace : .name)
        }
        let colon = skipBlanks(from: try readString(from: start))
        guard scanner.peek(colon) == .colon else { throw failure(at: colon, .unexpectedByte, expected: .colon) }
        return skipBlanks(from: colon &+ 1)
    }

    @inline(__always)
    private mutating func readString(from quote: Int) throws(JSONFailure) -> Int {
        let start = quote &+ 1
        let (end, kind) = try scanner.scanString(from: start)
        push(TapeWord(kind, offset: start, length: end &- start).bits)
        return end &+ 1
    }

    @inline(__always)
    private mutating func readNumber(from start: Int) throws(JSONFailure) -> Int {
        let end = try scanner.scanNumber(from: start)
        if end &- start > limits.maximumNumberLength { throw JSONFailure(.numberTooLong, at: start) }
        push(TapeWord(.number, offset: start, length: end &- start).bits)
        return end
    }

    private mutating func readLiteral(from start: Int) throws(JSONFailure) -> Int {
        switch scanner.peek(start) {
        case 0x74: return try readLiteral("true", .true, from: start)
        case 0x66: return try readLiteral("false", .false, from: start)
        case 0x6E: return try readLiteral("null", .null, from: start)
        default:
            let first = depth > 0 && !isObject && count == 0
            throw failure(at: start, .unexpectedByte, expected: first ? .valueOrClosingBracket : .value)
        }
    }

    private mutating func readLiteral(
        _ text: StaticString,
        _ kind: TapeWord.Kind,
        from start: Int
    ) throws(JSONFailure) -> Int {
        let common = scanner.commonPrefix(with: text, at: start)
        guard common == text.utf8CodeUnitCount else {
            throw failure(at: start &+ common, .invalidLiteral, expected: .restOfWord)
        }
        push(TapeWord(kind, offset: start, length: common).bits)
        return start &+ common
    }

    /// The failure at a position, or that of a text which ends too early.
    private func failure(
        at position: Int,
        _ reason: JSONError.Reason,
        expected expectation: JSONFailure.Expectation
    ) -> JSONFailure {
        JSONFailure(position < scanner.end ? reason : .unexpectedEnd, at: position, expected: expectation)
    }
}
