#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

extension FileSystem {
    /// The machine's own files. Only regular files are opened, so that a pipe or `/dev/zero` cannot hold a start up.
    package static let local = FileSystem(
        read: { path, maximumBytes in
            guard let attributes = attributes(of: path) else {
                return .failure(FileFailure(path: path, reason: .missing))
            }
            guard attributes[.type] as? FileAttributeType == .typeRegular else {
                return .failure(FileFailure(path: path, reason: .notRegular))
            }
            guard let size = number(attributes[.size]), size <= maximumBytes else {
                return .failure(FileFailure(path: path, reason: .tooLarge(limit: maximumBytes)))
            }
            do {
                return .success([UInt8](try Data(contentsOf: URL(filePath: path))))
            } catch {
                return .failure(FileFailure(path: path, reason: .unreadable(String(describing: error))))
            }
        },
        permissions: { path in number(attributes(of: path)?[.posixPermissions]) }
    )

    /// Attributes are whole numbers of several types, by platform.
    private static func number(_ attribute: Any?) -> Int? {
        (attribute as? any BinaryInteger).flatMap { Int(exactly: $0) }
    }

    /// `nil` where there is nothing at the path, or nothing that we may look at.
    private static func attributes(of path: String) -> [FileAttributeKey: Any]? {
        do {
            let resolved = URL(filePath: path).resolvingSymlinksInPath().path
            return try FileManager.default.attributesOfItem(atPath: resolved)
        } catch {
            return nil
        }
    }
}
