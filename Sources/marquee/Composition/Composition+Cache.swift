import Logging
import MovieStore

extension Composition {
    /// The file that answers and counts are kept in; `nil` where nothing is to be kept, or nobody knows where.
    var cacheFile: CacheFile? {
        guard settings.keepsAnswers, let folder = cacheFolder else { return nil }
        let file = StoreFileSettings(folder: folder, now: environment.milliseconds) { [logger] problem in
            logger.warning("cache: \(problem)")
        }
        return CacheFile(CacheFileSettings(file: file))
    }

    /// `--cache-dir`, else what the XDG Base Directory Specification says; a folder named relatively lies where the
    /// program was started.
    private var cacheFolder: String? {
        guard let folder = settings.cacheFolder else { return userCacheFolder.map { "\($0)/marquee" } }
        if folder.hasPrefix("/") { return folder }
        return SystemEnvironment.workingFolder.map { "\($0)/\(folder)" }
    }

    /// The specification has relative paths in the variable ignored.
    private var userCacheFolder: String? {
        if let folder = environment.variable("XDG_CACHE_HOME"), folder.hasPrefix("/") { return folder }
        return environment.variable("HOME").flatMap { $0.hasPrefix("/") ? "\($0)/.cache" : nil }
    }
}
