package import Platform
import Upstream

/// What every request of a transport has in common.
package struct HTTPTransportConfiguration: Sendable {
    /// The product as upstreams see it, such as `marquee/1.2.0 (+https://example.org)`.
    package var userAgent: String
    /// Whom certificates may be signed by.
    package var authorities: CertificateAuthorities
    /// Which requests go through a proxy.
    package var proxies: ProxyRules
    /// Connections to one origin at a time; more requests wait for one.
    package var connectionsPerOrigin: Int
    /// How long an unused connection is kept.
    package var idleTimeout: Duration
    /// What limits are measured by.
    package var clock: any MonotonicClock

    package init(
        userAgent: String,
        authorities: CertificateAuthorities = CertificateAuthorities(),
        proxies: ProxyRules = .none,
        connectionsPerOrigin: Int = 64,
        idleTimeout: Duration = .seconds(30),
        clock: any MonotonicClock = SystemMonotonicClock()
    ) {
        self.userAgent = userAgent
        self.authorities = authorities
        self.proxies = proxies
        self.connectionsPerOrigin = connectionsPerOrigin
        self.idleTimeout = idleTimeout
        self.clock = clock
    }

    /// The usual values, with the proxies and certificate authorities that variables of the environment name.
    package init(
        userAgent: String,
        environment: (_ name: String) -> String?,
        clock: any MonotonicClock = SystemMonotonicClock()
    ) {
        self.init(
            userAgent: userAgent,
            authorities: CertificateAuthorities(environment: environment),
            proxies: ProxyRules(environment: environment),
            clock: clock
        )
    }
}
