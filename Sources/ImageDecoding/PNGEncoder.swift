internal import CPNG

extension Bitmap {
    /// The room between the pictures of a sheet.
    private static let gap = 12

    /// Creates a sheet of pictures in rows from the top left, each in the middle of a cell; `nil` leaves a cell empty.
    package init(sheetOf pictures: [Bitmap?], columns: Int, cell: PixelSize) {
        let columns = max(1, min(columns, pictures.count))
        let rows = (pictures.count + columns - 1) / columns
        let width = Self.gap + columns * (cell.width + Self.gap)
        let height = Self.gap + rows * (cell.height + Self.gap)
        var rgb = [UInt8](repeating: 0xFF, count: width * height * 3)
        for (place, picture) in pictures.enumerated() {
            guard let picture else { continue }
            let left =
                Self.gap + place % columns * (cell.width + Self.gap) + max(0, cell.width - picture.size.width) / 2
            let top =
                Self.gap + place / columns * (cell.height + Self.gap) + max(0, cell.height - picture.size.height) / 2
            let bytes = min(picture.size.width, cell.width) * 3
            for row in 0..<min(picture.size.height, cell.height) {
                let (from, to) = (row * picture.size.width * 3, ((top + row) * width + left) * 3)
                rgb.replaceSubrange(to..<(to + bytes), with: picture.rgb[from..<(from + bytes)])
            }
        }
        self.init(size: PixelSize(width: width, height: height), rgb: rgb)
    }

    /// Returns the picture as a PNG file.
    package func png() throws(ImageDecodingError) -> [UInt8] {
        var image = unsafe png_image()
        defer { unsafe png_image_free(&image) }
        unsafe image.version = png_uint_32(PNG_IMAGE_VERSION)
        unsafe image.width = png_uint_32(size.width)
        unsafe image.height = png_uint_32(size.height)
        unsafe image.format = marquee_png_rgb
        // No file is larger than its pixels with some room for each row and for the head.
        var count = rgb.count + rgb.count / 8 + size.height * 8 + 1_024
        var file = [UInt8](repeating: 0, count: count)
        let isWritten = unsafe rgb.withUnsafeBytes { pixels in
            unsafe file.withUnsafeMutableBytes { file in
                unsafe png_image_write_to_memory(
                    &image,
                    file.baseAddress,
                    &count,
                    0,
                    pixels.baseAddress,
                    png_int_32(size.width * 3),
                    nil
                ) != 0
            }
        }
        guard isWritten else { throw ImageDecodingError(message: "the picture cannot be written as PNG") }
        return Array(file.prefix(count))
    }
}
