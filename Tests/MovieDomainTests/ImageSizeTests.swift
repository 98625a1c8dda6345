import MovieDomain
import Testing

@Suite("Image sizes for a width")
struct ImageSizeTests {
    private static func image(_ widths: [Int?]) -> MovieImage {
        var image = MovieImage(kind: "poster", url: "own", width: 500, provider: "a")
        image.sizes = widths.map { ImageSize(url: $0.map(String.init) ?? "original", width: $0) }
        return image
    }

    @Test(
        "The narrowest size that is wide enough is chosen, else the original, else the widest",
        arguments: [
            ([92, 342, 780, nil], 1, "92"), ([92, 342, 780, nil], 92, "92"), ([92, 342, 780, nil], 93, "342"),
            ([92, 342, 780, nil], 781, "original"), ([92, 342], 900, "342"), ([nil], 5, "original"), ([], 5, "own"),
        ] as [([Int?], Int, String)]
    )
    func choice(_ widths: [Int?], _ wanted: Int, _ url: String) {
        #expect(Self.image(widths).atWidth(wanted).url == url)
    }
}
