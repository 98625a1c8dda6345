#if canImport(Glibc)
import Glibc
#elseif canImport(Darwin)
import Darwin
#endif

/// What is asked of the file system to find certificate authorities.
struct TrustFiles: Sendable {
    var isFile: @Sendable (String) -> Bool
    /// Whether a folder holds links that are named by hash, such as `5ed36f99.0`.
    var isFolderByHash: @Sendable (String) -> Bool

    static let system = TrustFiles(
        isFile: { unsafe access($0, R_OK) == 0 },
        isFolderByHash: { folder in
            guard let stream = unsafe opendir(folder) else { return false }
            defer { unsafe closedir(stream) }
            while let entry = unsafe readdir(stream) {
                if isHashed(unsafe name(of: entry)) { return true }
            }
            return false
        }
    )

    /// Whether a file's name is 8 hexadecimal digits and `.0`.
    static func isHashed(_ name: String) -> Bool {
        let digits = name.utf8.prefix(8)
        return name.utf8.count == 10 && name.hasSuffix(".0")
            && digits.allSatisfy { "0123456789abcdef".utf8.contains($0) }
    }

    private static func name(of entry: UnsafeMutablePointer<dirent>) -> String {
        unsafe withUnsafeBytes(of: entry.pointee.d_name) { bytes in
            unsafe String(decoding: bytes.prefix { $0 != 0 }, as: UTF8.self)
        }
    }
}
