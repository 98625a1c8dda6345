import ProviderLanguage
import Upstream

extension HTTPOrigin {
    /// The origin that a base URL of a definition leads to.
    init(_ base: BaseURL) {
        self.init(
            scheme: base.scheme == .https ? .https : .http,
            host: base.host.contains(":") ? "[\(base.host)]" : base.host,
            port: base.port
        )
    }
}
