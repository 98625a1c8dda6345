/// What every request of a transport has in common.
package struct HTTPTransportConfiguration: Sendable {
    /// The product as upstreams see it, such as `marquee/1.2.0 (+https://example.org)`.
    package var userAgent: String
    /// A PEM file of certificate authorities to trust instead of the system's, as behind an inspecting proxy.
    package var certificateAuthorities: String?
    /// Connections to one origin at a time; more requests wait for one.
    package var connectionsPerOrigin: Int
    /// How long an unused connection is kept.
    package var idleTimeout: Duration

    package init(
        userAgent: String,
        certificateAuthorities: String? = nil,
        connectionsPerOrigin: Int = 64,
        idleTimeout: Duration = .seconds(30)
    ) {
        self.userAgent = userAgent
        self.certificateAuthorities = certificateAuthorities
        self.connectionsPerOrigin = connectionsPerOrigin
        self.idleTimeout = idleTimeout
    }

    /// The usual values, with the certificate authorities that variables of the environment name.
    package init(userAgent: String, environment: [String: String]) {
        self.init(userAgent: userAgent, certificateAuthorities: environment["SSL_CERT_FILE"])
    }
}
