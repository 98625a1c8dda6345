#if canImport(Glibc)
import Glibc
#elseif canImport(Darwin)
import Darwin
#endif

/// Access to files, as a parameter that tests and recordings can replace.
package struct FileSystem: Sendable {
    /// Returns the bytes of the regular file at a path, if they do not exceed the limit.
    package let read: @Sendable (_ path: String, _ maximumBytes: Int) -> Result<[UInt8], FileFailure>
    /// Returns the permission bits of a file (`0o600`), following links, or `nil` if there is no file.
    package let permissions: @Sendable (_ path: String) -> Int?
    /// Writes all bytes to a file, or leaves the file unchanged; creates missing folders.
    package let write: @Sendable (_ bytes: [UInt8], _ path: String) -> Result<Void, FileFailure>

    package init(
        read: @escaping @Sendable (String, Int) -> Result<[UInt8], FileFailure>,
        permissions: @escaping @Sendable (String) -> Int? = { _ in nil },
        write: @escaping @Sendable ([UInt8], String) -> Result<Void, FileFailure> = { _, path in
            .failure(FileFailure(path: path, reason: .unwritable("these files are not written to")))
        }
    ) {
        self.read = read
        self.permissions = permissions
        self.write = write
    }

    package static func inMemory(_ files: [String: [UInt8]]) -> FileSystem {
        FileSystem { path, maximumBytes in
            guard let bytes = files[path] else { return .failure(FileFailure(path: path, reason: .missing)) }
            return bytes.count > maximumBytes
                ? .failure(FileFailure(path: path, reason: .tooLarge(limit: maximumBytes))) : .success(bytes)
        }
    }
}

extension FileSystem {
    /// The files of the machine.
    ///
    /// Only regular files are opened, so that a pipe or `/dev/zero` cannot delay the start. The system is called
    /// directly, because the first use of Foundation's file functions takes a tenth of the whole start.
    package static let local = FileSystem(
        read: { path, maximumBytes in
            Result { () throws(FileFailure) in try RegularFile.bytes(of: path, maximumBytes: maximumBytes) }
        },
        permissions: { RegularFile.permissions(of: $0) },
        write: { bytes, path in
            Result { () throws(SystemError) in try WholeFile.write(bytes, to: path) }
                .mapError { FileFailure(path: path, reason: .unwritable($0.words)) }
        }
    )

    /// Writes files of one folder, each whole or not at all; returns how many were written before the first failure.
    ///
    /// It waits for the disk once for many files, which takes a hundredth of the time.
    package static func writeLocal(
        _ files: [(path: String, bytes: [UInt8])]
    ) -> (written: Int, failure: FileFailure?) {
        WholeFile.write(files)
    }

    /// Whether a name is one that ``write`` gives to a file until it is whole: `library.json.marquee-4321-1`.
    package static func isTemporary(_ name: String) -> Bool {
        guard let mark = name.firstRange(scalars: temporaryMark) else { return false }
        let numbers = name[mark.upperBound...].split(scalar: "-", omittingEmptySubsequences: false)
        return numbers.count == 2 && numbers.allSatisfy { !$0.isEmpty && $0.utf8.allSatisfy { (48...57).contains($0) } }
    }

    fileprivate static let temporaryMark = ".marquee-"

    /// Returns the path of a file that another one names, relative to its folder.
    package static func path(of name: String, beside file: String) -> String {
        guard !name.hasPrefix(scalars: "/"), let slash = file.lastIndex(scalar: "/") else { return name }
        return file[...slash] + name
    }

    /// Whether a name leads to a place in or below its folder, as far as links let it: it is relative and has no `..`.
    package static func staysInFolder(_ name: String) -> Bool {
        !name.hasPrefix(scalars: "/") && !name.split(scalar: "/").contains("..")
    }

    /// Returns whether a file that another one names lies in or below the folder of that one, whatever links lead to it.
    ///
    /// The other one may come from elsewhere, and must not choose among all the files of the user.
    package static func lies(_ name: String, beside file: String) -> Bool {
        guard staysInFolder(name) else { return false }
        let folder = path(of: ".", beside: file)
        guard let real = realPath(path(of: name, beside: file)), let home = realPath(folder) else { return true }
        return home == "/" || real.hasPrefix(scalars: home + "/")
    }

    /// Returns the bytes of a file that another one names, if it lies in or below the folder of that one.
    package func read(_ name: String, beside file: String, _ maximumBytes: Int) -> Result<[UInt8], FileFailure> {
        let path = Self.path(of: name, beside: file)
        guard Self.lies(name, beside: file) else { return .failure(FileFailure(path: path, reason: .elsewhere)) }
        return read(path, maximumBytes)
    }

