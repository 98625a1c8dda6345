#if canImport(Glibc)
import Glibc
#elseif canImport(Darwin)
import Darwin
#endif

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
        guard let found = Self.known.first(where: { $0.labels.split(separator: " ").contains { $0 == label } }) else {
            return nil
        }
        (self.name, systemName) = (found.name, found.systemName)
    }

    /// Why a text cannot be read.
    package enum Failure: Error, Hashable {
        /// The bytes from this offset on are no text in the encoding.
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
