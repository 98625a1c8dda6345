import HTTPModel

/// Where the images of a source lie: what relative addresses belong to, and on which hosts they may be.
package struct ImagePlaces: Sendable {
    /// Where the API is.
    let base: WebURL
    /// What stands before a relative address; without it, it leads on from where the API is.
    let prefix: String?
    /// `nil` where images may be anywhere.
    let hosts: Set<String>?

    /// The whole address of an image; `nil` for one that is none, or lies on another host than the definition names.
    func address(of text: String) -> String? {
        guard let colon = text.firstIndex(where: { ":/?".contains($0) }), text[colon] == ":" else {
            return relative(text)
        }
        guard let url = WebURL(text) else { return nil }
        return isAllowed(url) ? text : nil
    }

    private func relative(_ text: String) -> String? {
        let isPath = !text.hasPrefix("//")
        if isPath, let prefix {
            let rest = text.drop { $0 == "/" }
            return rest.isEmpty ? nil : prefix + (prefix.hasSuffix("/") || prefix.hasSuffix("=") ? "" : "/") + rest
        }
        var folder = base
        if !folder.path.hasSuffix("/") { folder.path += "/" }
        let plain = text.split(separator: " ", omittingEmptySubsequences: false).joined(separator: "%20")
        return folder.resolve(plain).flatMap { isAllowed($0) ? $0.description : nil }
    }

    /// Whether the host is one of them, or lies below one.
    private func isAllowed(_ url: WebURL) -> Bool {
        guard let hosts else { return true }
        let host = url.origin.host
        return hosts.contains { host == $0 || host.hasSuffix("." + $0) }
    }
}

extension HTTPDefinition {
    /// Inputs with what is the same in every call: where the images of the source lie.
    package func withImages(_ inputs: TemplateInputs) -> TemplateInputs {
        guard let base = baseURLs.first else { return inputs }
        var inputs = inputs
        let own = Set(baseURLs.map(\.origin.host) + [imagesBase.flatMap { WebURL($0) }?.origin.host].compactMap(\.self))
        inputs.images = ImagePlaces(
            base: base,
            prefix: imagesBase,
            hosts: imageHosts.isEmpty ? nil : own.union(imageHosts.map { $0.lowercased() })
        )
        return inputs
    }
}
