/// Why a stretch of the stream is not a message.
enum FramingFault: Sendable, Hashable {
    /// Longer than the limit; its bytes are drained.
    case tooLarge
    /// A header line that is none, a bad or contradictory length, or no length at all.
    case malformedHeader
    /// `Content-Length: 0`.
    case emptyMessage
    /// `Content-Type` names a charset other than UTF-8.
    case unsupportedCharset
    /// The input ended inside a header or a body.
    case endedInsideMessage
}
