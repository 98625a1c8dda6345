#if canImport(Glibc)
import Glibc
#elseif canImport(Darwin)
import Darwin
#endif

/// The folder of a file of ours: its user's alone, and reached by a way that no other user can change.
struct StoreFolder: Sendable {
    let path: String
    /// Takes what was mended.
    let report: @Sendable (StoreFault) -> Void

    /// Makes the folder and those above it where they are missing, and checks the whole way to it.
    func prepare() throws(StoreFault) {
        var way = PathWalk(path)
        while let step = way.next() {
            let facts = if let known = step.facts { known } else { try make(step) }
            guard facts.isOfTrustedUser else {
                throw .unsafePath(path: step.path, .ofAnotherUser(Int(facts.owner)))
            }
            switch facts.kind {
            case .link where step.isLast: throw .symbolicLink(path: path)
            case .link: try way.follow(step)
            case .folder where step.isLast: try checkOwn(facts)
            case .folder: try checkAbove(step.path, facts)
            case .file, .other: throw .notOurs(path: step.path)
            }
        }
    }

    private func make(_ step: PathWalk.Step) throws(StoreFault) -> FileFacts {
        // A link of the user's that leads nowhere: the disk that it leads to may be missing.
        guard !step.isBehindLink else { throw .inputOutput(code: Int(ENOENT)) }
        let code = unsafe mkdir(step.path, 0o700) == 0 ? 0 : errno
        guard let facts = FileFacts.of(step.path) else { throw Self.fault(of: code) }
        return facts
    }

    /// In a folder with the sticky bit others cannot touch what is not theirs.
    private func checkAbove(_ path: String, _ facts: FileFacts) throws(StoreFault) {
        guard facts.isWritableByOthers, facts.mode & 0o1000 == 0 else { return }
        throw .unsafePath(path: path, .writableByOthers(mode: facts.mode))
    }

    /// Takes the folder from others, unless it holds files that are not ours: then what its user set for these stays.
    private func checkOwn(_ facts: FileFacts) throws(StoreFault) {
        guard facts.owner == geteuid() else {
            throw .unsafePath(path: path, .ofAnotherUser(Int(facts.owner)))
        }
        guard facts.mode & 0o077 != 0 else { return }
        let isOurs = facts.mode & 0o1000 == 0 && names().allSatisfy(StoreFileKind.isOurs)
        guard isOurs else {
            guard facts.isWritableByOthers else { return }
            throw .unsafePath(path: path, .writableByOthers(mode: facts.mode))
        }
        try closeToOthers(path, facts)
    }

    /// Takes from a file or folder of ours what others may do with it.
    func closeToOthers(_ path: String, _ facts: FileFacts) throws(StoreFault) {
        guard facts.mode & 0o077 != 0 else { return }
        guard unsafe chmod(path, mode_t(facts.mode & 0o700)) == 0 else { throw Self.fault(of: errno) }
        report(.closedToOthers(path: path, mode: facts.mode))
    }

    /// What the folder holds; nothing where it may not be read.
    func names() -> [String] {
        guard let stream = unsafe opendir(path) else { return [] }
        defer { unsafe closedir(stream) }
        var names: [String] = []
        while let entry = unsafe readdir(stream) {
            let name = unsafe withUnsafePointer(to: &entry.pointee.d_name) { start in
                unsafe String(cString: UnsafeRawPointer(start).assumingMemoryBound(to: CChar.self))
            }
            if name != ".", name != ".." { names.append(name) }
        }
        return names
    }

    /// Makes an empty file that its user alone may read, unless there is one; what SQLite puts beside it gets its mode.
    func makeFile(_ name: String) throws(StoreFault) {
        let descriptor = unsafe open(path + "/" + name, O_CREAT | O_EXCL | O_WRONLY | O_NOFOLLOW | O_CLOEXEC, 0o600)
        if descriptor >= 0 {
            close(descriptor)
        } else if errno != EEXIST {
            throw Self.fault(of: errno)
        }
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
    /// Runs `body` under the folder's lock, after waiting for it for up to `limit` milliseconds.
    ///
    /// Under it a file of the folder is opened, made or moved aside, by one process at a time. It is held for milliseconds.
    /// The folder itself is locked, so that no further file is needed; a process that dies lets go.
    func withLock<Value>(
        within limit: Int,
        _ body: () throws(StoreFault) -> Value
    ) throws(StoreFault) -> Value {
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
            // As SQLite waits for its own locks: the system has no lock that waits with a limit.
            usleep(useconds_t(pause * 1_000))
            waited += pause
        }
    }
}

// MARK: - The way to the folder

/// The names of a path one after the other, with those that links on the way put in their place.
private struct PathWalk {
    struct Step {
        /// Without a link before its last name.
        var path: String
        var isLast: Bool
        /// Whether a link led here.
        var isBehindLink: Bool
        var facts: FileFacts? { FileFacts.of(path) }
    }

    /// The system follows no more links than this either.
    private var linksLeft = 40
    private var folder = ""
    /// What comes next stands last.
    private var names: [(text: String, isOfLink: Bool)]

    init(_ path: String) {
        names = PathWalk.names(of: path, isOfLink: false)
    }

    /// Goes on by a name; the folder that holds all others is looked at where a path leads back to it.
    mutating func next() -> Step? {
        guard let name = names.popLast() else { return nil }
        folder = name.text == ".." ? above : folder + "/" + name.text
        return Step(path: folder.isEmpty ? "/" : folder, isLast: names.isEmpty, isBehindLink: name.isOfLink)
    }

    private var above: String { folder.lastIndex(of: "/").map { String(folder[..<$0]) } ?? "" }

    /// Puts what a link says in the place of its name.
    mutating func follow(_ step: Step) throws(StoreFault) {
        linksLeft -= 1
        guard linksLeft >= 0 else { throw StoreFolder.fault(of: ELOOP) }
        let room = Int(PATH_MAX)
        var bytes = [CChar](repeating: 0, count: room)
        let count = unsafe readlink(step.path, &bytes, room)
        guard count >= 0 else { throw StoreFolder.fault(of: errno) }
        let target = String(decoding: bytes.prefix(count).map { UInt8(bitPattern: $0) }, as: UTF8.self)
        folder = target.hasPrefix("/") ? "" : above
        names += PathWalk.names(of: target, isOfLink: true)
    }

    private static func names(of path: String, isOfLink: Bool) -> [(text: String, isOfLink: Bool)] {
        path.split(separator: "/").reversed().filter { $0 != "." }.map { (String($0), isOfLink) }
    }
}
