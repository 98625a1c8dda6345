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
    var group: UInt32
    /// `0o644`, with the sticky bit.
    var mode: Int
    var identity: Identity

    /// Whether it is this user's, or the administrator's.
    var isOfTrustedUser: Bool { owner == geteuid() || owner == 0 }

    /// Whether other users can write to it.
    ///
    /// The group that a user has alone, with the user's own number, does not count: where these groups are made, they may
    /// write to every folder of their user.
    var isWritableByOthers: Bool {
        let isOwnGroup = group == 0 || group == getegid() && group == geteuid()
        return mode & (isOwnGroup ? 0o002 : 0o022) != 0
    }

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
            group: facts.st_gid,
            mode: Int(facts.st_mode & 0o7777),
            identity: Identity(device: UInt64(truncatingIfNeeded: facts.st_dev), number: UInt64(facts.st_ino))
        )
    }
}
