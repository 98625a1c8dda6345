import Logging
import MovieStore

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
