import NIOCore

extension Duration {
    /// Such as `250 ms` or `3 s`.
    var shortText: String {
        let milliseconds = components.seconds * 1_000 + components.attoseconds / 1_000_000_000_000_000
        return milliseconds % 1_000 == 0 ? "\(milliseconds / 1_000) s" : "\(milliseconds) ms"
    }
}

extension TimeAmount {
    init(_ duration: Duration) {
        let parts = duration.components
        let (seconds, overflow) = parts.seconds.multipliedReportingOverflow(by: 1_000_000_000)
        self = .nanoseconds(overflow ? .max / 2 : seconds + parts.attoseconds / 1_000_000_000)
    }
}
