package import HTTPModel

/// The port to the place where answers are kept between calls and between processes.
///
/// No function throws: a store that is broken, locked or full is an empty one, says so once in its own log, and never
/// keeps an answer from being given.
package protocol ResponseStore: Sendable {
    /// The file that answers are kept in.
    var path: String { get }

    /// The kept answer, fresh or not; `nil` where there is none or none can be read in time.
    func response(for key: ResponseKey) async -> CachedResponse?

    /// Hands an answer over to be written; returns at once, and the writing is no part of any call.
    func keep(_ response: CachedResponse, for key: ResponseKey)

    /// Drops what is kept of one source, or of all where it is `nil`; gives the number of answers dropped.
    func removeAll(of source: String?) async -> Int

    /// How much is kept, by source.
    func sizes() async -> [String: StoredSize]
}

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

extension ResponseKey {
    /// The key of a request's answer.
    package init(_ request: HTTPRequest) {
        self.init(source: request.source, identity: request.answerIdentity)
    }
}
