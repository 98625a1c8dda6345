import MovieDomain
import MovieProviders
import MovieService
import Platform
import ProviderLanguage

extension ProvidersChange {
    /// Takes in what is another in the definitions of after than in those of before.
    mutating func compare(_ before: Configuration, _ after: Configuration, unchanged: Set<String>) {
        let (old, new) = (before.providers.map(\.id), after.providers.map(\.id))
        added = new.filter { !old.contains($0) }.map { ProviderID($0) }
        removed = old.filter { !new.contains($0) }.map { ProviderID($0) }
        changed = new.filter { old.contains($0) && !unchanged.contains($0) }.map { ProviderID($0) }
        // The order of the file is that of the sources, and of what they say where nothing else is said.
        var (settings, others) = (before.settings, after.settings)
        settings.merge.order.removeAll { !new.contains($0.rawValue) }
        others.merge.order.removeAll { !old.contains($0.rawValue) }
        hasOtherSettings = settings != others || old.filter(new.contains) != new.filter(old.contains)
    }

    /// A file that cannot be used, so that nothing has changed.
    init(_ failure: StartError, file: String?) {
        self.init(isInForce: false, file: file)
        switch failure {
        case .invalid(let diagnostics): problems = diagnostics.map(Problem.init)
        case .unreadable(let failure): problems = [Problem("\(failure)", of: failure.path)]
        case .recording(let failure): problems = [Problem("\(failure)", of: file ?? "")]
        case .unknownProvider, .limited: problems = [Problem(failure.text, of: file ?? "")]
        }
    }
}

extension ProvidersChange.Problem {
    /// A problem of a whole file; its name is not said twice.
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
