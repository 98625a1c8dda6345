/// What can be said of sources that nobody counts anything of: whether they may be asked at all.
struct ProfileMonitor: SourceMonitor {
    let profiles: [ProviderProfile]

    func health() async -> [SourceHealth] { profiles.map(SourceHealth.init) }
    func cacheContents() async -> CacheContents { CacheContents() }
    func clearCache(of provider: ProviderID?) async -> Int { 0 }
}

extension SourceHealth {
    /// What a source's profile says before it is asked.
    package init(_ profile: ProviderProfile) {
        let reason = profile.availability.reason
        self.init(provider: profile.id, title: profile.title, status: reason == nil ? .ok : .disabled, reason: reason)
    }
}
