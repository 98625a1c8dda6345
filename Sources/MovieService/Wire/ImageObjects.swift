import JSON
import MovieAggregation
package import MovieDomain

/// The answer to `images/get`.
struct ShownImage: WireObject {
    let result: ImageResult
    let showsData: Bool

    static let wire = WireDescription<ShownImage>(
        "ImageResult",
        "A picture that was fetched, and the outcome of the sources.",
        [
            .always("image", { ImageFile(image: $0.result.image, showsData: $0.showsData) }),
            .nonEmpty("sources", \.result.sources, "The sources that were asked for the film; none for an address."),
        ]
    )
}

/// A picture and its file.
struct ImageFile: WireObject {
    let image: FetchedImage
    let showsData: Bool

    static let wire = WireDescription<ImageFile>(
        "ImageFile",
        "A picture, as described by its bytes.",
        [
            .known("path", \.image.path, "The path of the file; absent if no files are written."),
            .always(
                "mimeType",
                \.image.mimeType,
                as: Schema(.choice(["image/jpeg", "image/png", "image/gif", "image/webp"]))
            ),
            .always("width", \.image.width, as: .integer(atLeast: 1), "In pixels."),
            .always("height", \.image.height, as: .integer(atLeast: 1)),
            .always("bytes", \.image.bytes.count, as: .count),
            .always("url", \.image.url, "The address that it was fetched from."),
            .always("provider", \.image.provider, "The source whose definition names the host."),
            .always("fromCache", \.image.isKept),
            .known("data", { $0.showsData ? $0.image.base64 : nil }, "The bytes in base64, on request."),
        ]
    )
}

extension ImageSize: WireObject {
    package static let wire = WireDescription<ImageSize>(
        "ImageSize",
        "One of the sizes of an image.",
        [
            .always("url", \.url),
            .known("width", \.width, as: .count, "In pixels; absent if unknown, as for the original."),
        ]
    )
}
