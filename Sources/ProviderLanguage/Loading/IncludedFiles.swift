import Platform

/// The key `include`: the providers of other files, which lie in the folder of the file that names them, or below it.
struct IncludedFiles {
    /// A file that was read, by its path from the folder of the first one.
    struct File: Sendable {
        var name: String
        var bytes: [UInt8]
    }

    private let files: FileSystem?
    private let decoding: Decoding
    /// The files that were read, by their paths without links.
    private var known: [String: SourceLocation] = [:]
    private(set) var read: [File] = []
    /// The folder of each file with definitions, from that of the first one.
    private(set) var folders: [String: String] = [:]
    private(set) var permissions: [String: Int] = [:]

    /// Begins with a file whose definitions are there; `files` has those that it includes.
    init(_ files: FileSystem?, from file: String, _ decoding: Decoding) {
        self.files = files
        self.decoding = decoding
        known[FileSystem.realPath(file) ?? file] = SourceLocation(file: file, line: 1, column: 1)
        folders[file] = ""
    }

    /// Returns the providers of the files that a file includes, and of those that these include.
    mutating func providers(of root: SourceNode) -> [SourceNode] {
        guard let include = root[FileConstruct.include.name] else { return [] }
        let nodes = include.list ?? [include]
        decoding.at(FileConstruct.include.name) { _ = FileConstruct.include.shape.decode(include, decoding) }
        return nodes.flatMap { providers(named: $0) }
    }

    private mutating func providers(named node: SourceNode) -> [SourceNode] {
        guard let name = node.text, !node.isNothing, let folder = folders[node.location.file] else { return [] }
        let path = FileSystem.path(of: name, beside: node.location.file)
        guard let files else {
            decoding.error("'include': other files cannot be read here", at: node.location)
            return []
        }
        if let hint = Self.advice(on: name) {
            decoding.error("'include': expected the path of one file, found '\(name)'", hint: hint, at: node.location)
            return []
        }
        let real = FileSystem.realPath(path) ?? path
        if let earlier = known[real] {
            let isSelf = earlier.line == 1 && earlier.column == 1 && earlier.file == node.location.file
            let problem = isSelf ? "a file cannot include itself" : "'\(name)' is included already, at \(earlier)"
            decoding.error("'include': \(problem)", at: node.location)
            return []
        }
        known[real] = node.location
        switch files.read(name, beside: node.location.file, ConfigurationLoader.maximumBytes) {
        case .failure(let failure):
            decoding.error("'include': \(Self.problem(failure, name))", at: node.location)
            return []
        case .success(let bytes):
            let below = folder + (name.lastIndex(scalar: "/").map { String(name[...$0]) } ?? "")
            read.append(File(name: folder + name, bytes: bytes))
            folders[path] = below
            permissions[path] = files.permissions(path)
            return providers(in: bytes, path)
        }
    }

    private mutating func providers(in bytes: [UInt8], _ path: String) -> [SourceNode] {
        guard let root = SourceFile.read(bytes, file: path, decoding), let file = FileConstruct.record(root, decoding)
        else { return [] }
        if let settings = root.entries?.first(where: { $0.key == FileConstruct.settings.name }) {
            decoding.warning("the settings of an included file have no effect", at: settings.keyLocation)
        }
        let own = file.value(FileConstruct.providers)?.list ?? []
        for provider in own where provider["kind"]?.text == ProviderConstruct.Kind.process.rawValue {
            let problem = "an included file cannot run a program; write this provider in the file that includes it"
            decoding.error(problem, at: provider.location)
        }
        return own + providers(of: root)
    }

    /// Returns what to do instead of naming several files at once, or an address.
    private static func advice(on name: String) -> Hint? {
        if name.contains(scalars: "://") { return "download it into this folder, and include the file" }
        return name.contains { "*?".contains($0) }
            ? "write one path for each file: [sources/a.yaml, sources/b.yaml]" : nil
    }

    private static func problem(_ failure: FileFailure, _ name: String) -> String {
        switch failure.reason {
        case .missing: "there is no file '\(name)' beside this one"
        case .elsewhere: "'\(name)' leads out of the folder of this file, and is not read"
        case .notRegular: "'\(name)' is not a regular file"
        case .tooLarge(let limit): "'\(name)' is larger than \(limit >> 20) MiB"
        case .unreadable(let words), .unwritable(let words): "'\(name)' cannot be read: \(words)"
        }
    }
}
