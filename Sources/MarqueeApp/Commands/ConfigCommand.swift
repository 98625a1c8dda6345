import ArgumentParser
import MovieDomain
import MovieProviders
import Platform
import ProviderLanguage

struct ConfigCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "config",
        abstract: "Show and change your settings: country, languages, services, sources, time zone, and colors.",
        discussion: """
              marquee config set region KR
              marquee config set languages ko,en
              marquee config unset region
              marquee config region

            A setting stands in where a command, or a call to the server, does not say otherwise. Settings are in \
            settings.yaml, in the folder of your own providers.yaml; they hold for all definitions, and for no recording.
            """,
        subcommands: [ShowSettingsCommand.self, SetCommand.self, UnsetCommand.self],
        defaultSubcommand: ShowSettingsCommand.self
    )
}

struct ShowSettingsCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "show",
        abstract: "Show all settings, or the values of one.",
        discussion: """
              marquee config
              marquee config show region
            """,
        aliases: ["get", "list"]
    )

    @Argument(help: "The setting.", completion: .list(Setting.all.map(\.name)), transform: Setting.named)
    var setting: Setting?

    func run() throws {
        let file = try SettingsFile()
        let settings = try file.read()
        guard let setting else { return try show(settings, file.path) }
        let values = settings[setting]
        if !values.isEmpty { try CommandOutput.print(values.joined(separator: ",")) }
    }

    private func show(_ settings: UserSettings, _ path: String) throws {
        let columns: [TextTable.Column] = [
            .id("Setting"), .id("Value"), .id("Meaning"), .left("Overridden by").optional.minor,
        ]
        var table = TextTable(columns: columns, style: .output)
        for setting in Setting.all {
            let values = settings[setting].joined(separator: ",")
            table.append([setting.name, values.isEmpty ? "–" : values, setting.summary, setting.standsFor])
        }
        try CommandOutput.print(styled: table.text)
        CommandErrors.write("the file is \(path.printable)")
    }
}

struct SetCommand: DefinitionCommand {
    static let configuration = CommandConfiguration(
        commandName: "set",
        abstract: "Change a setting; several values are separated by commas.",
        discussion: """
              marquee config set region KR
              marquee config set services Netflix,wavve
            """,
        aliases: ["add"]
    )

    @Argument(help: "The setting.", completion: .list(Setting.all.map(\.name)), transform: Setting.named)
    var setting: Setting

    @Argument(help: "Its values.", completion: .custom(Completions.settingValues))
    var values: [String]

    func run(kinds: [ProviderKind]) async throws {
        let texts = setting.isList ? values.flatMap(Self.words) : [values.joined(separator: " ")]
        let checked: [String]
        do throws(SettingError) {
            checked = try setting.checked(texts)
        } catch {
            throw refusal(error.finding)
        }
        if let problem = try problem(with: checked, kinds) { throw refusal(problem) }
        let file = try SettingsFile()
        try file.set(setting, to: checked)
        CommandErrors.write("\(setting.name) is \(checked.joined(separator: ",")), in \(file.path)".printable)
        guard setting.name == Setting.services.name else { return }
        // There are more services than those that are known by name.
        for name in checked where !ServiceName.known.contains(where: { ServiceName($0).isOf(ServiceName(name)) }) {
            guard let near = NearestName.nearest(to: name, among: ServiceName.known) else { continue }
            let line = CommandSuggestion.line(["config", "set", setting.name, near])
            CommandErrors.write("note: no service called '\(name)' is known; did you mean: \(line)".printable)
        }
    }

    /// The error for values that the setting does not take, with a line that it takes if none was meant.
    private func refusal(_ finding: Finding) -> CommandError {
        let text = "\(setting.name): \(finding)"
        guard !text.contains(scalars: "did you mean") else { return CommandError(text, .usage) }
        let line = CommandSuggestion.line(["config", "set", setting.name, setting.example])
        return CommandError("\(text); try: \(line)", .usage)
    }

    private static func words(_ text: String) -> [String] {
        text.split(scalar: ",").map { String($0).trimmedText }.filter { !$0.isEmpty }
    }

