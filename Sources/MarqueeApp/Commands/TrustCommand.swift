import ArgumentParser
import MovieDomain
import Platform
import ProviderLanguage

/// `marquee trust`: lets definitions that come from elsewhere use variables, files, programs, and machines of the user.
struct TrustCommand: DefinitionCommand {
    static let configuration = CommandConfiguration(
        commandName: "trust",
        abstract: "Show what a file of definitions may do, and allow it.",
        discussion: """
            Definitions that are neither built in nor in the folder of your own providers.yaml may only send requests \
            to their hosts on the public internet. Anything else that they use (environment variables, files, programs, \
            and machines by their addresses) is refused until you have seen it here and allowed it. Your answer applies to this content of the file, at this path.

              marquee trust films.yaml
              marquee trust --list
              marquee trust --revoke films.yaml
            """
    )

    @Flag(name: .shortAndLong, help: "Say yes without being asked.")
    var yes = false

    @Flag(help: "Show what is trusted.")
    var list = false

    @Flag(help: "Stop trusting the file.")
    var revoke = false

    @Option(help: "Where the list is kept (default: $XDG_DATA_HOME/marquee).", completion: .directory)
    var dataDir: String?

    @Argument(help: "The file.", completion: .file())
    var file: String?

    func validate() throws {
        if file == "list", FileFacts.of("list") == nil {
            throw ValidationError("there is no file 'list'; did you mean: marquee trust --list")
        }
        if list == (file != nil) { throw ValidationError("expected a file, or --list without one") }
        if revoke, list || yes { throw ValidationError("--revoke takes a file and no other flag") }
    }

    func run(kinds: [ProviderKind]) async throws {
        var settings = EngineSettings()
        settings.dataFolder = dataDir
        let context = RunContext(settings, kinds: kinds)
        guard let trusted = TrustList(context) else {
            throw CommandError("no folder is known for the list; set HOME, or pass --data-dir", .inputOutput)
        }
        guard let file else { return try show(trusted, context) }
        if revoke {
            let path = FileSystem.realPath(file) ?? SystemEnvironment.absolute(file) ?? file
            guard try trusted.revoke(path) else {
                throw CommandError("\(path) is not on the list \(trusted.path)", .noInput)
            }
            CommandErrors.write("\(path) is no longer trusted")
        } else {
            try trust(file, trusted, context)
        }
    }

    private func trust(_ file: String, _ trusted: TrustList, _ context: RunContext) throws {
        let read = try LoadedConfiguration(at: .file(file), context)
        let path = FileSystem.realPath(file) ?? file
        let providers = read.configuration.providers
        CommandOutput.write(path.printable)
        for provider in providers { CommandOutput.write("  \(provider.id): \(provider.reach.behindLinks.line)") }
        guard !read.configuration.providersToTrust.isEmpty else {
            CommandErrors.write("it uses nothing of yours, and works without being trusted")
            return
        }
        try Confirmation.ask("Trust it with this?", yes: yes, refusal: "not trusted")
        let reaches = Dictionary(providers.map { ($0.id, $0.reach.behindLinks) }) { first, _ in first }
        try trusted.trust(TrustedFile(path: path, fingerprint: SHA256.hexadecimal(read.bytes), reaches: reaches))
        CommandErrors.write("trusted, with this content; the list is \(trusted.path)")
    }

    private func show(_ trusted: TrustList, _ context: RunContext) throws {
        for file in try trusted.read().sorted(by: { $0.path < $1.path }) {
            let problem = Self.problem(of: file, context).map { ": " + $0 } ?? ""
            CommandOutput.write("\(file.path.printable) (sha256 \(file.fingerprint.printable))\(problem)")
            for (id, reach) in file.reaches.sorted(by: { $0.key < $1.key }) {
                CommandOutput.write("  \(id.printable): \(reach.line)")
            }
        }
    }

    /// Why a file on the list is not trusted as it is now; `nil` if it is trusted.
    private static func problem(of file: TrustedFile, _ context: RunContext) -> String? {
        switch context.files.read(file.path, ConfigurationLocator.maximumBytes) {
        case .failure(let failure): failure.reason == .missing ? "the file no longer exists" : "\(failure)"
        case .success(let bytes):
            SHA256.hexadecimal(bytes) == file.fingerprint
                ? nil
                : "no longer trusted, because it has changed; to see what it may do now, run: marquee trust "
                    + file.path.quotedForShell.printable
        }
    }
}
