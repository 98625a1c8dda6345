import ImageDecoding
import MarqueeTestKit
import Testing

@Suite("Decoding pictures to pixels")
struct BitmapTests {
    private static let large = PixelSize(width: 1_000, height: 1_000)

    /// Returns a picture file of 64 by 48 pixels with a red, a green, a blue, and a yellow quarter.
    private static func quarters(_ name: String) throws -> [UInt8] {
        try ProjectFiles.read(ProjectFiles.root + "/Tests/Fixtures/images/quarters" + name)
    }

    private func pixel(_ bitmap: Bitmap, _ x: Int, _ y: Int) -> [Int] {
        let start = (y * bitmap.size.width + x) * 3
        return bitmap.rgb[start..<(start + 3)].map(Int.init)
    }

    private func expect(_ found: [Int], near expected: [Int], _ place: String) {
        #expect(zip(found, expected).allSatisfy { abs($0 - $1) <= 12 }, "\(place): \(found)")
    }

    @Test(
        "Each kind of JPEG and PNG is decoded with the right size and colors",
        arguments: [".jpg", "-progressive.jpg", ".png", "-palette.png"]
    )
    func kinds(_ name: String) throws {
        let bitmap = try Bitmap(decoding: Self.quarters(name), toFit: Self.large)
        #expect(bitmap.size == PixelSize(width: 64, height: 48))
        #expect(bitmap.rgb.count == 64 * 48 * 3)
        expect(pixel(bitmap, 8, 6), near: [200, 40, 40], "red")
        expect(pixel(bitmap, 56, 6), near: [40, 160, 60], "green")
        expect(pixel(bitmap, 8, 42), near: [40, 60, 200], "blue")
        expect(pixel(bitmap, 56, 42), near: [230, 220, 60], "yellow")
    }

    @Test("A gray picture has three equal channels, and a transparent pixel is black")
    func otherColors() throws {
        let grey = try Bitmap(decoding: Self.quarters("-grey.jpg"), toFit: Self.large)
        #expect(Set(pixel(grey, 8, 6)).count == 1)
        let transparent = try Bitmap(decoding: Self.quarters("-transparent.png"), toFit: Self.large)
        #expect(pixel(transparent, 8, 6) == [0, 0, 0])
        #expect(pixel(transparent, 56, 6) == [40, 160, 60])
    }

    @Test(
        "A picture is scaled down to fit, keeps its aspect ratio, and is never enlarged",
        arguments: [(32, 1_000, 32, 24), (1_000, 12, 16, 12), (20, 20, 20, 15), (1, 1, 1, 1), (64, 48, 64, 48)],
        [".jpg", ".png"]
    )
    func fitted(_ sizes: (Int, Int, Int, Int), _ name: String) throws {
        let room = PixelSize(width: sizes.0, height: sizes.1)
        let bitmap = try Bitmap(decoding: Self.quarters(name), toFit: room)
        #expect(bitmap.size == PixelSize(width: sizes.2, height: sizes.3))
        #expect(bitmap.rgb.count == sizes.2 * sizes.3 * 3)
        if sizes.2 > 8 { expect(pixel(bitmap, sizes.2 - 2, 2), near: [40, 160, 60], "green") }
    }

    @Test("A picture whose header claims too many pixels is refused")
    func bombs() throws {
        var png = try Self.quarters(".png")
        // 60,000 by 60,000 pixels, with the checksum of the changed header.
        png.replaceSubrange(16..<24, with: [0, 0, 0xEA, 0x60, 0, 0, 0xEA, 0x60])
        png.replaceSubrange(29..<33, with: checksum(png[12..<29]))
        var jpeg = try Self.quarters(".jpg")
        let frame = try #require(jpeg.indices.first { jpeg[$0...].starts(with: [0xFF, 0xC0]) })
        jpeg.replaceSubrange((frame + 5)..<(frame + 9), with: [0xEA, 0x60, 0xEA, 0x60])
        for bytes in [png, jpeg] {
            let error = #expect(throws: ImageDecodingError.self) { try Bitmap(decoding: bytes, toFit: Self.large) }
            let message = "expected a picture of at most 16384 pixels a side and 24 million in all, found 60000x60000"
            #expect(error?.message == message)
        }
    }

    @Test("Bytes that cannot be decoded are refused with a message that says what was expected")
    func broken() throws {
        let found = ", found one that cannot be decoded: "
        for (bytes, words) in [
            (Array("<html>".utf8), "expected a picture in JPEG or PNG, found another format"),
            (Array(try Self.quarters(".png").prefix(60)), "expected a picture in PNG" + found),
            (Array(try Self.quarters(".jpg").prefix(60)), "expected a picture in JPEG" + found),
            (try Self.quarters("-cmyk.jpg"), "expected a picture in JPEG" + found),
        ] {
            let error = #expect(throws: ImageDecodingError.self) { try Bitmap(decoding: bytes, toFit: Self.large) }
            #expect(error?.message.hasPrefix(words) == true, "\(bytes.count) bytes: \(String(describing: error))")
        }
    }

    @Test(
        "Changing any byte gives a bitmap of the right length or an error",
        arguments: [".jpg", "-progressive.jpg", "-palette.png", ".png"]
    )
    func hostileBytes(_ name: String) throws {
        let bytes = try Self.quarters(name)
        for place in bytes.indices {
            for value in [0x00, 0x7F, 0xD9, 0xFF] as [UInt8] {
                var changed = bytes
                changed[place] = value
                do throws(ImageDecodingError) {
                    let bitmap = try Bitmap(decoding: changed, toFit: Self.large)
                    #expect(bitmap.rgb.count == bitmap.size.width * bitmap.size.height * 3)
                } catch {
                    #expect(error.message.hasPrefix("expected "))
                }
            }
        }
    }

    /// Returns the CRC-32 of a PNG chunk.
    private func checksum(_ bytes: ArraySlice<UInt8>) -> [UInt8] {
        var sum: UInt32 = 0xFFFF_FFFF
        for byte in bytes {
            sum ^= UInt32(byte)
            for _ in 0..<8 { sum = sum & 1 == 1 ? sum >> 1 ^ 0xEDB8_8320 : sum >> 1 }
        }
        return stride(from: 24, through: 0, by: -8).map { UInt8(~sum >> $0 & 0xFF) }
    }
}
