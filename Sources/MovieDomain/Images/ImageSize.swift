/// The kinds of images of a film, in the terms of the provider language; a source may use other words.
public enum ImageKind: String, Sendable, CaseIterable {
    case poster, backdrop, logo, still, banner
}

/// One of the sizes that a source has of an image.
public struct ImageSize: Hashable, Sendable {
    public var url: String
    /// The width in pixels; `nil` if the source doesn't report it, as for the original.
    public var width: Int?

    public init(url: String, width: Int?) {
        self.url = url
        self.width = width
    }
}

extension MovieImage {
    /// Returns the image in the smallest size that is at least this wide.
    ///
    /// If there is none, returns the size of unknown width, which is the original, or else the widest.
    public func atWidth(_ wanted: Int) -> MovieImage {
        let known = sizes.compactMap { size in size.width.map { (width: $0, size: size) } }
        let wideEnough = known.filter { $0.width >= wanted }.min { $0.width < $1.width }
        let widest = known.max { $0.width < $1.width }
        guard let size = wideEnough?.size ?? sizes.first(where: { $0.width == nil }) ?? widest?.size else {
            return self
        }
        var image = self
        (image.url, image.width) = (size.url, size.width)
        return image
    }
}
