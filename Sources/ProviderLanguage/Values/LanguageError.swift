/// Why a text is not what it should be, before it is known where the text stands.
struct LanguageError: Error, Hashable, Sendable {
    /// What is wrong, as the rest of a sentence.
    let message: String
    /// The character of the text that is to blame, counted from 0.
    let offset: Int

    init(_ message: String, at offset: Int = 0) {
        self.message = message
        self.offset = offset
    }
}
