import MovieDomain
import MovieService
import Platform

/// The options of other programs, and what does the same here.
enum ForeignOption {
    /// Returns what an option is here, with the words behind it, the likeliest first.
    static func lines(_ option: String, _ rest: [String]) -> [[String]] {
        let count = rest.first.flatMap { Int($0) }
        switch option {
        // What writes files has no format, and what it writes on its own is JSON.
        case "--json", "-j": return [["--format", "json"] + rest, rest]
        case "--csv", "--tsv", "--ids": return [["--format", String(option.dropFirst(2))] + rest, ["--list"] + rest]
        case "--table", "--text", "--plain": return [["--format", "table"] + rest, ["--format", "text"] + rest, rest]
        case "--top", "--count", "--max", "--number", "--first", "--rows", "--head", "--per-page", "--page-size", "-n":
            return [["--limit", "\(count ?? 10)"] + rest.dropFirst(count == nil ? 0 : 1)]
        case "--desc", "--descending", "--reverse": return [["--direction", "descending"] + rest]
        case "--asc", "--ascending": return [["--direction", "ascending"] + rest]
        case "--quiet", "-q", "--silent": return [["--log-level", "error"] + rest]
        case "--debug": return [["--log-level", "debug"] + rest]
        case "--week":
            guard let count, (1...53).contains(count) else { return [["--weekly"] + rest] }
            let year = CalendarDate(daysSinceEpoch: SystemEnvironment.current.wallClock.seconds / 86_400).year
            return [["--weekly", "\(year)-W\(count < 10 ? "0" : "")\(count)"] + rest.dropFirst()]
        case "--weekend", "--weekdays": return [["--span", String(option.dropFirst(2))] + rest]
        case "--month", "--months":
            return [["--days", "\(30 * (count ?? 1))"] + rest.dropFirst(count == nil ? 0 : 1)]
        case "-r" where rest.first.map(Country.isCode) == true: return [["--region"] + rest]
        case "--today", "--yesterday":
            return ["--on", "--watched", "--from"].map { [$0, String(option.dropFirst(2))] + rest }
        case "--order":
            let direction = rest.first.flatMap { word in
                ["ascending", "descending"].first { $0.hasPrefix(scalars: word.lowercased()) }
            }
            return direction.map { [["--direction", $0] + rest.dropFirst()] } ?? [["--sort"] + rest]
        case "--rating", "--rate", "--score":
            // Of ten, where stars are of five.
            let tenths = rest.first.flatMap { Double($0) }.flatMap { $0 > 5 && $0 <= 10 ? $0 : nil }
            return [["--stars"] + (tenths.map { [FilmNote.number($0.rounded() / 2)] + rest.dropFirst() } ?? rest)]
        case "-h", "-?", "-help", "--h", "--usage": return [["--help"]]
        // The value is an argument, or there is nothing to say.
        case "--title", "--name", "--query", "--id", "--film", "--movie", "--file", "--all", "--color", "--no-color",
            "--no-pager", "--no-input", "--shell", "--recursive", "-r", "-R", "--no-demo", "--live", "--force", "--url",
            "--host", "--letterboxd", "--imdb", "--trakt", "--path", "--folder", "--search", "--text-only":
            return [rest]
        case "-o", "--out", "--output", "--save":
            // What prints to standard output has a format only.
            let ending = rest.first.flatMap { $0.lowercased().split(scalar: ".").last }.map(String.init) ?? ""
            let format = ["csv", "tsv", "json"].contains(ending) ? [["--format", ending] + rest.dropFirst()] : []
            return (names[option] ?? []).map { [$0] + rest } + format + [rest]
        case "--date", "--day", "--when":
            return (names[option] ?? []).map { [$0] + rest } + [rest]
        default: return (names[option] ?? []).map { [$0] + rest }
        }
    }

    /// Whether it is an option of other programs.
    static func isKnown(_ option: String) -> Bool { names[option] != nil }

