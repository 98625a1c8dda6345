import ArgumentParser
import MovieDomain
import MovieService
import Platform

// What was meant by a value that is wrong, or missing.
extension CommandSuggestion {
    /// Returns the line with another value in the place of one that was refused, or of the one most like it.
    ///
    /// `nil` if no argument has the value, or if the line cannot be read.
    func line(replacing value: String?, with meant: String) -> String? {
        let given = arguments.flatMap { Self.halves(of: $0).value.split(scalar: ",").map(String.init) }
        let near = value == nil ? NearestName.nearest(to: meant, among: given) : nil
        guard let value = value ?? near, value != meant else { return nil }
        for place in arguments.indices.reversed() {
            let (head, list) = Self.halves(of: arguments[place])
            var values = list.split(scalar: ",", omittingEmptySubsequences: false).map(String.init)
            if list == value {
                values = [meant]
            } else if let part = values.firstIndex(of: value) {
                values[part] = meant
            } else {
                continue
            }
            var line = arguments
            line[place] = head + values.joined(separator: ",")
            if parses(line) { return Self.line(line) }
        }
        return nil
    }

    /// Returns the line with another name of a parameter of `marquee call`; `nil` if none has the name.
    func line(renaming name: String, to meant: String) -> String? {
        guard let place = arguments.firstIndex(where: { $0.hasPrefix(scalars: name + "=") }) else { return nil }
        var line = arguments
        line[place] = meant + arguments[place].dropFirst(name.count)
        return parses(line) ? Self.line(line) : nil
    }

    /// An argument as what stands before its value, and the value: `--genre=` and `drama`.
    private static func halves(of argument: String) -> (head: String, value: String) {
        guard let match = argument.wholeMatch(of: /(--[a-z-]+=|[a-zA-Z]+=)(.+)/) else { return ("", argument) }
        return (String(match.1), String(match.2))
    }

    /// Returns a message with the whole line in place of the word that it proposes: `did you mean 'tmdb'?`.
    func completed(_ message: String) -> String {
        guard let match = message.wholeMatch(of: /(.*'([^']+)'[^']*); did you mean '([^']+)'\?/),
            let line = line(replacing: String(match.2), with: String(match.3))
        else { return message }
        return "\(match.1); did you mean: \(line)"
    }

    /// Returns an example in place of the parser's words about an argument, or a value, that is missing.
    func messageOfMissing(_ reason: String) -> String? {
        if let match = reason.firstMatch(of: /Missing expected argument '<([^>']+)>/) {
            let name = match.1.replacing(scalars: "-", with: " ")
            let article = "aeiou".contains(name.prefix(1)) ? "an" : "a"
            let expected = name.hasSuffix(scalars: "s") ? name : "\(article) \(name)"
            let advice = CommandHelp.example(arguments).map { "try: " + $0 }
            return "expected \(expected); \(advice ?? "see: " + Self.line(help))"
        }
        guard let match = reason.firstMatch(of: /Missing value for '(--?[a-zA-Z-]+)/),
            !["--liked", "--seen-before"].contains(match.1)
        else { return nil }
        return "expected a value after \(match.1); see: \(Self.line(help))"
    }

    /// Returns a line with another word in the place of one that is none of a choice, or the choice on one line.
    func messageOfValue(_ reason: String) -> String? {
        if arguments.first == "list", let line = lineOfList { return "\(reason.oneLine); did you mean: \(line)" }
        // The value has words of its own for what is wrong with it.
        if let match = reason.oneLine.firstMatch(of: /The value '[^']+' is invalid for '[^']+': (.+)/) {
            let text = completed(String(match.1))
            return text.contains(scalars: ": marquee ") ? text : "\(text); see: \(Self.line(help))"
        }
        if let match = reason.oneLine.firstMatch(of: /The value '([^']+)' is invalid for '(--[a-z-]+) <[^']+'$/) {
            return "'\(match.1.prefix(64))' is not a value of \(match.2); see: \(Self.line(help))"
        }
        if let match = reason.firstMatch(of: /Missing value for '(--liked|--seen-before)/),
            let place = arguments.firstIndex(where: { $0 == String(match.1) })
        {
            let line = arguments[...place] + ["true"] + arguments[(place + 1)...]
            return "expected true or false after \(match.1); did you mean: \(Self.line(Array(line)))"
        }
        guard
            let match = reason.oneLine.firstMatch(
                of: /The value '([^']+)' is invalid for '([^']+)'\. Please provide one of (.+)/
            )
        else { return nil }
        let text = String(match.3).replacing(scalars: "the following:", with: "")
        let choices = text.split { " ',".contains($0) }.map(String.init)
            .filter { !["or", "-", "and", "."].contains($0) }.map {
                $0.hasSuffix(scalars: ".") ? String($0.dropLast()) : $0
            }
        let value = String(match.1)
        let near = NearestName.nearest(to: value, among: choices) ?? choices.first { $0.hasPrefix(scalars: value) }
        if let near, let place = arguments.lastIndex(where: { $0 == value || $0.hasSuffix(scalars: "=" + value) }) {
            var line = arguments
            line[place] = String(line[place].dropLast(value.count)) + near
            if parses(line) { return "there is no '\(value.prefix(64))' here; did you mean: \(Self.line(line))" }
        }
        return
            "expected one of \(choices.joined(separator: ", ")), found '\(value.prefix(64))'; see: \(Self.line(help))"
    }

    /// The line of `list` with an option in the place of a word that is the name of no list.
    private var lineOfList: String? {
        for place in arguments.indices.dropFirst() {
            guard let meant = FilmListCommand.words(meantBy: arguments[place]) else { continue }
            let line = arguments[..<place] + meant + arguments[(place + 1)...]
            if parses(Array(line)) { return Self.line(Array(line)) }
        }
        return nil
    }
}
