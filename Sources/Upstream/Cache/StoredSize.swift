/// How much is kept of one source.
package struct StoredSize: Sendable, Hashable {
    package var answers: Int
    /// Of their bodies, as they are stored.
    package var bytes: Int

    package init(answers: Int, bytes: Int) {
        self.answers = answers
        self.bytes = bytes
    }
}
