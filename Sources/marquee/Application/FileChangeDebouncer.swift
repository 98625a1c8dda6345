import JSONRPC
import Logging
import MovieProviders
import MovieService
import ProviderLanguage

/// Decides when an edited file is read: when whoever writes it has done so.
///
/// A value without a clock: whoever owns it says what happened and when.
struct Settling: Sendable {
    enum Event: Hashable, Sendable {
        /// Somebody writes, and has not closed the file yet.
        case writing
        /// A file was closed, has taken another one's place, or is gone.
        case written
    }

    /// After the last word of a writer that has closed the file.
    static let pause = Duration.milliseconds(50)
    /// After that of one who has not.
    static let patience = Duration.milliseconds(500)
    /// After a file that could not be read: half of it may have been there.
    static let secondLook = Duration.milliseconds(250)
    /// Somebody who writes all the time is not waited for longer.
    static let longest = Duration.seconds(2)

    private var first: Duration?
    /// When the file is to be read; `nil` where nothing has happened.
    private(set) var due: Duration?
    /// Whether it was looked at once already, and made no sense.
    private(set) var isSecondLook = false

    /// Something has happened to the file.
    mutating func note(_ event: Event, at now: Duration) {
        let start = first ?? now
        first = start
        due = min(now + (event == .written ? Self.pause : Self.patience), start + Self.longest)
        isSecondLook = false
    }

    /// Whether the file is to be read now.
    mutating func isDue(at now: Duration) -> Bool {
        guard let due, due <= now else { return false }
        self.due = nil
        first = nil
        return true
    }

    /// It made no sense when it was read; it is looked at once more.
    mutating func madeNoSense(at now: Duration) {
        guard due == nil else { return }
        due = now + Self.secondLook
        isSecondLook = true
    }

    /// It was read.
    mutating func done() {
        isSecondLook = false
    }
}

/// Waits for edits of the definitions, on a thread of its own that ends with the process.
struct DefinitionFileWatch: Sendable {
    /// The files that the sources are made of, by absolute paths; asked for again after each edit.
    let files: @Sendable () -> [String]
    /// Whether any of them is another one than when they were read.
    let hasChanged: @Sendable () -> Bool
    /// Reads them again; `isSecondLook` where that made no sense a moment ago.
    ///
    /// False where it makes no sense.
    let reload: @Sendable (_ isSecondLook: Bool) -> Bool
    /// Told where the system does not tell of changes.
    let isBlind: @Sendable () -> Void

    /// Begins to wait.
    func start() {
        if PlainThread.start({ [self] in run() }) != 0 { isBlind() }
    }

    private func run() {
        let clock = ContinuousClock()
        let start = clock.now
        var settling = Settling()
        // Anew after each edit: files may have taken the places of others, and other files may count.
        while let events = FolderEvents(files().flatMap { WatchedPlace.places(of: $0) }) {
            // Whatever happened while nobody listened is found here.
            if settling.due == nil, hasChanged() { settling.note(.written, at: start.duration(to: clock.now)) }
            while !settling.isDue(at: start.duration(to: clock.now)) {
                let pause = settling.due.map { $0 - start.duration(to: clock.now) }
                if let event = events.wait(atMost: pause) { settling.note(event, at: start.duration(to: clock.now)) }
            }
            let isSecondLook = settling.isSecondLook
            let makesSense = reload(isSecondLook)
            settling.done()
            if !makesSense, !isSecondLook { settling.madeNoSense(at: start.duration(to: clock.now)) }
        }
        isBlind()
    }
}

extension Composition {
    /// Begins to take over edited definitions; to be called once they have been read.
    func watch(_ definitions: DefinitionsInForce) {
        let watch = DefinitionFileWatch(
            files: { definitions.files },
            hasChanged: { definitions.hasChanged },
            reload: { isSecondLook in
                guard definitions.hasChanged || isSecondLook else { return true }
                return definitions.reload(isSecondLook ? .editedBefore : .edited).isInForce
            },
            isBlind: { [logger] in
                logger.info(
                    "edited definitions are taken over by providers/reload alone: the system tells of no changes"
                )
            }
        )
        if !definitions.files.isEmpty { watch.start() }
    }

    /// The file whose edits count: the one in force, or the one that would be if it were there; `nil` where the
    /// definitions are those of the demo.
    var watchedFile: String? {
        if case .demo = settings.recording, settings.configurationFile == nil { return nil }
        let locator = ConfigurationLocator(environment: environment.variable, files: environment.files)
        return locator.locate(named: settings.configurationFile).path ?? locator.userFile
    }

    /// The stamp of the file in force.
    func stamps(of location: ConfigurationLocator.Location) -> [String: FileStamp?] {
        guard let path = location.path else { return [:] }
        return [path: FileStamp(of: path)]
    }

    /// The stamps of the files that the secrets of a configuration are in.
    func stamps(ofSecrets configuration: Configuration) -> [String: FileStamp?] {
        Dictionary(configuration.providers.flatMap(\.secretFiles).map { ($0, FileStamp(of: $0)) }) { first, _ in first }
    }

    /// A path that does not depend on where the program was started; `nil` where that is gone.
    func absolute(_ path: String) -> String? {
        path.hasPrefix("/") ? path : SystemEnvironment.workingFolder.map { "\($0)/\(path)" }
    }
}

extension ProviderDefinition {
    /// The files that its secrets are in.
    var secretFiles: [String] {
        secrets.filter { $0.secret.kind == .file }.map(\.secret.name)
    }
}
