internal import CPNG
internal import CTurboJPEG

/// A picture as rows of pixels from the top, each pixel as red, green, and blue.
package struct Bitmap: Hashable, Sendable {
    package let size: PixelSize
    package let rgb: [UInt8]

    /// Decodes a JPEG or PNG picture and reduces it if it does not fit; transparent parts become black.
    package init(decoding bytes: [UInt8], toFit bounds: PixelSize) throws(ImageDecodingError) {
        let decoded: Bitmap
        if bytes.starts(with: [0xFF, 0xD8, 0xFF]) {
            decoded = try JPEGDecoder.bitmap(bytes, atLeast: bounds)
        } else if bytes.starts(with: [0x89, 0x50, 0x4E, 0x47]) {
            decoded = try PNGDecoder.bitmap(bytes)
        } else {
            throw ImageDecodingError(message: "expected a picture in JPEG or PNG, found another format")
        }
        self = decoded.scaled(to: decoded.size.fitted(into: bounds))
    }

    init(size: PixelSize, rgb: [UInt8]) {
        self.size = size
        self.rgb = rgb
    }

    /// Returns a smaller picture, in which each pixel is the mean of those that it covers.
    private func scaled(to smaller: PixelSize) -> Bitmap {
        guard smaller != size else { return self }
        var scaled: [UInt8] = []
        scaled.reserveCapacity(smaller.count * 3)
        for row in 0..<smaller.height {
            let rows = Self.range(row, of: smaller.height, in: size.height)
            for column in 0..<smaller.width {
                let columns = Self.range(column, of: smaller.width, in: size.width)
                var (red, green, blue) = (0, 0, 0)
                for y in rows {
                    for place in columns {
                        let start = (y * size.width + place) * 3
                        red += Int(rgb[start])
                        green += Int(rgb[start + 1])
                        blue += Int(rgb[start + 2])
                    }
                }
                let count = rows.count * columns.count
                scaled.append(UInt8((red + count / 2) / count))
                scaled.append(UInt8((green + count / 2) / count))
                scaled.append(UInt8((blue + count / 2) / count))
            }
        }
        return Bitmap(size: smaller, rgb: scaled)
    }

    private static func range(_ place: Int, of count: Int, in whole: Int) -> Range<Int> {
        let start = place * whole / count
        return start..<max(start + 1, (place + 1) * whole / count)
    }
}

/// The width and the height of a picture.
package struct PixelSize: Hashable, Sendable {
    package let width: Int
    package let height: Int

    /// The limit on pixels, higher than any poster or still needs even in its original size.
    ///
    /// A picture that claims more would only waste memory.
    static let maximumCount = 24_000_000
    private static let maximumSide = 16_384

    package init(width: Int, height: Int) {
        self.width = width
        self.height = height
    }

    var count: Int { width * height }

    /// Returns the size that a file claims, or throws an error if it is too large to decode.
    static func claimed(_ width: Int, _ height: Int) throws(ImageDecodingError) -> PixelSize {
        let size = PixelSize(width: width, height: height)
        let sides = 1...maximumSide
        guard sides.contains(width), sides.contains(height), size.count <= maximumCount else {
            throw ImageDecodingError(
                message: """
                    expected a picture of at most \(maximumSide) pixels a side and \(maximumCount / 1_000_000) million \
                    in all, found \(width)x\(height)
                    """
            )
        }
        return size
    }

    /// Returns the largest size of the same shape that is no larger than this one and fits into `bounds`.
    func fitted(into bounds: PixelSize) -> PixelSize {
        guard width > bounds.width || height > bounds.height else { return self }
        // The side with the greater factor decides: width / bounds.width or height / bounds.height.
        if width * bounds.height > height * bounds.width {
            return PixelSize(width: bounds.width, height: max(1, height * bounds.width / width))
        }
        return PixelSize(width: max(1, width * bounds.height / height), height: bounds.height)
    }
}

/// The reason why a picture cannot be decoded.
package struct ImageDecodingError: Error, Hashable, Sendable {
    package let message: String

    package init(message: String) { self.message = message }
}

