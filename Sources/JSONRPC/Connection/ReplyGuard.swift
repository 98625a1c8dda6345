/// Keeps two peers from answering each other's errors for ever.
enum ReplyGuard {
    private static let method = Array(#""method""#.utf8)
    private static let outcomes = [#""result""#, #""error""#].map { Array($0.utf8) }
    /// The head of a message says what it is.
    private static let headBytes = 512

    /// Whether bytes that are not JSON look like a damaged response, which is not to be answered.
    static func looksLikeReply(_ bytes: Span<UInt8>) -> Bool {
        let head = bytes.extracting(0..<min(bytes.count, headBytes))
        return !head.contains(method) && outcomes.contains { head.contains($0) }
    }
}

extension Span<UInt8> {
    /// Whether the text occurs anywhere.
    func contains(_ text: [UInt8]) -> Bool {
        guard count >= text.count else { return false }
        for start in 0...(count - text.count) where has(text, at: start) { return true }
        return false
    }
}
