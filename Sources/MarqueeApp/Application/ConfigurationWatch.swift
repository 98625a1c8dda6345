import JSONRPC
import Logging
import MovieDomain
import MovieProviders
import MovieService
import Platform
import ProviderLanguage

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

    mutating func lookAgain(at now: Duration) {
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
            logger.warning("edited definitions take effect only after providers/reload: \(error)")
        }
    }

    private func run() {
        let clock = ContinuousClock()
        let start = clock.now
        var debouncer = FileChangeDebouncer()
        // Watch again after each edit, because files may have been replaced, and other files may be in use.
        while true {
            let events = FolderEvents(configuration.files.flatMap { WatchedPlace.places(of: $0) })
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
            if !makesSense, !isSecondLook { debouncer.lookAgain(at: start.duration(to: clock.now)) }
        }
    }

    private func read(isSecondLook: Bool) -> Bool {
        guard configuration.hasChanged || isSecondLook else { return true }
        return configuration.takeOver(isSecondLook ? .editedBefore : .edited).isInForce
    }
}

extension ProvidersChange {
    /// Records what the new definitions change; `unchanged` are the ids of the providers that stay the same.
    mutating func compare(_ before: Configuration, _ after: Configuration, unchanged: Set<String>) {
        let (old, new) = (before.providers.map(\.id), after.providers.map(\.id))
        added = new.filter { !old.contains($0) }.map { ProviderID($0) }
        removed = old.filter { !new.contains($0) }.map { ProviderID($0) }
        changed = new.filter { old.contains($0) && !unchanged.contains($0) }.map { ProviderID($0) }
        // The order in the file is the order of precedence, unless merge.order says otherwise.
        var (settings, others) = (before.settings, after.settings)
        settings.merge.order.removeAll { !new.contains($0.rawValue) }
        others.merge.order.removeAll { !old.contains($0.rawValue) }
        hasOtherSettings = settings != others || old.filter(new.contains) != new.filter(old.contains)
    }

    /// Reports a file that cannot be used, so that nothing changes.
    init(_ error: StartError, file: String?) {
        self.init(isInForce: false, file: file)
        switch error {
        case .invalid(let diagnostics): problems = diagnostics.map(Problem.init)
        case .unreadable(let failure): problems = [Problem("\(failure)", of: failure.path)]
        case .recording, .unknownProvider, .limited: problems = [Problem(error.message, of: file ?? "")]
        }
    }

    func log(to logger: Logger) {
        for problem in problems {
            let place = "\(problem.file):\(problem.line):\(problem.column)"
            logger.log(level: problem.severity == "error" ? .error : .warning, "\(place): \(problem.message)")
        }
        let file = file ?? "the built-in definitions"
        if !isInForce { logger.warning("\(file): not applied; the previous definitions stay in force") }
        guard changesAnything else { return }
        let parts = [("added", added), ("removed", removed), ("changed", changed)]
            .filter { !$0.1.isEmpty }
            .map { "\($0.0): \($0.1.map(\.rawValue).joined(separator: ", "))" }
        let words = parts + (hasOtherSettings ? ["other settings"] : [])
        logger.notice("\(file): applied; \(words.joined(separator: "; "))")
    }
}

extension ProvidersChange.Problem {
    /// Creates a problem of a whole file, without repeating the file's name in the message.
    fileprivate init(_ words: String, of file: String) {
        let prefix = file + ": "
        let message = words.hasPrefix(scalars: prefix) ? String(words.dropFirst(prefix.count)) : words
        self.init(severity: "error", file: file, line: 1, column: 1, message: message)
    }

    init(_ diagnostic: Diagnostic) {
        self.init(
            severity: diagnostic.severity.rawValue,
            file: diagnostic.location.file,
            line: diagnostic.location.line,
            column: diagnostic.location.column,
            message: diagnostic.finding.description
        )
    }
}
