package import JSON
import Platform

/// What is wrong, and what to do about it, in words: `unknown key 'titel'; did you mean 'title'?`.
package struct Finding: Hashable, Sendable, ExpressibleByStringInterpolation, CustomStringConvertible {
    /// What was expected and what came.
    package var message: String
    /// The advice, such as `did you mean 'title'?`; `nil` if there is none.
    package var hint: Hint?

    package init(_ message: String, hint: Hint? = nil) {
        self.message = message
        self.hint = hint
    }

    package init(stringLiteral message: String) { self.init(message) }

    /// The whole sentence.
    package var description: String { advice.map { "\(message); \($0)" } ?? message }

    /// The words of the advice; `nil` if the message says it already, and the hint only has the correction.
    package var advice: String? { hint.flatMap { $0.description.isEmpty ? nil : $0.description } }
}

/// A problem in a definition file, printed as `file:line:column: error: text`.
package struct Diagnostic: Hashable, Sendable, CustomStringConvertible {
    package enum Severity: String, Sendable {
        case error, warning
    }

    package var severity: Severity
    package var location: SourceLocation
    package var finding: Finding

    package init(_ severity: Severity, at location: SourceLocation, _ message: String, hint: Hint? = nil) {
        self.init(severity, at: location, Finding(message, hint: hint))
    }

    package init(_ severity: Severity, at location: SourceLocation, _ finding: Finding) {
        self.severity = severity
        self.location = location
        self.finding = finding
    }

    package var description: String { "\(location): \(severity.rawValue): \(finding)" }

    /// The problem for programs: `file`, `line`, `column`, `severity`, `message`, and `hint` if there is one.
    package var json: JSONValue {
        var members: [JSONValue.Member] = [
            .init("file", .string(location.file)), .init("line", .number(JSONNumber(location.line))),
            .init("column", .number(JSONNumber(location.column))), .init("severity", .string(severity.rawValue)),
            .init("message", .string(finding.message)),
        ]
        if let advice = finding.advice { members.append(.init("hint", .string(advice))) }
        return .object(members)
    }
}

/// A position in a definition file; line and column count from 1, and the column counts characters.
package struct SourceLocation: Hashable, Sendable, CustomStringConvertible {
    package var file: String
    package var line: Int
    package var column: Int

    /// The position of what stands in no file.
    static let nowhere = SourceLocation(file: "", line: 1, column: 1)

    package var description: String { "\(file):\(line):\(column)" }

    func advanced(by columns: Int) -> SourceLocation {
        SourceLocation(file: file, line: line, column: column + columns)
    }
}

/// The problem with a text, before the position of the text in the file is known.
struct LanguageError: Error, Hashable, Sendable {
    let finding: Finding
    /// The character of the text that is wrong, counted from 0.
    let offset: Int

    init(_ message: String, hint: Hint? = nil, at offset: Int = 0) {
        self.init(Finding(message, hint: hint), at: offset)
    }

    init(_ finding: Finding, at offset: Int) {
        self.finding = finding
        self.offset = offset
    }
}

/// The maps of the language to which keys belong that people write at another level.
enum KeyPlaces {
    private static let places: [(place: String, keys: String)] = [
        (
            "a provider",
            "base_url auth headers errors limits retry timeout missing_values locales time_zone operations tests secrets "
                + "image_sizes image_hosts images_base vars regions charset"
        ),
        ("an operation", "get post query body form paging cache rows item by inputs leads_to embedded_json period"),
        ("'cache'", "ttl stale_while_revalidate stale_if_error settled_after settled_ttl"),
        ("'paging'", "size param size_param total total_pages has_more max_pages"),
        ("'limits'", "rate quota concurrent quota_time_zone"), ("'rows'", "if_missing each_value where"),
        ("'settings'", "deadline history merge"), ("the item of a film", "title year ids genres runtime rating"),
        (
            "the item of a box office",
            "rank rank_change audience audience_total sales sales_total sales_share screens showings"
        ),
    ]

    /// Whether an operation has a key that its map of operations has not.
    static func isOfOperation(_ key: String) -> Bool {
        places.contains { $0.place == "an operation" && $0.keys.split(scalar: " ").contains { $0 == key } }
    }

    /// Returns the map that has a key, in words; `nil` if none has it, or a map of the kind of this construct.
    static func place(of key: String, outside construct: String) -> String? {
        let place = places.first { $0.keys.split(scalar: " ").contains { $0 == key } }?.place
        let kind = place?.split(scalar: " ").last ?? ""
        return construct.split(scalar: " ").contains(kind) ? nil : place
    }
}

