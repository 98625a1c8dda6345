import Foundation
import Testing

/// Where the public suites and the project's own documents lie.
enum SuiteFiles {
    /// The project's root, found from this file.
    static let projectRoot = URL(filePath: #filePath)
        .resolvingSymlinksInPath().deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()

    /// The folder of the suites: `MARQUEE_SUITES`, or `../shared/suites` seen from the project's root.
    static let folder: URL =
        if let path = ProcessInfo.processInfo.environment["MARQUEE_SUITES"] {
            URL(filePath: path)
        } else {
            projectRoot.deletingLastPathComponent().appending(path: "shared/suites")
        }

    static let missing: Comment = "the public suites are not here: set MARQUEE_SUITES to their folder"

    static func exists(_ path: String) -> Bool {
        FileManager.default.fileExists(atPath: folder.appending(path: path).path)
    }

    /// The texts of a folder's files, sorted by name.
    static func files(in path: String, prefix: String) throws -> [(name: String, bytes: [UInt8])] {
        try FileManager.default.contentsOfDirectory(at: folder.appending(path: path), includingPropertiesForKeys: nil)
            .filter { $0.lastPathComponent.hasPrefix(prefix) }
            .sorted { $0.lastPathComponent < $1.lastPathComponent }
            .map { ($0.lastPathComponent, [UInt8](try Data(contentsOf: $0))) }
    }

    static func bytes(of path: String) throws -> [UInt8] {
        [UInt8](try Data(contentsOf: folder.appending(path: path)))
    }
}
