import Logging
import MovieAggregation
public import MovieDomain
import MovieProviders
import MovieService
import MovieStore
import Platform

/// Marquee as a library: asks all configured providers and merges their answers.
///
/// ```swift
/// let marquee = try await Application(configurationFile: "providers.yaml")
/// let answer = try await marquee.search("parasite", year: 2019)
/// if let film = answer.movies.first { try await marquee.addBookmark(film.id) }
/// await marquee.close()
/// ```
///
/// It owns everything that has a lifetime. Its parts are created in order, each from the earlier ones: notifications,
/// network and stores, definitions with their providers, methods. ``close()`` ends them in reverse.
public final class Application: Sendable {
    let context: RunContext
    let notifications: ClientNotifications
    let children: ChildProcessRegistry
    let mask: ConfiguredMask
    let configuration: ConfigurationReloader
    let handler: ServiceHandler
    /// `nil` if a recording answers.
    private let services: LiveServices?
    /// Saves the providers' counts every minute and at the end, if anything is stored; `nil` if a recording answers.
    private let counting: Task<Void, Never>?

    /// Reads no file yet: an error in one shows when the catalogue is first used.
    init(_ settings: EngineSettings, kinds: [ProviderKind]) {
        context = RunContext(settings, kinds: kinds)
        notifications = ClientNotifications()
        mask = ConfiguredMask(context)
        services = settings.recording == nil ? LiveServices(context, notifications, mask: mask) : nil
        children = ChildProcessRegistry()
        configuration = ConfigurationReloader(
            context,
            live: services?.surroundings,
            children: children,
            mask: mask,
            notifications: notifications
        )
        let clock = context.environment.monotonicClock
        // Not a child of any call, because it counts for as long as the application lives; `close()` ends it.
        counting = services.map { [configuration] _ in
            Task {
                repeat {
                    await clock.sleep(for: .seconds(60))
                    await configuration.storeCounts()
                } while !Task.isCancelled
            }
        }
        handler = ServiceHandler(
            info: ServiceInfo(version: MarqueeVersion.current),
            catalogue: configuration,
            notifications: notifications
        )
    }

    /// Reads the definitions, and the user's settings and keys; call ``close()`` to stop the application.
    ///
    /// - Parameters:
    ///   - configurationFile: a `providers.yaml`. By default, the file that the `marquee` command would use.
    ///   - kinds: the kinds of providers, written in Swift, that the file may name.
    ///   - keepsAnswers: whether to store answers, matches, and the library in files, which all your processes share.
    ///   - dataFolder: where the library is stored. By default, where the `marquee` command stores it.
    ///   - isDemo: whether the built-in recording answers, without keys and network, with its own definitions.
    /// - Throws: ``ApplicationError`` if the definitions cannot be used.
    public convenience init(
        configurationFile: String? = nil,
        kinds: [ProviderKind] = [],
        keepsAnswers: Bool = true,
        dataFolder: String? = nil,
        isDemo: Bool = false
    ) async throws(ApplicationError) {
        var settings = EngineSettings()
        (settings.configurationFile, settings.keepsAnswers) = (configurationFile, keepsAnswers)
        (settings.dataFolder, settings.recording) = (dataFolder, isDemo ? .demo : nil)
        settings.logLevel = .warning
        self.init(settings, kinds: kinds)
        do throws(StartError) {
            if let problem = ProviderKind.problem(with: kinds) { throw .limited(problem) }
            _ = try await configuration.load()
        } catch {
            await close()
            throw ApplicationError(.configuration, error.message)
        }
    }

    /// Searches all providers for films by words of their titles.
    ///
    /// Pages are counted from 1; `limit` is the number of films on a page, at least 1. The answer has no films if
    /// nothing was found, and its `sources` report a provider that fails.
    ///
    /// - Throws: ``ApplicationError`` if no provider answers, or `page` or `limit` is out of range.
    public func search(
        _ text: String,
        year: Int? = nil,
        page: Int = 1,
        limit: Int = 20
    ) async throws(ApplicationError) -> SearchAnswer {
        let search = SearchMovies(text: text, year: year, page: PageRequest(page: page, limit: limit))
        let result = try await answer { catalogue throws(CallError) in try await search.run(in: catalogue) }
        return SearchAnswer(result)
    }

