import Logging
import MovieProviders
import Platform
import ProviderLanguage

/// Decides whether definitions may start programs, and how; only a file that no other user can write may do so.
struct ProcessPermissions {
    let settings: EngineSettings
    let environment: SystemEnvironment
    let logger: Logger

    /// A warning for each provider whose program may not be started.
    func warnings(about configuration: Configuration) -> [Diagnostic] {
        let programs = configuration.providers.filter { $0.http == nil && $0.enabled }
        guard settings.recording == nil, !programs.isEmpty, let refusal = surroundings.refusal else { return [] }
        return programs.map { Diagnostic(.warning, at: $0.location, "'\($0.id)' is disabled: \(refusal)") }
    }

    var surroundings: ProcessRepositoryFactory.Surroundings {
        let trust = FileTrust.system
        var refusal: String?
        var folder = "/"
        switch settings.configurationLocation(in: environment) {
        case .bundled, .demo: refusal = "built-in definitions run no programs"
        case .file(let path):
            refusal = trust.refusal(ofFile: path)
            if let place = SystemEnvironment.absolute(path) {
                folder = place.lastIndex(of: "/").map { String(place[..<$0]) } ?? "/"
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
        ) { [logger] line in
            logger.notice("\(line)")
        }
    }
}
