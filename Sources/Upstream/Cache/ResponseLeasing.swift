/// Waits for answers that another process fetches, by looking into the shared store now and then.
package struct ResponseLeasing: Sendable {
    private let leases: any ResponseLeases
    private let pause: @Sendable (Duration) async throws(CancellationError) -> Void
    private let lifetime: Int
    private let limit: Int

    /// How the wait for another process ended.
    enum Turn: Sendable {
        /// The answer is there.
        case arrived(StoredResponse, Reuse)
        /// This process is to ask, and to release its claim then.
        case mine
        /// It took too long: this process asks without a claim.
        case late
    }

    /// Waits for what other processes fetch under their claims.
    ///
    /// - Parameters:
    ///   - leases: The claims of all processes.
    ///   - lifetime: Milliseconds after which a claim of a process runs out that has died.
    ///   - limit: Milliseconds that a call waits for another process.
    ///   - pause: Waits that long; throws where the task is cancelled.
    package init(
        _ leases: any ResponseLeases,
        lifetime: Int = 9_000,
        limit: Int = 3_000,
        pause: @escaping @Sendable (Duration) async throws(CancellationError) -> Void
    ) {
        self.leases = leases
        self.lifetime = lifetime
        self.limit = limit
        self.pause = pause
    }

    /// Whether this process may ask now.
    func claim(_ key: ResponseKey) async -> Bool {
        await leases.claim(key, forMilliseconds: lifetime)
    }

    func release(_ key: ResponseKey) {
        leases.release(key)
    }

    /// Whose turn it is to ask, after as many looks as it takes.
    func await(
        _ question: CacheQuestion,
        besides kept: StoredResponse?,
        on shelf: ResponseShelf
    ) async throws(TransportFailure) -> Turn {
        var wait = LeaseWait(limit: limit)
        while true {
            let isMine = await claim(question.key)
            // Also after a claim that was granted: its last holder may have left the answer behind.
            if let answer = await arrival(question, on: shelf) {
                if isMine { leases.release(question.key) }
                return answer
            }
            if isMine { return .mine }
            guard let length = wait.next() else { return .late }
            do throws(CancellationError) {
                try await pause(.milliseconds(length))
            } catch {
                throw TransportFailure(.cancelled, "cancelled while another process was asking \(question.key.source)")
            }
        }
    }

    private func arrival(_ question: CacheQuestion, on shelf: ResponseShelf) async -> Turn? {
        guard let stored = await shelf.newest(question.key, under: question.rule) else { return nil }
        let reuse = stored.reuse(at: shelf.now(), under: question.rule)
        return reuse.isFresh ? .arrived(stored, reuse) : nil
    }
}
