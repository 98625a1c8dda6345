package import JSON
import MovieDomain
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

/// Advice about a problem, with the correction if one text only has to be replaced by another.
package struct Hint: Hashable, Sendable, ExpressibleByStringInterpolation, CustomStringConvertible {
    /// A change of the file that mends a problem.
    package struct Correction: Hashable, Sendable {
        /// What stands in the file; empty for a key.
        package var wrong = ""
        package var right: String
        /// The columns from the problem's location to `wrong`; below zero if `wrong` begins before it.
        ///
        /// What is not there is looked for behind it, in the same map.
        package var offset = 0
        /// The key of a map that gets the value `right`; `nil` if a text is replaced.
        package var key: String?
        /// A place in the map with that key; `nil` for the problem's.
        package var place: SourceLocation?
        /// Whether the key, if it is new, comes before the others of its map.
        package var isFirst = false
        /// Whether the problem's key is replaced with its value, which has the place of `…` in `right`.
        package var isEntry = false
        /// The number of lines from `wrong` to the problem, which is below it.
        package var linesAbove = 0
        /// What the change does, in words; `nil` if its texts say it.
        package var title: String?

        package init(wrong: String, right: String, offset: Int = 0) {
            self.wrong = wrong
            self.right = right
            self.offset = offset
        }

        /// Gives a key of the map around the problem, or around a place, another value.
        package init(key: String, value: String, at place: SourceLocation? = nil) {
            right = value
            self.key = key
            self.place = place
        }

        /// Puts another text in place of a key and its value, which is where the text has `…`.
        package init(entry: String, by text: String) {
            wrong = entry
            right = text
            isEntry = true
        }
    }

    package var description: String
    package var correction: Correction?

    package init(_ description: String, correction: Correction? = nil) {
        self.description = description
        self.correction = correction
    }

    package init(stringLiteral description: String) { self.init(description) }

    /// Advice to write a key with a value: `write unit: USD`.
    static func write(_ key: String, _ value: String, at place: SourceLocation? = nil) -> Hint {
        Hint("write \(key): \(value)", correction: Correction(key: key, value: value, at: place))
    }

    /// No words beside those of the message, but the change that they ask for.
    static func only(_ correction: Correction) -> Hint { Hint("", correction: correction) }

    /// The same advice with a replacement of a text.
    func correcting(_ wrong: String, to right: String, offset: Int = 0) -> Hint {
        Hint(description, correction: Correction(wrong: wrong, right: right, offset: offset))
    }
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

/// The words of messages.
package enum Wording {
    /// Returns `did you mean 'title'?`, with the correction of `wrong`, which begins `offset` columns behind the problem's
    /// location.
    static func didYouMean(_ right: String, for wrong: String, at offset: Int = 0) -> Hint {
        Hint("did you mean '\(right)'?", correction: Hint.Correction(wrong: wrong, right: right, offset: offset))
    }

    /// Returns the hint for an unknown key, for which other tools may have another word; `nil` if there is none.
    ///
    /// A key that belongs in another map is said to: a word that is merely spelled like it is not what was meant.
    static func hint(key: String, in construct: String, among known: [String], besides: [String] = []) -> Hint? {
        if !key.isEmpty, key.unicodeScalars.allSatisfy("“”„‟".unicodeScalars.contains) {
            return "did you mean straight quotes (\")?"
        }
        let plain = key.trimmingPrefix { $0 == "\u{A0}" }
        if plain.count < key.count, known.contains(String(plain)) {
            return Hint("a no-break space stands before it").correcting(key, to: String(plain))
        }
        if let meant = ForeignWord.meaning(of: key, among: known) {
            return transform(key, in: meant) ?? didYouMean(meant, for: key)
        }
        if ["default", "otherwise", "fallback", "standard"].contains(key) {
            if known.contains("else"), besides.contains("map"), !besides.contains("else") {
                return didYouMean("else", for: key)
            }
            if known.contains("default") { return didYouMean("default", for: key) }
        }
        if ["post", "headers", "body", "form", "path", "expires"].contains(key), known.contains("from"),
            construct.hasPrefix(scalars: "auth of kind")
        {
            return "it belongs in 'from', the request that returns the token"
        }
        if let place = KeyPlaces.place(of: key, outside: construct) { return "it belongs in \(place)" }
        if NearestName.nearest(to: key, among: known) == nil, let advice = ForeignKey.advice(on: key, among: known) {
            return advice
        }
        return hint(key, among: known)
    }

    /// Returns how a transform is written that stands where `then` belongs; `nil` for another word.
    private static func transform(_ key: String, in meant: String) -> Hint? {
        guard meant == "then" else { return nil }
        let word = ForeignWord.meaning(of: key, among: Transform.Word.words) ?? key
        if Transform.Word(word: word) != nil {
            return Hint("write then: [\(word)]", correction: Hint.Correction(entry: key, by: "then: [\(word)]"))
        }
        let name = ["regex": "extract", "format": "date"][key] ?? key
        guard ["split", "join", "replace", "extract", "number", "date"].contains(name) else { return nil }
        let text = "then: [{ \(name): … }]"
        return Hint("write \(text)", correction: Hint.Correction(entry: key, by: text))
    }

    /// Returns `did you mean 'title'?`, or the known words if none is near and there are few.
    static func hint(_ word: String, among known: [String], at offset: Int = 0) -> Hint? {
        if let near = NearestName.nearest(to: word, among: known) { return didYouMean(near, for: word, at: offset) }
        return known.isEmpty || known.count > 14 ? nil : "known: \(known.joined(separator: ", "))"
    }

    /// Returns words as a choice: `a, b or c`.
    package static func alternatives(_ words: [String]) -> String {
        guard let last = words.last, words.count > 1 else { return words.first ?? "" }
        return words.dropLast().joined(separator: ", ") + " or " + last
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
