import Platform

/// The format and size of an image according to its bytes, whatever a header or a name claims.
package struct ImageFormat: Hashable, Sendable {
    package enum Kind: String, Sendable {
        case jpeg, png, gif, webp

        package var mimeType: String { "image/\(rawValue)" }
        package var fileExtension: String { self == .jpeg ? "jpg" : rawValue }
    }

    package var kind: Kind
    package var width: Int
    package var height: Int

    /// Reads the header of an image, and checks that its end is present.
    package init(_ bytes: [UInt8]) throws(ImageProblem) {
        guard let kind = Kind(bytes) else { throw ImageProblem(ofOther: bytes) }
        let reader = ImageBytes(bytes)
        let size =
            switch kind {
            case .jpeg: try reader.jpegSize()
            case .png: try reader.pngSize()
            case .gif: try reader.gifSize()
            case .webp: try reader.webpSize()
            }
        guard size.width > 0, size.height > 0 else { throw .broken(kind) }
        (self.kind, width, height) = (kind, size.width, size.height)
    }
}

extension ImageFormat.Kind {
    fileprivate init?(_ bytes: [UInt8]) {
        if bytes.starts(with: [0xFF, 0xD8, 0xFF]) {
            self = .jpeg
        } else if bytes.starts(with: [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A]) {
            self = .png
        } else if bytes.starts(with: "GIF87a".utf8) || bytes.starts(with: "GIF89a".utf8) {
            self = .gif
        } else if bytes.starts(with: "RIFF".utf8), bytes.dropFirst(8).starts(with: "WEBP".utf8) {
            self = .webp
        } else {
            return nil
        }
    }
}

/// A reason why bytes are not a usable image.
package enum ImageProblem: Error, Hashable, Sendable {
    case empty
    /// HTML, or other text in angle brackets.
    case webPage
    case drawing
    case unknown
    case broken(ImageFormat.Kind)
    case truncated(ImageFormat.Kind)

    fileprivate init(ofOther bytes: [UInt8]) {
        let start = bytes.prefix(1_024).drop { $0 <= 0x20 || [0xEF, 0xBB, 0xBF].contains($0) }
        let text = String(decoding: start, as: UTF8.self).lowercased()
        self =
            if bytes.isEmpty {
                .empty
            } else if text.hasPrefix(scalars: "<svg")
                || text.hasPrefix(scalars: "<?xml") && text.contains(scalars: "<svg")
            {
                .drawing
            } else if text.hasPrefix(scalars: "<") {
                .webPage
            } else {
                .unknown
            }
    }

    /// The problem as the end of a sentence that begins with the sender.
    package var words: String {
        switch self {
        case .empty: "sent nothing instead of an image"
        case .webPage: "sent a web page instead of an image"
        case .drawing: "sent a drawing in SVG; JPEG, PNG, GIF and WebP are read"
        case .unknown: "sent something that is not an image in JPEG, PNG, GIF or WebP"
        case .broken(let kind): "sent a broken \(kind.rawValue.uppercased()) image"
        case .truncated(let kind): "sent only the beginning of a \(kind.rawValue.uppercased()) image"
        }
    }
}

/// Reads numbers from the bytes of an image; an offset past the end means that the image is truncated.
private struct ImageBytes {
    typealias Size = (width: Int, height: Int)

    let bytes: [UInt8]

    init(_ bytes: [UInt8]) { self.bytes = bytes }

    private func big(_ place: Int, _ count: Int) -> Int? {
        guard place >= 0, place + count <= bytes.count else { return nil }
        return bytes[place..<(place + count)].reduce(0) { $0 << 8 | Int($1) }
    }

    private func little(_ place: Int, _ count: Int) -> Int? {
        guard place >= 0, place + count <= bytes.count else { return nil }
        return bytes[place..<(place + count)].reversed().reduce(0) { $0 << 8 | Int($1) }
    }

    /// Returns the size in the frame header, before the data, which ends with a marker that cannot occur in it.
    func jpegSize() throws(ImageProblem) -> Size {
        var place = 2
        var size: Size?
        while let marker = big(place, 2) {
            guard marker >> 8 == 0xFF else { throw .broken(.jpeg) }
            switch marker & 0xFF {
            case 0xFF: place += 1
            case 0x01, 0xD0...0xD8: place += 2
            case 0xD9: throw .broken(.jpeg)
            case 0xDA:
                guard let size else { throw .broken(.jpeg) }
                guard hasEnd(of: place) else { throw .truncated(.jpeg) }
                return size
            case let code:
                guard let length = big(place + 2, 2) else { throw .truncated(.jpeg) }
                guard length >= 2 else { throw .broken(.jpeg) }
                if (0xC0...0xCF).contains(code), ![0xC4, 0xC8, 0xCC].contains(code) {
                    guard let height = big(place + 5, 2), let width = big(place + 7, 2) else { throw .truncated(.jpeg) }
                    size = (width, height)
                }
                place += 2 + length
            }
        }
        throw .truncated(.jpeg)
    }

    private func hasEnd(of scan: Int) -> Bool {
        var place = bytes.count - 2
        while place > scan {
            if bytes[place] == 0xFF, bytes[place + 1] == 0xD9 { return true }
            place -= 1
        }
        return false
    }

    /// Returns the size in the first chunk; the last chunk is named IEND.
    func pngSize() throws(ImageProblem) -> Size {
        let (header, end) = (0x4948_4452, 0x4945_4E44)
        guard let first = big(12, 4), let width = big(16, 4), let height = big(20, 4) else { throw .truncated(.png) }
        guard first == header else { throw .broken(.png) }
        var place = 8
        while let length = big(place, 4), let name = big(place + 4, 4) {
            place += 12 + length
            guard place <= bytes.count else { break }
            if name == end { return (width, height) }
        }
        throw .truncated(.png)
    }

    func gifSize() throws(ImageProblem) -> Size {
        guard let width = little(6, 2), let height = little(8, 2) else { throw .truncated(.gif) }
        guard bytes.last(where: { $0 != 0 }) == 0x3B else { throw .truncated(.gif) }
        return (width, height)
    }

    func webpSize() throws(ImageProblem) -> Size {
        guard let length = little(4, 4), length + 8 <= bytes.count, let name = big(12, 4) else {
            throw .truncated(.webp)
        }
        switch name {
        case 0x5650_3820:  // "VP8 ", RFC 9649, section 2.5; the sizes have 14 bits
            guard big(23, 3) == 0x9D_012A, let width = little(26, 2), let height = little(28, 2) else { break }
            return (width & 0x3FFF, height & 0x3FFF)
        case 0x5650_384C:  // "VP8L", section 2.6; 14 bits each, minus one
            guard big(20, 1) == 0x2F, let bits = little(21, 4) else { break }
            return (bits & 0x3FFF + 1, bits >> 14 & 0x3FFF + 1)
        case 0x5650_3858:  // "VP8X", section 2.7; 24 bits each, minus one
            guard let width = little(24, 3), let height = little(27, 3) else { break }
            return (width + 1, height + 1)
        default: break
        }
        throw .broken(.webp)
    }
}
