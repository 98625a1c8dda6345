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
            guard let target = target(step.path), way.follow(target) else { return "\(step.path) leads nowhere" }
        }
        return nil
    }

    /// Returns whether there is a file, a folder, or a link at a path.
    package func isThere(_ path: String) -> Bool { facts(path) != nil }

    private func refusal(of path: String, _ facts: FileFacts?, isAbove: Bool) -> String? {
        guard let facts else { return "\(path) is not there" }
        let mode = String(facts.mode, radix: 8)
        guard facts.owner == user || facts.owner == 0 else {
            return "\(path) (mode \(mode)) belongs to user \(facts.owner), who could have other programs run"
        }
        switch facts.kind {
        case .link: return nil
        case .other: return "expected a file or a folder at \(path), found neither"
        case .file, .folder: break
        }
        let isWritable = isAbove ? facts.isWritableByOthers(than: user) && !facts.isSticky : facts.mode & 0o022 != 0
        guard isWritable else { return nil }
        return "other users can write \(path) (mode \(mode)), and so have other programs run; run: chmod go-w \(path)"
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
