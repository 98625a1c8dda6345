/// Reads one text into a tape, in one pass and without recursion.
///
/// The words of an open container link to the enclosing one (``TapeSpan``), so nesting uses no stack.
@safe
struct JSONReader {
    private let scanner: JSONScanner
    private let maximumDepth: Int
    private let numberLength: Int
    private(set) var tape: UnsafeMutablePointer<UInt64>
    /// The number of words for which the tape has room.
    private(set) var capacity: Int
    private(set) var length = 0
    /// Whether there is no whitespace inside the value.
    private(set) var isCompact = true
    /// The tape index of the innermost open container, whether it is an object, and the number of its values so far.
    private var container = 0
    private var isObject = false
    private var count = 0
    private var depth = 0

    /// A reader over bytes, writing into a tape that it replaces by a larger one where needed; both belong to the caller.
    init(_ bytes: UnsafeRawBufferPointer, into tape: UnsafeMutablePointer<UInt64>, capacity: Int, limits: JSONLimits) {
        unsafe scanner = JSONScanner(bytes, empty: UnsafeRawPointer(tape))
        unsafe self.tape = tape
        self.capacity = capacity
        maximumDepth = limits.effectiveDepth
        numberLength = limits.maximumNumberLength
    }

    /// Reads exactly one value and the whitespace around it.
    @inline(__always)
    mutating func read() throws(JSONFailure) {
        let start = scanner.peek(0) > .space ? 0 : scanner.skipBlanks(from: 0)
        if start == scanner.end { throw JSONFailure(.empty, at: start) }
        let end = try readTree(from: start)
        let rest = end == scanner.end ? end : scanner.skipBlanks(from: end)
        if rest < scanner.end { throw JSONFailure(.trailingContent, at: rest, expected: .nothing) }
    }

    /// Reads a value with all its contents.
    ///
    /// No call in this function receives the reader (its methods are inlined), so that its state stays in registers.
    @inline(__always)
    private mutating func readTree(from start: Int) throws(JSONFailure) -> Int {
        var position = start
        while true {
            if isObject { position = try readName(from: position) }
            let byte = scanner.peek(position)
            switch byte {
            case .quote: position = try readString(from: position)
            case .openBrace, .openBracket:
                try pushContainer(at: position)
                position = skipBlanks(from: position &+ 1)
                if scanner.peek(position) != closingBracket { continue }
                position = close(at: position)
            case .minus, .zero...(.nine):
                let end = try scanner.scanNumber(from: position, longest: numberLength)
                push(TapeWord(.number, offset: position, length: end &- position).bits)
                position = end
            default:
                let isFirst = depth > 0 && !isObject && count == 0
                let (end, kind) = try scanner.scanLiteral(from: position, isFirst: isFirst)
                push(TapeWord(kind, offset: position, length: end &- position).bits)
                position = end
            }
            // Next come closing brackets, and the comma before the next value or name.
            while depth > 0 {
                count &+= 1
                position = skipBlanks(from: position)
                let byte = scanner.peek(position)
                if byte == .comma {
                    position = skipBlanks(from: position &+ 1)
                    break
                }
                guard byte == closingBracket else {
                    let expected: JSONFailure.Expectation = isObject ? .commaOrClosingBrace : .commaOrClosingBracket
                    throw scanner.failure(at: position, expected: expected)
                }
                position = close(at: position)
            }
            if depth == 0 { return position }
        }
    }

    /// Returns the first position that is not whitespace.
    @inline(__always)
    private mutating func skipBlanks(from position: Int) -> Int {
        if scanner.peek(position) > .space { return position }
        isCompact = false
        return scanner.skipBlanks(from: position)
    }

    @inline(__always)
    private mutating func readString(from quote: Int) throws(JSONFailure) -> Int {
        let start = quote &+ 1
        let (end, kind) = try scanner.scanString(from: start)
        push(TapeWord(kind, offset: start, length: end &- start).bits)
        return end &+ 1
    }

    /// Reads the name of a member and the colon, and returns the position of the value.
    @inline(__always)
    private mutating func readName(from start: Int) throws(JSONFailure) -> Int {
        guard scanner.peek(start) == .quote else {
            throw scanner.failure(at: start, expected: count == 0 ? .nameOrClosingBrace : .name)
        }
        let colon = skipBlanks(from: try readString(from: start))
        guard scanner.peek(colon) == .colon else { throw scanner.failure(at: colon, expected: .colon) }
        return skipBlanks(from: colon &+ 1)
    }
}

// MARK: - Containers

extension JSONReader {
    /// The byte that closes the innermost container.
    @inline(__always)
    private var closingBracket: UInt8 { isObject ? .closeBrace : .closeBracket }

    @inline(__always)
    private mutating func pushContainer(at start: Int) throws(JSONFailure) {
        if depth >= maximumDepth { throw JSONFailure(.tooDeep, at: start) }
        let outer = TapeSpan(count: count, next: container)
        container = length
        count = 0
        depth &+= 1
        isObject = scanner.peek(start) == .openBrace
        push(TapeWord(isObject ? .object : .array, offset: start, length: 0).bits)
        push(outer.bits)
    }

    /// Closes the innermost container at its bracket and returns to the enclosing one.
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

    @inline(__always)
    private mutating func push(_ word: UInt64) {
        if length == capacity { unsafe (tape, capacity) = Self.grown(tape, capacity) }
        unsafe tape[length] = word
        length &+= 1
    }

    /// Replaces a full tape by one of twice the size with the same words.
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
