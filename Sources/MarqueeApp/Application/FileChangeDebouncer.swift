import JSONRPC
import Logging
import MovieService
import Platform

/// Decides when to read an edited file, which is once its writer is done; the owner passes the current time.
struct FileChangeDebouncer: Sendable {
    /// The delay after a writer has closed the file.
    static let pause = Duration.milliseconds(50)
    /// The delay after a writer has written without closing the file.
    static let patience = Duration.milliseconds(500)
    /// The delay after an invalid reading, because the file may have been half-written.
    static let secondLook = Duration.milliseconds(250)
    /// The maximum delay, for a writer that does not stop.
    static let longest = Duration.seconds(2)

    private var first: Duration?
    /// When to read the file; `nil` if nothing has changed.
    private(set) var due: Duration?
    /// Whether the file is read a second time because the first reading was invalid.
    private(set) var isSecondLook = false

    mutating func note(_ event: FolderEvent, at now: Duration) {
        let start = first ?? now
        first = start
        due = min(now + (event == .written ? Self.pause : Self.patience), start + Self.longest)
        isSecondLook = false
    }

    mutating func isDue(at now: Duration) -> Bool {
        guard let due, due <= now else { return false }
        self.due = nil
        first = nil
        return true
    }

    mutating func madeNoSense(at now: Duration) {
        guard due == nil else { return }
        due = now + Self.secondLook
        isSecondLook = true
    }

    mutating func done() {
        isSecondLook = false
    }
}

/// Watches the files that the providers are made from, and reloads the definitions when they are edited.
struct ConfigurationWatch: Sendable {
    let configuration: ConfigurationReloader
    let logger: Logger

    /// Starts a thread that ends with the process; call this once the definitions have been read.
    func start() {
        guard !configuration.files.isEmpty else { return }
        do {
            try SystemThread.start { [self] in run() }
        } catch {
            noteBlindness()
        }
    }

    private func run() {
        let clock = ContinuousClock()
        let start = clock.now
        var debouncer = FileChangeDebouncer()
        // Watch again after each edit, because files may have been replaced, and other files may be in use.
        while let events = FolderEvents(configuration.files.flatMap { WatchedPlace.places(of: $0) }) {
            // Catches an edit made before the watch began.
            if debouncer.due == nil, configuration.hasChanged {
                debouncer.note(.written, at: start.duration(to: clock.now))
            }
            while !debouncer.isDue(at: start.duration(to: clock.now)) {
                let pause = debouncer.due.map { $0 - start.duration(to: clock.now) }
                if let event = events.wait(atMost: pause) { debouncer.note(event, at: start.duration(to: clock.now)) }
            }
            let isSecondLook = debouncer.isSecondLook
            let makesSense = read(isSecondLook: isSecondLook)
            debouncer.done()
            if !makesSense, !isSecondLook { debouncer.madeNoSense(at: start.duration(to: clock.now)) }
        }
        noteBlindness()
    }

    private func read(isSecondLook: Bool) -> Bool {
        guard configuration.hasChanged || isSecondLook else { return true }
        return configuration.takeOver(isSecondLook ? .editedBefore : .edited).isInForce
    }

    private func noteBlindness() {
        logger.info(
            "edited definitions take effect after providers/reload only: the system does not report changes of files"
        )
    }
}
