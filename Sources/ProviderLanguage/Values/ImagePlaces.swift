import HTTPModel
import MovieDomain

/// Where the images of a source lie: what relative addresses belong to, and on which hosts they may be.
package struct ImagePlaces: Sendable {
    /// Where the API is.
    let base: WebURL
    /// What stands before a relative address; without it, it leads on from where the API is.
    let prefix: String?
    /// `nil` where images may be anywhere.
    let hosts: Set<String>?
    /// What the sizes of each kind are called in an address, with their widths.
    let sizes: [String: [NamedValue<Int?>]]
    /// What stands for the size in an address.
    static let sizePlace = "{size}"

    /// The whole address of an image; `nil` for one that is none, or lies on another host than the definition names.
    func address(of text: String) -> String? {
        guard let colon = text.utf8.firstIndex(where: ":/?".utf8.contains), text.utf8[colon] == UInt8(ascii: ":") else {
            return relative(text)
        }
        guard let url = WebURL(text) else { return nil }
        return isAllowed(url) ? text : nil
    }

    /// The image with an address for each of its sizes, where its own has a place for the size; `nil` where the sizes of
    /// its kind are not known.
    ///
    /// Its own address becomes that of the width which the definition gives it, or else of the widest.
    func sized(_ image: MovieImage) -> MovieImage? {
        // Most addresses have no place for a size, and a search for one byte is quick.
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

    /// Whether the host is one of them, or lies below one.
    private func isAllowed(_ url: WebURL) -> Bool {
        guard let hosts else { return true }
        let host = url.origin.host
        return hosts.contains { host == $0 || host.hasSuffix("." + $0) }
    }
}

extension HTTPDefinition {
    /// Stands among `image_hosts` for all others, from which images may be shown and are not fetched.
    package static let anyHost = "*"

    /// Inputs with what is the same in every call: where the images of the source lie.
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
