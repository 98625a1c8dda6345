import HTTPModel
import JSON
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
    func secrets(of definition: ProviderDefinition) -> (found: [SecretReference: Secret], missing: [String]) {
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

extension FilePlaces {
    /// Creates the places for the definitions in a file.
    ///
    /// A folder has one path, however it is written, so that the file that is trusted is the one that is read.
    package init(beside file: String, _ environment: SystemEnvironment) {
        let folder = file.lastIndex(of: "/").map { String(file[...$0]) } ?? "."
        self.init(
            folder: FileSystem.realPath(folder) ?? SystemEnvironment.absolute(folder) ?? folder,
            home: environment.variable("HOME").flatMap { $0.isEmpty ? nil : $0 }
        )
    }
}

/// A mask that removes the secrets of a configuration from whole messages, and keeps JSON valid.
package struct MessageMask: Sendable {
    private let mask: SecretMask

    /// Creates a mask for every available secret that the definitions name.
    package init(_ configuration: Configuration, secrets: SecretSource) {
        // One that is not there cannot stand anywhere.
        mask = SecretMask(configuration.providers.flatMap { secrets.secrets(of: $0).found.values })
    }

    /// A mask that removes nothing.
    package static let nothing = MessageMask(SecretMask([]))

    init(_ mask: SecretMask) { self.mask = mask }

    /// Returns a mask that covers the secrets of both masks.
    package func covering(_ other: MessageMask) -> MessageMask { MessageMask(mask.covering(other.mask)) }

    /// Returns the message with `***` in place of every secret, including secrets written with escapes.
    ///
    /// Bytes that are not JSON are masked as they are.
    package func masking(_ message: [UInt8]) -> [UInt8] {
        guard !mask.isEmpty else { return message }
        guard message.contains(UInt8(ascii: "\\")) || mask.hasSecret(in: message) else { return message }
        do throws(JSONError) {
            let root = try JSONDocument(message, limits: .ofMasking).root
            guard holdsSecret(root) else { return message }
            var writer = JSONWriter(reserving: message.count)
            writer.masked(root, mask) { element, _ in
                if let text = element.string { return mask.masking(text) }
                return mask.hasSecret(in: Array(element.text)) ? "***" : nil
            }
            return writer.bytes
        } catch {
            return mask.masking(message)
        }
    }

    private func holdsSecret(_ element: JSONElement) -> Bool {
        switch element.kind {
        case .string: hasSecret(element.string)
        case .number: mask.hasSecret(in: Array(element.text))
        case .array: element.elements.contains(where: holdsSecret)
        case .object: element.members.contains { hasSecret($0.name) || holdsSecret($0.value) }
        case .null, .bool: false
        }
    }

    private func hasSecret(_ text: String?) -> Bool { mask.hasSecret(in: Array((text ?? "").utf8)) }
}

extension JSONWriter {
    /// Writes a value with masked names, and with what `masked` makes of its texts and numbers, each given with the name
    /// that it stands under; `nil` leaves it as it came.
    mutating func masked(
        _ element: JSONElement,
        named name: String = "",
        _ mask: SecretMask,
        _ masked: (_ element: JSONElement, _ name: String) -> String?
    ) {
        switch element.kind {
        case .string, .number:
            if let text = masked(element, name) { string(text) } else { raw(element.text) }
        case .array:
            array { writer in
                for item in element.elements { writer.masked(item, mask, masked) }
            }
        case .object:
            object { writer in
                for (name, value) in element.members {
                    writer.member(mask.masking(name)) { $0.masked(value, named: name, mask, masked) }
                }
            }
        case .null, .bool: raw(element.text)
        }
    }
}

extension JSONLimits {
    /// What may be masked: everything that was read already.
    static let ofMasking = JSONLimits(maximumBytes: .max, maximumDepth: 512, maximumNumberLength: .max)
}
