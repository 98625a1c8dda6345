internal import CZlib

/// A ZIP archive in memory (PKWARE's APPNOTE), of which stored and deflated files are read.
///
/// The directory at the end of the archive is believed, and the headers before the files are not: sizes after a file
/// (data descriptors) and 64-bit sizes are read in this way, too. Nothing is written to the disk.
package struct ZIPArchive: Sendable {
    /// A file in the archive.
    package struct Entry: Hashable, Sendable {
        /// The path with slashes, without `.` and `..`.
        package let path: String
        /// The number of bytes that the file has unpacked.
        package let size: Int
        fileprivate let packedSize: Int
        fileprivate let offset: Int
        fileprivate let method: Int
        fileprivate let checksum: UInt
        fileprivate let isEncrypted: Bool
    }

    /// How much is read of an archive, which may claim more than it has.
    package struct Limits: Sendable {
        package var entries = 10_000
        /// The bytes of one unpacked file.
        package var entryBytes = 64 << 20
        /// The bytes of all unpacked files.
        package var totalBytes = 256 << 20

        package init() {}
    }

    /// The files, in the order of the directory; folders are left out.
    package let entries: [Entry]
    private let bytes: [UInt8]

    /// Whether bytes begin as an archive does, also an empty one.
    package static func begins(_ bytes: [UInt8]) -> Bool {
        bytes.starts(with: [0x50, 0x4B, 3, 4]) || bytes.starts(with: [0x50, 0x4B, 5, 6])
    }

    /// Reads the directory of an archive.
    package init(_ bytes: [UInt8], limits: Limits = Limits()) throws(ZIPError) {
        self.bytes = bytes
        let fields = Fields(bytes)
        let directory = try Directory(fields)
        guard directory.count <= limits.entries else {
            throw ZIPError("expected at most \(limits.entries) files, found \(directory.count)")
        }
        var entries: [Entry] = []
        var paths: Set<String> = []
        var (place, total) = (directory.offset, 0)
        for _ in 0..<directory.count {
            let (entry, next) = try Self.entry(fields, at: place)
            place = next
            guard let entry else { continue }
            guard paths.insert(entry.path).inserted else { throw ZIPError("two files have the name \(entry.path)") }
            guard entry.size <= limits.entryBytes else {
                throw ZIPError("\(entry.path): expected at most \(limits.entryBytes) bytes, found \(entry.size)")
            }
            total += entry.size
            guard total <= limits.totalBytes else {
                throw ZIPError("expected at most \(limits.totalBytes) bytes in all files, found more")
            }
            entries.append(entry)
        }
        self.entries = entries
    }

    /// Returns a file unpacked.
    package func read(_ entry: Entry) throws(ZIPError) -> [UInt8] {
        guard !entry.isEncrypted else {
            throw ZIPError("\(entry.path) is encrypted; unpack the archive with its password")
        }
        let fields = Fields(bytes)
        guard fields.long(entry.offset) == 0x0403_4B50, let name = fields.short(entry.offset + 26),
            let extra = fields.short(entry.offset + 28)
        else { throw ZIPError("\(entry.path): there is no file at its place; the archive is damaged") }
        let start = entry.offset + 30 + name + extra
        guard start <= bytes.count, entry.packedSize <= bytes.count - start else {
            throw ZIPError("\(entry.path) is cut off; the archive is not complete")
        }
        let packed = bytes[start..<start + entry.packedSize]
        let unpacked: [UInt8]
        switch entry.method {
        case 0: unpacked = Array(packed)
        case 8: unpacked = try Self.inflated(packed, entry)
        default:
            throw ZIPError("\(entry.path) is compressed by method \(entry.method); expected 0 or 8: unpack the archive")
        }
        guard unpacked.count == entry.size, Self.checksum(of: unpacked) == entry.checksum else {
            throw ZIPError("\(entry.path) is damaged: its size or its checksum is not that of the directory")
        }
        return unpacked
    }

    // MARK: The directory

    /// Reads the entry at a place of the directory, `nil` for a folder, and the place of the next one.
    private static func entry(_ fields: Fields, at place: Int) throws(ZIPError) -> (Entry?, next: Int) {
        guard fields.long(place) == 0x0201_4B50, let flags = fields.short(place + 8),
            let method = fields.short(place + 10), let checksum = fields.long(place + 16),
            var packedSize = fields.long(place + 20), var size = fields.long(place + 24),
            let nameLength = fields.short(place + 28), let extraLength = fields.short(place + 30),
            let commentLength = fields.short(place + 32), var offset = fields.long(place + 42),
            let name = fields.bytes(place + 46, nameLength),
            let extra = fields.bytes(place + 46 + nameLength, extraLength)
        else { throw ZIPError("its directory is damaged") }
        let isLong = [size, packedSize, offset].contains(0xFFFF_FFFF)
        if isLong {
            var long = LongFields(Array(extra))
            if size == 0xFFFF_FFFF { size = try long.next() }
            if packedSize == 0xFFFF_FFFF { packedSize = try long.next() }
            if offset == 0xFFFF_FFFF { offset = try long.next() }
        }
        let next = place + 46 + nameLength + extraLength + commentLength
        let text = String(decoding: name, as: UTF8.self)
        // Some programs of Windows write backslashes.
        let path = String(String.UnicodeScalarView(text.unicodeScalars.map { $0 == "\\" ? "/" : $0 }))
        let names = path.unicodeScalars.split(separator: "/", omittingEmptySubsequences: false).map { String($0) }
        guard !path.unicodeScalars.contains("\0"), names.first != "", !names.contains(".."),
            names.first?.unicodeScalars.last != ":"
        else { throw ZIPError("\(path): expected a path inside of the archive") }
        if path.unicodeScalars.last == "/" || path.isEmpty { return (nil, next) }
        let entry = Entry(
            path: names.filter { $0 != "." && !$0.isEmpty }.joined(separator: "/"),
            size: size,
            packedSize: packedSize,
            offset: offset,
            method: method,
            checksum: UInt(checksum),
            isEncrypted: flags & 1 == 1
        )
        return (entry, next)
    }

    /// Where the directory begins, and how many entries it has.
    private struct Directory {
        let offset: Int
        let count: Int

        init(_ fields: Fields) throws(ZIPError) {
            let last = fields.count - 22
            // A comment of at most 65,535 bytes may follow.
            let end = stride(from: last, through: max(0, last - 65_535), by: -1).first { place in
                fields.long(place) == 0x0605_4B50 && fields.short(place + 20) == fields.count - place - 22
            }
            guard let end, let disk = fields.short(end + 4), let count = fields.short(end + 10),
                let offset = fields.long(end + 16)
            else { throw ZIPError("it has no directory at its end; the archive is not complete") }
            guard disk == 0 || disk == 0xFFFF else { throw ZIPError("it is one part of several; join them first") }
            guard count == 0xFFFF || offset == 0xFFFF_FFFF else {
                (self.offset, self.count) = (offset, count)
                return
            }
            guard fields.long(end - 20) == 0x0706_4B50, let place = fields.longer(end - 12),
                fields.long(place) == 0x0606_4B50, let longCount = fields.longer(place + 32),
                let longOffset = fields.longer(place + 48), longOffset <= 1 << 50
            else { throw ZIPError("its directory of 64 bits is damaged") }
            (self.offset, self.count) = (longOffset, longCount)
        }
    }

    // MARK: The files

    private static func inflated(_ packed: ArraySlice<UInt8>, _ entry: Entry) throws(ZIPError) -> [UInt8] {
        // One byte more than the directory says shows a file that is longer.
        var unpacked = [UInt8](repeating: 0, count: entry.size + 1)
        var (isWhole, left) = (false, unpacked.count)
        var stream = unsafe z_stream()
        unsafe withUnsafeMutablePointer(to: &stream) { stream in
            guard unsafe marquee_zlib_begin_raw(stream) == Z_OK else { return }
            unsafe packed.withUnsafeBufferPointer { input in
                unsafe unpacked.withUnsafeMutableBufferPointer { output in
                    // zlib only reads the input, although its type allows writing.
                    unsafe stream.pointee.next_in = unsafe UnsafeMutablePointer(mutating: input.baseAddress)
                    unsafe stream.pointee.avail_in = UInt32(input.count)
                    unsafe stream.pointee.next_out = output.baseAddress
                    unsafe stream.pointee.avail_out = UInt32(output.count)
                    isWhole = unsafe inflate(stream, Z_FINISH) == Z_STREAM_END
                }
            }
            left = unsafe Int(stream.pointee.avail_out)
            unsafe inflateEnd(stream)
        }
        unpacked.removeLast(left)
        guard isWhole else { throw ZIPError("\(entry.path) is damaged, or longer than its directory says") }
        return unpacked
    }

    private static func checksum(of bytes: [UInt8]) -> UInt {
        unsafe bytes.withUnsafeBufferPointer { unsafe crc32(0, $0.baseAddress, UInt32($0.count)) }
    }
}

