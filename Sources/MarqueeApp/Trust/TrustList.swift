import JSON
import Logging
import MovieService
import MovieStore
import Platform
import ProviderLanguage

/// A file of definitions that the user has approved, and what it may do.
struct TrustedFile: Equatable {
    /// The absolute path, without links.
    var path: String
    /// The SHA-256 of the approved content; the file is not trusted with any other content.
    var fingerprint: String
    /// The approved reach of each provider, by provider id.
    var reaches: [String: ProviderReach]
}

/// The definitions that the user trusts: `trust.json` beside the library, which can be read and edited by hand.
struct TrustList {
    private let file: PrivateFile

    /// The list of this user; `nil` where no folder of the user's is known.
    init?(_ context: RunContext) {
        guard let folder = context.libraryFolder else { return nil }
        file = PrivateFile(folder: folder, name: PrivateFile.trustName) { context.logger.warning("trust: \($0)") }
    }

    var path: String { file.path }

    /// Returns the trusted files; none if there is no list yet.
    func read() throws(PrivateFileError) -> [TrustedFile] { try files(in: try file.read()) }

    /// Adds a file to the list, in place of any entry with its path.
    func trust(_ trusted: TrustedFile) throws(PrivateFileError) {
        try update { $0.filter { $0.path != trusted.path } + [trusted] }
    }

    /// Removes a file from the list; returns `false` if it was not on the list.
    func revoke(_ path: String) throws(PrivateFileError) -> Bool {
        var wasThere = false
        try update { files in
            wasThere = files.contains { $0.path == path }
            return files.filter { $0.path != path }
        }
        return wasThere
    }

    private func update(_ change: ([TrustedFile]) -> [TrustedFile]) throws(PrivateFileError) {
        try file.update { content throws(PrivateFileError) in Self.bytes(of: change(try files(in: content))) }
    }

    // MARK: JSON

    private func files(in content: [UInt8]?) throws(PrivateFileError) -> [TrustedFile] {
        guard let content else { return [] }
        let root: JSONElement
        do throws(JSONError) {
            root = try JSONDocument(content).root
        } catch {
            throw PrivateFileError(description: "\(path): \(error); correct it, or remove it to trust nothing")
        }
        guard root["version"]?.int == 1, let files = root["files"], files.kind == .array else {
            throw PrivateFileError(description: "\(path): expected 'version' 1 and a list of 'files'")
        }
        return files.elements.compactMap(TrustedFile.init)
    }

    private static func bytes(of files: [TrustedFile]) -> [UInt8] {
        var writer = JSONWriter(pretty: true)
        let list = files.sorted { $0.path < $1.path }.map(\.json)
        writer.value(["version": 1, "files": .array(list)] as JSONValue)
        return writer.bytes + [UInt8(ascii: "\n")]
    }
}

extension TrustedFile {
    /// Reads an entry of the list; `nil` if its path or fingerprint is missing, so that the entry allows nothing.
    fileprivate init?(_ element: JSONElement) {
        guard let path = element["file"]?.string, let fingerprint = element["sha256"]?.string else { return nil }
        self.path = path
        self.fingerprint = fingerprint
        reaches = [:]
        for (id, reach) in element["providers"]?.members.map({ ($0.name, $0.value) }) ?? [] {
            reaches[id] = ProviderReach(
                hosts: reach["hosts"].texts,
                images: reach["images"].texts,
                variables: reach["variables"].texts,
                files: reach["files"].texts,
                program: reach["program"].texts,
                environment: reach["env"].texts
            )
        }
    }

    fileprivate var json: JSONValue {
        let providers = reaches.sorted { $0.key < $1.key }.map { JSONValue.Member($0.key, $0.value.json) }
        return ["file": .string(path), "sha256": .string(fingerprint), "providers": .object(providers)]
    }
}

extension ProviderReach {
    /// The hosts and resources that the provider may use, by kind; kinds without values are left out.
    private var parts: [(name: String, values: [String])] {
        [
            ("hosts", hosts), ("images", images), ("variables", variables), ("files", files), ("program", program),
            ("env", environment),
        ].filter { !$0.1.isEmpty }
    }

    fileprivate var json: JSONValue {
        .object(parts.map { .init($0.name, .array($0.values.map(JSONValue.string))) })
    }

    /// The reach as a line that is safe for a terminal: `host https://api.example.org; variable FILMS_KEY`.
    var line: String {
        let words = ["hosts": "host", "variables": "variable", "files": "file"]
        let texts = parts.map { name, values in
            // Quoted, so that no argument can look like another line or another program.
            let list =
                name == "program" || name == "env"
                ? JSONValue.array(values.map(JSONValue.string)).jsonText
                : values.map { $0.hasPrefix(scalars: "${") ? "given by \($0)" : $0 }.joined(separator: ", ")
            return "\(values.count == 1 ? words[name] ?? name : name) \(list)"
        }
        return (texts.isEmpty ? "nothing outside of this program" : texts.joined(separator: "; ")).printable
    }

    /// The reach with the files that links lead to, for these are read.
    var behindLinks: ProviderReach {
        var reach = self
        reach.files = files.map { FileSystem.realPath($0) ?? $0 }
        return reach
    }
}
