import HTTPModel
import JSON
import Logging
import MovieDomain
import MovieStore
import Platform
import Synchronization

/// The keys that `marquee login` keeps, by the names of the variables that they replace.
///
/// They are in `keys.json`, in the folder of the user's own `providers.yaml`, which only its user may read.
final class StoredKeys: Sendable {
    private let file: PrivateFile
    private let logger: Logger
    private let hasWarned = Atomic(false)

    /// Refers to the keys of this user; `nil` if no folder is known.
    init?(_ environment: SystemEnvironment, _ logger: Logger) {
        guard let folder = ConfigurationLocator(environment).folder else { return nil }
        file = PrivateFile(folder: folder, name: PrivateFile.keysName) { logger.warning("keys: \($0)") }
        self.logger = logger
    }

    var path: String { file.path }

    /// Returns all keys; none if there is no file.
    func read() throws(PrivateFileError) -> [String: Secret] {
        guard let content = try file.read() else { return [:] }
        guard let facts = FileFacts.of(path), facts.mode & 0o077 == 0 else {
            throw PrivateFileError(description: "\(path) can be read by others; run: chmod 600 \(path.quotedForShell)")
        }
        return try keys(in: content)
    }

    /// Returns the key for a variable; `nil` if there is none, or the file cannot be used, which is logged once.
    func key(_ variable: String) -> Secret? {
        do throws(PrivateFileError) {
            return try read()[variable]
        } catch {
            if !hasWarned.exchange(true, ordering: .relaxed) { logger.warning("the keys are not used: \(error)") }
            return nil
        }
    }

    /// Keeps keys in place of those for the same variables; `nil` removes one.
    func change(_ changes: [String: Secret?]) throws(PrivateFileError) {
        try file.update { content throws(PrivateFileError) in
            let keys = try content.map(keys) ?? [:]
            let kept = keys.filter { changes[$0.key] == nil }
            return Self.bytes(of: kept.merging(changes.compactMapValues(\.self)) { $1 })
        }
    }

    private func keys(in content: [UInt8]) throws(PrivateFileError) -> [String: Secret] {
        do throws(JSONError) {
            let members = try JSONDocument(content).root["keys"]?.members.compactMap { name, value in
                value.string.map { (String(name), Secret($0)) }
            }
            return Dictionary(members ?? []) { first, _ in first }
        } catch {
            throw PrivateFileError(description: "\(path): \(error.message); correct it, or remove it to keep no key")
        }
    }

    private static func bytes(of keys: [String: Secret]) -> [UInt8] {
        let members = keys.sorted { $0.key < $1.key }.map { name, key in
            JSONValue.Member(name, .string(key.reveal(\.self)))
        }
        var writer = JSONWriter(pretty: true)
        writer.value(["version": 1, "keys": .object(members)] as JSONValue)
        return writer.bytes + [UInt8(ascii: "\n")]
    }
}
