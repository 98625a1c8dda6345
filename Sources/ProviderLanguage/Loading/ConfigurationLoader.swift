import MovieDomain
package import Platform
import YAML

/// A loader that reads a `providers.yaml` and reports all of its problems in one run.
package enum ConfigurationLoader {
    /// The size of the largest file that is read, in bytes.
    package static let maximumBytes = YAMLLimits().maximumBytes

    /// The result of loading a file: the configuration if there is no error, and every problem once.
    package struct Outcome: Sendable {
        package var configuration: Configuration?
        /// The providers that could be read, even if there are errors.
        package var providers: [ProviderDefinition] = []
        /// All problems by file and position, those of the file itself before those of extended ones.
        package var diagnostics: [Diagnostic]
        /// The files of `ca_file` by their whole paths, and the places that name them.
        package var authorityFiles: [(path: String, location: SourceLocation)] = []
        /// What was read: the file, and those that it includes with their names.
        package var content: [UInt8] = []
    }

    /// Loads a configuration; checks its permissions, such as `0o644`, and the files next to it if they are given:
    /// `problemOfFile` returns why one cannot be read.
    ///
    /// Without `places`, the files of secrets are named as the definitions do. The files that it includes are in `files`.
    package static func load(
        bytes: [UInt8],
        file: String,
        permissions: Int? = nil,
        problemOfFile: ((_ name: String, _ file: String) -> String?)? = nil,
        places: FilePlaces? = nil,
        files: FileSystem? = nil,
        bundled: [BundledDefinition],
        kinds: [String] = []
    ) -> Outcome {
        let decoding = Decoding()
        decoding.scope.registeredKinds = kinds
        decoding.scope.files = places
        var configuration: Configuration?
        var included = IncludedFiles(files, from: file, decoding)
        if let root = SourceFile.read(bytes, file: file, decoding) {
            configuration = decode(root, bundled, &included, decoding)
            checkReaders(permissions, file, decoding)
            for (path, permissions) in included.permissions { checkReaders(permissions, path, decoding) }
            if let problemOfFile { checkResponses(problemOfFile, Set(included.folders.keys), decoding) }
        }
        configuration?.includedFiles = included.folders.keys.filter { $0 != file }.sorted()
        return Outcome(
            configuration: decoding.hasErrors ? nil : configuration,
            providers: configuration?.providers ?? [],
            diagnostics: decoding.diagnostics.sorted(startingWith: file),
            authorityFiles: decoding.authorityFiles,
            content: included.read.reduce(bytes) { $0 + "\0\($1.name)\0\($1.bytes.count)\0".utf8 + $1.bytes }
        )
    }

    private static func decode(
        _ root: SourceNode,
        _ bundled: [BundledDefinition],
        _ files: inout IncludedFiles,
        _ decoding: Decoding
    ) -> Configuration? {
        guard let record = FileConstruct.record(root, decoding) else { return nil }
        var settings = record.value(FileConstruct.settings) ?? Settings()
        let own = record.value(FileConstruct.providers)?.list ?? []
        let included = files.providers(of: root)
        // A provider of this file may have the name of the included one that it changes.
        let changed = own.compactMap { node in
            node[ProviderConstruct.extends.name]?.text == node[ProviderConstruct.id.name]?.text
                ? node[ProviderConstruct.id.name]?.text : nil
        }
        let nodes = own + included.filter { !changed.contains($0[ProviderConstruct.id.name]?.text ?? "") }
        checkRepeats(nodes, decoding)
        var extensions = ProviderExtensions(nodes: nodes, included: included, bundled: bundled)
        let places = decoding.scope.files
        let providers = nodes.compactMap { node -> ProviderDefinition? in
            decoding.scope.files = places?.below(files.folders[node.location.file] ?? "")
            let complete = extensions.complete(node, decoding)
            var provider = ProviderConstruct.decode(complete, decoding)
            provider?.text = DefinitionText(complete)
            return provider
        }
        decoding.scope.files = places
        checkMerging(nodes, root, decoding)
        settings.use(languages: settings.languages)
        if settings.merge.order.isEmpty { settings.merge.order = providers.map { ProviderID($0.id) } }
        return Configuration(settings: settings, providers: providers)
    }

    /// Warns if other users can read a file that contains a secret.
    private static func checkReaders(_ permissions: Int?, _ file: String, _ decoding: Decoding) {
        guard let permissions, permissions & 0o044 != 0 else { return }
        let places = decoding.writtenSecrets.filter { $0.file == file }
        guard let place = places.min(by: { ($0.line, $0.column) < ($1.line, $1.column) }) else { return }
        let hint: Hint = "run: chmod 600 \(file)"
        decoding.warning("other users can read this file, and it contains a secret", hint: hint, at: place)
    }

    private static func checkResponses(
        _ problem: (_ name: String, _ file: String) -> String?,
        _ files: Set<String>,
        _ decoding: Decoding
    ) {
        for response in decoding.responseFiles where files.contains(response.location.file) {
            if let problem = problem(response.name, response.location.file) {
                decoding.warning(problem, at: response.location)
            }
        }
    }

    private static func checkRepeats(_ nodes: [SourceNode], _ decoding: Decoding) {
        var first: [String: SourceLocation] = [:]
        for node in nodes {
            guard let idNode = node[ProviderConstruct.id.name], let id = idNode.text else { continue }
            if let earlier = first[id] {
                let isHere = earlier.file == idNode.location.file
                let place = isHere ? "in line \(earlier.line)" : "at \(earlier)"
                let hint: Hint? =
                    isHere
                    ? nil : "to change parts of the included one, write extends: \(id) in the file that includes it"
                decoding.error("there already is a provider '\(id)', \(place)", hint: hint, at: idNode.location)
            } else {
                first[id] = idNode.location
            }
        }
    }

    /// Warns about merge rules without effect: no errors, for a provider that they name may have been removed.
    private static func checkMerging(_ nodes: [SourceNode], _ root: SourceNode, _ decoding: Decoding) {
        let known = nodes.compactMap { $0[ProviderConstruct.id.name]?.text }
        let merging = root["settings"]?["merge"]
        let rules = merging?["fields"]?.entries ?? []
        let lists = [merging?["order"]] + rules.map { $0.value["prefer"] }
        for name in lists.compactMap({ $0?.list }).joined() {
            guard let id = name.text, !known.contains(id) else { continue }
            decoding.warning(
                "'\(id)' is not a provider in this file",
                hint: Hint.forWord(id, among: known),
                at: name.location
            )
        }
        for rule in rules {
            guard let field = MovieField(word: rule.key), !field.declaration.isList, let node = rule.value["strategy"],
                let strategy = node.text.flatMap(MergeStrategy.init), strategy == .union || strategy == .perSource
            else { continue }
            let message = "'\(rule.key)' has one value, for which '\(strategy.word)' means the same as 'first'"
            decoding.warning(message, at: node.location)
        }
    }
}

extension [Diagnostic] {
    /// Returns each problem once, by file and position, `file` first; problems at one position keep their order.
    package func sorted(startingWith file: String) -> [Diagnostic] {
        // A definition that others extend is decoded several times.
        var seen: Set<Diagnostic> = []
        let once = filter { seen.insert($0).inserted }
        let places = once.enumerated().map { offset, problem in
            let place = problem.location
            return (place.file == file ? "" : place.file, place.line, place.column, offset)
        }
        return places.sorted { $0 < $1 }.map { once[$0.3] }
    }
}
