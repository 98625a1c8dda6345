import HTTPModel
import MovieDomain
package import Platform
import ProviderLanguage
import Upstream

/// The factory for `kind: process`, sources that are programs.
package struct ProcessRepositoryFactory: Sendable {
    /// The conditions for starting programs, and whether programs may run.
    package struct Surroundings: Sendable {
        /// The absolute path of the folder of the definitions.
        package var folder: String
        /// Why the definitions may not run programs; `nil` if they may.
        package var refusal: String?
        /// Returns a variable of Marquee's own environment, of which PATH, HOME, and LANG are passed on.
        package var variable: @Sendable (_ name: String) -> String?
        /// The check whether a program, and the files that it is given to run, may be run.
        package var trust: FileTrust
        /// Writes a line to Marquee's log; each begins with the name of its source.
        package var log: @Sendable (String) -> Void

        package init(
            folder: String,
            refusal: String?,
            variable: @escaping @Sendable (_ name: String) -> String?,
            trust: FileTrust,
            log: @escaping @Sendable (String) -> Void
        ) {
            self.folder = folder
            self.refusal = refusal
            self.variable = variable
            self.trust = trust
            self.log = log
        }
    }

    private let findSurroundings: @Sendable () -> Surroundings
    private let roster: ChildProcessRegistry
    /// The id namespaces that every program takes besides its own.
    private static let sharedNamespaces = ["imdb", "tmdb", "kofic"]
    private static let inherited = ["PATH", "HOME", "LANG"]

    /// Creates a factory that makes the surroundings only when there is a source of this kind.
    ///
    /// Every running child is in the roster.
    package init(roster: ChildProcessRegistry, surroundings: @escaping @Sendable () -> Surroundings) {
        findSurroundings = surroundings
        self.roster = roster
    }

    /// Returns the repository of a program; a disabled one where something that it needs is missing.
    func repository(
        for definition: ProviderDefinition,
        _ process: ProcessDefinition,
        _ profile: ProviderProfile,
        in environment: ProviderEnvironment
    ) -> any MovieRepository {
        guard let programs = environment.programs else {
            return DisabledRepository(profile, reason: "no programs run while a recording is replayed")
        }
        let surroundings = findSurroundings()
        var profile = profile
        for capability in profile.capabilities where capability.takesID {
            profile.namespaces[capability] = [profile.id.rawValue] + Self.sharedNamespaces
        }
        if let refusal = surroundings.refusal { return DisabledRepository(profile, reason: refusal) }
        let (secrets, missing) = environment.secrets.secrets(of: definition)
        guard missing.isEmpty else { return DisabledRepository(profile, missing: missing) }
        let executable: String
        do throws(ProviderError) {
            executable = try find(process, in: surroundings)
        } catch {
            return DisabledRepository(profile, reason: error.message)
        }
        guard let calendar = ProviderCalendar(clock: environment.clock, zones: environment.zones, zone: nil) else {
            return DisabledRepository(profile, reason: "the time zone has no calendar")
        }
        let log: @Sendable (String) -> Void = { [write = surroundings.log, id = profile.id] in write("\(id): \($0)") }
        let program = ChildProgram(
            executable: executable,
            arguments: Array(process.command.dropFirst()),
            name: process.command[0],
            environment: variables(process, secrets, in: surroundings),
            folder: surroundings.folder,
            timeout: process.timeout,
            restart: process.restart
        )
        let session = ProcessSession(
            program,
            roster: roster,
            mask: SecretMask(secrets.values),
            clock: environment.monotonicClock,
            log: log
        )
        return ProviderRepository(
            profile: profile,
            source: ProcessRowSource(
                provider: profile.id,
                session: session,
                client: programs(ProcessTransport(provider: profile.id, session: session)),
                definition: process,
                log: log
            ),
            calendar: calendar,
            languages: environment.languages
        )
    }

    /// Returns the program's path; throws the reason if there is none, or if another user could have written the program or a
    /// script that it runs.
    ///
    /// An interpreter runs the files in its arguments and its environment, so everything in them that is a file or a
    /// folder is checked: the whole text, and each part of it between `=` and `:`.
    private func find(_ process: ProcessDefinition, in surroundings: Surroundings) throws(ProviderError) -> String {
        let (folder, trust) = (surroundings.folder, surroundings.trust)
        let (name, locator) = (
            process.command[0], ProgramLocator(folder: folder, searchPath: surroundings.variable("PATH"))
        )
        guard let program = locator.path(of: name) else {
            let place =
                name.contains(scalars: "/") ? "there" : "on PATH; a program beside the file is written ./\(name)"
            throw ProviderError(.disabled, message: "the program '\(name)' is not \(place)")
        }
        let values = process.environment.compactMap { $0.value.render(TemplateInputs())?.plainText }
        let names = (process.command.dropFirst() + values).flatMap { text in
            [text] + text.split { $0 == "=" || $0 == ":" }.map(String.init)
        }
        let paths = names.filter { !$0.isEmpty }.map { $0.hasPrefix(scalars: "/") ? $0 : "\(folder)/\($0)" }
        if let reason = ([program] + paths.filter(trust.isThere)).lazy.compactMap(trust.refusal).first {
            throw ProviderError(.disabled, message: reason)
        }
        return program
    }

    private func variables(
        _ definition: ProcessDefinition,
        _ secrets: [SecretReference: Secret],
        in surroundings: Surroundings
    ) -> [(name: String, value: SecretText)] {
        let own = definition.environment.compactMap { entry in
            entry.value.render(TemplateInputs()).map { (name: entry.name, value: SecretText($0, secrets)) }
        }
        let inherited = Self.inherited.filter { name in !own.contains { $0.name == name } }.compactMap { name in
            surroundings.variable(name).map { (name: name, value: SecretText($0)) }
        }
        return inherited + own
    }
}

/// Finds the program that a `command` names: a bare name on PATH, and any other beside the file of the definitions.
struct ProgramLocator: Sendable {
    /// The absolute path of the folder of the definitions.
    let folder: String
    /// The value of `$PATH`; relative folders in it are ignored.
    let searchPath: String?
    /// Whether the file at a path is a program that may be run.
    var isProgram: @Sendable (_ path: String) -> Bool = { FileSystem.isProgram($0) }

    /// Returns the program's path, or `nil` if there is none.
    ///
    /// A relative path that contains a slash begins at the folder. A bare name does not, so that no file beside the
    /// definitions can pass for a program of the system.
    func path(of name: String) -> String? {
        let candidates: [String]
        if name.hasPrefix(scalars: "/") {
            candidates = [name]
        } else if name.contains(scalars: "/") {
            candidates = ["\(folder)/\(name)"]
        } else {
            candidates = folders.map { "\($0)/\(name)" }
        }
        return name.isEmpty ? nil : candidates.first(where: isProgram)
    }

    private var folders: [Substring] {
        (searchPath ?? "/usr/local/bin:/usr/bin:/bin").split(scalar: ":").filter { $0.hasPrefix(scalars: "/") }
    }
}
