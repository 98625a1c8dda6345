import DefinitionTools
import HTTPModel
import MovieDomain
import MovieProviders
import MovieStore
import Platform
import Upstream

/// What surrounds the providers: the world, or a recording of it.
struct ProviderSurroundings: Sendable {
    let transport: any HTTPClient
    let secrets: SecretSource
    let clock: WallClock
    var library: LibraryFile
    /// The films of earlier answers.
    let films: any FilmIndex
    /// `nil` if no counts are stored.
    var counts: CountKeeper?
    /// `nil` if no files are stored.
    var images: ImageFolder?
    /// `nil` for a recording, which has no limits.
    var client: ProviderClient?
    /// The origins in the recording; `nil` if the network answers.
    var recordedOrigins: Set<HTTPOrigin>?
    /// Clears what is cleared with these surroundings; `nil` if nothing is.
    var clearingToo: (@Sendable (ProviderID?) async -> ClearedCache)?

    /// Drops the cached answers of one source, or all answers and images if it is `nil`.
    func clear(of provider: ProviderID?) async -> ClearedCache {
        guard let client else { return ClearedCache() }
        var cleared = ClearedCache(
            answers: await client.cache.removeAll(of: provider?.rawValue),
            // The files do not say whose they are.
            images: provider == nil ? await images?.clear() : nil
        )
        guard let others = await clearingToo?(provider) else { return cleared }
        cleared.answers += others.answers
        cleared.images?.files += others.images?.files ?? 0
        cleared.images?.bytes += others.images?.bytes ?? 0
        return cleared
    }
}

extension ProviderSurroundings {
    /// A recording, which is read now.
    init(replaying choice: EngineSettings.RecordingChoice, _ context: RunContext) throws(StartError) {
        let recording: Recording
        do {
            switch choice {
            case .demo: recording = try Recording.demo()
            case .folder(let folder): recording = try Recording(folder: folder, files: context.files)
            }
        } catch {
            throw .recording(error)
        }
        let clock = context.environment.wallClock.stopped(at: context.settings.moment ?? recording.now)
        self.init(
            transport: ReplayTransport(recording, clock: context.environment.monotonicClock),
            secrets: .placeholder,
            clock: clock,
            library: context.library(replayedAt: clock),
            films: TransientFilmIndex(),
            images: context.imageFolder(in: context.cacheFolder(isUntrusted: false)),
            recordedOrigins: recording.origins
        )
    }
}
