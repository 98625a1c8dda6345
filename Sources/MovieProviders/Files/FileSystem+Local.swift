#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

extension FileSystem {
    /// The machine's own files.
    ///
    /// Only regular files are opened, so that a pipe or `/dev/zero` cannot hold a start up.
    package static let local = FileSystem(
        read: { path, maximumBytes in
            do {
                return .success(try bytes(of: path, maximumBytes: maximumBytes))
            } catch let failure as FileFailure {
                return .failure(failure)
            } catch {
                return .failure(FileFailure(path: path, reason: reason(error)))
            }
        },
        permissions: { path in
            do {
                return number(try attributes(of: path)[.posixPermissions])
            } catch {
                return nil
            }
        }
    )

    /// The size is looked at before and after: a file may grow, and those of `/proc` say that they are empty.
    private static func bytes(of path: String, maximumBytes: Int) throws -> [UInt8] {
        let attributes = try attributes(of: path)
        switch attributes[.type] as? FileAttributeType {
        case .typeRegular: break
        case .typeSymbolicLink: throw FileFailure(path: path, reason: .unreadable("a link that leads to no file"))
        default: throw FileFailure(path: path, reason: .notRegular)
        }
        let tooLarge = FileFailure(path: path, reason: .tooLarge(limit: maximumBytes))
        guard let size = number(attributes[.size]), size <= maximumBytes else { throw tooLarge }
        let data = try Data(contentsOf: URL(filePath: path))
        guard data.count <= maximumBytes else { throw tooLarge }
        return [UInt8](data)
    }

    /// A whole number by its digits: its type differs by platform, and is none of Swift's own in a process that has all
    /// of Foundation in it.
    private static func number(_ attribute: Any?) -> Int? {
        attribute.flatMap { Int(String(describing: $0)) }
    }

    /// Those of the file that links lead to.
    private static func attributes(of path: String) throws -> [FileAttributeKey: Any] {
        guard !path.isEmpty else { throw FileFailure(path: path, reason: .missing) }
        let resolved = URL(filePath: path).resolvingSymlinksInPath().path
        return try FileManager.default.attributesOfItem(atPath: resolved)
    }

    private static func reason(_ error: any Error) -> FileFailure.Reason {
        switch (error as? CocoaError)?.code {
        case .fileNoSuchFile, .fileReadNoSuchFile: .missing
        case .fileReadNoPermission: .unreadable("we may not read it")
        default: .unreadable(String(describing: error))
        }
    }
}
