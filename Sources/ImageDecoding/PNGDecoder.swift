internal import CPNG

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
