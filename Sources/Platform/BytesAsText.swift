#if canImport(Glibc)
import Glibc
#elseif canImport(Darwin)
import Darwin
#endif

/// Base64 with padding, as in RFC 4648 section 4.
package enum Base64 {
    private static let alphabet = Array("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/".utf8)

    package static func text(_ bytes: [UInt8]) -> String {
        var text: [UInt8] = []
        text.reserveCapacity((bytes.count + 2) / 3 * 4)
        for start in stride(from: 0, to: bytes.count, by: 3) {
            let group = bytes[start..<min(start + 3, bytes.count)]
            var bits = group.reduce(0) { $0 << 8 | Int($1) }
            bits <<= 8 * (3 - group.count)
            for place in 0..<4 {
                let isPadding = place > group.count
                text.append(isPadding ? UInt8(ascii: "=") : alphabet[bits >> (18 - 6 * place) & 63])
            }
        }
        return String(decoding: text, as: UTF8.self)
    }

    package static func bytes(_ text: String) -> [UInt8]? {
        guard text.utf8.count.isMultiple(of: 4) else { return nil }
        let digits = Array(text.utf8).trimmingPadding
        guard text.utf8.count - digits.count <= 2 else { return nil }
        var bytes: [UInt8] = []
        var bits = 0
        var bitCount = 0
        for digit in digits {
            guard let value = alphabet.firstIndex(of: digit) else { return nil }
            bits = bits << 6 | value
            bitCount += 6
            guard bitCount >= 8 else { continue }
            bitCount -= 8
            bytes.append(UInt8(truncatingIfNeeded: bits >> bitCount))
            bits &= 1 << bitCount - 1
        }
        return bits == 0 ? bytes : nil
    }
}

extension [UInt8] {
    fileprivate var trimmingPadding: ArraySlice<UInt8> {
        var end = count
        while end > 0, self[end - 1] == UInt8(ascii: "=") { end -= 1 }
        return self[..<end]
    }
}

/// The hash of FIPS 180-4, which identifies the content of a file.
///
/// No system library that the program links offers it: libcurl and SQLite do not export theirs.
package enum SHA256 {
    /// Returns the hash of some bytes as 64 hexadecimal digits.
    package static func hexadecimal(_ bytes: [UInt8]) -> String {
        var hash = initial
        var words = [UInt32](repeating: 0, count: 64)
        let message = padded(bytes)
        for block in stride(from: 0, to: message.count, by: 64) {
            for index in 0..<16 {
                words[index] = (0..<4).reduce(0) { $0 << 8 | UInt32(message[block + 4 * index + $1]) }
            }
            for index in 16..<64 {
                let (early, late) = (words[index - 15], words[index - 2])
                let first = rotated(early, 7) ^ rotated(early, 18) ^ early >> 3
                let second = rotated(late, 17) ^ rotated(late, 19) ^ late >> 10
                words[index] = words[index - 16] &+ first &+ words[index - 7] &+ second
            }
            mix(words, into: &hash)
        }
        return hash.map { hexadecimal($0) }.joined()
    }

    /// Returns the bytes, a one bit, zeros, and the length in bits, as whole blocks of 64 bytes.
    private static func padded(_ bytes: [UInt8]) -> [UInt8] {
        var message = bytes + [0x80]
        message += [UInt8](repeating: 0, count: (120 - message.count % 64) % 64)
        let bitCount = UInt64(bytes.count) * 8
        return message + (0..<8).map { UInt8(truncatingIfNeeded: bitCount >> (56 - 8 * $0)) }
    }

    private static func mix(_ words: [UInt32], into hash: inout [UInt32]) {
        var (a, b, c, d) = (hash[0], hash[1], hash[2], hash[3])
        var (e, f, g, h) = (hash[4], hash[5], hash[6], hash[7])
        for index in 0..<64 {
            let choice = e & f ^ ~e & g
            let majority = a & b ^ a & c ^ b & c
            let first =
                h &+ (rotated(e, 6) ^ rotated(e, 11) ^ rotated(e, 25)) &+ choice &+ constants[index] &+ words[index]
            let second = (rotated(a, 2) ^ rotated(a, 13) ^ rotated(a, 22)) &+ majority
            (h, g, f, e) = (g, f, e, d &+ first)
            (d, c, b, a) = (c, b, a, first &+ second)
        }
        for (index, value) in [a, b, c, d, e, f, g, h].enumerated() { hash[index] &+= value }
    }

    private static func rotated(_ word: UInt32, _ count: UInt32) -> UInt32 { word >> count | word << (32 - count) }

    private static func hexadecimal(_ word: UInt32) -> String {
        let digits = String(word, radix: 16)
        return String(repeating: "0", count: 8 - digits.utf8.count) + digits
    }

    /// The first 32 bits of the fractional parts of the square roots of the first eight primes.
    private static let initial: [UInt32] = [
        0x6A09_E667, 0xBB67_AE85, 0x3C6E_F372, 0xA54F_F53A, 0x510E_527F, 0x9B05_688C, 0x1F83_D9AB, 0x5BE0_CD19,
    ]

    /// The first 32 bits of the fractional parts of the cube roots of the first 64 primes.
    private static let constants: [UInt32] = [
        0x428A_2F98, 0x7137_4491, 0xB5C0_FBCF, 0xE9B5_DBA5, 0x3956_C25B, 0x59F1_11F1, 0x923F_82A4, 0xAB1C_5ED5,
        0xD807_AA98, 0x1283_5B01, 0x2431_85BE, 0x550C_7DC3, 0x72BE_5D74, 0x80DE_B1FE, 0x9BDC_06A7, 0xC19B_F174,
        0xE49B_69C1, 0xEFBE_4786, 0x0FC1_9DC6, 0x240C_A1CC, 0x2DE9_2C6F, 0x4A74_84AA, 0x5CB0_A9DC, 0x76F9_88DA,
        0x983E_5152, 0xA831_C66D, 0xB003_27C8, 0xBF59_7FC7, 0xC6E0_0BF3, 0xD5A7_9147, 0x06CA_6351, 0x1429_2967,
        0x27B7_0A85, 0x2E1B_2138, 0x4D2C_6DFC, 0x5338_0D13, 0x650A_7354, 0x766A_0ABB, 0x81C2_C92E, 0x9272_2C85,
        0xA2BF_E8A1, 0xA81A_664B, 0xC24B_8B70, 0xC76C_51A3, 0xD192_E819, 0xD699_0624, 0xF40E_3585, 0x106A_A070,
        0x19A4_C116, 0x1E37_6C08, 0x2748_774C, 0x34B0_BCB5, 0x391C_0CB3, 0x4ED8_AA4A, 0x5B9C_CA4F, 0x682E_6FF3,
        0x748F_82EE, 0x78A5_636F, 0x84C8_7814, 0x8CC7_0208, 0x90BE_FFFA, 0xA450_6CEB, 0xBEF9_A3F7, 0xC671_78F2,
    ]
}

