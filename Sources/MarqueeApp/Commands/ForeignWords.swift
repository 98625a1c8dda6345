import MovieDomain
import MovieService
import Platform

/// The commands and subcommands of other programs, and what does the same here.
enum ForeignCommand {
    /// Returns what the words of other film apps and programs mean here, the likeliest first.
    static func lines(_ word: String, _ rest: [String]) -> [[String]] {
        let word = word.lowercased()
        if let command = names[word] { return [command + rest, ["help"] + command.prefix(2), ["help", command[0]]] }
        if let part = includes[word] {
            return rest.isEmpty ? [] : [["movie"] + rest + ["--include", part]]
        }
        switch word {
        case "watchlist", "bookmark", "favorites", "favourites", "fav", "favorite", "like", "later", "want":
            let isList = rest.first.map { $0.hasPrefix(scalars: "-") } ?? true
            if let part = rest.first, part == "add" || !parts(part).isEmpty {
                let meant = part == "add" ? ["add"] : parts(part).filter { ["add", "remove", "list"].contains($0) }
                return ([part] + meant).map { ["bookmarks", $0] + rest.dropFirst() } + [["help", "bookmarks"]]
            }
            return isList ? [["bookmarks"] + rest] : [["bookmarks", "add"] + rest]
        case "diary", "journal", "watched", "seen", "viewed":
            return rest.isEmpty ? [["cards"]] : [["log"] + rest, ["cards"] + rest]
        case "rate", "rating", "stars", "score":
            let stars = rest.count > 1 && !rest.contains { $0.hasPrefix(scalars: "-") } ? rest.last?.starCount : nil
            return (stars.map { [["cards", "add"] + rest.dropLast() + ["--stars", $0]] } ?? [])
                + [["cards", "add"] + rest, ["help", "cards", "add"]]
        case "review", "note", "comment":
            return
                (rest.count > 1
                ? [["cards", "add", rest[0], "--comment"] + [rest.dropFirst().joined(separator: " ")]] : [])
                + [["help", "cards", "add"]]
        case "trending", "popular", "upcoming", "top-rated", "now-playing": return [["list", word] + rest]
        case "cache": return [["call", rest.first == "clear" ? "cache/clear" : "cache/stats"]]
        case "configuration" where !rest.contains { $0.contains(scalars: ".") }, "settings", "setting", "preferences",
            "options":
            return [["config"] + rest, ["config", "set"] + rest, ["config"]]
        case "configuration", "validate", "lint":
            return [["check"] + rest.filter { $0.contains(scalars: ".") || $0.hasPrefix(scalars: "-") }, ["check"]]
        case "completion": return [rest.first ?? "bash", "bash"].map { ["completions", $0] }
        case "box", "top":
            let count = rest.first.flatMap { Int($0) }.map { ["--limit", "\($0)"] } ?? []
            let more = rest.dropFirst(count.isEmpty ? 0 : 1).drop { ["office", "ten"].contains($0) }
            return [["boxoffice"] + count + more]
        case "set", "get", "unset": return [["config", word] + rest, ["help", "config"]]
        case "stats", "statistics":
            let year = rest.first.flatMap { Int($0) }
            return [["cards", "stats"] + (year == nil ? rest : ["--year"] + rest)]
        case "recommend", "suggest", "subtitles", "download", "play", "torrent": return [["help"]]
        case "now" where rest.first == "playing": return [["list", "now-playing"] + rest.dropFirst()]
        case "mcp": return [["mcp-config"] + rest, ["help", "mcp-config"]]
        default: return []
        }
    }

    /// Returns the options of `boxoffice` for a week or its end; `nil` for other words.
    static func period(_ words: String) -> [String]? {
        if words.wholeMatch(of: /[0-9]{4}-?[Ww][0-9]{1,2}/) != nil { return ["--weekly", words] }
        let words = words.lowercased().split(scalar: " ").filter { !["this", "last", "the", "latest"].contains($0) }
        return switch words.joined() {
        case "week", "weekly", "지난주", "이번주": ["--weekly"]
        case "weekend", "주말", "지난주말": ["--span", "weekend"]
        case "weekdays": ["--span", "weekdays"]
        default: nil
        }
    }

