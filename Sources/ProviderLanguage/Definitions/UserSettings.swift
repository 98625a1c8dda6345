import MovieDomain
import Platform

/// What a user says once for all commands: `settings.yaml` in the folder of the user's own `providers.yaml`.
package struct UserSettings: Hashable, Sendable {
    private var values: [String: [String]] = [:]
    private var places: [String: SourceLocation] = [:]

    package init() {}

    /// The values of a setting; empty if it is not set.
    package subscript(setting: Setting) -> [String] { values[setting.name] ?? [] }

    /// Where a setting is written; `nil` if it is not set.
    package func place(of setting: Setting) -> SourceLocation? { places[setting.name] }

    /// Reads a file, and reports all of its problems; a setting with a problem is not set.
    package static func read(_ bytes: [UInt8], file: String) -> (settings: UserSettings, diagnostics: [Diagnostic]) {
        var settings = UserSettings()
        guard !saysNothing(bytes) else { return (settings, []) }
        let decoding = Decoding()
        guard let root = SourceFile.read(bytes, file: file, decoding),
            let record = Record(root, Setting.construct, decoding)
        else { return (settings, decoding.diagnostics) }
        for setting in Setting.all {
            guard let node = record.node[setting.name] else { continue }
            settings.values[setting.name] = decoding.at(setting.name) { setting.shape.decode(node, decoding) }
            settings.places[setting.name] = node.location
        }
        return (settings, decoding.diagnostics)
    }

    /// Returns the text of a file with one setting changed, or removed if there are no values, and all else as it was.
    ///
    /// `nil` if the setting has no lines of its own in the file.
    package static func text(_ text: String, setting: Setting, to values: [String]) -> String? {
        let bytes = Array(text.utf8)
        let (before, problems) = read(bytes, file: "")
        guard problems.allSatisfy({ $0.severity == .warning }) else { return nil }
        var lines = text.split(scalar: "\n", omittingEmptySubsequences: false).map(String.init)
        if lines.last == "" { lines.removeLast() }
        let line = values.isEmpty ? [] : ["\(setting.name): \(setting.written(values))"]
        if let first = before.places[setting.name].flatMap({ _ in lines.firstIndex { setting.isKey(ofLine: $0) } }) {
            let rest = lines[(first + 1)...].prefix { $0.hasPrefix(scalars: " ") || $0.hasPrefix(scalars: "-") }
            lines.replaceSubrange(first..<rest.endIndex, with: line)
        } else {
            lines += line
        }
        let changed = lines.map { $0 + "\n" }.joined()
        var wanted = before.values
        wanted[setting.name] = values.isEmpty ? nil : values
        let (after, newProblems) = read(Array(changed.utf8), file: "")
        return after.values == wanted && newProblems.count <= problems.count ? changed : nil
    }

    private static func saysNothing(_ bytes: [UInt8]) -> Bool {
        String(decoding: bytes, as: UTF8.self).split(scalar: "\n").allSatisfy { line in
            let line = String(line).trimmedText
            return line.isEmpty || line.hasPrefix(scalars: "#")
        }
    }
}

/// A setting of the user: its name in the file, its meaning, and what it is the default for.
package struct Setting: Sendable {
    package let name: String
    package let summary: String
    /// The parameter, the option, or the variable that takes precedence over the setting.
    package let standsFor: String
    package let example: String
    /// Whether it may have several values.
    package let isList: Bool
    let shape: Shape<[String]>

    package static let languages = Setting(
        "languages",
        "The languages of titles and texts, best first.",
        standsFor: "--languages",
        example: "ko,en",
        list: .language
    )
    package static let region = Setting(
        "region",
        "Your country, of offers, releases, and cinemas.",
        standsFor: "--region",
        example: "KR",
        .region
    )
    package static let services = Setting(
        "services",
        "The services on which you watch films.",
        standsFor: "--services of bookmarks offers",
        example: "Netflix,wavve",
        list: .text
    )
    package static let providers = Setting(
        "providers",
        "The sources that are asked.",
        standsFor: "--providers",
        example: "kofic,tmdb",
        list: .identifier
    )
    package static let timeZone = Setting(
        "time_zone",
        "The time zone of your days and times.",
        standsFor: "TZ",
        example: "Asia/Seoul",
        .text
    )
    package static let colors = Setting(
        "colors",
        "Whether text has colors: auto, always, or never.",
        standsFor: "NO_COLOR, CLICOLOR, CLICOLOR_FORCE",
        example: "never",
        Shape<ColorChoice>.word.map(\.rawValue)
    )

    /// All settings, in the order in which they are shown.
    package static let all = [languages, region, services, providers, timeZone, colors]

    static let construct = Construct(
        "the settings",
        "A settings.yaml.",
        all.map { setting in
            Construct.Entry(
                name: setting.name,
                summary: setting.summary,
                form: setting.shape.form,
                isRequired: false,
                example: setting.example
            )
        }
    )

    private init(_ name: String, _ summary: String, standsFor: String, example: String, list: Shape<String>) {
        (self.name, self.summary, self.standsFor, self.example) = (name, summary, standsFor, example)
        (isList, shape) = (true, .oneOrMore(list))
    }

    private init(_ name: String, _ summary: String, standsFor: String, example: String, _ shape: Shape<String>) {
        (self.name, self.summary, self.standsFor, self.example) = (name, summary, standsFor, example)
        (isList, self.shape) = (false, shape.map { [$0] })
    }

    /// Returns the values as the file gets them.
    package func checked(_ texts: [String]) throws(SettingError) -> [String] {
        let nodes = texts.map { SourceNode(content: .text($0), location: .nowhere) }
        guard isList || nodes.count == 1, let first = nodes.first else {
            throw SettingError(Finding("expected one value, such as \(example), found \(nodes.count)"))
        }
        let decoding = Decoding()
        let node = isList ? SourceNode(content: .list(nodes), location: .nowhere) : first
        let values = shape.decode(node, decoding)
        if let problem = decoding.diagnostics.first { throw SettingError(problem.finding) }
        return values ?? []
    }

    fileprivate func isKey(ofLine line: String) -> Bool {
        guard line.hasPrefix(scalars: name) else { return false }
        return line.dropFirst(name.count).drop { $0 == " " }.hasPrefix(scalars: ":")
    }

    fileprivate func written(_ values: [String]) -> String {
        let texts = values.map { value in
            let isPlain = value.unicodeScalars.allSatisfy { scalar in
                scalar.properties.isAlphabetic || "0123456789_-/".unicodeScalars.contains(scalar)
            }
            return isPlain && !value.hasPrefix(scalars: "-")
                ? value : "'" + value.replacing(scalars: "'", with: "''") + "'"
        }
        return isList ? "[\(texts.joined(separator: ", "))]" : texts.joined()
    }
}

/// Why a text is not a value of a setting.
package struct SettingError: Error, Hashable, Sendable {
    package let finding: Finding

    init(_ finding: Finding) { self.finding = finding }
}

/// When text has colors.
enum ColorChoice: String, LanguageWord { case auto, always, never }

extension Shape where Value == String {
    /// A country by its code or its name, as its code.
    static var region: Shape {
        parsed("a country such as KR or South Korea") { (text) throws(LanguageError) in
            let code = Country.code(of: text)
            let upper = code.uppercased()
            return [code, upper].first { Country.isCode($0) && Country.exists($0) }
        }
    }
}
