package import ProviderLanguage
package import Upstream

extension AllowedOrigins {
    /// Each source may be asked at the hosts that its definition names, and nowhere else.
    package init(_ configuration: Configuration) {
        let origins = configuration.providers.map { provider in
            (provider.id, Set((provider.http?.baseURLs ?? []).map { HTTPOrigin($0) }))
        }
        self.init(Dictionary(origins, uniquingKeysWith: { first, _ in first }))
    }
}
