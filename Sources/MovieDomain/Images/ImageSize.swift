/// What a picture of a film shows, in the words of the provider language; a source may use other words.
public enum ImageKind: String, Sendable, CaseIterable {
    case poster, backdrop, logo, still, banner
}

/// One of the sizes in which a source has a picture.
public struct ImageSize: Hashable, Sendable {
    public var url: String
    /// In pixels; `nil` where the source does not say, as for the original.
    public var width: Int?

    public init(url: String, width: Int?) {
        self.url = url
        self.width = width
    }
}

extension MovieImage {
    /// The same picture at the nearest size that is at least so wide.
    ///
    /// Where no size is known to be, it is the one whose width is not known, which is the original, or else the widest.
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