/// Words of other tools and APIs that people write instead of the words of this language.
enum ForeignWord {
    /// Returns the known word with the same meaning; `nil` if there is none.
    static func meaning(of word: String, among known: [String]) -> String? {
        let word = word.lowercased().replacing(scalars: "-", with: "_")
        return meanings[word]?.first(where: known.contains)
    }

    /// Returns the kind that a word of another tool means: `header`, for example, means `api_key` with `in: header`.
    static func kind(of word: String, among known: [String]) -> String? {
        let meant = [
            "header": "api_key' with 'in: header", "query": "api_key' with 'in: query", "apikey": "api_key",
            "key": "api_key", "token": "bearer", "jwt": "bearer", "password": "basic", "next": "next_url",
            "link": "next_url", "skip": "offset", "exec": "process", "command": "process", "rest": "http",
        ][word.lowercased()]
        return meant.flatMap { text in known.contains(String(text.prefix { $0 != "'" })) ? text : nil }
    }

    /// Each known word, with the foreign words that have the same meaning or belong inside it.
    private static let foreign: [(known: String, words: String)] = [
        // A file, a provider
        ("base_url", "url uri host endpoint api server base address"), ("auth", "api_key key token authentication"),
        ("title", "name label"), ("errors", "faults"), ("limits", "rate rate_limit quota throttle"),
        // An operation
        ("get", "url uri path endpoint route method request"),
        ("query", "params parameters args arguments search_params querystring"),
        ("item", "fields mapping columns map movie film"), ("rows", "results records data list root items"),
        ("paging", "pagination pages page"), ("cache", "ttl caching"),
        ("search", "find query movies/search"), ("lookup", "details detail get movie film show movies/get"),
        ("list", "popular latest new browse discover now_playing movies/list movies/discover"),
        ("credits", "people cast actors crew"), ("images", "posters pictures"), ("videos", "trailers"),
        ("daily_box_office", "box_office daily boxoffice boxoffice/daily"),
        ("weekly_box_office", "weekly boxoffice/weekly"), ("recommendations", "recommended"),
        ("collection", "saga franchise sequels belongs_to_collection"),
        // Inside an operation
        ("kind", "type strategy"), ("param", "page_param parameter"), ("first", "start start_page"),
        ("size", "per_page page_size limit"), ("total_pages", "pages page_count"), ("total", "count total_results"),
        ("path", "next next_path key from field selector source jsonpath"),
        ("max_pages", "max maximum"), ("scale", "max maximum best out_of best_rating max_rating"),
        ("expires", "ttl expires_in lifetime max_age"), ("ttl", "expires max_age duration seconds for"),
        ("when", "status path if condition match"), ("value", "token secret key const constant literal"),
        ("name", "header param title label"), ("text", "title name"), ("rate", "per_second requests_per_second rps"),
        ("quota", "per_day daily"),
        ("concurrent", "parallel max_concurrent connections"), ("count", "items rows results total"),
        // A field
        (
            "then",
            "split join trim lower upper strip_html replace extract regex date number format transform transforms filter filters"
        ),
        ("parts", "part pieces segments concat texts strings"),
        ("first_of", "fallback any_of coalesce either"), ("template", "format text"),
        // A unit
        ("min", "mins minutes minute"), ("h", "hours hour hr hrs"), ("s", "seconds second secs sec"),
        ("ms", "milliseconds millis"), ("percent", "pct %"),
        // A transform, a format
        ("lower", "lowercase downcase to_lower tolower"), ("upper", "uppercase upcase to_upper toupper"),
        ("trim", "strip chomp"), ("strip_html", "strip_tags remove_html"),
        ("unescape_html", "html_decode decode_html html_unescape unescape"),
        ("collapse_spaces", "squeeze squish normalize_space normalize_spaces"),
        ("url_decode", "urldecode unquote percent_decode uri_decode"), ("ndjson", "jsonl json_lines jsonlines"),
        // A film
        ("ids", "id imdb imdb_id tmdb_id"), ("images", "poster backdrop image picture thumbnail cover"),
        ("videos", "trailer video"), ("cast", "actors actor stars"), ("crew", "writers writer staff"),
        ("directors", "director directed_by"), ("overview", "plot description synopsis summary text story"),
        ("original_title", "original_name"), ("titles", "aka alternative_titles"),
        ("release_date", "released release date premiered opened"), ("runtime", "duration length minutes"),
        ("rating", "score stars vote_average imdb_rating"), ("companies", "studio studios production_companies"),
        ("countries", "country origin_country"), ("homepage", "website link site"),
    ]

    private static let meanings = {
        var meanings: [String: [String]] = [:]
        for (known, words) in foreign {
            for word in words.split(scalar: " ") { meanings[String(word), default: []].append(known) }
        }
        return meanings
    }()
}
