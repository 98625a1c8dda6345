import ArgumentParser
import JSON
import JSONRPC
import Logging
import MovieAggregation
import MovieDomain
import MovieService
import Platform
import ProviderLanguage

extension Completions {
    /// The titles of known films that begin with what is typed; sends no requests.
    @Sendable
    static func films(_ words: [String], _ index: Int, _ prefix: String) -> [String] {
        let typed = typed(words, index, prefix)
        guard !typed.isEmpty, !typed.hasPrefix(scalars: "-") else { return [] }
        let parameters: JSONValue = ["prefix": .string(typed), "limit": 50]
        let found = answer("movies/suggest", parameters, words, as: SuggestionsResult.self)?.suggestions ?? []
        // A title in another language than the one that is shown may be what is typed.
        return shown(found.filter { $0.id != nil }.flatMap { [$0.title] + [$0.matchedTitle].compactMap(\.self) }, typed)
    }

    /// The names of the user's own lists.
    @Sendable
    static func lists(_ words: [String], _ index: Int, _ prefix: String) -> [String] {
        let found = answer("lists/list", ["limit": 10_000], words, as: ListsResult.self)?.lists ?? []
        return shown(found.map(\.name), typed(words, index, prefix))
    }

    /// The user's own tags.
    @Sendable
    static func tags(_ words: [String], _ index: Int, _ prefix: String) -> [String] {
        let found = answer("cards/stats", ["limit": 100], words, as: CardStatisticsResult.self)?.tags ?? []
        return shown(found, typed(words, index, prefix))
    }

    /// The genres, by their slugs and by their Korean names.
    @Sendable
    static func genres(_ words: [String], _ index: Int, _ prefix: String) -> [String] {
        shown(Genre.allCases.flatMap { [$0.rawValue, $0.name(in: ["ko"])] }, typed(words, index, prefix))
    }

    /// The services that are known by name.
    @Sendable
    static func services(_ words: [String], _ index: Int, _ prefix: String) -> [String] {
        shown(ServiceName.known, typed(words, index, prefix))
    }

    /// The values of the setting that is named before them.
    @Sendable
    static func settingValues(_ words: [String], _ index: Int, _ prefix: String) -> [String] {
        switch Setting.all.first(where: { words.contains($0.name) })?.name {
        case Setting.region.name: Country.codes
        case Setting.services.name: services(words, index, prefix)
        case Setting.providers.name: providers(words, index, prefix)
        case Setting.colors.name: ["auto", "always", "never"]
        default: []
        }
    }

    /// Returns the answer of a call, which waits for neither people nor sources; `nil` if it fails.
    private static func answer<Answer: WireObject>(
        _ method: String,
        _ parameters: JSONValue,
        _ words: [String],
        as type: Answer.Type
    ) -> Answer? {
        let settings = settings(of: words)
        return waiting {
            do {
                let call = RPCCall(method: method, params: try JSONDocument(parameters.jsonBytes).root)
                return try await Application.run(settings, kinds: []) { application in
                    _ = try await application.configuration.load()
                    return try await application.handler.answer(call, as: type)
                }
            } catch {
                // Nothing is completed where nothing is known.
                return nil
            }
        }
    }

    /// Waits for work on the threads of tasks; this thread must be none of them, as the first one is.
    private static func waiting<Result: Sendable>(_ work: @escaping @Sendable () async -> Result) -> Result {
        let outcome = ConditionLock<Result?>(nil)
        Task.detached {
            let result = await work()
            outcome.withLock { $0 = result }
            outcome.wake()
        }
        return outcome.wait { $0 }
    }

    /// The settings of the command that is typed, as far as they say what is known.
    private static func settings(of words: [String]) -> EngineSettings {
        var settings = EngineSettings()
        settings.logLevel = .critical
        (settings.configurationFile, settings.dataFolder) = (
            value(of: "--config", in: words), value(of: "--data-dir", in: words)
        )
        settings.cacheFolder = value(of: "--cache-dir", in: words)
        if words.contains(where: { $0 == "--demo" }) { settings.recording = .demo }
        return settings
    }

    /// Returns what a shell makes of the word that is being typed: `'The Pa` and `The\ Pa` are `The Pa`.
    private static func typed(_ words: [String], _ index: Int, _ prefix: String) -> String {
        let word = words.indices.contains(index) ? words[index] : prefix
        let opened = word.hasPrefix(scalars: "'") || word.hasPrefix(scalars: "\"")
        return (opened ? String(word.dropFirst()) : word).replacing(scalars: "\\", with: "")
    }

    /// Returns the texts that begin with what is typed, as the shell that asks takes them, without those of several lines.
    ///
    /// Case does not count: as bash and zsh drop what does not begin with the typed letters, each text begins with these.
    /// Bash expands each word of a list, so that what is special to it must stand for itself: a title is not a command.
    /// In zsh, a description would follow a colon.
    private static func shown(_ texts: [String], _ typed: String) -> [String] {
        let texts = texts.compactMap { text -> String? in
            guard !text.unicodeScalars.contains(where: \.isControl),
                text.prefix(typed.count).lowercased() == typed.lowercased()
            else { return nil }
            return CompletionShell.requesting == .fish ? text : typed + text.dropFirst(typed.count)
        }
        var seen: Set<String> = []
        let own = texts.filter { seen.insert($0).inserted }
        if CompletionShell.requesting == .zsh {
            return own.map { $0.replacing(scalars: "\\", with: "\\\\").replacing(scalars: ":", with: "\\:") }
        }
        guard CompletionShell.requesting == .bash else { return own }
        return own.map { text in
            let escaped = text.unicodeScalars.map { scalar in
                let isPlain = !scalar.isASCII || scalar.properties.isAlphabetic || ("0"..."9").contains(scalar)
                return isPlain ? String(scalar) : "\\" + String(scalar)
            }
            return escaped.joined()
        }
    }
}