    /// Gets everything that the providers know about one film.
    ///
    /// - Parameters:
    ///   - id: any id of the film, such as `imdb:tt6751668`.
    ///   - include: parts for which some providers need additional requests.
    /// - Returns: the film, with a report for each provider.
    /// - Throws: ``ApplicationError`` if no provider has the film, or none answers.
    public func movie(
        _ id: MovieID,
        include: Set<LookupQuery.Part> = []
    ) async throws(ApplicationError) -> MovieAnswer {
        var film = GetMovie(id: id)
        film.include = include
        let result = try await answer { [film] catalogue throws(CallError) in try await film.run(in: catalogue) }
        return MovieAnswer(movie: result.movie, sources: result.sources)
    }

    func answer<Answer>(
        _ call: (Catalogue) async throws(CallError) -> Answer
    ) async throws(ApplicationError) -> Answer {
        let catalogue = await (try await catalogue()).corrected()
        do throws(CallError) {
            return try await call(catalogue)
        } catch {
            throw ApplicationError(error.kind, error.message, sources: error.reports)
        }
    }

    /// Makes a call of the library.
    func library<Result>(
        _ call: (ServiceHandler) async throws(LocalCallError) -> Result
    ) async throws(ApplicationError) -> Result {
        _ = try await catalogue()
        do throws(LocalCallError) {
            return try await call(handler)
        } catch {
            throw ApplicationError(error.kind, error.message, sources: error.sources)
        }
    }

    private func catalogue() async throws(ApplicationError) -> Catalogue {
        do throws(StartError) {
            return try await configuration.load()
        } catch {
            throw ApplicationError(.configuration, error.message)
        }
    }

    /// Whether the library was read without success, so that its bookmarks and corrections are not known.
    var lacksLibrary: Bool { libraryFile?.isUnread ?? false }

    private var libraryFile: LibraryFile? { services?.libraryFile ?? configuration.libraryFile }

    /// Starts to notify the client of changes that other processes make to the library.
    func watchLibrary() {
        do {
            try libraryFile?.watch(notifications.libraryChanged)
        } catch {
            context.logger.info("changes of the library by other processes are not announced: \(error)")
        }
    }

    /// Ends the programs that serve as providers, cancels background work, and closes connections and files.
    ///
    /// The application cannot be used after that.
    public func close() async {
        await children.close()
        counting?.cancel()
        await counting?.value
        await services?.close()
        _ = await configuration.libraryFile?.close(within: 250)
    }

    /// Runs `body` with an application that is closed afterwards.
    static func run<Result>(
        _ settings: EngineSettings,
        kinds: [ProviderKind],
        _ body: (Application) async throws -> Result
    ) async throws -> Result {
        let application = Application(settings, kinds: kinds)
        let result = await Swift.Result { try await body(application) }
        await application.close()
        return try result.get()
    }
}

/// The films that a search found, merged, best matches first.
public struct SearchAnswer: Hashable, Sendable {
    public let movies: [Movie]
    /// Whether there are more pages; `nil` if no provider says, or a failure leaves it open.
    public let hasMore: Bool?
    /// One report for each provider, in the order of the configuration.
    public let sources: [ProviderReport]

    init(_ result: SearchResult) {
        (movies, hasMore, sources) = (result.movies, result.page.hasMore, result.sources)
    }
}

/// One film, merged from the records of all providers.
public struct MovieAnswer: Hashable, Sendable {
    public let movie: Movie
    /// One report for each provider, in the order of the configuration.
    public let sources: [ProviderReport]
}

/// The reason why Marquee cannot start, or why a call has no answer.
public struct ApplicationError: Error, CustomStringConvertible {
    public let kind: FailureKind
    /// What went wrong, in a sentence for a person.
    public let description: String
    /// One report for each provider of the failed call; empty if there was no call.
    public let sources: [ProviderReport]

    init(_ kind: FailureKind, _ description: String, sources: [ProviderReport] = []) {
        self.kind = kind
        self.description = description
        self.sources = sources
    }
}

/// The settings of one run of the program.
struct EngineSettings: Equatable {
    /// `nil` means the standard location; this is also true of the folders below.
    var configurationFile: String?
    var recording: RecordingChoice?
    /// Replaces the current time; `nil` uses the time of the clock or of the recording.
    var moment: Timestamp?
    var cacheFolder: String?
    var dataFolder: String?
    /// Whether answers and matches are stored in files.
    var keepsAnswers = true
    /// Whether the definitions may use all variables, files, and programs that they name.
    var trustsDefinitions = false
    /// Whether a client talks to it, which sees no answer of its own about the definitions.
    var isSession = false
    var logLevel: Logger.Level = .notice

    enum RecordingChoice: Equatable {
        case demo
        case folder(String)
    }
}