/// A text encoding other than UTF-8, which the system's iconv reads.
package struct TextEncoding: Hashable, Sendable {
    /// The usual name, such as `EUC-KR`.
    package let name: String
    /// The name for iconv: that of the larger set which web pages mean by the usual name (WHATWG Encoding, section 4.2).
    private let systemName: String

    private static let known: [(name: String, systemName: String, labels: String)] = [
        ("EUC-KR", "CP949", "euckr cp949 uhc ms949 xwindows949 windows949 ksc56011987 ksc5601 ksx1001"),
        ("ISO-8859-1", "CP1252", "iso88591 latin1 l1 windows1252 cp1252"),
        ("ISO-8859-2", "ISO-8859-2", "iso88592 latin2"), ("ISO-8859-15", "ISO-8859-15", "iso885915 latin9"),
        ("windows-1250", "CP1250", "windows1250 cp1250"), ("windows-1251", "CP1251", "windows1251 cp1251"),
        ("KOI8-R", "KOI8-R", "koi8r koi8"), ("Shift_JIS", "CP932", "shiftjis sjis windows31j cp932 ms932"),
        ("EUC-JP", "EUC-JP", "eucjp"), ("GB18030", "GB18030", "gb18030 gbk gb2312 cp936"), ("Big5", "BIG5", "big5"),
    ]

    /// The usual names of all encodings.
    package static var names: [String] { known.map(\.name) }

    /// Finds an encoding by its name in any spelling, such as `ks_c_5601-1987`; `nil` if it is not a known one.
    package init?(named name: String) {
        let label = String(name.lowercased().filter { $0.isASCII && ($0.isLetter || $0.isNumber) })
        guard let found = Self.known.first(where: { $0.labels.split(scalar: " ").contains { $0 == label } }) else {
            return nil
        }
        (self.name, systemName) = (found.name, found.systemName)
    }

    /// Why a text cannot be read.
    package enum Failure: Error, Hashable {
        /// The bytes from this offset on are not text in the encoding.
        case notText(offset: Int)
        /// The system has no data for the encoding.
        case unknownToSystem
    }

    /// Returns a text in UTF-8.
    package func utf8(_ bytes: [UInt8]) throws(Failure) -> [UInt8] {
        let converter = unsafe iconv_open("UTF-8", systemName)
        guard Int(bitPattern: converter) != -1 else { throw .unknownToSystem }
        defer { unsafe _ = iconv_close(converter) }
        var input = bytes
        // No character of these encodings is longer than four bytes in UTF-8.
        var output = [UInt8](repeating: 0, count: bytes.count * 4 + 16)
        let capacity = output.count
        var (inputLeft, outputLeft) = (bytes.count, capacity)
        let status = unsafe input.withUnsafeMutableBytes { input in
            unsafe output.withUnsafeMutableBytes { output in
                var from = unsafe input.baseAddress?.assumingMemoryBound(to: CChar.self)
                var to = unsafe output.baseAddress?.assumingMemoryBound(to: CChar.self)
                return unsafe iconv(converter, &from, &inputLeft, &to, &outputLeft)
            }
        }
        guard status != -1 else { throw .notText(offset: bytes.count - inputLeft) }
        output.removeLast(outputLeft)
        return output
    }
}
