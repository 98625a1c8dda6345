import MovieDomain
import Platform

#if canImport(Glibc)
import Glibc
#elseif canImport(Darwin)
import Darwin
#endif

#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

/// The paths of the project's files, and of shared specifications and suites outside of it, which may be missing.
package enum ProjectFiles {
    /// The folder of `Package.swift`, without links.
    package static let root: String = {
        let file = FileSystem.realPath(#filePath) ?? #filePath
        return file.split(separator: "/", omittingEmptySubsequences: false).dropLast(3).joined(separator: "/")
    }()

    /// The folder of shared specifications: `$MARQUEE_SHARED`, or `../shared` seen from the root; `nil` where missing.
    package static let shared: String? = FileSystem.realPath(environment("MARQUEE_SHARED") ?? root + "/../shared")

    /// The conformance suites: `$MARQUEE_SUITES`, or `suites` among the shared files; `nil` where missing.
    package static let suites: String? =
        FileSystem.realPath(environment("MARQUEE_SUITES") ?? (shared ?? "") + "/suites")

    /// The recorded answers of real sources: `samples` among the shared files; `nil` where missing.
    package static let samples: String? = shared.flatMap { FileSystem.realPath($0 + "/samples") }

    /// Returns the binary of this build, `$MARQUEE_BINARY` or `name` beside the tests; `nil` if missing.
    ///
    /// SwiftPM puts the test bundle and the executables into one folder. On Linux, the bundle is the running program;
    /// on macOS, a runner loads the bundle and has its path among the arguments.
    package static func builtProduct(_ name: String = "marquee") -> String? {
        if let named = environment("MARQUEE_BINARY") { return FileSystem.realPath(named) }
        return bundleFolder.flatMap { FileSystem.realPath($0 + "/" + name) }
    }

    package static func isExecutable(_ path: String) -> Bool { unsafe access(path, X_OK) == 0 }

    package static func isReadable(_ path: String) -> Bool { unsafe access(path, R_OK) == 0 }

    /// Calls `body` with a new empty folder, which is removed afterwards with its contents.
    package static func withTemporaryFolder<Value>(_ body: (String) async throws -> Value) async throws -> Value {
        var template =
            Array((environment("TMPDIR") ?? "/tmp").utf8CString.dropLast()) + Array("/marquee-XXXXXX".utf8CString)
        guard unsafe mkdtemp(&template) != nil else { throw SystemError("mkdtemp") }
        let folder = String(decoding: template.dropLast().map(UInt8.init(bitPattern:)), as: UTF8.self)
        let result = await Result { try await body(folder) }
        try remove(folder)
        return try result.get()
    }

    private static var bundleFolder: String? {
        let candidates = CommandLine.arguments + [FileSystem.realPath("/proc/self/exe") ?? ""]
        for candidate in candidates.reversed() {
            let parts = candidate.split(separator: "/", omittingEmptySubsequences: false)
            if let bundle = parts.firstIndex(where: { $0.hasSuffix(".xctest") }), bundle > 0 {
                return parts[..<bundle].joined(separator: "/")
            }
        }
        return nil
    }

    package static func environment(_ name: String) -> String? { SystemEnvironment.current.variable(name) }
}

extension ProjectFiles {
    package static func read(_ path: String) throws -> [UInt8] {
        [UInt8](try Data(contentsOf: URL(filePath: path)))
    }

    /// Returns the sorted names in a folder.
    package static func names(in folder: String) throws -> [String] {
        try FileManager.default.contentsOfDirectory(atPath: folder).sorted()
    }

    /// Removes a file, or a folder with its contents, if it is there.
    ///
    /// A process that ends may still remove files of its own meanwhile, at which the removal stumbles.
    package static func remove(_ path: String) throws {
        for isLast in Array(repeating: false, count: 20) + [true] where FileManager.default.fileExists(atPath: path) {
            do {
                return try FileManager.default.removeItem(atPath: path)
            } catch {
                if isLast { throw error }
            }
        }
    }

    package static func text(_ path: String) throws -> String { String(decoding: try read(path), as: UTF8.self) }

    package static func write(_ text: String, to path: String) throws { try write(Array(text.utf8), to: path) }

    package static func write(_ bytes: [UInt8], to path: String) throws {
        try Data(bytes).write(to: URL(filePath: path))
    }
}
