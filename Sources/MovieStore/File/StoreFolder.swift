#if canImport(Glibc)
import Glibc
#elseif canImport(Darwin)
import Darwin
#endif

/// The folder of a file of ours: made for its user alone, and never through a symbolic link.
struct StoreFolder: Sendable {
    let path: String

    /// Makes the folder and those above it where they are missing.
    func prepare() throws(StoreFault) {
        switch FileFacts.of(path)?.kind {
        case .folder: return
        case .link: throw .symbolicLink(path: path)
        case .file, .other: throw .notOurs(path: path)
        case nil: try make()
        }
    }

    private func make() throws(StoreFault) {
        var made = ""
        for part in path.split(separator: "/") {
            made += "/" + part
            guard unsafe mkdir(made, 0o700) != 0 else { continue }
            let code = errno
            // Those above may be links, and may refuse for other reasons: people do move their cache to another disk.
            guard unsafe access(made, F_OK) == 0 else { throw Self.fault(of: code) }
        }
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
