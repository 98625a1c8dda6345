import HTTPModel
import MovieDomain

/// The location of a source's images: the base of relative addresses, and the allowed hosts.
package struct ImagePlaces: Sendable {
    /// The base URL of the API.
    let base: WebURL
    /// The prefix of relative addresses; `nil` if they are relative to the base URL of the API.
    let prefix: String?
    /// The allowed hosts; `nil` if images may be on any host.
    let hosts: Set<String>?
    /// The words for the sizes of each kind in an address, with their widths.
    let sizes: [String: [NamedValue<Int?>]]
    /// The placeholder for the size in an address.
    static let sizePlace = "{size}"

    /// Returns the complete address of an image; `nil` for a text that is no address, or names a host that is not
    /// allowed.
    func address(of text: String) -> String? {
        guard let colon = text.utf8.firstIndex(where: ":/?".utf8.contains), text.utf8[colon] == UInt8(ascii: ":") else {
            return relative(text)
        }
        guard let url = WebURL(text) else { return nil }
        return isAllowed(url) ? text : nil
    }

    /// Returns the image with an address for each of its sizes if its own address has a placeholder for the size; `nil`
    /// if the sizes of its kind are unknown.
    ///
    /// Its own address becomes that of the width in the definition, or else that of the greatest width.
    func sized(_ image: MovieImage) -> MovieImage? {
        // Most addresses have no placeholder for a size, and searching for one byte is fast.
        guard image.url.utf8.contains(UInt8(ascii: "{")) else { return image }
        let pieces = image.url.split(separator: Self.sizePlace, omittingEmptySubsequences: false)
        guard pieces.count > 1 else { return image }
        guard let words = sizes[image.kind] else { return nil }
        var image = image
        image.sizes = words.map { ImageSize(url: pieces.joined(separator: $0.name), width: $0.value) }
        let usual =
            image.sizes.first { $0.width == image.width && $0.width != nil } ?? image.sizes.last { $0.width != nil }
        guard let size = usual ?? image.sizes.last else { return nil }
        (image.url, image.width) = (size.url, size.width)
        return image
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

    /// Returns whether the host is an allowed one, or a subdomain of one.
    private func isAllowed(_ url: WebURL) -> Bool {
        guard let hosts else { return true }
        let host = url.origin.host
        return hosts.contains { host == $0 || host.hasSuffix("." + $0) }
    }
}

extension HTTPDefinition {
    /// The word in `image_hosts` for all other hosts, whose images may be shown but are not fetched.
    package static let anyHost = "*"

    /// Returns the inputs with the location of the source's images, which is the same in every call.
    package func withImages(_ inputs: TemplateInputs) -> TemplateInputs {
        guard let base = baseURLs.first else { return inputs }
        var inputs = inputs
        let own = Set(baseURLs.map(\.origin.host) + [imagesBase.flatMap { WebURL($0) }?.origin.host].compactMap(\.self))
        inputs.images = ImagePlaces(
            base: base,
            prefix: imagesBase,
            hosts: imageHosts.isEmpty || imageHosts.contains(Self.anyHost)
                ? nil : own.union(imageHosts.map { $0.lowercased() }),
            sizes: imageSizes
        )
        return inputs
    }
}
