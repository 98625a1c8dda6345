#if canImport(Glibc)
import Glibc
#elseif canImport(Darwin)
import Darwin
#endif

/// What of a file is another when its content is: so that nothing has to be read to know that nothing has changed.
package struct FileStamp: Hashable, Sendable {
    private let device: UInt64
    private let inode: UInt64
    private let size: Int
    /// Of the content and of the attributes, in nanoseconds.
    private let modified: Int
    private let changed: Int

    /// The stamp of the file that links lead to; `nil` where there is none.
    package init?(of path: String) {
        var status = stat()
        guard unsafe stat(path, &status) == 0 else { return nil }
        device = UInt64(truncatingIfNeeded: status.st_dev)
        inode = UInt64(status.st_ino)
        size = Int(status.st_size)
        #if canImport(Glibc)
        modified = Self.nanoseconds(status.st_mtim)
        changed = Self.nanoseconds(status.st_ctim)
        #else
        modified = Self.nanoseconds(status.st_mtimespec)
        changed = Self.nanoseconds(status.st_ctimespec)
        #endif
    }

    /// When it was written, in milliseconds since 1970.
    package var writtenAt: Int { modified / 1_000_000 }

    private static func nanoseconds(_ time: timespec) -> Int {
        Int(time.tv_sec) * 1_000_000_000 + Int(time.tv_nsec)
    }
}

/// Whether nobody but its owner can have written what a file says: asked of files that may have commands run.
package struct FileTrust: Sendable {
    /// Who owns a file, and its type and permission bits.
    package struct Facts: Hashable, Sendable {
        /// The number of the user.
        package var owner: Int
        /// `0o644`, with the sticky bit.
        package var permissions: Int

        /// Facts from their parts.
        package init(owner: Int, permissions: Int) {
            self.owner = owner
            self.permissions = permissions
        }
    }

    /// The number of the user that the program runs as.
    private let user: Int
    /// What is known of the file that links lead to; `nil` where there is none.
    private let facts: @Sendable (_ path: String) -> Facts?

    /// Trust as `user`, by what the file system says.
    package init(user: Int, facts: @escaping @Sendable (_ path: String) -> Facts?) {
        self.user = user
        self.facts = facts
    }

    /// Why a file may not have commands run, for a person; `nil` where it may.
    package func refusal(ofFile path: String) -> String? {
        let folder = path.lastIndex(of: "/").map { String(path[..<$0]) } ?? "."
        return refusal(of: path, isFolder: false) ?? refusal(of: folder.isEmpty ? "/" : folder, isFolder: true)
    }

    private func refusal(of path: String, isFolder: Bool) -> String? {
        guard let facts = facts(path) else { return "\(path) is not there" }
        guard facts.owner == user || facts.owner == 0 else {
            return "\(path) belongs to somebody else, and it names programs to run"
        }
        // In a folder with the sticky bit others can add files, and change none.
        let isSticky = isFolder && facts.permissions & 0o1000 != 0
        guard facts.permissions & 0o022 != 0, !isSticky else { return nil }
        return "others can write \(path), which names programs to run; run: chmod go-w \(path)"
    }
}

extension FileTrust {
    /// The trust of the user that the program runs as.
    package static var system: FileTrust {
        FileTrust(user: Int(geteuid())) { path in
            var status = stat()
            guard unsafe stat(path, &status) == 0 else { return nil }
            return Facts(owner: Int(status.st_uid), permissions: Int(status.st_mode & 0o7777))
        }
    }
}
