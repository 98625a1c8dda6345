/// Minimal files of each format with a header, a size, and an end; their pixels do not matter.
enum MadeUpImages {
    static let jpeg: [UInt8] =
        [0xFF, 0xD8, 0xFF, 0xE0, 0, 4, 1, 2] + [0xFF, 0xC0, 0, 11, 8, 0, 200, 1, 44, 1, 1, 0x11, 0]
        + [0xFF, 0xDA, 0, 8, 1, 1, 0, 0, 63, 0] + [0x12, 0x34, 0xFF, 0x00, 0x56] + [0xFF, 0xD9]

    static let png: [UInt8] =
        [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A]
        + chunk("IHDR", [0, 0, 0, 7, 0, 0, 0, 5, 8, 2, 0, 0, 0]) + chunk("IDAT", [1, 2, 3]) + chunk("IEND", [])

    static let gif: [UInt8] = Array("GIF89a".utf8) + [16, 0, 9, 0, 0, 0, 0] + [0x2C, 0, 0, 0, 0, 1, 0, 1, 0, 0, 0x3B]

    static let lossyWebP = webP("VP8 ", [0, 0, 0, 0x9D, 0x01, 0x2A, 176, 0, 144, 0, 1, 2])
    static let losslessWebP = webP("VP8L", [0x2F, 32, 0xC0, 10, 0, 0])
    static let extendedWebP = webP("VP8X", [0, 0, 0, 0, 0xF3, 1, 0, 0xED, 2, 0])

    private static func chunk(_ name: String, _ data: [UInt8]) -> [UInt8] {
        [0, 0, 0, UInt8(data.count)] + Array(name.utf8) + data + [0, 0, 0, 0]
    }

    private static func webP(_ name: String, _ data: [UInt8]) -> [UInt8] {
        let body = Array("WEBP".utf8) + Array(name.utf8) + [UInt8(data.count), 0, 0, 0] + data
        return Array("RIFF".utf8) + [UInt8(body.count), 0, 0, 0] + body
    }
}
