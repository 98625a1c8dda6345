#if canImport(Glibc)
import Glibc
#elseif canImport(Darwin)
import Darwin
#endif

/// What the system says of a path.
package struct FileFacts: Hashable, Sendable {
    package enum Kind: Sendable {
        case file, folder, link, other
    }

    /// Which file it is, whatever its name.
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
    /// `0o644`, with the sticky bit.
    package var mode: Int
    package var identity: Identity?

    package init(_ kind: Kind, owner: UInt32, group: UInt32, mode: Int) {
        self.kind = kind
        self.owner = owner
        self.group = group
        self.mode = mode
    }

    /// Without following a link at the end of the path; `nil` where there is nothing, or nothing may be known.
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
        // Administrators may do anything anyway, and Homebrew's folders are theirs.
        if status.st_gid == 80 { facts.mode &= ~0o020 }
        #endif
        facts.size = Int(status.st_size)
        facts.identity = Identity(status)
        return facts
    }

    /// Where a link leads to, as it is written; `nil` for what is none.
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
    /// The group that a user has alone, with the user's own number, does not count: where these groups are made, they may
    /// write to every folder of their user.
    package func isWritableByOthers(than user: UInt32) -> Bool {
        let isOwnGroup = group == 0 || group == user
        return mode & (isOwnGroup ? 0o002 : 0o022) != 0
    }
}

/// The names of an absolute path one after the other, with those that links on the way put in their place.
package struct PathWalk {
    package struct Step {
        /// Without a link before its last name.
        package var path: String
        /// How many names follow.
        package var namesLeft: Int
        /// Whether a link led here.
        package var isBehindLink: Bool
    }

    /// The system follows no more links than this either.
    private var linksLeft = 40
    private var folder = ""
    /// What comes next stands last.
    private var names: [(text: String, isOfLink: Bool)]

    package init(_ path: String) { names = PathWalk.names(of: path, isOfLink: false) }

    /// Goes on by a name; the root is looked at where a path leads back to it.
    package mutating func next() -> Step? {
        guard let name = names.popLast() else { return nil }
        folder = name.text == ".." ? above : folder + "/" + name.text
        return Step(path: folder.isEmpty ? "/" : folder, namesLeft: names.count, isBehindLink: name.isOfLink)
    }

    /// Puts what the link of the last step says in the place of its name; whether links may still be followed.
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

/// What changes whenever the content of a file does, so that nothing has to be read to know that nothing has changed.
package struct FileStamp: Hashable, Sendable {
    /// In two numbers: together they do not fit into one for every time that a file system can hold.
    private struct Time: Hashable {
        let seconds: Int
        let nanoseconds: Int

        init(_ time: timespec) { (seconds, nanoseconds) = (Int(time.tv_sec), Int(time.tv_nsec)) }
    }

    private let identity: FileFacts.Identity
    private let size: Int
    private let modified: Time
    /// Of the attributes.
    private let changed: Time

    /// The stamp of the file that links lead to; `nil` where there is none.
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

    /// When it was written, in milliseconds since 1970; of a time past 140,000 years from then, that bound.
    package var writtenAt: Int {
        min(max(modified.seconds, -1 << 42), 1 << 42) * 1_000 + modified.nanoseconds / 1_000_000
    }
}
