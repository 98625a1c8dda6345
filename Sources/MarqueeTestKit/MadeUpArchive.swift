/// A ZIP archive, written without a compressor, and with what hostile or unusual archives have.
package struct MadeUpArchive: Sendable {
    package enum Form: Sendable {
        case stored, deflated
        /// The sizes stand after the file, as programs write that do not know them before.
        case described
        /// The sizes and the place have 64 bits.
        case long
    }

    package var comment = ""
    package var flags = 0
    /// The number of the method; `nil` for that of the form.
    package var method: Int?
    /// The size that the directory claims; `nil` for the real one.
    package var claimedSize: Int?
    private let files: [(path: String, text: String)]
    private let form: Form

    package init(_ files: [(path: String, text: String)], _ form: Form = .deflated) {
        (self.files, self.form) = (files, form)
    }

    package var bytes: [UInt8] {
        var (body, directory): ([UInt8], [UInt8]) = ([], [])
        for (path, text) in files {
            let (name, content) = (Array(path.utf8), Array(text.utf8))
            let packed = form == .stored ? content : Gzip.raw(content)
            let place = body.count
            let isDescribed = form == .described
            let number = method ?? (form == .stored ? 0 : 8)
            let bits = flags | (isDescribed ? 8 : 0)
            let checksum = Gzip.checksum(content)
            let sizes = long(Int(checksum)) + long(packed.count) + long(claimedSize ?? content.count)
            body += long(0x0403_4B50) + short(20) + short(bits) + short(number) + long(0)
            body += (isDescribed ? long(0) + long(0) + long(0) : sizes) + short(name.count) + short(0) + name + packed
            if isDescribed { body += long(0x0807_4B50) + sizes }
            let hasLong = form == .long
            let extra = hasLong ? short(1) + short(24) + [content.count, packed.count, place].flatMap(longer) : []
            directory += long(0x0201_4B50) + short(20) + short(20) + short(bits) + short(number) + long(0)
            directory += hasLong ? long(Int(checksum)) + long(0xFFFF_FFFF) + long(0xFFFF_FFFF) : sizes
            directory += short(name.count) + short(extra.count) + short(0) + short(0) + short(0) + long(0)
            directory += long(hasLong ? 0xFFFF_FFFF : place) + name + extra
        }
        let start = body.count
        var end: [UInt8] = []
        if form == .long {
            end += long(0x0606_4B50) + longer(44) + short(45) + short(45) + long(0) + long(0)
            end += longer(files.count) + longer(files.count) + longer(directory.count) + longer(start)
            end += long(0x0706_4B50) + long(0) + longer(start + directory.count) + long(1)
        }
        let count = form == .long ? 0xFFFF : files.count
        end += long(0x0605_4B50) + short(0) + short(0) + short(count) + short(count) + long(directory.count)
        end += long(form == .long ? 0xFFFF_FFFF : start) + short(comment.utf8.count) + Array(comment.utf8)
        return body + directory + end
    }

    private func short(_ number: Int) -> [UInt8] { lowestFirst(number, 2) }
    private func long(_ number: Int) -> [UInt8] { lowestFirst(number, 4) }
    private func longer(_ number: Int) -> [UInt8] { lowestFirst(number, 8) }

    private func lowestFirst(_ number: Int, _ count: Int) -> [UInt8] {
        (0..<count).map { UInt8(truncatingIfNeeded: number >> ($0 * 8)) }
    }
}