    /// Returns the names in a folder, in no order; none if the folder cannot be read.
    package static func names(inFolder path: String) -> [String] {
        guard let stream = unsafe opendir(path) else { return [] }
        defer { unsafe closedir(stream) }
        var names: [String] = []
        while let entry = unsafe readdir(stream) {
            let name = unsafe withUnsafeBytes(of: entry.pointee.d_name) { bytes in
                unsafe String(decoding: bytes.prefix { $0 != 0 }, as: UTF8.self)
            }
            if name != ".", name != ".." { names.append(name) }
        }
        return names
    }

    /// Returns whether a path leads to an executable file.
    package static func isProgram(_ path: String) -> Bool {
        var status = stat()
        return unsafe stat(path, &status) == 0 && status.st_mode & S_IFMT == S_IFREG && access(path, X_OK) == 0
    }
}

private enum RegularFile {
    static func permissions(of path: String) -> Int? {
        var status = stat()
        return unsafe stat(path, &status) == 0 ? Int(status.st_mode & 0o7777) : nil
    }

    /// Checks the size before and while reading: a file may grow, and files of `/proc` have the size 0.
    static func bytes(of path: String, maximumBytes: Int) throws(FileFailure) -> [UInt8] {
        var status = stat()
        guard unsafe stat(path, &status) == 0 else { throw failure(path) }
        try check(status, path, maximumBytes)
        // The file may have been replaced meanwhile, so check the open one too, and do not wait at a pipe.
        let descriptor = unsafe open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK)
        guard descriptor >= 0 else { throw failure(path) }
        defer { _ = close(descriptor) }
        guard unsafe fstat(descriptor, &status) == 0 else { throw failure(path) }
        try check(status, path, maximumBytes)
        return try contents(of: descriptor, path, expected: Int(status.st_size), maximumBytes)
    }

    private static func check(_ status: stat, _ path: String, _ maximumBytes: Int) throws(FileFailure) {
        guard status.st_mode & S_IFMT == S_IFREG else { throw FileFailure(path: path, reason: .notRegular) }
        guard status.st_size <= maximumBytes else {
            throw FileFailure(path: path, reason: .tooLarge(limit: maximumBytes))
        }
    }

    private static func contents(
        of descriptor: Int32,
        _ path: String,
        expected: Int,
        _ maximumBytes: Int
    ) throws(FileFailure) -> [UInt8] {
        var bytes: [UInt8] = []
        var room = expected + 1
        while true {
            var chunk = [UInt8](repeating: 0, count: room)
            let count = unsafe read(descriptor, &chunk, room)
            if count < 0, errno == EINTR { continue }
            guard count >= 0 else { throw failure(path) }
            if count == 0 { return bytes }
            bytes += chunk.prefix(count)
            guard bytes.count <= maximumBytes else {
                throw FileFailure(path: path, reason: .tooLarge(limit: maximumBytes))
            }
            room = 1 << 16
        }
    }

    /// Returns the failure for the last error of the system.
    private static func failure(_ path: String) -> FileFailure {
        let number = errno
        let reason: FileFailure.Reason =
            switch number {
            case ENOENT where FileFacts.of(path) == nil: .missing
            case ENOENT, ELOOP: .unreadable("a link to a file that does not exist")
            case EACCES, EPERM: .unreadable("permission denied")
            default: .unreadable(SystemError.words(of: number))
            }
        return FileFailure(path: path, reason: reason)
    }
}

private enum WholeFile {
    /// The number of temporary names to try; killed runs may have left such files.
    private static let attempts = 100

    /// The number of files that are written before the disk is waited for: a run that is killed leaves no more.
    private static let mostWaiting = 2_000

    /// Writes to a new file beside `path` and then renames it; writes directly to a pipe or a device.
    ///
    /// A link stays, and the file that it leads to is replaced.
    static func write(_ bytes: [UInt8], to path: String) throws(SystemError) {
        // Otherwise, a crash of the system could leave the name without the content.
        guard let file = try prepare(bytes, for: path, sync: { fsync($0) == 0 }) else { return }
        try file.takeName()
        removeRemains(beside: [file.path])
    }

    /// Removes what runs that were killed have left in the folders of files.
    ///
    /// What is younger than an hour may belong to a process that runs, perhaps on another machine.
    private static func removeRemains(beside files: [String]) {
        let folders = files.map { file in file.lastIndex(scalar: "/").map { String(file[...$0]) } ?? "./" }
        for folder in Set(folders) {
            for name in FileSystem.names(inFolder: folder) where FileSystem.isTemporary(name) {
                var status = stat()
                guard unsafe lstat(folder + name, &status) == 0, status.st_mode & S_IFMT == S_IFREG else { continue }
                // It does no harm if one cannot be removed.
                #if canImport(Darwin)
                let seconds = status.st_mtimespec.tv_sec
                #else
                let seconds = status.st_mtim.tv_sec
                #endif
                if seconds + 3_600 < time(nil) { unsafe unlink(folder + name) }
            }
        }
    }

