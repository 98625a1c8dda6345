#if canImport(Glibc)
import Glibc
#elseif canImport(Darwin)
import Darwin
#endif

/// Checks that only the owner can have written a file; used for files that are run or that say what to run.
package struct FileTrust: Sendable {
    /// The user as whom the program runs.
    private let user: UInt32
    /// Returns the facts about a path without following links, or `nil` if nothing is there.
    private let facts: @Sendable (_ path: String) -> FileFacts?
    /// Returns the target of the link at a path, as it is written.
    private let target: @Sendable (_ path: String) -> String?

    /// Creates a check for `user` from the given facts.
    package init(
        user: UInt32,
        facts: @escaping @Sendable (_ path: String) -> FileFacts?,
        target: @escaping @Sendable (_ path: String) -> String? = { _ in nil }
    ) {
        self.user = user
        self.facts = facts
        self.target = target
    }

    /// The check for the user as whom the program runs.
    package static var system: FileTrust {
        FileTrust(user: geteuid(), facts: FileFacts.of, target: FileFacts.target)
    }

    /// Returns the reason why a file may neither be run nor name programs to run, or `nil` if it may.
    ///
    /// The file, every link in its path, its folder, and all folders above must belong to the user or to root. Only
    /// these may write to the file and its folder, because programs load files beside them; the same holds for the
    /// folder of a link to the file. Further up, a sticky folder is enough, because others can add files to it but
    /// rename none.
    package func refusal(ofFile path: String) -> String? {
        guard let place = SystemEnvironment.absolute(path) else { return "the working directory is gone" }
        if let reason = refusal(of: "/", facts("/"), isAbove: true) { return reason }
        var way = PathWalk(place)
        while let step = way.next() {
            let found = facts(step.path)
            if let reason = refusal(of: step.path, found, isAbove: step.namesLeft > 1) { return reason }
            guard found?.kind == .link else { continue }
            guard let target = target(step.path), way.follow(target) else { return "\(step.path) is a broken link" }
        }
        return nil
    }

    /// Returns whether there is a file, a folder, or a link at a path.
    package func isThere(_ path: String) -> Bool { facts(path) != nil }

    private func refusal(of path: String, _ facts: FileFacts?, isAbove: Bool) -> String? {
        guard let facts else { return "\(path) does not exist" }
        let mode = String(facts.mode, radix: 8)
        guard facts.owner == user || facts.owner == 0 else {
            return "\(path) (mode \(mode)) belongs to user \(facts.owner), who could replace the program"
        }
        switch facts.kind {
        case .link: return nil
        case .other: return "expected a file or a folder at \(path), found neither"
        case .file, .folder: break
        }
        let isWritable = isAbove ? facts.isWritableByOthers(than: user) && !facts.isSticky : facts.mode & 0o022 != 0
        guard isWritable else { return nil }
        return "other users can write \(path) (mode \(mode)), and so replace the program; run: chmod go-w \(path)"
    }
}

extension FileSystem {
    /// Whether there is a symbolic link at a path, wherever it leads.
    package static func isLink(_ path: String) -> Bool { FileFacts.of(path)?.kind == .link }

    /// Returns the absolute path without links, or `nil` if nothing is there.
    package static func realPath(_ path: String) -> String? {
        guard let real = unsafe realpath(path, nil) else { return nil }
        defer { unsafe free(real) }
        return unsafe String(cString: real)
    }
}

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
        folder = target.hasPrefix(scalars: "/") ? "" : above
        names += PathWalk.names(of: target, isOfLink: true)
        return linksLeft >= 0
    }

    private var above: String { folder.lastIndex(scalar: "/").map { String(folder[..<$0]) } ?? "" }

    private static func names(of path: String, isOfLink: Bool) -> [(text: String, isOfLink: Bool)] {
        path.split(scalar: "/").reversed().filter { $0 != "." }.map { (String($0), isOfLink) }
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
