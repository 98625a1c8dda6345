import Platform

/// The port to images, in front of the network and the files that cache them.
package protocol ImageRepository: Sendable {
    /// Whether images are also available as files.
    var cachesFiles: Bool { get }

    /// Returns the cached image of an address, or fetches it.
    func image(at address: String, in context: CallContext) async throws(ImageError) -> FetchedImage
}

/// An image with all its bytes.
package struct FetchedImage: Sendable {
    package var url: String
    /// The provider of the film's image; for an address, the one whose definition names the host.
    package var provider: ProviderID
    package var mimeType: String
    /// The width in pixels, according to the image itself.
    package var width: Int
    package var height: Int
    package var bytes: [UInt8]
    package var isCached: Bool
    /// The file with the image; `nil` if no files are stored, or this one could not be written.
    package var path: String?
    /// Why the file could not be written.
    package var fileProblem: String?

    package init(
        url: String,
        provider: ProviderID,
        mimeType: String,
        width: Int,
        height: Int,
        bytes: [UInt8],
        isCached: Bool = false
    ) {
        self.url = url
        self.provider = provider
        self.mimeType = mimeType
        self.width = width
        self.height = height
        self.bytes = bytes
        self.isCached = isCached
    }

    /// The bytes in Base64 (RFC 4648, section 4).
    package var base64: String { Base64.text(bytes) }
}

/// The reason why an image is not available.
package enum ImageError: Error, Hashable, Sendable {
    /// Images are not fetched from this address.
    case address(message: String, hint: String)
    /// The host failed, or didn't send an image.
    case host(ProviderError)
    /// The file cannot be written.
    case file(String)
}

/// The port to the files of fetched images.
package protocol ImageStore: Sendable {
    /// Returns the cached image of an address and its file; `nil` if none is cached.
    func image(at address: String) async -> (path: String, bytes: [UInt8])?

    /// Keeps an image under the hash of its bytes with an extension such as `jpg`, and returns the path of its file.
    func keep(_ bytes: [UInt8], fileExtension: String, of address: String) async throws(ImageError) -> String
}

/// A repository without images.
package struct ClosedImageRepository: ImageRepository {
    package let cachesFiles = false

    package init() {}

    package func image(at address: String, in context: CallContext) async throws(ImageError) -> FetchedImage {
        throw .address(message: "images are not fetched here", hint: "Start Marquee as a program.")
    }
}
