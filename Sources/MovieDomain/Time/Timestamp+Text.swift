extension Timestamp: CustomStringConvertible {
    /// In UTC as RFC 3339 writes it: `2026-11-21T15:00:00Z`.
    package var description: String {
        let date = date(utcOffsetSeconds: 0)
        let second = secondsSinceEpoch - date.daysSinceEpoch * 86_400
        let parts = [second / 3_600, second / 60 % 60, second % 60]
        return "\(date)T" + parts.map { $0 < 10 ? "0\($0)" : "\($0)" }.joined(separator: ":") + "Z"
    }
}