/// Decodes JPEG with libjpeg-turbo, which can scale a picture by eighths while decoding.
enum JPEGDecoder {
    /// Returns the picture in the smallest scale of eighths that is no smaller than the size fitted into `bounds`.
    static func bitmap(_ bytes: [UInt8], atLeast bounds: PixelSize) throws(ImageDecodingError) -> Bitmap {
        guard let decoder = unsafe tjInitDecompress() else {
            throw ImageDecodingError(message: "there is not enough memory to decode a picture in JPEG")
        }
        defer { unsafe _ = tjDestroy(decoder) }
        var (width, height, sampling, space) = (Int32(0), Int32(0), Int32(0), Int32(0))
        let count = UInt(bytes.count)
        let head = unsafe bytes.withUnsafeBufferPointer { bytes in
            unsafe tjDecompressHeader3(decoder, bytes.baseAddress, count, &width, &height, &sampling, &space)
        }
        guard head == 0 else { throw unsafe error(of: decoder) }
        // A file that contains only tables has no size.
        guard width > 0, height > 0 else { throw error("it has no size") }
        let size = eighths(of: try PixelSize.claimed(Int(width), Int(height)), atLeast: bounds)
        var rgb = [UInt8](repeating: 0, count: size.count * 3)
        let status = unsafe bytes.withUnsafeBufferPointer { bytes in
            unsafe rgb.withUnsafeMutableBufferPointer { rgb in
                unsafe tjDecompress2(
                    decoder,
                    bytes.baseAddress,
                    count,
                    rgb.baseAddress,
                    Int32(size.width),
                    0,
                    Int32(size.height),
                    Int32(TJPF_RGB.rawValue),
                    TJFLAG_LIMITSCANS
                )
            }
        }
        // After a warning, the picture is decoded but partly wrong.
        let isWarning = unsafe tjGetErrorCode(decoder) == Int32(TJERR_WARNING.rawValue)
        guard status == 0 || isWarning else {
            throw unsafe error(of: decoder)
        }
        return Bitmap(size: size, rgb: rgb)
    }

    private static func eighths(of size: PixelSize, atLeast bounds: PixelSize) -> PixelSize {
        let fitted = size.fitted(into: bounds)
        let sizes = (1...8).map { PixelSize(width: (size.width * $0 + 7) / 8, height: (size.height * $0 + 7) / 8) }
        return sizes.first { $0.width >= fitted.width && $0.height >= fitted.height } ?? size
    }

    private static func error(of decoder: tjhandle) -> ImageDecodingError {
        error(unsafe tjGetErrorStr2(decoder).map { unsafe String(cString: $0) } ?? "it is broken")
    }

    private static func error(_ reason: String) -> ImageDecodingError {
        ImageDecodingError(message: "expected a picture in JPEG, found one that cannot be decoded: \(reason)")
    }
}

/// Decodes PNG of every kind with the simplified interface of libpng.
enum PNGDecoder {
    static func bitmap(_ bytes: [UInt8]) throws(ImageDecodingError) -> Bitmap {
        var image = unsafe png_image()
        unsafe image.version = png_uint_32(PNG_IMAGE_VERSION)
        defer { unsafe png_image_free(&image) }
        // libpng keeps the address until the picture is decoded.
        let result: Result<Bitmap, ImageDecodingError> = unsafe bytes.withUnsafeBytes { bytes in
            do throws(ImageDecodingError) {
                guard unsafe png_image_begin_read_from_memory(&image, bytes.baseAddress, bytes.count) != 0 else {
                    throw unsafe error(of: image)
                }
                let size = try unsafe PixelSize.claimed(Int(image.width), Int(image.height))
                unsafe image.format = marquee_png_rgb
                // Zeros, which become the background of transparent parts.
                var rgb = [UInt8](repeating: 0, count: size.count * 3)
                let status = unsafe rgb.withUnsafeMutableBytes { rgb in
                    unsafe png_image_finish_read(&image, nil, rgb.baseAddress, png_int_32(size.width * 3), nil)
                }
                guard status != 0 else { throw unsafe error(of: image) }
                return .success(Bitmap(size: size, rgb: rgb))
            } catch {
                return .failure(error)
            }
        }
        return try result.get()
    }

    private static func error(of image: png_image) -> ImageDecodingError {
        let reason = unsafe withUnsafeBytes(of: image.message) { message in
            unsafe String(decoding: message.prefix { $0 != 0 }, as: UTF8.self)
        }
        return ImageDecodingError(message: "expected a picture in PNG, found one that cannot be decoded: \(reason)")
    }
}
