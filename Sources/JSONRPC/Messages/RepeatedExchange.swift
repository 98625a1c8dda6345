/// A request whose result lasts, as a pattern: its repetitions and their answers differ in nothing but the id's digits.
///
/// What surrounds the digits was framed, read and checked once and is the same byte for byte, so a repetition needs
/// neither framing nor reading, and its answer no writer. This is for whole frames what ``RepeatedCall`` is for messages.
struct RepeatedExchange {
    /// Answers are put together here before they join the others.
    private static let plateBytes = 16 << 10
    /// So many digits may an id have.
    static let mostDigits = DigitRun.most

    /// The four parts that stay the same, one behind the other, and room to read past them.
    private let text: [UInt8]
    private let requestHead: Int
    private let requestTail: Int
    private let answerHead: Int
    private let answerTail: Int
    private let digits: ClosedRange<Int>

    /// A pattern made of one exchange.
    ///
    /// - Parameters:
    ///   - request: the request's frame, from its first byte to its last.
    ///   - id: where the id, a plain integer, lies in it.
    ///   - answer: the frame that answers it.
    ///   - answerID: where the id lies in that.
    ///   - digits: how many digits another id may have.
    init(
        request: Span<UInt8>,
        id: Range<Int>,
        answer: Span<UInt8>,
        answerID: Range<Int>,
        digits: ClosedRange<Int>
    ) {
        let parts = [
            request.extracting(..<id.lowerBound).copied, request.extracting(id.upperBound...).copied,
            answer.extracting(..<answerID.lowerBound).copied, answer.extracting(answerID.upperBound...).copied,
        ]
        text = Array(parts.joined()) + [UInt8](repeating: 0, count: WordCopy.slack)
        requestHead = parts[0].count
        requestTail = parts[1].count
        answerHead = parts[2].count
        answerTail = parts[3].count
        self.digits = digits
    }

    /// Answers the repetitions at the front of `bytes`, as many as a plate has room for.
    ///
    /// - Returns: how many bytes they took; 0 where something else stands there.
    func answer(_ bytes: Span<UInt8>, into frames: inout [UInt8]) -> Int {
        let most = bytes.count / (requestHead + requestTail + digits.lowerBound)
        guard most > 0, longestAnswer <= Self.plateBytes else { return 0 }
        let room = min(Self.plateBytes / longestAnswer, most)
        return unsafe withUnsafeTemporaryAllocation(
            byteCount: room * longestAnswer + WordCopy.slack,
            alignment: 16
        ) { plate in
            let (used, written) = unsafe bytes.withUnsafeBytes { source in
                unsafe text.withUnsafeBytes { unsafe copyAnswers(to: source, pattern: $0, onto: plate) }
            }
            unsafe frames.append(contentsOf: UnsafeRawBufferPointer(rebasing: plate[..<written]))
            return used
        }
    }

    private var longestAnswer: Int { answerHead &+ answerTail &+ digits.upperBound }

    /// Writes answers onto a plate until it may be full or something else comes.
    ///
    /// All accesses lie within the three buffers: a repetition is looked at only as far as `source` goes; a plate has room
    /// for the longest answer and the slack of copying whenever one is begun; the pattern ends with that slack, too.
    private func copyAnswers(
        to source: UnsafeRawBufferPointer,
        pattern: UnsafeRawBufferPointer,
        onto plate: UnsafeMutableRawBufferPointer
    ) -> (used: Int, written: Int) {
        guard let bytes = source.baseAddress, let parts = pattern.baseAddress, let frames = plate.baseAddress else {
            return (0, 0)
        }
        let tail = unsafe parts + requestHead
        let answer = unsafe tail + requestTail
        let answerEnd = unsafe answer + answerHead
        var used = 0
        var written = 0
        while plate.count &- written >= longestAnswer &+ WordCopy.slack {
            let start = used &+ requestHead
            let rest = source.count &- start &- requestTail
            guard rest > 0, unsafe WordCopy.isEqual(bytes + used, parts, count: requestHead) else { break }
            let count = unsafe DigitRun.count(bytes + start, upTo: rest)
            let leadsWithZero = unsafe count > 1 && bytes.load(fromByteOffset: start, as: UInt8.self) == 0x30
            guard digits.contains(count), !leadsWithZero else { break }
            guard unsafe WordCopy.isEqual(bytes + (start &+ count), tail, count: requestTail) else { break }
            unsafe WordCopy.copy(answer, to: frames + written, count: answerHead)
            written &+= answerHead
            unsafe DigitRun.copy(bytes + start, to: frames + written, count: count, readable: rest &+ requestTail)
            written &+= count
            unsafe WordCopy.copy(answerEnd, to: frames + written, count: answerTail)
            written &+= answerTail
            used = start &+ count &+ requestTail
        }
        return (used, written)
    }
}
