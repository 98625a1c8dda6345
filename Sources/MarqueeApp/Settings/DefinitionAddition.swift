import ArgumentParser
import DefinitionTools
import MovieDomain
import Platform
import ProviderLanguage

/// The providers of one file of definitions at the end of those of another, of which nothing else changes.
struct DefinitionAddition {
    /// The whole text of the other file.
    let text: String
    /// The lines that come to it.
    let lines: [String]

    /// Fails if a file does not have its providers in lines of their own.
    init?(of definition: String, to file: String) {
        guard let new = ProviderList(definition), !new.items.isEmpty, let old = ProviderList(file) else { return nil }
        // What is written above the definition belongs to it, but not where the file ends that it comes from.
        let comments = new.lines.prefix { $0.hasPrefix(scalars: "#") || $0.isEmpty }.filter { !$0.isEmpty }
        let items = comments.map { String(repeating: " ", count: new.indent) + $0 } + new.lines[new.items]
        let ending = file.contains(scalars: "\r\n") ? "\r" : ""
        let width = old.items.isEmpty ? 2 : old.indent
        lines = items.map { written in
            let line = written.hasSuffix(scalars: "\r") ? written.dropLast() : written[...]
            let text = line.drop { $0 == " " }
            let indent = line.count - text.count + width - new.indent
            return text.isEmpty ? "" : String(repeating: " ", count: max(0, indent)) + text
        }
        var all = old.lines
        if let key = old.key {
            let comment = all[key].firstIndex(scalar: "#").map { " " + all[key][$0...] } ?? ending
            all[key] = "providers:" + comment
        }
        let isAlone = old.items.isEmpty
        if old.lacksKey { all.insert("providers:" + ending, at: old.items.lowerBound) }
        let place = old.items.upperBound + (old.lacksKey ? 1 : 0)
        all.insert(contentsOf: (isAlone ? [] : [ending]) + lines.map { $0 + ending }, at: place)
        let joined = all.joined(separator: "\n")
        text = joined.hasSuffix(scalars: "\n") ? joined : joined + "\n"
    }
}

/// The lines of a file of definitions, and those of its providers.
struct ProviderList {
    var lines: [String]
    /// The line with the key if it has to be written anew: `providers: []`.
    var key: Int?
    /// Whether there is no such key.
    var lacksKey = false
    /// The lines of the list, without what follows it; none if it is empty, or if there is no such key.
    var items: Range<Int>
    /// The number of blanks before each dash.
    var indent = 2

    /// Fails for a list in brackets.
    init?(_ text: String) {
        lines = text.split(scalar: "\n", omittingEmptySubsequences: false).map(String.init)
        while lines.last?.trimmedText.isEmpty == true { lines.removeLast() }
        guard let first = lines.firstIndex(where: { $0.hasPrefix(scalars: "providers:") }) else {
            // The key comes last.
            lines.append("")
            lacksKey = true
            items = lines.count - 1..<lines.count - 1
            return
        }
        let rest = lines[first].dropFirst("providers:".count).prefix { $0 != "#" }.trimmed
        guard rest.isEmpty || rest == "[]" || rest == "~" else { return nil }
        if !rest.isEmpty { key = first }
        var end = first + 1
        for index in lines.indices.dropFirst(first + 1) {
            let line = lines[index]
            guard let sign = line.unicodeScalars.first, !line.trimmedText.isEmpty, sign != "#" else { continue }
            guard sign == " " || line.hasPrefix(scalars: "-") && !line.hasPrefix(scalars: "---") else { break }
            end = index + 1
        }
        items = first + 1..<end
        let dash = lines[items].first { $0.drop { $0 == " " }.hasPrefix(scalars: "-") }
        guard let dash else {
            items = first + 1..<first + 1
            return
        }
        indent = dash.prefix { $0 == " " }.count
    }
}

/// The user's file of definitions, to which others are added.
struct DefinitionFile {
    let path: String
    /// The content, which is that of the built-in file until there is one of the user's own.
    let bytes: [UInt8]
    let isThere: Bool
    let context: RunContext
    let check: DefinitionCheck

    init(_ context: RunContext) throws {
        self.context = context
        check = DefinitionCheck(environment: context.environment, kinds: context.kinds.map(\.name))
        let locator = ConfigurationLocator(context.environment)
        guard let path = context.location.path ?? locator.userFile else {
            throw CommandError("no folder is known for your providers.yaml; set HOME or XDG_CONFIG_HOME", .inputOutput)
        }
        self.path = path
        (_, bytes, _) = try LoadedConfiguration.read(context.location, context.files)
        isThere = context.location.path != nil
    }

