import Logging
import MovieDomain
import MovieHTTP
import MovieProviders
import MovieStore
import ProviderLanguage
import Upstream

/// The network for the commands that ask an API outside of a service: with its limits and retries, without kept answers.
struct LiveSources {
    let environment: SystemEnvironment
    /// Where calls are counted together with those of other processes; `nil` counts them for this one alone.
    var counts: CacheFile?

    /// Runs `body` with a transport to the hosts of these definitions, and to nowhere else.
    func withTransport<Result>(
        to configuration: Configuration,
        _ body: (any HTTPTransport) async throws -> Result
    ) async throws -> Result {
        let settings = HTTPTransportConfiguration(
            userAgent: MarqueeVersion.userAgent,
            environment: environment.variable,
            clock: environment.alarms
        )
        return try await withHTTPTransport(settings) { network in
            try await withRefreshQueue { refreshes in
                let stack = UpstreamStack(
                    over: network,
                    keepingIn: nil,
                    countingIn: counts,
                    refreshes: refreshes,
                    alarms: environment.alarms,
                    milliseconds: environment.milliseconds,
                    onRefreshed: { _, _ in }
                )
                stack.adopt(configuration, zones: SystemTimeZoneDatabase(files: environment.files))
                let result = try await body(guarded(stack.transport, configuration))
                _ = await counts?.close(within: 250)
                return result
            }
        }
    }

    /// The answer to one request that stands in no definition, from its own host alone.
    func answer(to sample: SampleRequest) async throws -> HTTPResponse {
        let settings = HTTPTransportConfiguration(
            userAgent: MarqueeVersion.userAgent,
            environment: environment.variable,
            clock: environment.alarms
        )
        return try await withHTTPTransport(settings) { network in
            try await network.send(sample.request)
        }
    }

    private func guarded(_ transport: some HTTPTransport, _ configuration: Configuration) -> any HTTPTransport {
        OriginGuard(AllowedOrigins(configuration), before: transport)
    }
}

/// What stands between the sources and the world for as long as the program runs, whatever definitions are in force.
struct LiveParts {
    /// The layers over the network.
    let stack: UpstreamStack
    /// The user's library; `nil` where nobody knows where to keep it.
    let library: LibraryFile?
    /// Where notes about matches are kept.
    let book: any MatchBook

    /// Writes what waits to be kept, in a quarter of a second for each file.
    func close() async {
        _ = await stack.file?.close(within: 250)
        _ = await library?.close(within: 250)
    }
}

extension Composition {
    /// The file that answers and counts are kept in; `nil` where nothing is to be kept, or nobody knows where.
    var cacheFile: CacheFile? {
        guard settings.keepsAnswers, let folder = folder(settings.cacheFolder, standard: "XDG_CACHE_HOME", ".cache")
        else { return nil }
        let file = StoreFileSettings(
            folder: folder,
            now: environment.milliseconds,
            clock: environment.alarms
        ) { [logger] problem in
            logger.warning("cache: \(problem)")
        }
        return CacheFile(CacheFileSettings(file: file))
    }

    /// The folder that an option names, else our own in what the XDG Base Directory Specification says.
    ///
    /// One named relatively lies where the program was started; the specification has relative paths in the variable
    /// ignored.
    func folder(_ option: String?, standard variable: String, _ home: String) -> String? {
        if let option {
            return option.hasPrefix("/") ? option : SystemEnvironment.workingFolder.map { "\($0)/\(option)" }
        }
        if let folder = environment.variable(variable), folder.hasPrefix("/") { return folder + "/marquee" }
        return environment.variable("HOME").flatMap { $0.hasPrefix("/") ? "\($0)/\(home)/marquee" : nil }
    }
}

extension Composition {
    /// The parts of a live run, over the layers that were made for it.
    func liveParts(_ stack: UpstreamStack) -> LiveParts {
        let library = libraryFile
        return LiveParts(stack: stack, library: library, book: library ?? TransientMatchBook(clock: environment.clock))
    }

    /// The file of the user's library; `nil` where nothing is to be kept, or nobody knows where.
    private var libraryFile: LibraryFile? {
        guard settings.keepsAnswers else { return nil }
        return folder(settings.dataFolder, standard: "XDG_DATA_HOME", ".local/share").map { folder in
            let settings = StoreFileSettings(
                folder: folder,
                now: environment.milliseconds,
                clock: environment.alarms
            ) { [logger] problem in
                logger.warning("library: \(problem)")
            }
            return LibraryFile(settings)
        }
    }
}