/// The reason why an archive, or a file in it, is not read.
package struct ZIPError: Error, Hashable, Sendable, CustomStringConvertible {
    package let description: String

    fileprivate init(_ description: String) { self.description = description }
}

/// Numbers in bytes, the lowest byte first; `nil` outside of the bytes.
private struct Fields {
    private let bytes: [UInt8]

    init(_ bytes: [UInt8]) { self.bytes = bytes }

    var count: Int { bytes.count }

    func short(_ place: Int) -> Int? { number(place, 2) }
    func long(_ place: Int) -> Int? { number(place, 4) }
    func longer(_ place: Int) -> Int? { number(place, 8) }

    func bytes(_ place: Int, _ count: Int) -> ArraySlice<UInt8>? {
        guard place >= 0, count >= 0, place <= bytes.count, count <= bytes.count - place else { return nil }
        return bytes[place..<place + count]
    }

    private func number(_ place: Int, _ count: Int) -> Int? {
        guard let bytes = bytes(place, count) else { return nil }
        return Int(exactly: bytes.reversed().reduce(UInt64(0)) { $0 << 8 | UInt64($1) })
    }
}

/// The sizes and the place of a file in 64 bits, which its entry has in a field of its own.
private struct LongFields {
    private let fields: Fields
    private var place = 0

    init(_ extra: [UInt8]) {
        fields = Fields(extra)
        while let id = fields.short(place), id != 1, let length = fields.short(place + 2) { place += 4 + length }
        place = fields.short(place) == 1 ? place + 4 : fields.count
    }

    mutating func next() throws(ZIPError) -> Int {
        guard let number = fields.longer(place), number <= 1 << 50 else {
            throw ZIPError("its directory has no size of 64 bits where one is needed")
        }
        place += 8
        return number
    }
}
