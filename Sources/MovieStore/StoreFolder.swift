import Platform

#if canImport(Glibc)
import Glibc
#elseif canImport(Darwin)
import Darwin
#endif

/// A folder of our files: private to its user, and reached by a path that no other user can change.
struct StoreFolder: Sendable {
    let path: String
    /// Called with every repair.
    let report: @Sendable (StoreFault) -> Void

    /// Creates the missing folders of the path, and checks every part of it.
    func prepare() throws(StoreFault) {
        var way = PathWalk(path)
        while let step = way.next() {
            let facts = if let known = FileFacts.of(step.path) { known } else { try make(step) }
            guard facts.owner == geteuid() || facts.owner == 0 else {
                throw .unsafePath(path: step.path, .ofAnotherUser(Int(facts.owner)))
            }
            switch facts.kind {
            case .link where step.namesLeft == 0: throw .symbolicLink(path: path)
            case .link:
                guard let target = FileFacts.target(ofLink: step.path) else { throw Self.fault(of: errno) }
                guard way.follow(target) else { throw Self.fault(of: ELOOP) }
            case .folder where step.namesLeft == 0: try checkOwn(facts)
            case .folder:
                guard facts.isSticky || !facts.isWritableByOthers(than: geteuid()) else {
                    throw .unsafePath(path: step.path, .writableByOthers(mode: facts.mode))
                }
            case .file, .other: throw .notOurs(path: step.path)
            }
        }
    }

    private func make(_ step: PathWalk.Step) throws(StoreFault) -> FileFacts {
        // A link that leads nowhere: the disk behind it may be missing.
        guard !step.isBehindLink else { throw .inputOutput(code: Int(ENOENT)) }
        let code = unsafe mkdir(step.path, 0o700) == 0 ? 0 : errno
        guard let facts = FileFacts.of(step.path) else { throw Self.fault(of: code) }
        return facts
    }

    /// Removes the access of others, unless the folder holds files that are not ours: then its permissions stay, but
    /// must not let others write.
    private func checkOwn(_ facts: FileFacts) throws(StoreFault) {
        guard facts.owner == geteuid() else {
            throw .unsafePath(path: path, .ofAnotherUser(Int(facts.owner)))
        }
        guard facts.mode & 0o077 != 0 else { return }
        let isOurs = !facts.isSticky && FileSystem.names(inFolder: path).allSatisfy(StoreFileKind.isOurs)
        guard isOurs else {
            guard facts.isWritableByOthers(than: geteuid()) else { return }
            throw .unsafePath(path: path, .writableByOthers(mode: facts.mode))
        }
        try closeToOthers(path, facts)
    }

    /// Removes the access of others to a file or folder of ours.
    func closeToOthers(_ path: String, _ facts: FileFacts) throws(StoreFault) {
        guard facts.mode & 0o077 != 0 else { return }
        guard unsafe chmod(path, mode_t(facts.mode & 0o700)) == 0 else { throw Self.fault(of: errno) }
        report(.closedToOthers(path: path, mode: facts.mode))
    }

    /// Creates an empty file that only its user may read, if it is missing; SQLite gives its other files the same mode.
    func makeFile(_ name: String) throws(StoreFault) {
        let descriptor = unsafe open(path + "/" + name, O_CREAT | O_EXCL | O_WRONLY | O_NOFOLLOW | O_CLOEXEC, 0o600)
        if descriptor >= 0 {
            close(descriptor)
        } else if errno != EEXIST {
            throw Self.fault(of: errno)
        }
    }

    /// Replaces the content of a file that only its user may read; returns what failed, in words.
    func write(_ bytes: [UInt8], to name: String) -> String? {
        do throws(StoreFault) {
            // The replacement gets the mode of the file that it replaces.
            try makeFile(name)
        } catch {
            return "\(path)/\(name): \(error)"
        }
        if case .failure(let failure) = FileSystem.local.write(bytes, "\(path)/\(name)") { return failure.description }
        return nil
    }

    static func fault(of code: Int32) -> StoreFault {
        switch code {
        case EACCES, EPERM, EROFS: .readOnly
        case ENOSPC, EDQUOT: .full
        default: .inputOutput(code: Int(code))
        }
    }
}

// MARK: - The lock

