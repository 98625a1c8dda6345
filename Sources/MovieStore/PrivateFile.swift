import Platform

/// A small file of text beside the library, which its user alone may read and write.
package struct PrivateFile: Sendable {
    /// The file that lists the definitions that the user trusts.
    package static let trustName = "trust.json"
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
        // The replacement gets the mode of the file that it replaces.
        try Result { () throws(StoreFault) in try folder.makeFile(name) }.mapError(problem).get()
        try FileSystem.local.write(bytes, path).mapError(Self.problem).get()
    }
}

/// Why a private file cannot be used.
package struct PrivateFileError: Error, Hashable, Sendable, CustomStringConvertible {
    /// The file, and what is wrong with it.
    package let description: String

    package init(description: String) { self.description = description }
}