    /// Returns what only this machine or its definitions can tell about values; `nil` if they are good.
    private func problem(with values: [String], _ kinds: [ProviderKind]) throws -> Finding? {
        switch setting.name {
        case Setting.timeZone.name:
            let zones = SystemTimeZoneDatabase(files: .local)
            guard let problem = values.compactMap(zones.problem).first, let place = values.first else { return nil }
            // `Seoul`
            let ending = "/" + place.lowercased().replacing(scalars: " ", with: "_")
            let zone = zones.names.first { $0.lowercased().hasSuffix(scalars: ending) }
            return zone.map {
                Finding("the time zone '\(place)' is not known here", hint: Hint("did you mean '\($0)'?"))
            }
                ?? problem
        case Setting.providers.name:
            let known = try RunContext(EngineSettings(), kinds: kinds).configuration(named: nil).providers.map(\.id)
            guard let unknown = values.first(where: { !known.contains($0) }) else { return nil }
            let hint =
                NearestName.nearest(to: unknown, among: known).map { "did you mean '\($0)'?" }
                ?? "known: \(known.joined(separator: ", "))"
            return Finding("there is no source '\(unknown)'", hint: Hint(hint))
        default: return nil
        }
    }
}

struct UnsetCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "unset",
        abstract: "Remove a setting.",
        discussion: """
              marquee config unset region
              marquee config unset services
            """,
        aliases: ["remove"]
    )

    @Argument(help: "The setting.", completion: .list(Setting.all.map(\.name)), transform: Setting.named)
    var setting: Setting

    func run() throws {
        let file = try SettingsFile()
        guard try file.read().place(of: setting) != nil else {
            throw CommandError("\(setting.name) is not set", .noInput)
        }
        try file.set(setting, to: [])
        CommandErrors.write("\(setting.name) is no longer set, in \(file.path)".printable)
    }
}

extension Setting {
    /// Returns the setting of a name, which may be written with other separators: `timezone`, `time-zone`.
    static func named(_ text: String) throws -> Setting {
        func key(_ name: String) -> String { name.lowercased().filter { $0 != "_" && $0 != "-" } }
        if let setting = all.first(where: { key($0.name) == key(text) }) { return setting }
        let names = all.map(\.name)
        let other = [
            "colour": "colors", "country": "region", "lang": "languages", "tz": "time_zone", "sources": "providers",
        ]
        let near = (other[key(text)] ?? NearestName.nearest(to: text, among: names)).map { "did you mean '\($0)'?" }
        // What shows all settings names the file, too.
        let isAll = ["path", "file", "where", "edit", "open", "all"].contains(text)
        let shown = isAll ? "did you mean: marquee config" : "the settings are \(names.joined(separator: ", "))"
        let hint = near ?? shown
        throw ValidationError("there is no setting '\(text.printable)'; \(hint)")
    }
}

/// The user's file of settings.
struct SettingsFile {
    let path: String
    private let files = FileSystem.local

    init() throws {
        guard let path = RunContext(EngineSettings()).settingsFile else {
            throw CommandError("no folder is known for the settings; set HOME or XDG_CONFIG_HOME", .inputOutput)
        }
        self.path = path
    }

    func read() throws(StartError) -> UserSettings {
        let (settings, diagnostics) = UserSettings.read(try RunContext.content(of: path, files) ?? [], file: path)
        if diagnostics.contains(where: { $0.severity == .error }) { throw .invalid(diagnostics) }
        for warning in diagnostics { CommandErrors.write("\(warning)") }
        return settings
    }

    /// Changes one setting in the file, or removes it if there are no values.
    func set(_ setting: Setting, to values: [String]) throws {
        _ = try read()
        let beginning = "# Your settings for Marquee; marquee config shows what they mean.\n"
        let text = try RunContext.content(of: path, files).map { String(decoding: $0, as: UTF8.self) } ?? beginning
        guard let changed = UserSettings.text(text, setting: setting, to: values) else {
            throw CommandError(
                "\(path): \(setting.name) does not begin a line; change the file by hand",
                .configuration
            )
        }
        try files.write(Array(changed.utf8), path).get()
    }
}
