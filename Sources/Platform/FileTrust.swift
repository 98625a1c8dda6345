#if canImport(Glibc)
import Glibc
#elseif canImport(Darwin)
import Darwin
#endif

/// Whether only its owner can have written a file: asked of files that are run, or say what is run.
package struct FileTrust: Sendable {
    /// Who owns a file, and its type and permission bits.
    package struct Facts: Hashable, Sendable {
        /// The number of the user.
        package var owner: Int
        /// `0o644`, with the sticky bit.
        package var permissions: Int
        /// Whether its group has one member, this user: some systems let that group write everything of its user.
        package var isOwnGroup = false

        package init(owner: Int, permissions: Int) {
            self.owner = owner
            self.permissions = permissions
        }
    }

    /// The number of the user that the program runs as.
    private let user: Int
    /// What is known of the file that links lead to; `nil` where there is none.
    private let facts: @Sendable (_ path: String) -> Facts?
    /// The absolute path without links; `nil` where nothing is there.
    private let resolve: @Sendable (_ path: String) -> String?

    /// Trust as `user`, by what the file system says.
    package init(
        user: Int,
        facts: @escaping @Sendable (_ path: String) -> Facts?,
        resolve: @escaping @Sendable (_ path: String) -> String? = { $0 }
    ) {
        self.user = user
        self.facts = facts
        self.resolve = resolve
    }

    /// Why a file may not be run, or have programs run, for a person; `nil` where it may.
    ///
    /// The file, its folder and all folders above have to belong to the user or to root. Only they may write the file and
    /// its folder, because programs load what lies beside them. Further up a sticky folder will do: others can add to it,
    /// and rename nothing. Where a link is on the way, both ways to the file are looked at.
    package func refusal(ofFile path: String) -> String? {
        guard let target = resolve(path) else { return "\(path) is not there" }
        return refusal(onWayTo: path) ?? (target == path ? nil : refusal(onWayTo: target))
    }

    /// Whether there is a file or a folder at a path.
    package func isThere(_ path: String) -> Bool { facts(path) != nil }

    private func refusal(onWayTo path: String) -> String? {
        if let reason = refusal(of: path, isAbove: false) { return reason }
        var folder = path
        var isAbove = false
        while let slash = folder.lastIndex(of: "/"), folder != "/" {
            folder = slash == folder.startIndex ? "/" : String(folder[..<slash])
            if let reason = refusal(of: folder, isAbove: isAbove) { return reason }
            isAbove = true
        }
        return nil
    }

    private func refusal(of path: String, isAbove: Bool) -> String? {
        guard let facts = facts(path) else { return "\(path) is not there" }
        let mode = String(facts.permissions, radix: 8)
        guard facts.owner == user || facts.owner == 0 else {
            return "\(path) (mode \(mode)) belongs to user \(facts.owner), who could have other programs run"
        }
        let writers = isAbove && facts.isOwnGroup ? 0o002 : 0o022
        let isSafe = facts.permissions & writers == 0 || isAbove && facts.permissions & 0o1000 != 0
        return isSafe
            ? nil
            : "other users can write \(path) (mode \(mode)), and so have other programs run; run: chmod go-w \(path)"
    }
}

extension FileTrust {
    /// The trust of the user that the program runs as.
    package static var system: FileTrust {
        FileTrust(
            user: Int(geteuid()),
            facts: { path in
                var status = stat()
                guard unsafe stat(path, &status) == 0 else { return nil }
                guard [S_IFREG, S_IFDIR].contains(status.st_mode & S_IFMT) else { return nil }
                var facts = Facts(owner: Int(status.st_uid), permissions: Int(status.st_mode & 0o7777))
                #if canImport(Darwin)
                // Administrators may do anything anyway, and Homebrew's folders are theirs.
                if status.st_gid == 80 { facts.permissions &= ~0o020 }
                #endif
                facts.isOwnGroup = status.st_gid == 0 || status.st_gid == getegid() && getegid() == geteuid()
                return facts
            },
            resolve: FileSystem.realPath
        )
    }
}

extension FileSystem {
    /// Whether there is a symbolic link at a path, wherever it leads.
    package static func isLink(_ path: String) -> Bool {
        var status = stat()
        return unsafe lstat(path, &status) == 0 && status.st_mode & S_IFMT == S_IFLNK
    }

    /// The absolute path of what is at a path, without links; `nil` where nothing is there.
    package static func realPath(_ path: String) -> String? {
        guard let real = unsafe realpath(path, nil) else { return nil }
        defer { unsafe free(real) }
        return unsafe String(cString: real)
    }
}
