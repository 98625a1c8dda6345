import MovieDomain
import MovieService

/// The command that the user probably meant by invalid arguments.
struct MeantCommand {
    /// The arguments without the name of the program.
    let arguments: [String]
    /// The names of the commands.
    let commands: [String]

    /// The mistake and a suggested command line; `nil` if the mistake is not about the command.
    var message: String? {
        guard let first = arguments.first else { return nil }
        if !first.hasPrefix("-") { return commands.contains(first) ? nil : unknown(first) }
        guard let place = arguments.firstIndex(where: commands.contains) else { return nil }
        let words = [arguments[place]] + arguments[..<place] + arguments[arguments.index(after: place)...]
        return "the command comes before its options; try: \(Self.line(words))"
    }

    private func unknown(_ word: String) -> String {
        let known = MethodDeclaration.all.map(\.name)
        let rest = Array(arguments.dropFirst())
        let meant: [String] =
            if let command = NearestName.nearest(to: word, among: commands) {
                [command] + rest
            } else if let method = NearestName.nearest(to: word, among: known) {
                ["call", method] + rest
            } else {
                ["search"] + arguments
            }
        return "there is no command '\(word.prefix(64))'; did you mean: \(Self.line(meant))\n"
            + "`marquee help` lists the commands."
    }

    /// Returns a command line, quoted for a shell.
    static func line(_ words: [String]) -> String {
        let quoted = words.map { word in
            let isPlain = !word.isEmpty && word.allSatisfy { $0.isLetter || $0.isNumber || "-_./:=,@%+".contains($0) }
            return isPlain ? word : "'" + word.replacing("'", with: #"'\''"#) + "'"
        }
        return "marquee " + quoted.joined(separator: " ")
    }
}
