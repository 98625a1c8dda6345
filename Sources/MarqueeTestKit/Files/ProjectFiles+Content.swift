#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

extension ProjectFiles {
    /// The bytes of a file.
    package static func read(_ path: String) throws -> [UInt8] {
        [UInt8](try Data(contentsOf: URL(filePath: path)))
    }

    /// Writes a text to a file, in place of what was there.
    package static func write(_ text: String, to path: String) throws {
        try Data(text.utf8).write(to: URL(filePath: path))
    }
}
