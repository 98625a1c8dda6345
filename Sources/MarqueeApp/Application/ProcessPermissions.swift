import Logging
import MovieProviders
import Platform
import ProviderLanguage

/// Whether definitions may have programs run, and what those are started with.
///
/// Whether the user trusts the definitions is decided before (``DefinitionTrust``); beyond that no other user may be able
/// to write them where they have programs run.
struct ProcessPermissions {
    let settings: EngineSettings
    let environment: SystemEnvironment
    let logger: Logger

    /// A warning for each source whose program these definitions may not have run.
    func warnings(about configuration: Configuration) -> [Diagnostic] {
        let programs = configuration.providers.filter { $0.http == nil && $0.enabled }
        guard settings.recording == nil, !programs.isEmpty, let refusal = surroundings.refusal else { return [] }
        return programs.map { Diagnostic(.warning, at: $0.location, "'\($0.id)' is disabled: \(refusal)") }
    }

    /// What programs among the sources are started with.
    var surroundings: ProcessRepositoryFactory.Surroundings {
        let trust = FileTrust.system
        var refusal: String?
        var folder = "/"
        switch settings.configurationLocation(in: environment) {
        case .bundled: refusal = "definitions that are built in run no programs"
        case .file(let path):
            refusal = trust.refusal(ofFile: path)
            if let place = SystemEnvironment.absolute(path) {
                folder = place.lastIndex(of: "/").map { String(place[..<$0]) } ?? "/"
            } else {
                refusal = "the folder that the program was started in is gone"
            }
        }
        if settings.recording != nil { refusal = "programs are not run while a recording is replayed" }
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
