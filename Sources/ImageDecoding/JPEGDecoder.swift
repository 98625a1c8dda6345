internal import CTurboJPEG

/// Decodes JPEG with libjpeg-turbo, which can scale a picture by eighths while decoding.
enum JPEGDecoder {
    /// Returns the picture in the smallest scale of eighths that is no smaller than the size fitted into `bounds`.
    static func bitmap(_ bytes: [UInt8], atLeast bounds: PixelSize) throws(ImageDecodingError) -> Bitmap {
        guard let decoder = unsafe tjInitDecompress() else {
            throw ImageDecodingError(message: "there is no memory to decode a picture in JPEG")
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
