/// How often a child process is started again, and after what pauses (provider-language.md, `restart`).
package struct RestartRule: Hashable, Sendable {
    /// Starts after a failure, one after the other, before it is given up for ``rest``.
    package var attempts: Int
    /// The pause after the first failure, doubled with each further one, up to the longest.
    package var backoff: ClosedRange<Duration>
    /// A call that comes with so little of a pause left waits for its end.
    package var patience = Duration.seconds(1)

    /// A rule from its parts.
    package init(attempts: Int, backoff: ClosedRange<Duration>) {
        self.attempts = attempts
        self.backoff = backoff
    }

    /// The pause after so many failures in a row, from 1.
    func pause(after failures: Int) -> Duration {
        var pause = backoff.lowerBound
        for _ in 1..<max(1, failures) where pause < backoff.upperBound { pause *= 2 }
        return min(pause, backoff.upperBound)
    }

    /// How long it is left alone when the attempts are used up.
    var rest: Duration { max(.seconds(300), backoff.upperBound * 10) }
}
