/// Which of a source's hosts is asked first: the one that had to answer for another, for a while, then the first again.
struct HostPreference: Sendable {
    /// How long the first host is spared after another had to answer for it.
    static let duration = Duration.seconds(300)

    private var preferred: (index: Int, until: Duration)?

    /// The host to ask first at `now`.
    func first(at now: Duration) -> Int {
        guard let preferred, preferred.until > now else { return 0 }
        return preferred.index
    }

    /// A host answered; `isSubstitute` where one before it in this call did not.
    mutating func answered(_ index: Int, isSubstitute: Bool, at now: Duration) {
        if index == 0 {
            preferred = nil
        } else if isSubstitute {
            preferred = (index, now + Self.duration)
        }
    }

    /// No host answered: there is none to prefer.
    mutating func failed() {
        preferred = nil
    }
}
