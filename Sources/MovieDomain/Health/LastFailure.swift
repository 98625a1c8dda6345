/// The last thing that went wrong at a source; never holds a secret.
package struct LastFailure: Hashable, Sendable {
    package var message: String
    package var secondsAgo: Int

    package init(message: String, secondsAgo: Int) {
        self.message = message
        self.secondsAgo = secondsAgo
    }
}
