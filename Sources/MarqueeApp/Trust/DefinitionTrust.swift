import Logging
import MovieDomain
import MovieProviders
import MovieStore
import Platform
import ProviderLanguage

/// Decides which providers may use variables, files, and programs of the user, and machines in the user's network.
///
/// They may if the definitions are built in, lie in the user's own configuration folder, or come with `--trust`. In any
/// other file, only those may that the user has approved by `marquee trust`, with exactly this content.
struct DefinitionTrust {
    private enum Standing {
        /// All providers may use what they name.
        case own
        /// The approved reach of each provider, by provider id.
        case listed([String: ProviderReach])
        /// No provider is trusted until the user approves the file; the reason is a clause for a sentence.
        case unapproved(String)
        /// No provider can be trusted, for the reason in this clause.
        case refused(String)
    }

    private let standing: Standing
    /// What needs trust, by provider id.
    private let inQuestion: [String: String]
    /// The command that shows the file and asks for approval.
    private let command: String

    /// The trust in definitions that were read; the list is looked at if they use anything of the user's.
    init(
        in configuration: Configuration,
        _ bytes: [UInt8],
        at location: ConfigurationLocator.Location,
        _ context: RunContext
    ) {
        let (settings, inQuestion) = (context.settings, configuration.providersToTrust)
        self.inQuestion = inQuestion
        guard settings.recording == nil, !settings.trustsDefinitions, let path = location.path,
            configuration.providers.contains(where: { $0.enabled && inQuestion[$0.id] != nil }),
            !ConfigurationLocator(context.environment).isOwn(path)
        else {
            (standing, command) = (.own, "")
            return
        }
        let folder = settings.dataFolder.map { " --data-dir \($0.quotedForShell)" } ?? ""
        command = "marquee trust\(folder) \((SystemEnvironment.absolute(path) ?? path).quotedForShell)"
        standing = Self.standing(of: path, bytes, context)
    }

    /// Whether definitions that were read are from elsewhere, and the user has not approved them as they are.
    static func isUntrusted(
        _ bytes: [UInt8],
        at location: ConfigurationLocator.Location,
        _ context: RunContext
    ) -> Bool {
        guard context.settings.recording == nil, !context.settings.trustsDefinitions, let path = location.path,
            !ConfigurationLocator(context.environment).isOwn(path)
        else { return false }
        if case .listed = standing(of: path, bytes, context) { return false }
        return true
    }

    private static func standing(of path: String, _ bytes: [UInt8], _ context: RunContext) -> Standing {
        guard let list = TrustList(context), let file = FileSystem.realPath(path) else {
            return .refused(
                "no folder is known for the list of trusted definitions; set HOME, or pass --data-dir or --trust"
            )
        }
        do throws(PrivateFileError) {
            guard let known = try list.read().first(where: { $0.path == file }) else {
                return .unapproved("\(path) is not trusted yet")
            }
            guard known.fingerprint == SHA256.hexadecimal(bytes) else {
                return .unapproved("\(path) has changed since it was trusted")
            }
            return .listed(known.reaches)
        } catch {
            return .refused("the list of trusted definitions cannot be used (\(error))")
        }
    }

    /// Returns the reason why a provider may not be used, and what to do about it; `nil` if it may.
    func refusal(of provider: ProviderDefinition) -> String? {
        guard inQuestion[provider.id] != nil else { return nil }
        switch standing {
        case .own: return nil
        case .listed(let reaches):
            if let allowed = reaches[provider.id], provider.reach.behindLinks.isWithin(allowed) { return nil }
            return "it may now do more than you allowed; run: \(command)"
        case .unapproved(let words): return "\(words); run: \(command)"
        case .refused(let words): return words
        }
    }

    /// Returns the same with what the provider needs trust for.
    func explanation(of provider: ProviderDefinition) -> String? {
        refusal(of: provider).map { refusal in
            let advice = refusal.replacing(scalars: "; run: ", with: "; to see what it may do and allow it, run: ")
            return (inQuestion[provider.id].map { "it \($0.printable), and " } ?? "") + advice
        }
    }

    /// Returns a warning for each enabled provider that may not be used.
    func warnings(about configuration: Configuration) -> [Diagnostic] {
        configuration.providers.filter(\.enabled).compactMap { provider in
            explanation(of: provider).map {
                Diagnostic(.warning, at: provider.location, "'\(provider.id)' is disabled: \($0)")
            }
        }
    }
}

extension RunContext {
    /// A warning for each provider whose program may not be started.
    func programWarnings(about providers: [ProviderDefinition]) -> [Diagnostic] {
        let programs = providers.filter { $0.http == nil && $0.enabled }
        guard settings.recording == nil, !programs.isEmpty, let refusal = programSurroundings.refusal else { return [] }
        return programs.map { Diagnostic(.warning, at: $0.location, "'\($0.id)' is disabled: \(refusal)") }
    }

    /// Whether definitions may start programs, and where; only a file that no other user can write may.
    var programSurroundings: ProcessRepositoryFactory.Surroundings {
        let trust = FileTrust.system
        var refusal: String?
        var folder = "/"
        switch location {
        case .bundled, .demo: refusal = "built-in definitions run no programs"
        case .file(let path):
            refusal = trust.refusal(ofFile: path)
            if let place = SystemEnvironment.absolute(path) {
                folder = place.lastIndex(scalar: "/").map { String(place[..<$0]) } ?? "/"
            } else {
                refusal = "the working directory is gone"
            }
        }
        if settings.recording != nil { refusal = "no programs run while a recording is replayed" }
        return ProcessRepositoryFactory.Surroundings(
            folder: folder,
            refusal: refusal,
            variable: environment.variable,
            trust: trust
        ) { [logger] in logger.notice("\($0)") }
    }
}

extension ConfigurationLocator {
    /// Whether a file is the user's own `providers.yaml`, or lies anywhere in its folder.
    func isOwn(_ path: String) -> Bool {
        guard let userFile else { return false }
        if path == userFile { return true }
        let folder = userFile[..<(userFile.lastIndex(scalar: "/") ?? userFile.endIndex)]
        guard let file = FileSystem.realPath(path), let home = FileSystem.realPath(String(folder)) else { return false }
        return file.hasPrefix(scalars: home + "/")
    }
}
