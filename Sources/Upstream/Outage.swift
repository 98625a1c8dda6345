import MovieDomain
package import Platform

/// What is known about a source whose last call failed, because it is down or takes no key.
///
/// If it lets calls wait in vain, one call a minute waits for it in full until it answers again, and all others of all
/// processes only briefly, unless they have much more time than those that waited.
package struct Outage: Sendable, Hashable {
    /// The time of the other calls, in which a source that works again usually answers.
    static let probeTime = Duration.seconds(1)
    /// The least time without an answer that says something about a source.
    static let fairTime = Duration.seconds(1)
    /// The time between two calls that wait in full, in milliseconds.
    private static let interval = 60_000
    /// After a day without a call, nothing is known any more.
    private static let longest = 86_400_000

    /// When the first call began that failed, in milliseconds since 1970.
    package var since: Int
    /// When a call last failed, or began to wait in full.
    package var triedAt: Int
    /// The failure of the last call; of calls that wait in vain, of the last one that waited in full.
    package var message: String
    /// Whether the source lets calls wait in vain.
    package var isSilent: Bool
    /// The longest that a call waited in vain, in milliseconds.
    package var waited: Int

    package init(since: Int, triedAt: Int, message: String, isSilent: Bool, waited: Int) {
        (self.since, self.triedAt, self.message, self.isSilent) = (since, triedAt, message, isSilent)
        self.waited = waited
    }

    /// Whether this still says something; not after a day, nor if the clock was set back since.
    func holds(at now: Int) -> Bool { triedAt <= now && now - triedAt < Self.longest }

    /// Returns the milliseconds until the next call may wait in full that has no more than `time`; `nil` if that may
    /// begin now.
    ///
    /// A source that is merely slow may answer a call that has half as much time again.
    func rest(for time: Duration = .zero, at now: Int) -> Int? {
        guard isSilent, holds(at: now), now - triedAt < Self.interval else { return nil }
        return time <= .milliseconds(waited) * 3 / 2 ? triedAt + Self.interval - now : nil
    }

    /// Claims the next call that waits in full, and has this time; returns whether it may.
    mutating func claim(for time: Duration, at now: Int) -> Bool {
        guard rest(for: time, at: now) == nil else { return false }
        (triedAt, waited) = (now, max(waited, time.wholeMilliseconds))
        return true
    }

    /// The beginning in the user's time zone: `14:02`, or `2026-11-20 14:02` if that was another day.
    package func beginning(on clock: WallClock) -> String {
        func local(_ second: Int) -> Int { second + clock.utcOffsetSeconds(at: second) }
        let (minute, today) = (local(since / 1_000) / 60, local(clock.seconds) / 86_400)
        let time = "\((minute / 60 % 24).padded(to: 2)):\((minute % 60).padded(to: 2))"
        guard minute / 1_440 != today else { return time }
        let date = CivilDate(daysSince1970: minute / 1_440)
        return "\(date.year)-\(date.month.padded(to: 2))-\(date.day.padded(to: 2)) \(time)"
    }
}

extension Outage? {
    /// Adds a call that began at `start` and has failed at `now`, after it has waited in vain if the source is silent.
    mutating func note(_ message: String, isSilent: Bool, from start: Int, to now: Int) {
        let known = self.flatMap { $0.holds(at: now) ? $0 : nil }
        self = Outage(
            since: min(known?.since ?? start, start),
            triedAt: now,
            message: message,
            isSilent: isSilent,
            waited: isSilent ? max(known?.waited ?? 0, now - start) : 0
        )
    }

    /// Claims the next call that waits in full, and has this time; returns whether it may.
    mutating func claim(for time: Duration, at now: Int) -> Bool { self?.claim(for: time, at: now) ?? true }
}

extension ProviderError {
    /// Creates the failure of a call that waited only briefly, or was not sent, because others have waited in vain.
    static func stillSilent(
        _ source: String,
        _ outage: Outage,
        on clock: WallClock,
        wasSent: Bool = true
    ) -> ProviderError {
        let seconds = ((outage.rest(at: clock.milliseconds) ?? 0) + 999) / 1_000
        var error = ProviderError(
            at: .timeout,
            "\(source) has not answered since \(outage.beginning(on: clock)); "
                + (wasSent ? "it was given \(Outage.probeTime.shortText) this time" : "it was not asked this time"),
            retryAfterSeconds: max(1, seconds)
        )
        error.hint = "one call a minute waits for it in full, the next one in \(max(1, seconds)) s"
        return error
    }

    /// Whether a call failed that waited only briefly.
    var isStillSilent: Bool { stage == .timeout && retryAfterSeconds != nil }
}
