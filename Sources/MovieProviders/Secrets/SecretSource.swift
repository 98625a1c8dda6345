package import Upstream

/// Where secrets come from: the environment and files that only their owner may read.
package struct SecretSource: Sendable {
    /// Why a secret is not there; the words are for the person who has to set it.
    package struct Missing: Error, Hashable, Sendable {
        package var reason: String
    }

    private let find: @Sendable (_ reference: Reference) -> Result<Secret, Missing>

    package enum Reference: Hashable, Sendable {
        case environment(String)
        case file(String)
    }

    /// Looks into `environment` and, for `${file.…}`, into `files`; a file that others may read is not accepted.
    package init(environment: [String: String], files: FileSystem) {
        find = { reference in
            switch reference {
            case .environment(let name):
                guard let value = environment[name], !value.isEmpty else {
                    return .failure(Missing(reason: "\(name) is not set"))
                }
                return .success(Secret(value))
            case .file(let path):
                return SecretSource.secret(inFile: path, files: files)
            }
        }
    }

    private init(find: @escaping @Sendable (Reference) -> Result<Secret, Missing>) {
        self.find = find
    }

    /// For recordings: every secret is there, and none is real.
    package static let placeholder = SecretSource { _ in .success(Secret("recorded")) }

    package func secret(_ reference: Reference) throws(Missing) -> Secret {
        try find(reference).get()
    }

    private static func secret(inFile path: String, files: FileSystem) -> Result<Secret, Missing> {
        switch files.read(path, 64 << 10) {
        case .failure(let failure):
            return .failure(Missing(reason: failure.description))
        case .success(let bytes):
            if let permissions = files.permissions(path), permissions & 0o077 != 0 {
                return .failure(Missing(reason: "\(path) can be read by others; run: chmod 600 \(path)"))
            }
            let text = String(decoding: bytes, as: UTF8.self).trimmingBlanks()
            return text.isEmpty ? .failure(Missing(reason: "\(path) is empty")) : .success(Secret(text))
        }
    }
}

extension String {
    fileprivate func trimmingBlanks() -> String {
        let front = drop(while: \.isWhitespace)
        return String(front.reversed().drop(while: \.isWhitespace).reversed())
    }
}
