/// What all elements of one document share: the text and its tape, both immutable.
final class JSONStorage: Sendable {
    let bytes: [UInt8]
    /// Words of ``TapeWord`` and ``TapeSpan``.
    let tape: [UInt64]
    /// Whether there are no blanks inside the value, so that its text is also its compact writing.
    let isCompact: Bool

    init(reading bytes: [UInt8], limits: JSONLimits) throws(JSONError) {
        self.bytes = bytes
        do {
            (tape, isCompact) = try Self.makeTape(of: bytes, limits: limits)
        } catch {
            throw error.error(in: bytes, limits: limits)
        }
    }

    /// Reads into scratch memory that is large enough for the worst text of this length, and keeps what was used.
    ///
    /// The pages of a large scratch that nobody writes to are never made resident.
    private static func makeTape(
        of bytes: [UInt8],
        limits: JSONLimits
    ) throws(JSONFailure) -> ([UInt64], isCompact: Bool) {
        if bytes.count > limits.effectiveBytes { throw JSONFailure(.tooManyBytes, at: limits.effectiveBytes) }
        let capacity = JSONReader.capacity(for: bytes.count, limits: limits)
        let scratch = UnsafeMutablePointer<UInt64>.allocate(capacity: capacity)
        defer { unsafe scratch.deallocate() }
        return try unsafe bytes.withUnsafeBufferPointer { (buffer) throws(JSONFailure) -> ([UInt64], isCompact: Bool) in
            var reader = unsafe JSONReader(UnsafeRawBufferPointer(buffer), into: scratch, limits: limits)
            try reader.read()
            return (unsafe [UInt64](UnsafeBufferPointer(start: scratch, count: reader.length)), reader.isCompact)
        }
    }

    /// The word at a tape index.
    @inline(__always)
    func word(at index: Int) -> TapeWord { TapeWord(bits: tape[index]) }

    /// The second word of the container at a tape index.
    @inline(__always)
    func span(at index: Int) -> TapeSpan { TapeSpan(bits: tape[index + 1]) }

    /// The tape index after the value at a tape index.
    @inline(__always)
    func next(after index: Int) -> Int { word(at: index).isContainer ? span(at: index).next : index + 1 }
}
