import Logging
import MovieDomain
import MovieProviders
import MovieService
import Platform
import ProviderLanguage

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
            logger.warning("\(problem.file):\(problem.line):\(problem.column): \(problem.severity): \(problem.message)")
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
        let message = words.hasPrefix(prefix) ? String(words.dropFirst(prefix.count)) : words
        self.init(severity: "error", file: file, line: 1, column: 1, message: message)
    }

    init(_ diagnostic: Diagnostic) {
        self.init(
            severity: diagnostic.severity.rawValue,
            file: diagnostic.location.file,
            line: diagnostic.location.line,
            column: diagnostic.location.column,
            message: diagnostic.message
        )
    }
}
