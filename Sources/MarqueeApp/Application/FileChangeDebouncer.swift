import JSONRPC
import Logging
import MovieService
import Platform

/// Decides when an edited file is read: when whoever writes it has done so.
///
/// A value without a clock: whoever owns it says what happened and when.
struct FileChangeDebouncer: Sendable {
    /// After the last word of a writer that has closed the file.
    static let pause = Duration.milliseconds(50)
    /// After that of one who has not.
    static let patience = Duration.milliseconds(500)
    /// After a file that could not be read: half of it may have been there.
    static let secondLook = Duration.milliseconds(250)
    /// A writer that does not stop is not waited for longer.
    static let longest = Duration.seconds(2)

    private var first: Duration?
    /// When the file is to be read; `nil` where nothing has happened.
    private(set) var due: Duration?
    /// Whether it was looked at once already, and made no sense.
    private(set) var isSecondLook = false

    /// Something has happened to the file.
    mutating func note(_ event: FolderEvent, at now: Duration) {
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

/// Waits for edits of the files that the sources are made of, and has them read again.
struct ConfigurationWatch: Sendable {
    let configuration: ConfigurationReloader
    let logger: Logger

    /// Begins to wait, on a thread of its own that ends with the process.
    ///
    /// To be called once the definitions have been read. There is nothing to wait for where no file can take their place.
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
        // Anew after each edit: files may have taken the places of others, and other files may count.
        while let events = FolderEvents(configuration.files.flatMap { WatchedPlace.places(of: $0) }) {
            // Whatever happened before the events were listened to is found here.
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
        logger.info("edited definitions are taken over by providers/reload alone: the system tells of no changes")
    }
}
