package import HTTPModel

/// The port to the store that keeps answers between calls and between processes.
///
/// No function throws: a store that is broken, locked, or full acts as an empty one, logs that once, and never prevents
/// an answer.
package protocol ResponseStore: Sendable {
    /// The path of the store's file.
    var path: String { get }

    /// Returns the kept answer, fresh or not; `nil` if there is none, or none can be read in time.
    func response(for key: ResponseKey) async -> CachedResponse?

    /// Passes an answer to be written; returns at once, and no call waits for the write.
    func keep(_ response: CachedResponse, for key: ResponseKey)

    /// Drops the answers of one source, or of all if it is `nil`; returns their number.
    func removeAll(of source: String?) async -> Int

    /// Returns the number and size of the kept answers, by source.
    func sizes() async -> [String: StoredSize]
}

/// The key of a kept answer: the source, and the request without any secret.
package struct ResponseKey: Hashable, Sendable {
    /// The source's id, which allows dropping all answers of the source.
    package let source: String
    /// The request, identical for every process and every run, and free of secrets.
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
