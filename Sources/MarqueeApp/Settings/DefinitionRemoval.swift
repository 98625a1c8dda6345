import DefinitionTools
import MovieDomain
import Platform
import ProviderLanguage

/// A file of definitions without one of its providers, of which nothing else changes.
struct DefinitionRemoval {
    let text: String
    /// The lines that go, with the number of the first, from 1.
    let lines: [String]
    let first: Int

    /// Fails if no lines of their own define the provider; `isWithout` says whether a text lacks it, and it alone.
    init?(from file: String, _ isWithout: (String) -> Bool) {
        guard let list = ProviderList(file) else { return nil }
        let dash = String(repeating: " ", count: list.indent) + "-"
        let starts = list.items.filter { list.lines[$0].hasPrefix(scalars: dash) }
        for (place, start) in starts.enumerated() {
            var end = place + 1 < starts.count ? starts[place + 1] : list.items.upperBound
            // What stands above the next one belongs to it.
            while end > start + 1, Self.saysNothing(list.lines[end - 1]) { end -= 1 }
            var rest = list.lines
            rest.removeSubrange(start..<end)
            if starts.count == 1, let key = rest.firstIndex(where: { $0.hasPrefix(scalars: "providers:") }) {
                rest[key] = "providers: []"
            }
            let text = rest.joined(separator: "\n") + "\n"
            guard isWithout(text) else { continue }
            (self.text, lines, first) = (text, Array(list.lines[start..<end]), start + 1)
            return
        }
        return nil
    }

    private static func saysNothing(_ line: String) -> Bool {
        let text = line.trimmedText
        return text.isEmpty || text.hasPrefix(scalars: "#")
    }
}

extension DefinitionFile {
    /// Removes a provider after showing its lines and asking.
    func remove(_ id: String, yes: Bool) throws {
        let before = check.outcome(of: bytes, file: path, permissions: nil)
        guard let configuration = before.configuration else { throw StartError.invalid(before.diagnostics) }
        let ids = configuration.providers.map(\.id)
        guard ids.contains(id) else { throw StartError.unknownProvider(id, known: ids) }
        let others = ids.filter { $0 != id }
        guard isThere else {
            let line = CommandSuggestion.line(["config", "set", "providers", others.joined(separator: ",")])
            throw CommandError("\(id) is built in; to ask the others only: \(line)", .usage)
        }
        let removal = DefinitionRemoval(from: String(decoding: bytes, as: UTF8.self)) { text in
            let after = check.outcome(of: Array(text.utf8), file: path, permissions: nil)
            return after.configuration?.providers.map(\.id) == others
        }
        guard let removal else {
            let place = "the lines of '\(id)' in \(path), or in a file that it includes"
            let reason = "it has no lines of its own, or another source extends it"
            throw CommandError("\(id) cannot be removed: \(reason); change \(place)", .configuration)
        }
        CommandOutput.write("\(path.printable):\(removal.first)")
        for line in removal.lines { CommandOutput.write("- " + line.printable) }
        try Confirmation.ask("Remove this?", yes: yes, refusal: "nothing is removed")
        try PrivateCopy.keep(bytes, at: path + ".before-marquee")
        try context.files.write(Array(removal.text.utf8), path).get()
        CommandErrors.write(
            "removed \(id) from \(path.printable); the file as it was is \(path.printable).before-marquee"
        )
    }
}
