package import MovieDomain
package import Platform
import Synchronization

#if canImport(Glibc)
import Glibc
#elseif canImport(Darwin)
import Darwin
#endif

/// The folder of fetched images: one file for each image, named by the hash of its bytes, and one for each address,
/// which names the image.
///
/// All processes of the user share it. Files are written elsewhere and moved into place, so a reader finds a whole
/// image or none. The least recently used files are removed when the folder grows past its limit.
package final class ImageFolder: ImageStore {
    /// The name of the folder in the cache folder.
    package static let name = "images"
    /// The time in seconds after which images are fetched again, because a host may have replaced them: 30 days.
    private static let lifetime = 30 * 86_400
    /// Even a small file takes a block of the disk.
    private static let leastSize = 4_096

    private let folder: StoreFolder
    private let limit: Int
    private let wallClock: WallClock
    /// Whether to look up images by address; the addresses in a recording are not those of the network.
    private let knowsAddresses: Bool
    /// The size of all files together, as far as this process knows; `nil` before it has looked.
    private let size = Mutex<Int?>(nil)

    /// - Parameters:
    ///   - path: The folder, which is created if it is missing.
    ///   - limit: The most bytes of all files together.
    ///   - wallClock: The clock that measures the age of files.
    ///   - knowsAddresses: Whether an image that was fetched before is given from the folder.
    ///   - warn: Called with every repair.
    package init(
        at path: String,
        limit: Int = 256 << 20,
        wallClock: WallClock,
        knowsAddresses: Bool = true,
        warn: @escaping @Sendable (String) -> Void
    ) {
        folder = StoreFolder(path: path) { warn("\($0)") }
        self.limit = limit
        self.wallClock = wallClock
        self.knowsAddresses = knowsAddresses
    }

    package func image(at address: String) async -> (path: String, bytes: [UInt8])? {
        guard knowsAddresses else { return nil }
        return await WorkerThreads.shared.run { [self] _ in find(address) }
    }

    package func keep(_ bytes: [UInt8], fileExtension: String, of address: String) async throws(ImageError) -> String {
        try await WorkerThreads.shared.run { [self] _ in
            Result { () throws(ImageError) in try write(bytes, fileExtension, address) }
        }.get()
    }

    // MARK: The whole folder

    /// Returns the number and size of the files in the folder.
    package func contents() async -> CachedImages {
        await WorkerThreads.shared.run { [self] _ in
            files().reduce(into: CachedImages(folder: folder.path)) { $0.add($1) }
        }
    }

    /// Removes every file of ours, and returns their number and size.
    package func clear() async -> CachedImages {
        await WorkerThreads.shared.run { [self] _ in
            var removed = CachedImages(folder: folder.path)
            for file in files() where unsafe unlink(file.path) == 0 { removed.add(file) }
            size.withLock { $0 = nil }
            return removed
        }
    }

    private func files() -> [(path: String, size: Int)] {
        FileSystem.names(inFolder: folder.path).compactMap { name in
            let path = "\(folder.path)/\(name)"
            guard let facts = FileFacts.of(path), facts.isOwnFile else { return nil }
            return (path, facts.size)
        }
    }

    // MARK: Reading

    private func find(_ address: String) -> (path: String, bytes: [UInt8])? {
        let pointer = "\(folder.path)/\(pointer(to: address))"
        guard let facts = FileFacts.of(pointer), facts.isOwnFile, case .success = Result(catching: folder.prepare),
            case .success(let content) = FileSystem.local.read(pointer, 100),
            let name = imageName(in: String(decoding: content, as: UTF8.self))
        else { return nil }
        let path = "\(folder.path)/\(name)"
        guard let image = FileFacts.of(path), image.isOwnFile,
            case .success(let bytes) = FileSystem.local.read(path, limit)
        else { return nil }
        // The time of the last use decides which file is removed first.
        for file in [path, pointer] { _ = unsafe utimensat(AT_FDCWD, file, nil, AT_SYMLINK_NOFOLLOW) }
        return (path, bytes)
    }

    /// What an address gave, and when; `nil` where that is too long ago.
    private func imageName(in pointer: String) -> String? {
        let words = pointer.split(scalar: " ", omittingEmptySubsequences: false)
        guard words.count == 2, let fetchedAt = Int(words[1]), fetchedAt >= 0,
            (0..<Self.lifetime).contains(wallClock.seconds - fetchedAt)
        else { return nil }
        let parts = words[0].split(scalar: ".", omittingEmptySubsequences: false)
        let isName = parts.count == 2 && parts[0].utf8.count == 64 && parts[0].allSatisfy("0123456789abcdef".contains)
        return isName && ["jpg", "png", "gif", "webp"].contains(parts[1]) ? String(words[0]) : nil
    }

    /// Returns the name of the file that names the image of an address.
    private func pointer(to address: String) -> String { SHA256.hexadecimal(Array(address.utf8)) + ".url" }

    // MARK: Writing

    private func write(_ bytes: [UInt8], _ fileExtension: String, _ address: String) throws(ImageError) -> String {
        let name = "\(SHA256.hexadecimal(bytes)).\(fileExtension)"
        try Result(catching: folder.prepare).mapError { ImageError.file("\(folder.path): \($0)") }.get()
        let path = "\(folder.path)/\(name)"
        if FileFacts.of(path).map({ $0.isOwnFile && $0.size == bytes.count }) != true { try put(bytes, name) }
        if knowsAddresses { try put(Array("\(name) \(wallClock.seconds)".utf8), pointer(to: address)) }
        evict(after: bytes.count, keeping: name)
        return path
    }

    private func put(_ bytes: [UInt8], _ name: String) throws(ImageError) {
        let path = "\(folder.path)/\(name)"
        if let facts = FileFacts.of(path), !facts.isOwnFile {
            throw .file("\(facts.kind == .link ? StoreFault.symbolicLink(path: path) : .notOurs(path: path))")
        }
        if let problem = folder.write(bytes, to: name) { throw .file(problem) }
    }

    /// Removes the least recently used files until a tenth of the limit is free, if the folder is too large.
    private func evict(after added: Int, keeping newest: String) {
        let known = size.withLock { size in
            size = size.map { $0 + max(added, Self.leastSize) + Self.leastSize }
            return size
        }
        if let known, known <= limit { return }
        let others = self.files().filter { $0.path != "\(folder.path)/\(newest)" }
        var files = others.map { path, size in
            (path: path, size: max(size, Self.leastSize), usedAt: FileStamp(of: path)?.writtenAt ?? 0)
        }
        files.sort { $0.usedAt < $1.usedAt }
        var total = files.map(\.size).reduce(max(added, Self.leastSize), +)
        if total > limit {
            for file in files where total > limit / 10 * 9 {
                if unsafe unlink(file.path) == 0 { total -= file.size }
            }
        }
        size.withLock { [total] in $0 = total }
    }
}

extension CachedImages {
    /// Counts a file; a file that names the image of an address adds only its bytes.
    fileprivate mutating func add(_ file: (path: String, size: Int)) {
        if !file.path.hasSuffix(scalars: ".url") { files += 1 }
        bytes += file.size
    }
}
