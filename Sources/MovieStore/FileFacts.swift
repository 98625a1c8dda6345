#if canImport(Glibc)
import Glibc
#elseif canImport(Darwin)
import Darwin
#endif

/// What `lstat` says of a path, without following a link at its end.
struct FileFacts: Hashable, Sendable {
    enum Kind: Sendable {
        case file, folder, link, other
    }

    /// Which file it is, whatever its name.
    struct Identity: Hashable, Sendable {
        var device: UInt64
        var number: UInt64
    }

    var kind: Kind
    var size: Int
    var owner: UInt32
    var identity: Identity

    /// The facts, or `nil` where there is nothing, or nothing may be known.
    static func of(_ path: String) -> FileFacts? {
        var facts = stat()
        guard unsafe lstat(path, &facts) == 0 else { return nil }
        let kind: Kind =
            switch facts.st_mode & S_IFMT {
            case S_IFREG: .file
            case S_IFDIR: .folder
            case S_IFLNK: .link
            default: .other
            }
        return FileFacts(
            kind: kind,
            size: Int(facts.st_size),
            owner: facts.st_uid,
            identity: Identity(device: UInt64(truncatingIfNeeded: facts.st_dev), number: UInt64(facts.st_ino))
        )
    }
}