    static func write(_ files: [(path: String, bytes: [UInt8])]) -> (written: Int, failure: FileFailure?) {
        var written = 0
        for start in stride(from: 0, to: files.count, by: mostWaiting) {
            var waiting: [WaitingFile] = []
            var failure: FileFailure?
            for (path, bytes) in files[start..<min(start + mostWaiting, files.count)] {
                do throws(SystemError) {
                    guard let file = try prepare(bytes, for: path, sync: { _ in true }) else {
                        written += 1
                        continue
                    }
                    waiting.append(file)
                } catch {
                    failure = FileFailure(path: path, reason: .unwritable(error.words))
                    break
                }
            }
            if !waiting.isEmpty { sync() }
            for file in waiting {
                do throws(SystemError) {
                    try file.takeName()
                    written += 1
                } catch {
                    failure = failure ?? FileFailure(path: file.path, reason: .unwritable(error.words))
                }
            }
            removeRemains(beside: waiting.map(\.path))
            if failure != nil { return (written, failure) }
        }
        return (written, nil)
    }

    /// A written file that has yet to get its name.
    private struct WaitingFile {
        let path: String
        let temporary: String

        func takeName() throws(SystemError) {
            guard unsafe rename(temporary, path) == 0 else {
                let error = SystemError(path)
                unsafe unlink(temporary)
                throw error
            }
        }
    }

    /// Writes to a new file beside `path`; returns `nil` if it has written to a pipe or a device.
    private static func prepare(
        _ bytes: [UInt8],
        for path: String,
        sync: (Int32) -> Bool
    ) throws(SystemError) -> WaitingFile? {
        var status = stat()
        let isThere = unsafe stat(path, &status) == 0
        if isThere, status.st_mode & S_IFMT != S_IFREG {
            try writeThrough(bytes, to: path)
            return nil
        }
        let path = isThere ? FileSystem.realPath(path) ?? path : path
        if !isThere { try makeFolders(to: path) }
        let (file, temporary) = try createFile(beside: path)
        do throws(SystemError) {
            defer { file.close() }
            if isThere { fchmod(file.number, status.st_mode & 0o7777) }
            try file.writeAll(bytes.span)
            guard sync(file.number) else { throw SystemError(path) }
        } catch {
            unsafe unlink(temporary)
            throw error
        }
        return WaitingFile(path: path, temporary: temporary)
    }

    private static func writeThrough(_ bytes: [UInt8], to path: String) throws(SystemError) {
        let number = unsafe open(path, O_WRONLY | O_CLOEXEC)
        guard number >= 0 else { throw SystemError(path) }
        defer { FileDescriptor(number).close() }
        try FileDescriptor(number).writeAll(bytes.span)
    }

    private static func createFile(beside path: String) throws(SystemError) -> (FileDescriptor, String) {
        for attempt in 1...attempts {
            let name = "\(path)\(FileSystem.temporaryMark)\(getpid())-\(attempt)"
            let number = unsafe open(name, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0o666)
            if number >= 0 { return (FileDescriptor(number), name) }
            guard errno == EEXIST else { break }
        }
        throw SystemError(path)
    }

    /// Creates the missing folders on the path to a file.
    private static func makeFolders(to path: String) throws(SystemError) {
        guard let slash = path.lastIndex(scalar: "/"), slash > path.startIndex else { return }
        let folder = String(path[..<slash])
        if unsafe mkdir(folder, 0o777) == 0 || errno == EEXIST { return }
        guard errno == ENOENT else { throw SystemError(folder) }
        try makeFolders(to: folder)
        // Another process may have created it meanwhile.
        guard unsafe mkdir(folder, 0o777) == 0 || errno == EEXIST else { throw SystemError(folder) }
    }
}

/// The reason why a file cannot be read or written.
package struct FileFailure: Error, Hashable, Sendable, CustomStringConvertible {
    package enum Reason: Hashable, Sendable {
        case missing
        /// A folder, a pipe, or a device.
        case notRegular
        case tooLarge(limit: Int)
        /// The file is not in the folder of the file that names it.
        case elsewhere
        /// The file cannot be read; the text is usually that of the system.
        case unreadable(String)
        /// The file cannot be written; the text is usually that of the system.
        case unwritable(String)
    }

    package var path: String
    package var reason: Reason

    package init(path: String, reason: Reason) {
        self.path = path
        self.reason = reason
    }

    package var description: String {
        switch reason {
        case .missing: "\(path): there is no such file"
        case .notRegular: "\(path): not a regular file"
        case .tooLarge(let limit): "\(path): larger than \(limit) bytes"
        case .elsewhere: "\(path): not in the folder of the file that names it"
        case .unreadable(let words): "\(path): cannot be read: \(words)"
        case .unwritable(let words): "\(path): cannot be written: \(words)"
        }
    }
}
