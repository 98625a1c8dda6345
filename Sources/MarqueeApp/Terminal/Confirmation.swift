import ArgumentParser
import Platform

/// A question on the terminal, before something is changed.
enum Confirmation {
    /// Returns if the answer is yes, or if `yes` was given; otherwise throws, and says what is not done.
    static func ask(_ question: String, yes: Bool, refusal: String) throws {
        if yes { return }
        guard FileDescriptor.standardInput.isTerminal else {
            throw CommandError(
                "standard input is not a terminal, so marquee cannot ask; read the above, and pass --yes",
                .usage
            )
        }
        CommandErrors.ask("\(question) [y/N]")
        var reader = try LineReader("-")
        let answer = try reader.next().map { String(decoding: $0, as: UTF8.self).lowercased() } ?? ""
        guard ["y", "yes"].contains(answer) else {
            CommandErrors.write(refusal)
            throw ExitCode.refused
        }
    }
}
