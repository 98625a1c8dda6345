import HTTPModel
import Logging
import MovieDomain
import MovieProviders
import MovieService
import MovieStore
import Platform

/// What one run of the program works with, and the system around it.
struct RunContext: Sendable {
    let settings: EngineSettings
    let kinds: [ProviderKind]
    let environment = SystemEnvironment.current
    let logger: Logger
    /// The keys that the user has given to be kept; `nil` if a recording answers, or no folder is known.
    let keys: StoredKeys?

    init(_ settings: EngineSettings, kinds: [ProviderKind] = []) {
        (self.settings, self.kinds) = (settings, kinds)
        logger = Logger(marqueeLevel: settings.logLevel)
        keys = settings.recording == nil ? StoredKeys(environment, logger) : nil
    }

    var files: FileSystem { environment.files }

    /// The clock of days and of the library: stopped at `--now` if that is given.
    ///
    /// Answers age, and calls count against quotas, by the real time.
    var wallClock: WallClock { settings.moment.map { environment.wallClock.stopped(at: $0) } ?? environment.wallClock }

    /// Where keys and passwords come from: a variable takes precedence over a key that is kept in its place.
    var secrets: SecretSource {
        SecretSource(
            environment: { [environment, keys] name in
                if let value = environment.variable(name), !value.isEmpty { return value }
                return keys?.key(name)?.reveal(\.self)
            },
            files: files
        )
    }
}

extension RunContext {
    /// Returns the file of answers and quota counts of definitions that were read; `nil` if nothing is to be stored, or no
    /// folder is known.
    func cacheFile(of definitions: [UInt8]) -> CacheFile? {
        cacheFile(in: cacheFolder(isUntrusted: DefinitionTrust.isUntrusted(definitions, at: location, self)))
    }

    func cacheFile(in folder: String?) -> CacheFile? {
        storeFile("cache", in: folder).map { file in
            var settings = CacheFileSettings(file: file)
            settings.coding = .asInAnswers
            return CacheFile(settings)
        }
    }

    /// The folder of what may be fetched again; `nil` if none is known.
    ///
    /// Definitions from elsewhere have a folder of their own in it until they are trusted, unless a folder is named.
    func cacheFolder(isUntrusted: Bool) -> String? {
        let folder = environment.folder(settings.cacheFolder, standard: "XDG_CACHE_HOME", ".cache")
        guard settings.cacheFolder == nil, isUntrusted else { return folder }
        return folder.map { "\($0)/\(StoreFileKind.untrustedFolder)" }
    }

    /// The file of the user's library; `nil` if nothing is to be stored, or no folder is known.
    var libraryFile: LibraryFile? {
        storeFile("library", in: libraryFolder).map { settings in
            var settings = settings
            settings.wallClock = wallClock
            return LibraryFile(settings)
        }
    }

    /// The library while a recording answers: in the folder that is named, or in memory until the process ends.
    ///
    /// It keeps of the matches only the user's corrections, so that equal calls get equal answers.
    func library(replayedAt clock: WallClock) -> LibraryFile {
        guard keepsLibrary, var settings = storeFile("library", in: libraryFolder) else {
            return LibraryFile(inMemory: clock, mostRemembered: 0)
        }
        settings.wallClock = clock
        return LibraryFile(settings, mostRemembered: 0)
    }

    /// Whether the changes of the library outlast the process although a recording may answer.
    var keepsLibrary: Bool { settings.keepsAnswers && (settings.recording == nil || settings.dataFolder != nil) }

    /// Why the library has no file, and what to do about it; `nil` if it has one, or a recording answers.
    var reasonForNoLibrary: String? {
        guard settings.recording == nil else { return nil }
        guard settings.keepsAnswers else { return "--no-cache writes no file; leave it out" }
        guard libraryFolder == nil else { return nil }
        return "no folder is known for it; set HOME, or name a folder with --data-dir"
    }

    /// The folder of the library and of the list of trusted definitions; `nil` if none is known.
    var libraryFolder: String? { environment.folder(settings.dataFolder, standard: "XDG_DATA_HOME", ".local/share") }

    private func storeFile(_ name: String, in folder: String?) -> StoreFileSettings? {
        guard settings.keepsAnswers, let folder else { return nil }
        var store = StoreFileSettings(folder: folder, wallClock: environment.wallClock) { [logger] problem in
            logger.warning("\(name): \(problem)")
        }
        store.clock = environment.monotonicClock
        return store
    }

    /// The folder of fetched images; `nil` if nothing is to be stored, or no folder is known.
    ///
    /// The demo writes only to a folder that is named.
    func imageFolder(in cacheFolder: String?) -> ImageFolder? {
        guard settings.keepsAnswers, let cacheFolder else { return nil }
        if settings.recording == .demo, settings.cacheFolder == nil { return nil }
        return ImageFolder(
            at: "\(cacheFolder)/\(ImageFolder.name)",
            wallClock: environment.wallClock,
            knowsAddresses: settings.recording == nil
        ) { [logger] in logger.warning("images: \($0)") }
    }
}

extension SystemEnvironment {
    /// Returns the option's folder, or the `marquee` folder by the XDG Base Directory Specification, which ignores
    /// relative paths in variables.
    fileprivate func folder(_ option: String?, standard name: String, _ home: String) -> String? {
        if let option { return Self.absolute(option) }
        if let folder = variable(name), folder.hasPrefix(scalars: "/") { return folder + "/marquee" }
        return variable("HOME").flatMap { $0.hasPrefix(scalars: "/") ? "\($0)/\(home)/marquee" : nil }
    }
}

enum MarqueeVersion {
    static let current = "0.1.0"
    static let userAgent = "marquee/\(current)"
}