    /// What a word means whatever follows.
    private static let names: [String: [String]] = pairs(
        [
            "find lookup query title s": "search", "film films show info get details view open": "movie",
            "person actor actress director cast-of": "people",
            "status sources health doctor diagnose keys": "providers",
            "backup save dump": "export", "restore upload letterboxd": "import", "version": "--version",
            "box-office bo ranking rankings daily today yesterday kobis": "boxoffice", "weekly": "boxoffice --weekly",
            "weekend": "boxoffice --span weekend", "chart graph plot": "trend",
            "watch stream streaming offers": "where",
            "cover image picture": "poster", "add": "bookmarks add",
            "remove rm delete del unbookmark unlike unfavorite unwatchlist": "bookmarks remove",
            "ratings reviews": "cards", "saga franchise sequels parts": "collection", "cast crew staff": "credits",
            "playlist mylist": "lists",
            "random": "bookmarks --sort random", "refresh update sync": "library refresh", "revert rollback": "undo",
            "link merge pin": "matches add", "split unlink": "matches split", "forget unpin": "matches remove",
            "scan guess which organize": "identify", "server start run daemon": "serve", "man usage commands": "help",
            "demo example tour": "boxoffice --demo", "rpc": "call", "api methods docs": "openrpc",
            "lsp": "language-server", "init": "new", "searches recent": "history", "approve": "trust",
            "verify": "check", "auth signin sign-in authenticate key": "login",
            "signout sign-out": "logout", "genres regions countries": "call vocabulary/list", "redo": "help undo",
            "actors actresses directors": "people", "top10 top-10": "boxoffice",
            "replay": "replay-trace", "quit exit hello hi": "help", "검색 찾기": "search", "영화 작품": "movie",
            "박스오피스 순위": "boxoffice", "포스터": "poster", "배우 감독 인물": "people", "찜 북마크 관심": "bookmarks",
            "평점 별점": "cards", "일기 관람": "log", "목록": "lists", "설정": "config", "도움말": "help", "어디서": "where",
            "추이": "trend", "출연": "credits", "되돌리기": "undo", "로그인": "login",
            "soon": "bookmarks upcoming",
        ]
    )

    /// The parts of a film that `movie` shows if they are wanted.
    private static let includes = [
        "similar": "similar", "recommendations": "recommendations", "like-this": "similar", "trailer": "videos",
        "trailers": "videos", "videos": "videos",
        "releases": "releases", "images": "images", "posters": "images",
    ]

    /// Returns what other programs call a subcommand.
    static func parts(_ word: String) -> [String] { subcommands[word.lowercased()] ?? [] }

    private static let subcommands: [String: [String]] = pairs(
        [
            "create new insert append save store set edit write rate update change put pin": "add set",
            "rm del delete erase drop unadd discard clear reset unpin unsplit undo forget": "remove unset",
            "ls all view": "list", "list": "show", "add": "set", "remove": "unset",
            "open cat print get": "show list", "show": "list", "mv move name": "rename",
            "statistics count summary year": "stats",
            "soon releases calendar ics coming": "upcoming", "where watch stream streaming": "offers",
            "link same join merge add-match": "add", "unlink different separate": "split",
            "update-all fetch reload sync": "refresh",
        ]
    )

    /// Spreads the keys, which are words between blanks.
    private static func pairs(_ lines: [String: String]) -> [String: [String]] {
        var pairs: [String: [String]] = [:]
        for (words, meaning) in lines {
            for word in words.split(scalar: " ") { pairs[String(word)] = meaning.split(scalar: " ").map(String.init) }
        }
        return pairs
    }
}

/// The options of other programs, and what does the same here.
enum ForeignOption {
    /// Returns what an option is here, with the words after it, the likeliest first.
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
        case "--week": return [["--weekly"] + rest]
        case "--weekend", "--weekdays": return [["--span", String(option.dropFirst(2))] + rest]
        case "--month": return [["--days", "30"] + rest]
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
            "--no-pager", "--no-input", "--shell", "--recursive", "-r", "-R", "--no-demo", "--live", "--force":
            return [rest]
        case "--date", "--day", "--when", "-o", "--out", "--output":
            return (names[option] ?? []).map { [$0] + rest } + [rest]
        default: return (names[option] ?? []).map { [$0] + rest }
        }
    }

    /// Whether it is an option of other programs.
    static func isKnown(_ option: String) -> Bool { names[option] != nil }

    /// Returns the lines of other commands that have what an option wants.
    static func commands(_ option: String, _ before: [String], _ rest: [String]) -> [[String]] {
        guard before.count == 1 else { return [] }
        return switch (before.first, option) {
        case ("boxoffice", "--weeks"), ("boxoffice", "--days"), ("boxoffice", "--from"), ("boxoffice", "--to"):
            [["trend", option] + rest]
        case ("search", "--genre"), ("search", "--country"): rest.count == 1 ? [["list", option] + rest] : []
        case ("export", "--csv"): [["export", "--letterboxd", rest.first ?? "films.csv"]]
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
    /// The number of stars that a person writes: `4`, `4.5`, `4/5`, `9/10`, `★★★★½`; `nil` for other texts.
    var starCount: String? {
        let signs = Array(unicodeScalars)
        if signs.first == "★" {
            let (whole, rest) = (signs.prefix { $0 == "★" }, signs.drop { $0 == "★" })
            let half = rest.first == "½" ? rest.dropFirst() : rest
            guard whole.count <= 5, half.allSatisfy({ $0 == "☆" }) else { return nil }
            return rest.first == "½" ? "\(whole.count).5" : "\(whole.count)"
        }
        guard let match = wholeMatch(of: /([0-9]{1,2}(?:\.[05])?)(?:\/(5|10))?/), let value = Double(match.1) else {
            return nil
        }
        let stars = match.2 == "10" ? (value).rounded() / 2 : value
        guard (0...5).contains(stars) else { return nil }
        return stars == stars.rounded() ? "\(Int(stars))" : "\(stars)"
    }
}
