import MovieDomain
package import MovieProviders
package import Platform
package import ProviderLanguage

/// A check of a definition file without a network: everything that is wrong with it, and what looks wrong.
package struct DefinitionCheck: Sendable {
    /// The time for the tests of one file, which an editor has checked at every change.
    private static let timeLimit = Duration.seconds(10)

    private let environment: SystemEnvironment
    private let kinds: [String]

    /// Creates a check; `kinds` are the names of the kinds of providers in Swift that this program has.
    package init(environment: SystemEnvironment, kinds: [String]) {
        self.environment = environment
        self.kinds = kinds
    }

    /// A run of tests that begins now.
    package var tests: DefinitionTestRun {
        DefinitionTestRun(
            files: environment.files,
            deadline: Deadline(after: Self.timeLimit, on: environment.monotonicClock)
        )
    }

    /// Returns what is in a file, and every problem of it, with its failing tests if they are run; `permissions` are those
    /// of the file, or `nil`.
    package func outcome(
        of bytes: [UInt8],
        file: String,
        permissions: Int?,
        runsTests: Bool = false
    ) -> ConfigurationLoader.Outcome {
        var outcome = ConfigurationLoader.load(
            bytes: bytes,
            file: file,
            permissions: permissions,
            problemOfFile: { name, file in
                let content = environment.files.read(name, beside: file, DefinitionTestRun.maximumBytes)
                guard case .failure(let failure) = content else { return nil }
                return failure.words(for: name)
            },
            places: FilePlaces(beside: file, environment),
            files: environment.files,
            bundled: BundledDefinition.all,
            kinds: kinds
        )
        outcome.diagnostics += outcome.authorityFiles.compactMap { path, place in
            problem(ofAuthorities: path).map { Diagnostic(.warning, at: place, "'ca_file': \($0)") }
        }
        let run = tests
        let readable = outcome.configuration ?? Configuration(providers: outcome.providers)
        outcome.diagnostics += review(readable, run, isWhole: outcome.configuration != nil)
        // A test of what could not be read says nothing that the errors do not say.
        if runsTests, outcome.configuration != nil { outcome.diagnostics += failures(of: readable, run) }
        outcome.diagnostics += [run.lateness].compactMap(\.self)
        let zones = SystemTimeZoneDatabase(files: environment.files)
        outcome.diagnostics += outcome.providers.flatMap { zones.problems(of: $0) }
        outcome.diagnostics = outcome.diagnostics.sorted(startingWith: file)
        return outcome
    }

    /// What is wrong with a file of certificates; `nil` if it has one.
    private func problem(ofAuthorities path: String) -> String? {
        switch environment.files.read(path, 4 << 20) {
        case .failure(let failure): return failure.words(for: path)
        case .success(let bytes):
            let text = String(decoding: bytes, as: UTF8.self)
            let marks = ["CERTIFICATE", "TRUSTED CERTIFICATE", "X509 CERTIFICATE"].map { "-----BEGIN \($0)-----" }
            guard !marks.contains(where: { text.contains(scalars: $0) }) else { return nil }
            return "'\(path)' has no certificate in PEM, which begins with \(marks[0])"
        }
    }

    /// Runs the tests of definitions, and returns each failure as a warning at its test.
    private func failures(of configuration: Configuration, _ run: DefinitionTestRun) -> [Diagnostic] {
        let mask = mask(configuration)
        let results = configuration.providers.flatMap { run.results(of: $0) }
        return results.filter { !$0.differences.isEmpty }.map { result in
            let differences = result.differences.map(\.description).joined(separator: "; ")
            let message = "the test '\(result.test.name)' fails: \(differences)"
            return Diagnostic(.warning, at: result.test.location, message).masked(by: mask)
        }
    }

    /// Returns warnings about definitions that are valid, but look wrong as a whole or next to their samples.
    private func review(_ configuration: Configuration, _ run: DefinitionTestRun, isWhole: Bool) -> [Diagnostic] {
        let mask = mask(configuration)
        let found =
            DefinitionReview(configuration, bundled: BundledDefinition.all, isWhole: isWhole).warnings
            + configuration.providers.flatMap { run.warnings(about: $0).certain }
        return found.map { $0.masked(by: mask) }
    }

    private func mask(_ configuration: Configuration) -> MessageMask {
        MessageMask(configuration, secrets: SecretSource(environment: environment.variable, files: environment.files))
    }
}

extension FileFailure {
    /// Why a file that a definition names is not read.
    fileprivate func words(for name: String) -> String {
        switch reason {
        case .missing: "there is no file '\(name)'" + (name.hasPrefix(scalars: "/") ? "" : " beside this one")
        case .elsewhere: "'\(name)' leads out of the folder of this file, and is not read"
        case .notRegular: "'\(name)' is not a regular file"
        case .tooLarge(let limit): "'\(name)' is larger than \(limit >> 20) MiB"
        case .unreadable(let words), .unwritable(let words): "'\(name)' cannot be read: \(words)"
        }
    }
}

extension Diagnostic {
    /// Returns the diagnostic without secrets, because its message may quote a value of an answer.
    package func masked(by mask: MessageMask) -> Diagnostic {
        var masked = self
        func masking(_ text: String) -> String { String(decoding: mask.masking(Array(text.utf8)), as: UTF8.self) }
        masked.finding = Finding(
            masking(finding.message),
            hint: finding.hint.map { hint in
                // A correction that repeats a secret is shown in no form.
                let isShown = hint.correction.map { masking($0.right) == $0.right } ?? false
                return Hint(masking(hint.description), correction: isShown ? hint.correction : nil)
            }
        )
        return masked
    }
}
