import Platform

/// The port to the pictures themselves, in front of the network and the files that keep them.
package protocol ImageRepository: Sendable {
    /// Whether a picture is also given as a file.
    var keepsFiles: Bool { get }

    /// Gives the picture at an address: the one that is kept, or the one that is fetched.
    func image(at address: String, in context: CallContext) async throws(ImageError) -> FetchedImage
}

/// A whole picture.
package struct FetchedImage: Sendable {
    package var url: String
    /// Whose definition names the host.
    package var provider: ProviderID
    package var mimeType: String
    /// In pixels, as the picture itself says.
    package var width: Int
    package var height: Int
    package var bytes: [UInt8]
    package var isKept: Bool
    /// The file that holds it; `nil` where no files are kept, or this one could not be written.
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
        isKept: Bool = false
    ) {
        self.url = url
        self.provider = provider
        self.mimeType = mimeType
        self.width = width
        self.height = height
        self.bytes = bytes
        self.isKept = isKept
    }

    /// The bytes as text (RFC 4648, section 4).
    package var base64: String { Base64.text(bytes) }
}

/// Why a picture cannot be given.
package enum ImageError: Error, Hashable, Sendable {
    /// Nothing is fetched from this address.
    case address(message: String, hint: String)
    /// Its host failed, or what it sent is no picture.
    case host(ProviderError)
    /// No file can be written.
    case file(String)
}

/// The port to the files of pictures that were fetched.
package protocol ImageStore: Sendable {
    /// The picture of an address, and the file that holds it; `nil` where none is kept.
    func image(at address: String) async -> (path: String, bytes: [UInt8])?

    /// Keeps a picture under the hash of its bytes and an extension such as `jpg`, and gives the path of its file.
    func keep(_ bytes: [UInt8], fileExtension: String, of address: String) async throws(ImageError) -> String
}

/// Gives no pictures.
package struct ClosedImageRepository: ImageRepository {
    package let keepsFiles = false

    package init() {}

    package func image(at address: String, in context: CallContext) async throws(ImageError) -> FetchedImage {
        throw .address(message: "images are not fetched here", hint: "Start Marquee as a program.")
    }
}
