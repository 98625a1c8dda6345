/// The port to the system's time zones: what `yesterday` means at a source is a question of its zone.
package protocol TimeZoneDatabase: Sendable {
    /// Seconds that `zone` (`Asia/Seoul`) is ahead of UTC at `moment`; `nil` where the zone is not known.
    func utcOffsetSeconds(of zone: String, at moment: Timestamp) -> Int?
}
