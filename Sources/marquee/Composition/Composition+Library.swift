import Logging
import MovieDomain
import MovieStore

extension Composition {
    /// The parts of a live run, over the layers that were made for it.
    func liveParts(_ stack: UpstreamStack) -> LiveParts {
        let library = libraryFile
        return LiveParts(stack: stack, library: library, book: library ?? TransientMatchBook(clock: environment.clock))
    }

    /// The file of the user's library; `nil` where nobody knows where.
    private var libraryFile: LibraryFile? {
        folder(settings.dataFolder, standard: "XDG_DATA_HOME", ".local/share").map { folder in
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
