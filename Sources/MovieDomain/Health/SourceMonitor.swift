/// The port to what is counted about sources, and to what is kept of their answers.
package protocol SourceMonitor: Sendable {
    /// How each configured source is doing, in configured order.
    func health() async -> [SourceHealth]

    /// What is kept.
    func cacheContents() async -> CacheContents

    /// Drops what is kept of one source, or of all where it is `nil`; gives the number of answers dropped.
    func clearCache(of provider: ProviderID?) async -> Int
}
