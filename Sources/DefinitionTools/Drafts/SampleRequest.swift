package import HTTPModel
import JSON
import MovieDomain
import MovieProviders
import Platform

/// The request for a sample, with the roles of its parts and the keys in it.
package struct SampleRequest: Sendable {
    /// The role of a parameter or of a member of the posted data.
    enum Role: Equatable {
        case search, key, page, pageSize, offset, cursor, year, day, constant
        case imdbID

        /// Whether it says which part of a list is wanted.
        var isAboutPages: Bool { [.page, .pageSize, .offset, .cursor].contains(self) }
    }

    let url: WebURL
    let headers: [(name: String, value: String)]
    /// The posted JSON; `nil` for a GET.
    let body: JSONValue?

    /// Takes a URL apart that is asked with these headers, and with the JSON that is posted.
    package init(url: String, headers: [(name: String, value: String)] = [], data: String? = nil) throws(DraftFailure) {
        guard let split = WebURL(url) else {
            throw DraftFailure("expected an address such as https://api.example.org/search?q=film, found '\(url)'")
        }
        self.url = split
        self.headers = headers
        guard let data else {
            body = nil
            return
        }
        do throws(JSONError) {
            body = JSONValue(try JSONDocument(data).root)
        } catch {
            throw DraftFailure("expected JSON in the posted data, found something else: \(error)")
        }
    }

    /// The origin that the request goes to.
    package var origin: HTTPOrigin { url.origin }

    /// The request to send, with its keys as secrets.
    package var request: HTTPRequest {
        var request = HTTPRequest(
            source: "sample",
            origin: url.origin,
            path: url.path,
            query: url.parameters.map { field in
                let isKey = role(of: field) == .key
                return HTTPRequest.Field(field.name, isKey ? Self.secret(field.value) : SecretText(field.value))
            },
            headers: headers.map { HTTPRequest.Field($0.name, Self.secret($0.value)) }
        )
        if let body {
            request.method = .post
            request.body = Self.secret(body.jsonText)
            if !headers.contains(where: { $0.name.lowercased() == "content-type" }) {
                request.headers.append(HTTPRequest.Field("Content-Type", SecretText("application/json")))
            }
        }
        request.furtherSecrets = pathKeys.map { Secret($0) }
        request.limits.attemptTimeout = .seconds(15)
        request.limits.maximumBodyBytes = 16 << 20
        return request
    }

    /// The keys in the request, which must not be written to a file.
    var secrets: [Secret] { sentKeys + pathKeys.map { Secret($0) } }

    /// The URL for messages, without keys.
    package var shownURL: String { SecretMask(secrets).masking(request.redactedURL) }

    /// Returns what a response says about a failure, without the request's keys; `nil` if it says nothing.
    package func words(of response: HTTPResponse) -> String? { response.words(without: SecretMask(secrets)) }

    /// The path with `***` in place of each key; a definition may have no key there, because paths are logged.
    var plainPath: String { SecretMask(pathKeys.map { Secret($0) }).masking(url.path) }

    /// The parts of the path that look like keys: a part after `key` or `token`, and a long run of letters and digits
    /// before the last part, which may be an id.
    var pathKeys: [String] {
        let parts = url.path.split(scalar: "/").map { PercentEncoding.decoded($0) }
        return parts.indices.compactMap { index in
            let word = index > 0 ? parts[index - 1].lettersAndDigits : ""
            let followsWord =
                (word.hasSuffix(scalars: "key") || word.hasSuffix(scalars: "token")) && parts[index].utf8.count >= 8
            let isRun =
                parts[index].utf8.count >= 16 && parts[index].count(where: \.isNumber) >= 2
                && parts[index].count(where: \.isLetter) >= 2
                && parts[index].allSatisfy { $0.isASCII && ($0.isLetter || $0.isNumber) }
            return followsWord || isRun && index < parts.count - 1 ? parts[index] : nil
        }
    }

    /// A part of the path that says which page is asked for, or how large it is: `/page/1/size/20`, `skip=100.json`.
    struct PathPage {
        var role: Role
        /// The number of the part among those between slashes.
        var part: Int
        var value: Int
        /// What stands in the part before and behind the number.
        var head = ""
        var tail = ""
    }

    var pathPages: [PathPage] {
        let parts = url.path.split(scalar: "/", omittingEmptySubsequences: false).map(String.init)
        return parts.indices.compactMap { index in
            if index > 0, let value = Int(parts[index]) {
                let role = role(named: parts[index - 1], parts[index])
                return role.isAboutPages ? PathPage(role: role, part: index, value: value) : nil
            }
            guard let match = parts[index].wholeMatch(of: /([A-Za-z_]+[-=_])([0-9]{1,6})(\.[a-z]+)?/),
                let value = Int(match.2)
            else { return nil }
            let role = role(named: String(match.1.dropLast()), String(match.2))
            guard role.isAboutPages else { return nil }
            return PathPage(
                role: role,
                part: index,
                value: value,
                head: String(match.1),
                tail: match.3.map(String.init) ?? ""
            )
        }
    }

    /// The keys in the query, a header, or the posted data, where a definition can name them.
    var sentKeys: [Secret] {
        bodyKeys + url.parameters.filter { role(of: $0) == .key }.map { Secret($0.value) }
            + headers.filter(Self.isKey).flatMap { header in
                header.value.split(scalar: " ").map { Secret(String($0)) }
            }
    }

    /// The texts and numbers of the posted data, each named by its path: `variables.page`.
    var bodyMembers: [WebURL.Parameter] {
        func members(of value: JSONValue, at path: String) -> [WebURL.Parameter] {
            guard case .object(let inner) = value else { return [] }
            return inner.filter { !$0.name.contains(scalars: ".") }.flatMap { member in
                let path = path.isEmpty ? member.name : "\(path).\(member.name)"
                // A GraphQL client posts `null` for the first page.
                let text = member.value == .null ? "" : member.value.sampleText
                return text.map { [WebURL.Parameter(name: path, value: $0)] } ?? members(of: member.value, at: path)
            }
        }
        return body.map { members(of: $0, at: "") } ?? []
    }

    /// The size of the page that the text of a GraphQL query asks for, as in `films(page: 1, perPage: 20)`; `nil` if it
    /// names no page.
    var pageInText: Int?? {
        for text in bodyMembers.map(\.value) where text.contains(scalars: "{") && text.contains(Self.pageArgument) {
            return .some(text.firstMatch(of: Self.sizeArgument).flatMap { Int($0.1) })
        }
        return nil
    }

    /// Returns the text of a GraphQL query with the input in place of the page's number.
    static func withPageInput(_ text: String) -> String {
        text.replacing(pageArgument, maxReplacements: 1) { "\($0.1)${input.page}" }  // because it is a guess
    }

    private static var pageArgument: Regex<(Substring, Substring)> { /\b(page\s*:\s*)[0-9]+/ }
    private static var sizeArgument: Regex<(Substring, Substring)> {
        /\b(?:perPage|pageSize|limit|first)\s*:\s*([0-9]{1,4})\b/
    }

    private var bodyKeys: [Secret] {
        func keys(in value: JSONValue, _ name: String) -> [Secret] {
            switch value {
            case .object(let members): members.flatMap { keys(in: $0.value, $0.name) }
            case .array(let elements): elements.flatMap { keys(in: $0, name) }
            case .string(let text) where role(named: name, text) == .key: [Secret(text)]
            default: []
            }
        }
        return body.map { keys(in: $0, "") } ?? []
    }

    private static func secret(_ text: String) -> SecretText { SecretText([.secret(Secret(text))]) }

    /// Whether a name is one that keys have: `Ocp-Apim-Subscription-Key`, `user_key`, `jwt`.
    static func isKeyName(_ name: String) -> Bool {
        let letters = name.lettersAndDigits
        return SensitiveText.isSensitive(name) || ["key", "auth"].contains(where: letters.hasSuffix)
            || keys.contains(letters)
    }

    /// Whether a header holds a key, by its name or its value.
    static func isKey(_ header: (name: String, value: String)) -> Bool {
        // The types of media that a client accepts are long, too.
        let isOfHTTP = ["accept", "user-agent", "content-type"].contains {
            header.name.lowercased().hasPrefix(scalars: $0)
        }
        return isKeyName(header.name) || !isOfHTTP && looksLikeKey(header.value)
    }

    /// Returns the role of a parameter, or of a member of the posted data that is named by its path.
    func role(of field: WebURL.Parameter) -> Role {
        role(named: body == nil ? field.name : String(field.name.split(scalar: ".").last ?? ""), field.value)
    }

    /// Returns the role of a parameter, or of a member of the posted data, by its name and its value.
    func role(named fullName: String, _ value: String) -> Role {
        let name = fullName.lettersAndDigits
        // A short code is usually that of a country or a genre.
        let isCode = name == "code" && value.utf8.count >= 8
        if Self.isKeyName(fullName) || isCode { return .key }
        if Self.cursors.contains(name) { return .cursor }
        if Self.looksLikeKey(value) { return .key }
        if FieldGuesser.isIMDbID(value) { return .imdbID }
        if Self.searches.contains(name) { return .search }
        if Self.pages.contains(name), Int(value) != nil { return .page }
        // Elsewhere, `from` is a year, a day, or a price.
        let isOffset = Self.offsets.contains(name) || name == "from" && value == "0"
        if isOffset, Int(value) != nil { return .offset }
        if Self.sizes.contains(name), Int(value).map({ $0 > 0 }) == true { return .pageSize }
        if name == "year" || name == "y", value.count == 4 { return .year }
        let digits = value.filter(\.isNumber)
        if name.contains(scalars: "date") || name == "targetdt", digits.count == 8 { return .day }
        return .constant
    }

    private static let keys: Set<String> = [
        "appid", "clientid", "auth", "sig", "sign", "hash", "jwt", "pass", "pw", "pwd", "passwd", "credential",
        "credentials", "license", "licence",
    ]
    private static let searches: Set<String> = [
        "q", "query", "s", "search", "term", "queryterm", "title", "t", "keyword", "keywords", "name", "movienm",
        "text",
        "searchterm",
    ]
    private static let pages: Set<String> = ["page", "p", "pagenumber", "curpage", "pageno", "pg"]
    private static let offsets: Set<String> = ["offset", "skip", "start", "startindex", "pageoffset"]
    private static let cursors: Set<String> = ["cursor", "after"]
    private static let sizes: Set<String> = [
        "limit", "perpage", "pagesize", "size", "itemperpage", "count", "rows", "pagelimit",
    ]

    /// Whether a text is long and mixes letters and digits, or is shorter and changes between them, as no word does.
    private static func looksLikeKey(_ value: String) -> Bool {
        if changesLikeKey(value) { return true }
        return value.count >= 20
            && value.allSatisfy { $0.isASCII && ($0.isLetter || $0.isNumber || "-_.=+/".contains($0)) }
            && value.contains(where: \.isNumber) && value.contains(where: \.isLetter)
    }

    /// Whether a text of at least eight letters and digits changes between them as often as no title or id does.
    private static func changesLikeKey(_ value: String) -> Bool {
        let bytes = value.utf8
        let isPlain = value.allSatisfy { $0.isASCII && ($0.isLetter || $0.isNumber) }
        guard bytes.count >= 8, isPlain else { return false }
        let changes = zip(value, value.dropFirst()).count { $0.isNumber != $1.isNumber }
        let isMixed = value.contains(where: \.isLowercase) && value.contains(where: \.isUppercase)
        return changes >= (isMixed ? 3 : 4)
    }

    /// A name for the source: the most telling label of its host.
    var name: String {
        let labels = url.origin.host.split(scalar: ".").map(String.init)
        let telling = labels.dropLast(labels.count > 1 ? 1 : 0).last {
            !["api", "www", "co", "com", "org"].contains($0)
        }
        let name = (telling ?? "").lowercased().filter { $0.isASCII && ($0.isLetter || $0.isNumber || $0 == "-") }
        return name.first?.isLetter == true && name != "localhost" ? name : "films"
    }
}