    /// Returns the lines of other commands that have what an option wants.
    static func commands(_ option: String, _ before: [String], _ rest: [String]) -> [[String]] {
        // `credits parasite --crew`
        if before.first == "credits", ["--cast", "--crew"].contains(option) {
            return [before + ["--kind", String(option.dropFirst(2))] + rest]
        }
        guard before.count == 1 else { return [] }
        return switch (before.first, option) {
        case ("boxoffice", "--weeks"), ("boxoffice", "--days"), ("boxoffice", "--from"), ("boxoffice", "--to"):
            [["trend", option] + rest]
        case ("search", "--genre"), ("search", "--country"): rest.count == 1 ? [["list", option] + rest] : []
        case ("export", "--csv"): [["export", "--letterboxd", rest.first ?? "films.csv"]]
        case ("identify", "--dir"), ("identify", "--file"), ("import", "--dir"), ("poster", "--dir"): [before + rest]
        case ("completions", _): [before + [String(option.drop { $0 == "-" })] + rest]
        case ("trend", "--png"):
            [["trend", "--svg"] + rest.prefix(1).map { $0.replacing(scalars: ".png", with: ".svg") }]
        case ("undo", "--list"), ("undo", "--show"), ("undo", "--preview"): [["undo", "--dry-run"] + rest]
        case ("login", "--key"), ("login", "--token"): [["login"] + rest.dropFirst(rest.count > 1 ? 1 : 0)]
        default: []
        }
    }

    private static let names: [String: [String]] = [
        "--source": ["--providers"], "--sources": ["--providers"], "--provider": ["--providers"],
        "--lang": ["--languages"], "--language": ["--languages"], "--locale": ["--languages"],
        "--country": ["--region"], "--overwrite": ["--force"], "-f": ["--force"],
        "--out": ["--output", "--svg", "--ics"],
        "-o": ["--output", "--svg", "--ics"], "--output": ["--svg", "--ics"], "--rating": ["--stars"],
        "--score": ["--stars"], "--rate": ["--stars"], "--today": ["--on"], "--yesterday": ["--on"],
        "--note": ["--comment"], "-p": ["--page"], "-l": ["--limit"], "-g": ["--genre"], "-s": ["--sort"],
        "-c": ["--config"], "-d": ["--demo"], "-t": ["--timeout"], "-w": ["--width"],
        "--h": ["--help"], "--like": ["--liked"],
        "--review": ["--comment"], "--text": ["--comment"],
        "--date": ["--watched", "--on", "--from"], "--day": ["--watched", "--on", "--from"],
        "--when": ["--watched", "--on"], "--on": ["--watched"], "--watched": ["--on"], "--since": ["--from"],
        "--after": ["--from"], "--until": ["--to"], "--before": ["--to"], "--genres": ["--genre"],
        "--sort-by": ["--sort"], "--order-by": ["--sort"], "--order": ["--sort"], "--dry": ["--dry-run"],
        "--delete": ["--remove"], "--rm": ["--remove"],
        "--no-confirm": ["--yes"], "--assume-yes": ["--yes"], "--cache": ["--cache-dir"], "--data": ["--data-dir"],
        "--library": ["--data-dir"], "--dir": ["--data-dir"], "--with": ["--include"], "--extra": ["--include"],
        "--add": ["--include"], "--service": ["--services"], "--kind": ["--kinds"], "--min-rating": ["--rating"],
        "--min-stars": ["--stars"], "--runtime": ["--minutes"], "--duration": ["--minutes"],
        "--max-minutes": ["--minutes"], "--wait": ["--timeout"], "--size": ["--width"], "--measure": ["--by"],
    ]
}

extension String {
    /// The number of stars that a value means which is no number of them: `8` of ten, `4,5`, `90%`.
    var starsOfTen: String? {
        if let stars = starCount { return stars }
        guard let value = Double(self), (5...10).contains(value) else { return nil }
        return FilmNote.number(value.rounded() / 2)
    }

    /// The number of stars that a person writes: `4`, `4.5`, `4/5`, `9/10`, `★★★★½`; `nil` for other texts.
    var starCount: String? {
        let signs = Array(unicodeScalars)
        if let star = signs.first, star == "★" || star == "*" {
            let (whole, rest) = (signs.prefix { $0 == star }, signs.drop { $0 == star })
            let half = rest.first == "½" ? rest.dropFirst() : rest
            guard whole.count <= 5, half.allSatisfy({ $0 == "☆" }) else { return nil }
            return rest.first == "½" ? "\(whole.count).5" : "\(whole.count)"
        }
        guard let match = wholeMatch(of: /([0-9]{1,3}(?:[.,][05])?)(\/5|\/10|%)?/),
            let value = Double(match.1.replacing(scalars: ",", with: "."))
        else { return nil }
        let stars =
            switch match.2 {
            case "/10": value.rounded() / 2
            case "%": (value / 10).rounded() / 2
            default: value
            }
        guard (0...5).contains(stars) else { return nil }
        return stars == stars.rounded() ? "\(Int(stars))" : "\(stars)"
    }
}
