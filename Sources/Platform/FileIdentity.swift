#if canImport(Glibc)
import Glibc
#elseif canImport(Darwin)
import Darwin
#endif

/// The properties of the file at a path.
package struct FileFacts: Hashable, Sendable {
    package enum Kind: Sendable {
        case file, folder, link, other
    }

    /// The identity of a file, independent of its name.
    package struct Identity: Hashable, Sendable {
        private var device: UInt64
        private var number: UInt64

        fileprivate init(_ status: stat) {
            device = UInt64(truncatingIfNeeded: status.st_dev)
            number = UInt64(status.st_ino)
        }
    }

    package var kind: Kind
    package var size = 0
    package var owner: UInt32
    package var group: UInt32
    /// The permission bits with the sticky bit, such as `0o644`.
    package var mode: Int
    package var identity: Identity?

    package init(_ kind: Kind, owner: UInt32, group: UInt32, mode: Int) {
        self.kind = kind
        self.owner = owner
        self.group = group
        self.mode = mode
    }

    /// Returns the facts without following a link at the end of the path, or `nil` if nothing is visible there.
    package static func of(_ path: String) -> FileFacts? {
        var status = stat()
        guard unsafe lstat(path, &status) == 0 else { return nil }
        let kind: Kind =
            switch status.st_mode & S_IFMT {
            case S_IFREG: .file
            case S_IFDIR: .folder
            case S_IFLNK: .link
            default: .other
            }
        var facts = FileFacts(kind, owner: status.st_uid, group: status.st_gid, mode: Int(status.st_mode & 0o7777))
        #if canImport(Darwin)
        // Administrators may do anything anyway, and they own Homebrew's folders.
        if status.st_gid == 80 { facts.mode &= ~0o020 }
        #endif
        facts.size = Int(status.st_size)
        facts.identity = Identity(status)
        return facts
    }

    /// Returns the target of a link as it is written, or `nil` if the path is not a link.
    package static func target(ofLink path: String) -> String? {
        var bytes = [CChar](repeating: 0, count: Int(PATH_MAX))
        let count = unsafe readlink(path, &bytes, bytes.count)
        return count > 0 ? String(decoding: bytes.prefix(count).map { UInt8(bitPattern: $0) }, as: UTF8.self) : nil
    }

    package var isSticky: Bool { mode & 0o1000 != 0 }

    /// Whether it is a file of the user that the program runs as.
    package var isOwnFile: Bool { kind == .file && owner == geteuid() }

    /// Whether other users can write to it.
    ///
    /// The group of root does not count, nor does a user private group, whose number equals the user's: systems with
    /// these groups let them write to every folder of their user.
    package func isWritableByOthers(than user: UInt32) -> Bool {
        let isOwnGroup = group == 0 || group == user
        return mode & (isOwnGroup ? 0o002 : 0o022) != 0
    }
}

/// A walk along the names of an absolute path, which replaces links by the names in their targets.
package struct PathWalk {
    package struct Step {
        /// The path so far, without links before its last name.
        package var path: String
        /// The number of names that follow.
        package var namesLeft: Int
        /// Whether this name comes from the target of a link.
        package var isBehindLink: Bool
    }

    /// The number of links that may still be followed; 40 is also the limit of the system.
    private var linksLeft = 40
    private var folder = ""
    /// The remaining names, the next one last.
    private var names: [(text: String, isOfLink: Bool)]

    package init(_ path: String) { names = PathWalk.names(of: path, isOfLink: false) }

    /// Moves to the next name; returns the root itself if `..` leads back to it.
    package mutating func next() -> Step? {
        guard let name = names.popLast() else { return nil }
        folder = name.text == ".." ? above : folder + "/" + name.text
        return Step(path: folder.isEmpty ? "/" : folder, namesLeft: names.count, isBehindLink: name.isOfLink)
    }

    /// Replaces the last name by the target of its link, and returns whether the number of links is still allowed.
    package mutating func follow(_ target: String) -> Bool {
        linksLeft -= 1
        folder = target.hasPrefix("/") ? "" : above
        names += PathWalk.names(of: target, isOfLink: true)
        return linksLeft >= 0
    }

    private var above: String { folder.lastIndex(of: "/").map { String(folder[..<$0]) } ?? "" }

    private static func names(of path: String, isOfLink: Bool) -> [(text: String, isOfLink: Bool)] {
        path.split(separator: "/").reversed().filter { $0 != "." }.map { (String($0), isOfLink) }
    }
}

/// A value that changes whenever the content of a file changes, so that unchanged files need not be read again.
package struct FileStamp: Hashable, Sendable {
    /// A time as two numbers, because one cannot hold every time that a file system can.
    private struct Time: Hashable {
        let seconds: Int
        let nanoseconds: Int

        init(_ time: timespec) { (seconds, nanoseconds) = (Int(time.tv_sec), Int(time.tv_nsec)) }
    }

    private let identity: FileFacts.Identity
    private let size: Int
    private let modified: Time
    /// The time at which the attributes were changed.
    private let changed: Time

    /// Creates the stamp of a file, following links; `nil` if there is no file.
    package init?(of path: String) {
        var status = stat()
        guard unsafe stat(path, &status) == 0 else { return nil }
        identity = FileFacts.Identity(status)
        size = Int(status.st_size)
        #if canImport(Glibc)
        (modified, changed) = (Time(status.st_mtim), Time(status.st_ctim))
        #else
        (modified, changed) = (Time(status.st_mtimespec), Time(status.st_ctimespec))
        #endif
    }

    /// The modification time in milliseconds since 1970, limited to about 140,000 years from then.
    package var writtenAt: Int {
        min(max(modified.seconds, -1 << 42), 1 << 42) * 1_000 + modified.nanoseconds / 1_000_000
    }
}
