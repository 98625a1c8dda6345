extension FileSystem {
    /// The machine's own files.
    ///
    /// Only regular files are opened, so that a pipe or `/dev/zero` cannot hold a start up. The system is asked directly:
    /// the first use of Foundation's files takes a tenth of a whole start.
    package static let local = FileSystem(
        read: { path, maximumBytes in
            do throws(FileFailure) {
                return .success(try RegularFile.bytes(of: path, maximumBytes: maximumBytes))
            } catch {
                return .failure(error)
            }
        },
        permissions: { path in
            RegularFile.permissions(of: path)
        }
    )
}
