import Foundation

/// Where the public test suites lie, which are not part of the project.
enum Suites {
    /// `MARQUEE_SUITES`, else beside the project's folder.
    static var folder: URL {
        if let path = ProcessInfo.processInfo.environment["MARQUEE_SUITES"] { return URL(fileURLWithPath: path) }
        return project.deletingLastPathComponent().appendingPathComponent("shared/suites")
    }

    static var openRPCSchema: URL { folder.appendingPathComponent("openrpc/schema-1.4.json") }

    /// The project's folder: that of the sources, wherever the tests are run from.
    static let project = URL(fileURLWithPath: #filePath)
        .resolvingSymlinksInPath()
        .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()
}
