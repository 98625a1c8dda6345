/// The port to files; a parameter, so that tests and recordings can bring their own.
package struct FileSystem: Sendable {
    /// The bytes of the regular file at a path, if it has at most so many.
    package let read: @Sendable (_ path: String, _ maximumBytes: Int) -> Result<[UInt8], FileFailure>
    /// The permission bits of a file (`0o600`); `nil` where there is none.
    package let permissions: @Sendable (_ path: String) -> Int?

    package init(
        read: @escaping @Sendable (String, Int) -> Result<[UInt8], FileFailure>,
        permissions: @escaping @Sendable (String) -> Int? = { _ in nil }
    ) {
        self.read = read
        self.permissions = permissions
    }

    /// Files held in memory, by path.
    package static func inMemory(_ files: [String: [UInt8]]) -> FileSystem {
        FileSystem { path, maximumBytes in
            guard let bytes = files[path] else { return .failure(FileFailure(path: path, reason: .missing)) }
            return bytes.count > maximumBytes
                ? .failure(FileFailure(path: path, reason: .tooLarge(limit: maximumBytes))) : .success(bytes)
        }
    }
}
