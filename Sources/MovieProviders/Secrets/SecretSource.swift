package import HTTPModel
import MovieDomain
package import Platform
package import ProviderLanguage

/// The source of secrets: the environment, and files that only their owner may read.
package struct SecretSource: Sendable {
    /// Why a secret is missing, in words for the person who has to set it.
    package struct Missing: Error, Hashable, Sendable {
        package var reason: String
    }

    /// Returns the secret, without whitespace around it.
    ///
    /// It is ``Missing`` where it is not set, empty, not one line of text, or readable by others.
    let secret: @Sendable (_ reference: SecretReference) -> Result<Secret, Missing>

    /// Creates a source of variables from `environment` and of `files`; files that others may read are refused.
    package init(environment: @escaping @Sendable (_ name: String) -> String?, files: FileSystem) {
        secret = { reference in
            let name = reference.name
            switch reference.kind {
            case .written: return SecretSource.secret(name, name: "the secret in the definition")
            case .file: return SecretSource.secret(inFile: reference.file, files: files)
            case .environment:
                guard let value = environment(name), !value.isEmpty else {
                    return .failure(Missing(reason: "\(name) is not set"))
                }
                return SecretSource.secret(value, name: name)
            }
        }
    }

    private init(secret: @escaping @Sendable (SecretReference) -> Result<Secret, Missing>) { self.secret = secret }

    /// A source for recordings, in which every secret is present and none is real.
    package static let placeholder = SecretSource { _ in .success(Secret("a-recording-has-no-secret")) }

    /// What a definition's secrets are, and why some of them are not there.
    package func secrets(of definition: ProviderDefinition) -> (found: [SecretReference: Secret], missing: [String]) {
        var found: [SecretReference: Secret] = [:]
        var missing: [String] = []
        for use in definition.secrets {
            switch secret(use.secret) {
            case .success(let secret): if !use.isAddress { found[use.secret] = secret }
            case .failure(let failure): missing.append(failure.reason)
            }
        }
        return (found, missing)
    }

    /// Returns a configuration with the base URLs that variables give.
    package func located(_ configuration: Configuration) -> Configuration {
        configuration.located { reference in
            guard case .success(let address) = secret(reference) else { return nil }
            return address.reveal { $0 }
        }
    }

    private static func secret(inFile path: String, files: FileSystem) -> Result<Secret, Missing> {
        switch files.read(path, 64 << 10) {
        case .failure(let failure):
            return .failure(Missing(reason: failure.description))
        case .success(let bytes):
            if let permissions = files.permissions(path), permissions & 0o077 != 0 {
                return .failure(Missing(reason: "\(path) can be read by others; run: chmod 600 \(path)"))
            }
            guard let text = String(validating: bytes, as: UTF8.self) else {
                return .failure(Missing(reason: "\(path) is not UTF-8 text"))
            }
            return secret(text, name: path)
        }
    }

    /// A line break inside a key would end the header that contains it, and is a copying mistake anyway.
    private static func secret(_ text: String, name: String) -> Result<Secret, Missing> {
        let trimmed = String(text.trimmed)
        if trimmed.isEmpty { return .failure(Missing(reason: "\(name) is empty")) }
        let isOneLine = trimmed.unicodeScalars.allSatisfy { $0.value >= 0x20 && $0.value != 0x7F }
        return isOneLine ? .success(Secret(trimmed)) : .failure(Missing(reason: "\(name) is not a single line of text"))
    }
}
