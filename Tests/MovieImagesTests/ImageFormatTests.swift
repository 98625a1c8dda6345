import MovieImages
import Testing

@Suite("Image formats")
struct ImageFormatTests {
    @Test(
        "The format and size of each kind of image are read from its bytes",
        arguments: [
            (MadeUpImages.jpeg, "image/jpeg", 300, 200), (MadeUpImages.png, "image/png", 7, 5),
            (MadeUpImages.gif, "image/gif", 16, 9), (MadeUpImages.lossyWebP, "image/webp", 176, 144),
            (MadeUpImages.losslessWebP, "image/webp", 33, 44), (MadeUpImages.extendedWebP, "image/webp", 500, 750),
        ]
    )
    func sizes(_ bytes: [UInt8], _ mimeType: String, _ width: Int, _ height: Int) throws {
        let format = try ImageFormat(bytes)
        #expect(format.kind.mimeType == mimeType)
        #expect((format.width, format.height) == (width, height))
    }

    @Test("An image whose end is missing is refused")
    func truncated() {
        for image in [MadeUpImages.jpeg, MadeUpImages.png, MadeUpImages.gif, MadeUpImages.lossyWebP] {
            for count in 12..<image.count - 1 {
                #expect(throws: ImageProblem.self, "\(count) bytes") { try ImageFormat(Array(image.prefix(count))) }
            }
        }
    }

    @Test("Bytes that are not an image are reported as what they are")
    func others() {
        #expect(throws: ImageProblem.empty) { try ImageFormat([]) }
        #expect(throws: ImageProblem.webPage) { try ImageFormat(Array("\n<!DOCTYPE html><html>".utf8)) }
        #expect(throws: ImageProblem.drawing) { try ImageFormat(Array("<?xml version='1.0'?><svg/>".utf8)) }
        #expect(throws: ImageProblem.unknown) { try ImageFormat(Array("{\"error\": 1}".utf8)) }
    }

    @Test("Changing any byte does not crash the program")
    func hostileBytes() {
        for image in [MadeUpImages.jpeg, MadeUpImages.png, MadeUpImages.gif, MadeUpImages.extendedWebP] {
            for place in image.indices {
                for value in [0x00, 0x7F, 0xD9, 0xFF] as [UInt8] {
                    var changed = image
                    changed[place] = value
                    do { _ = try ImageFormat(changed) } catch {}
                }
            }
        }
    }
}