    /// Adds the providers of a definition after showing them and asking; `answer` is the response of its test, and `id`
    /// is what an option gives another name, if there is one.
    func add(
        _ definition: String,
        named name: String,
        answer: (name: String, bytes: [UInt8])? = nil,
        renaming option: String? = nil,
        yes: Bool
    ) throws {
        let added = check.outcome(of: Array(definition.utf8), file: name, permissions: nil)
        guard let new = added.configuration else { throw StartError.invalid(added.diagnostics) }
        guard new.includedFiles.isEmpty else {
            throw CommandError("\(name) includes other files; name it under 'include' in \(path) instead", .usage)
        }
        let before = check.outcome(of: bytes, file: path, permissions: nil)
        guard let old = before.configuration else { throw StartError.invalid(before.diagnostics) }
        try refuseRepeats(new.providers.map(\.id), old.providers.map(\.id), option)
        guard let addition = DefinitionAddition(of: definition, to: String(decoding: bytes, as: UTF8.self)) else {
            throw CommandError(
                "\(path): expected the providers in lines below 'providers:', found a list in [ ]; nothing is written",
                .configuration
            )
        }
        let result = Array(addition.text.utf8)
        let errors = check.outcome(of: result, file: path, permissions: nil).diagnostics.filter {
            $0.severity == .error
        }
        guard errors.isEmpty else { throw StartError.invalid(errors) }
        let place = answer.map { FileSystem.path(of: $0.name, beside: path) }
        if let place { try OutputFile(path: place).check(isForced: false) }
        show(addition, new, answer: place)
        try Confirmation.ask("Add this?", yes: yes, refusal: "nothing is written")
        if isThere { try PrivateCopy.keep(bytes, at: path + ".before-marquee") }
        if let place, let answer { try context.files.write(answer.bytes, place).get() }
        try context.files.write(result, path).get()
        report(new.providers.map(\.id), result)
    }

    private func refuseRepeats(_ new: [String], _ old: [String], _ option: String?) throws(CommandError) {
        guard let known = new.first(where: old.contains) else { return }
        let free = (2...).lazy.map { "\(known)-\($0)" }.first { !old.contains($0) && !new.contains($0) } ?? known
        let advice =
            option.map { "give this one another id: \($0) \(free)" } ?? "give this one another id, such as \(free)"
        throw CommandError("there is a source '\(known)' in \(path) already; \(advice)", .usage)
    }

    private func show(_ addition: DefinitionAddition, _ new: Configuration, answer: String?) {
        CommandOutput.write(path.printable)
        for line in addition.lines { CommandOutput.write("+ " + line.printable) }
        if let answer { CommandOutput.write("\(answer.printable): the response for its test") }
        for provider in new.providers { CommandOutput.write("\(provider.id): \(provider.reach.behindLinks.line)") }
        if !isThere { CommandErrors.write("you have no file of your own yet: the built-in sources stay in it") }
    }

    private func report(_ ids: [String], _ result: [UInt8]) {
        let outcome = check.outcome(
            of: result,
            file: path,
            permissions: context.files.permissions(path),
            runsTests: true
        )
        for problem in outcome.diagnostics { CommandErrors.write(problem.description) }
        let copy = isThere ? "; the file as it was is \(path.printable).before-marquee" : ""
        CommandErrors.write("added \(ids.joined(separator: ", ")) to \(path.printable)\(copy)")
        guard let configuration = outcome.configuration else { return }
        let trust = DefinitionTrust(in: configuration, outcome.content, at: .file(path), context)
        for warning in trust.warnings(about: configuration) { CommandErrors.write("warning: \(warning.finding)") }
    }
}

/// The copy of a file that is changed, for its owner alone, because it may contain keys.
enum PrivateCopy {
    static func keep(_ bytes: [UInt8], at path: String) throws(CommandError) {
        do throws(SystemError) {
            let file = try FileDescriptor.createPrivateFile(at: path)
            defer { file.close() }
            try file.writeAll(bytes.span)
        } catch {
            throw CommandError("\(path.printable) cannot be written: \(error.words); nothing is changed", .inputOutput)
        }
    }
}
