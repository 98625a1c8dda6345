package import MovieDomain

/// A source that is a child process, which says how that has been doing.
package protocol ProcessMonitoring: MovieRepository {
    /// Adds what is known of the child: its state, what it was asked, and what went wrong last.
    func addProcess(to health: inout ProviderHealth)
}

extension ProcessSession {
    /// How the source has been doing.
    func add(to health: inout ProviderHealth) {
        let (process, requests, lastFailure) = self.health
        health.process = process
        health.requests = requests
        health.lastFailure = lastFailure
        health.retryAfterSeconds = process.retryAfterSeconds
        switch process.state {
        case .idle, .running: break
        case .waiting:
            health.status = .recovering
            health.reason = "its program failed, and is started again with the next call"
        case .failed:
            health.status = .down
            health.reason = "its program failed \(program.restart.attempts + 1) times in a row"
        }
    }

    /// What a failure of the child means for the source; secrets are taken out of it.
    func failure(_ failure: ChildFailure, _ provider: ProviderID) -> ProviderError {
        masked(failure.sourceFailure(provider, program, lastWords: lastWords))
    }
}
