package import HTTPModel
package import MovieDomain
import Platform

/// The hosts from which images may be fetched: those that definitions name, and no others.
package struct ImageHosts: Sendable {
    /// The hosts that one definition names.
    package struct Provider: Sendable {
        package var id: ProviderID
        /// The origins of its API, which may also have its images.
        package var origins: [HTTPOrigin]
        /// Further hosts with its images.
        package var hosts: [String]
        /// Whether `http:` is accepted for hosts other than this machine.
        package var allowsHTTP: Bool
        /// Adds what the source wants for its images to a request; the flag says that it goes to one of `origins`.
        package var prepare: @Sendable (inout HTTPRequest, Bool) throws(ProviderError) -> Void = { _, _ in }

        package init(id: ProviderID, origins: [HTTPOrigin], hosts: [String], allowsHTTP: Bool = false) {
            self.id = id
            self.origins = origins
            self.hosts = hosts
            self.allowsHTTP = allowsHTTP
        }
    }

    private let providers: [Provider]

    package init(_ providers: [Provider]) {
        self.providers = providers
    }

    /// Adds to a request what the provider of the image wants.
    func prepare(_ request: inout HTTPRequest) throws(ProviderError) {
        guard let provider = providers.first(where: { $0.id == request.provider }) else { return }
        try provider.prepare(&request, provider.origins.contains(request.origin))
    }

    /// Returns the parsed address, and the provider that names its host.
    package func place(of address: String) throws(ImageError) -> (provider: ProviderID, url: WebURL) {
        guard let url = WebURL(address) else {
            throw .address(
                message: "expected the address of an image, found \"\(address.prefix(80))\"",
                hint: "An address begins with https:// and a host, as in the \"url\" of an image in an answer."
            )
        }
        guard let provider = providers.first(where: { $0.allows(url.origin) }) else { throw refusal(of: url.origin) }
        return (provider.id, url)
    }

    private func refusal(of origin: HTTPOrigin) -> ImageError {
        if origin.scheme == .http, providers.contains(where: { $0.names(origin.host) }) {
            return .address(
                message: "images of \(origin.host) are fetched over https only",
                hint: "Ask for the address with https://, or set allow_http in the provider's definition."
            )
        }
        return .address(
            message: "no definition names the host \(origin), so no image is fetched from there",
            hint: "If you trust it, add \(origin.host) to the image_hosts of its provider in providers.yaml."
        )
    }
}

extension ImageHosts.Provider {
    fileprivate func allows(_ origin: HTTPOrigin) -> Bool {
        if origins.contains(origin) { return true }
        // On this machine, each port is another server.
        if origin.isLoopback { return false }
        // An address has no subdomains, and its other ports are other servers, too.
        if origin.namesMachine, !hosts.contains(origin.host) { return false }
        guard origin.port == nil, names(origin.host) else { return false }
        return origin.scheme == .https || allowsHTTP
    }

    /// Whether the host is one of the named ones, or a subdomain of one.
    fileprivate func names(_ host: String) -> Bool {
        (origins.map(\.host) + hosts).contains { host == $0 || host.hasSuffix(scalars: "." + $0) }
    }
}