extension StoreFolder {
    /// Runs `body` under the folder's lock, after waiting for up to `limit` milliseconds.
    ///
    /// The lock lets only one process at a time open, create, or move a file of the folder, and is held for
    /// milliseconds. It is on the folder itself, so no lock file is needed, and the system releases it when a process
    /// dies.
    func withLock<Value>(within limit: Int, _ body: () throws(StoreFault) -> Value) throws(StoreFault) -> Value {
        let descriptor = unsafe open(path, O_RDONLY | O_DIRECTORY | O_CLOEXEC)
        guard descriptor >= 0 else { throw StoreFolder.fault(of: errno) }
        defer { close(descriptor) }
        try lock(descriptor, within: limit)
        return try body()
    }

    private func lock(_ descriptor: Int32, within limit: Int) throws(StoreFault) {
        let pause = 2
        var waited = 0
        while flock(descriptor, LOCK_EX | LOCK_NB) != 0 {
            let code = errno
            guard code == EWOULDBLOCK || code == EINTR else { throw StoreFolder.fault(of: code) }
            guard waited < limit else { throw .locked }
            // Poll, as SQLite does for its own locks: the system has no lock with a time limit.
            usleep(useconds_t(pause * 1_000))
            waited += pause
        }
    }
}

/// A small file of text beside the library, the cache, or the definitions, which its user alone may read and write.
package struct PrivateFile: Sendable {
    /// The file that lists the definitions that the user trusts.
    package static let trustName = "trust.json"
    /// The file with the films of the last table, in the folder of the cache.
    package static let tableName = "table.json"
    /// The file with the user's keys, in the folder of the user's definitions.
    package static let keysName = "keys.json"
    private static let maximumBytes = 4 << 20

    package let path: String
    private let name: String
    private let folder: StoreFolder

    /// Refers to a file in a folder, which is created when needed; `warn` is called with every repair.
    package init(folder: String, name: String, warn: @escaping @Sendable (String) -> Void) {
        self.name = name
        path = "\(folder)/\(name)"
        self.folder = StoreFolder(path: folder) { warn("\($0)") }
    }

    /// Returns the content; `nil` if there is no such file.
    ///
    /// - Throws: An error if the file cannot be read, or another user could have written it.
    package func read() throws(PrivateFileError) -> [UInt8]? {
        guard let facts = FileFacts.of(path) else { return nil }
        try Result(catching: folder.prepare).mapError(problem).get()
        return try checkedContent(facts)
    }

    /// Replaces the whole content with the result of `change`; leaves the file unchanged if `change` throws.
    ///
    /// Only one process at a time updates the file. A reader finds either the old content or the new.
    package func update(_ change: (_ content: [UInt8]?) throws(PrivateFileError) -> [UInt8]) throws(PrivateFileError) {
        let result = Result { () throws(StoreFault) in
            try folder.prepare()
            return try folder.withLock(within: 2_000) {
                Result { () throws(PrivateFileError) in
                    try write(try change(try FileFacts.of(path).map(checkedContent)))
                }
            }
        }
        try result.mapError(problem).get().get()
    }

    private static func problem(_ failure: FileFailure) -> PrivateFileError {
        PrivateFileError(description: failure.description)
    }

    private func problem(_ fault: StoreFault) -> PrivateFileError {
        PrivateFileError(description: "\(path): \(fault)")
    }

    private func checkedContent(_ facts: FileFacts) throws(PrivateFileError) -> [UInt8] {
        guard facts.isOwnFile else {
            throw PrivateFileError(description: "\(path): it is not a file of this user")
        }
        guard facts.mode & 0o022 == 0 else {
            let mode = String(facts.mode, radix: 8)
            throw PrivateFileError(
                description: "\(path): other users could have written it (mode \(mode)); look at it, and run: "
                    + "chmod 600 \(path)"
            )
        }
        return try FileSystem.local.read(path, Self.maximumBytes).mapError(Self.problem).get()
    }

    private func write(_ bytes: [UInt8]) throws(PrivateFileError) {
        // Under the lock, files with temporary names are those of processes that were killed.
        for other in FileSystem.names(inFolder: folder.path) where FileSystem.isTemporary(other) {
            _ = unsafe unlink("\(folder.path)/\(other)")
        }
        if let problem = folder.write(bytes, to: name) { throw PrivateFileError(description: problem) }
    }
}

/// Why a private file cannot be used.
package struct PrivateFileError: Error, Hashable, Sendable, CustomStringConvertible {
    /// The file, and what is wrong with it.
    package let description: String

    package init(description: String) { self.description = description }
}
