import Logging
import MovieProviders
import Platform
import ProviderLanguage

extension Composition {
    /// The kinds of sources that definitions may have.
    var registry: ProviderRegistry {
        ProviderRegistry(kinds: [HTTPProviderKind(), ProcessProviderKind(roster: children) { processSurroundings }])
    }

    /// A warning for each source whose program these definitions may not have run.
    func programWarnings(_ configuration: Configuration) -> [Diagnostic] {
        let programs = configuration.providers.filter { $0.http == nil && $0.enabled }
        guard settings.recording == nil, !programs.isEmpty, let refusal = processSurroundings.refusal else { return [] }
        return programs.map { Diagnostic(.warning, at: $0.location, "'\($0.id)' is disabled: \(refusal)") }
    }

    /// What programs among the sources are started with.
    ///
    /// Definitions come from a file that is named explicitly or lies in the user's own folder, or are built in; beyond that
    /// nobody else may be able to write them where they have programs run.
    private var processSurroundings: ProcessProviderKind.Surroundings {
        let trust = FileTrust.system
        var refusal: String?
        var folder = "/"
        switch configurationLocation {
        case .bundled: refusal = "definitions that are built in run no programs"
        case .file(let path):
            refusal = trust.refusal(ofFile: path)
            if let place = absolute(path) {
                folder = place.lastIndex(of: "/").map { String(place[..<$0]) } ?? "/"
            } else {
                refusal = "the folder that the program was started in is gone"
            }
        }
        if settings.recording != nil { refusal = "programs are not run while a recording is replayed" }
        return ProcessProviderKind.Surroundings(
            folder: folder,
            refusal: refusal,
            variable: environment.variable,
            trust: trust
        ) { [logger] line in
            logger.notice("\(line)")
        }
    }

    /// Kills every program that still runs, for when there is no time left.
    var killPrograms: @Sendable () -> Void { children.killAll }

    /// Runs `body`, and ends every program that it has had started.
    func endingPrograms<Result>(_ body: () async throws -> Result) async throws -> Result {
        do {
            let result = try await body()
            await children.close()
            return result
        } catch {
            await children.close()
            throw error
        }
    }
}
