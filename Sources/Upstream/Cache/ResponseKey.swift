/// What an answer is kept under: the source, and what was asked of it without any secret.
package struct ResponseKey: Hashable, Sendable {
    /// The source's id, so that the answers of one source can be dropped together.
    package let source: String
    /// What was asked; the same for every process and in every run, and free of secrets.
    package let identity: String

    package init(source: String, identity: String) {
        self.source = source
        self.identity = identity
    }
}
