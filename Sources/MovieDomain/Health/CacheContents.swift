/// What is kept of the sources' answers.
package struct CacheContents: Hashable, Sendable {
    /// The answers of one source.
    package struct Share: Hashable, Sendable {
        package var provider: ProviderID
        package var answers: Int
        package var bytes: Int

        package init(provider: ProviderID, answers: Int, bytes: Int) {
            self.provider = provider
            self.answers = answers
            self.bytes = bytes
        }
    }

    /// The file that they are kept in; `nil` where nothing is kept beyond the end of the program.
    package var file: String?
    /// In order of the sources' names.
    package var shares: [Share]

    package init(file: String? = nil, shares: [Share] = []) {
        self.file = file
        self.shares = shares
    }
}
