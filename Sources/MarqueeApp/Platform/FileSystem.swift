#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

/// Writes whole files, with the folders that they lie in.
enum TextFile {
    /// Why a file is not there; for people.
    struct Failure: Error {
        var path: String
        var reason: String
    }

    /// Writes all of the bytes or leaves what was there.
    static func write(_ bytes: [UInt8], to path: String) throws(Failure) {
        do {
            if let slash = path.lastIndex(of: "/"), slash > path.startIndex {
                let folder = String(path[..<slash])
                try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
            }
            try Data(bytes).write(to: URL(filePath: path), options: .atomic)
        } catch {
            throw Failure(path: path, reason: "\(error)")
        }
    }
}
