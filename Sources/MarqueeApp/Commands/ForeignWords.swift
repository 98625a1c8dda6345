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
        case "top" where rest.first.map { ["rated", "films", "movies"].contains($0) } == true:
            return [["list", "top-rated"] + rest.dropFirst()]
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
            "status source sources health doctor diagnose keys": "providers",
            "backup save dump": "export", "restore upload letterboxd": "import", "version": "--version",
            "box-office bo ranking rankings daily today yesterday kobis": "boxoffice", "weekly": "boxoffice --weekly",
            "weekend": "boxoffice --span weekend", "chart graph plot": "trend",
            "watch stream streaming offers": "where",
            "cover image picture posters": "poster",
            "showtimes tickets cinema cinemas theaters": "list now-playing", "add": "bookmarks add",
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
        "releases": "releases", "images": "images",
    ]

    /// Returns what words after `library` mean, which has only `refresh`.
    static func library(_ words: [String]) -> [[String]] {
        let rest = words.dropFirst()
        return switch words.first {
        case "stats", "statistics", "summary": [["cards", "stats"] + rest]
        case "backup", "save", "export", "dump": [["export"] + (rest.isEmpty ? ["library.json"] : rest)]
        case "restore", "load": [["import"] + rest, ["help", "import"]]
        case "path", "where", "file", "folder", "status": [["help", "options"]]
        case "update", "sync", "fetch": [["library", "refresh"]]
        case "undo": [["undo"]]
        default: []
        }
    }

    /// Returns what words after `lists` mean that are done by options, or by another command.
    static func lists(_ word: String, _ rest: [String]) -> [[String]] {
        switch word {
        case "move", "mv", "reorder", "sort":
            let words = rest.prefix { !$0.hasPrefix(scalars: "--") }
            guard let last = words.last else { return [] }
            let options = rest.dropFirst(words.count)
            let place = Int(last) != nil ? last : ["top", "first", "start", "up"].contains(last) ? "1" : nil
            guard let place, words.count > 2 else { return [] }
            return [["lists", "add"] + words.dropLast() + ["--position", place] + options]
        case "export" where !rest.isEmpty: return [["export", "--list", rest.joined(separator: " ")]]
        case "import" where !rest.isEmpty: return [["import"] + rest]
        default: return []
        }
    }

    /// Returns the part of a film that a word means: `videos` for `trailer`.
    static func part(_ word: String) -> String? { includes[word.lowercased()].flatMap { $0 == word ? nil : $0 } }

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
