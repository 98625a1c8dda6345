/// What a framer found at the front of the bytes that have not been used yet.
enum FramingStep: Equatable {
    /// Nothing can be said before more bytes come.
    case needsMore
    /// The first bytes mean nothing: drop that many.
    case skip(Int)
    /// A message lies at this range; afterwards drop so many bytes.
    case message(Range<Int>, drop: Int)
    /// Something that is no message; afterwards drop so many bytes.
    case fault(FramingFault, drop: Int)
}
