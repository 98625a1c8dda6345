/// Gzip files (RFC 1952) for test answers, written without a compressor.
package enum Gzip {
    /// Returns a valid gzip file with `bytes` in stored blocks.
    package static func stored(_ bytes: [UInt8]) -> [UInt8] {
        header + raw(bytes) + littleEndian(checksum(bytes)) + littleEndian(UInt32(truncatingIfNeeded: bytes.count))
    }

    /// Returns `bytes` in stored blocks, without a header or a checksum (RFC 1951).
    package static func raw(_ bytes: [UInt8]) -> [UInt8] {
        var blocks: [UInt8] = []
        var rest = bytes[...]
        repeat {
            let block = rest.prefix(65_535)
            rest = rest.dropFirst(block.count)
            blocks.append(rest.isEmpty ? 1 : 0)
            blocks += littleEndian(UInt16(block.count)) + littleEndian(~UInt16(block.count)) + block
        } while !rest.isEmpty
        return blocks
    }

    /// Returns a gzip file of at least `count` zeros, compressed 158 to 1.
    ///
    /// The checksum is wrong, because no reader should get that far.
    package static func bomb(zeros count: Int) -> [UInt8] {
        var bits = BitWriter()
        bits.append(0b011, count: 3)
        bits.append(reversed(0x30, count: 8), count: 8)
        // The length 258 (code 285) and the distance 1 (code 0): 13 bits for 258 zeros.
        for _ in 0..<(count / 258 + 1) { bits.append(reversed(0b1100_0101, count: 8), count: 13) }
        bits.append(0, count: 7)
        return header + bits.finish() + [UInt8](repeating: 0, count: 8)
    }

    private static let header: [UInt8] = [0x1F, 0x8B, 8, 0, 0, 0, 0, 0, 0, 255]

    private static func littleEndian(_ value: some FixedWidthInteger & UnsignedInteger) -> [UInt8] {
        (0..<(value.bitWidth / 8)).map { UInt8(truncatingIfNeeded: value >> ($0 * 8)) }
    }

    /// Reverses a Huffman code, whose first bit comes first in the stream.
    private static func reversed(_ code: UInt32, count: Int) -> UInt32 {
        (0..<count).reduce(0) { $0 | ((code >> $1) & 1) << (count - 1 - $1) }
    }

    /// Returns the checksum of a file (CRC-32).
    static func checksum(_ bytes: [UInt8]) -> UInt32 {
        ~bytes.reduce(~UInt32(0)) { $0 >> 8 ^ table[Int(UInt8(truncatingIfNeeded: $0) ^ $1)] }
    }

    private static let table: [UInt32] = (0..<256).map { index in
        (0..<8).reduce(UInt32(index)) { value, _ in value & 1 == 1 ? value >> 1 ^ 0xEDB8_8320 : value >> 1 }
    }
}

/// Packs bits into bytes, lowest bit first, as in deflate.
struct BitWriter {
    private var bytes: [UInt8] = []
    private var pending: UInt64 = 0
    private var pendingCount = 0

    mutating func append(_ bits: UInt32, count: Int) {
        pending |= UInt64(bits) << pendingCount
        pendingCount += count
        while pendingCount >= 8 {
            bytes.append(UInt8(truncatingIfNeeded: pending))
            pending >>= 8
            pendingCount -= 8
        }
    }

    consuming func finish() -> [UInt8] {
        if pendingCount > 0 { bytes.append(UInt8(truncatingIfNeeded: pending)) }
        return bytes
    }
}
