import Platform

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
