import HTTPModel
import JSON
import Platform

/// The paging of a list, as the parameters of a request and the members of its answer suggest it.
struct PagingGuess {
    /// The definition, in YAML's flow style.
    let definition: String
    /// The parameters of the request, or the paths in its body, that the definition takes the place of.
    private(set) var parameters: Set<String> = []
    /// Whether the request does not show the parameter of the page, so that its name is only the usual one.
    private(set) var isAssumed = false
    /// What a person should know of it, in a comment; `nil` if it is plain.
    private(set) var remark: String?
    /// Whether the text of a GraphQL query names the page.
    private(set) var isInText = false
    /// The part of the path that has the number; `nil` if a parameter has it.
    private(set) var pathPage: SampleRequest.PathPage?

    /// Guesses from what the request says about a page, else from the members of the answer outside of its rows.
    ///
    /// Returns `nil` if both are silent.
    init?(
        _ request: SampleRequest?,
        rowCount: Int,
        members: [SampleField],
        headers: PageHeaders = PageHeaders(HTTPHeaders())
    ) {
        let inURL = request?.url.parameters ?? []
        let isInURL = inURL.contains { request?.role(of: $0).isAboutPages == true }
        let isInBody = request?.body != nil && !isInURL
        let candidates = isInBody ? request?.bodyMembers ?? [] : inURL
        func parameter(_ role: SampleRequest.Role) -> WebURL.Parameter? {
            candidates.first { request?.role(of: $0) == role }
        }
        let place = isInBody ? ["in: body"] : []
        let answer = PageMembers(members, headers, rowCount: rowCount)
        let sizeParameter = parameter(.pageSize)
        // A last page shows nothing of the size of the others.
        let rows = rowCount > 0 && !answer.isLast ? ["size: \(min(rowCount, 10_000))"] : []
        let statedSize = sizeParameter.flatMap { field in
            Int(field.value).map { ["size_param: \(YAMLText.scalar(field.name))", "size: \(min($0, 10_000))"] }
        }
        let size = statedSize ?? rows
        let inPath = request.map { $0.body == nil ? $0.pathPages : [] } ?? []
        var keys: [String]
        if let page = inPath.first(where: { $0.role == .page || $0.role == .offset }), !isInURL {
            let isOffset = page.role == .offset
            let stated = inPath.first { $0.role == .pageSize && $0.value > 0 }?.value
            let rows = stated ?? (isOffset || !answer.isLast ? rowCount : 0)
            keys = ["kind: \(isOffset ? "offset" : "page")"] + (!isOffset && page.value == 0 ? ["first: 0"] : [])
            keys += (rows > 0 ? ["size: \(min(rows, 10_000))"] : []) + answer.end
            pathPage = page
        } else if let page = parameter(.page) {
            keys = ["kind: page"] + place + ["param: \(YAMLText.scalar(page.name))"]
            keys += ["first: \(page.value == "0" ? 0 : 1)"] + size + answer.end
            parameters = [page.name]
        } else if let offset = parameter(.offset), rowCount > 0 || !size.isEmpty {
            let isKnown = !size.isEmpty
            let size = isKnown ? size : ["size: \(min(rowCount, 10_000))"]
            isAssumed = !isKnown
            remark = isKnown ? nil : "with the number of rows of a full page: this one was the last"
            keys = ["kind: offset"] + place + ["param: \(YAMLText.scalar(offset.name))"]
            keys += (offset.value == "1" ? ["first: 1"] : []) + size + answer.end
            parameters = [offset.name]
        } else if isInBody, let own = parameter(.cursor), let (cursor, _) = answer.cursor {
            keys = ["kind: cursor", "path: \(YAMLText.scalar(cursor.path))", "in: body"]
            keys += ["param: \(YAMLText.scalar(own.name))"] + (statedSize ?? []) + answer.end
            parameters = [own.name]
        } else if isInBody, let size = request?.pageInText {
            // The text of the query names the page, and needs no parameter.
            keys = ["kind: page", "size: \(size ?? max(rowCount, 1))"] + answer.end
            isInText = true
        } else if request?.body != nil {
            return nil
        } else if let link = answer.link {
            definition = "{ kind: next_url, path: \(link), max_pages: 3 }"
            return
        } else if let (cursor, usual) = answer.cursor {
            let own = parameter(.cursor)
            keys = ["kind: cursor", "path: \(YAMLText.scalar(cursor.path))"]
            keys += ["param: \(YAMLText.scalar(own?.name ?? usual))"] + (statedSize ?? []) + answer.end
            parameters = Set([own?.name].compactMap(\.self))
            isAssumed = own == nil
        } else if answer.isNumbered || headers.hasEnd, !answer.end.isEmpty {
            keys = ["kind: page", "param: page"] + size + answer.end
            isAssumed = true
        } else {
            return nil
        }
        if answer.isLast, statedSize == nil, keys.first == "kind: page", !isInText {
            remark = "add size: N, the rows of a full page: this one was the last"
        }
        if let sizeParameter { parameters.insert(sizeParameter.name) }
        definition = "{ \((keys + ["max_pages: 3"]).joined(separator: ", ")) }"
    }
}

/// The headers of an answer that lead to its next page, or say how many rows or pages there are.
struct PageHeaders {
    /// The name of the header with a link to the next page.
    private(set) var link: String?
    /// The key of `paging` for a number, and the name of its header.
    private(set) var end: (key: String, name: String)?

    var hasEnd: Bool { end != nil }

    init(_ headers: HTTPHeaders) {
        if headers["Link"]?.contains(scalars: "rel=\"next\"") == true { link = "Link" }
        for field in headers.fields where Int(field.value) != nil {
            let name = field.name.lettersAndDigits
            guard name.hasPrefix(scalars: "x") else { continue }
            if name.hasSuffix(scalars: "pagecount") || name.hasSuffix(scalars: "totalpages") {
                end = end ?? ("total_pages", field.name)
            } else if name.contains(scalars: "total") || name.hasSuffix(scalars: "itemcount") {
                end = ("total", field.name)
            }
        }
    }
}

/// The members of an answer that say which page it is, which one follows, or how many there are.
private struct PageMembers {
    private let members: [SampleField]
    private let headers: PageHeaders
    private let rowCount: Int

    init(_ members: [SampleField], _ headers: PageHeaders, rowCount: Int) {
        self.members = members
        self.headers = headers
        self.rowCount = rowCount
    }

    /// The place of the address of the next page.
    var link: String? {
        if let link = headers.link { return "{ header: \(link) }" }
        let field = first(["next", "nextpage", "nexturl", "nextpageurl", "nexthref", "odatanextlink", "linksnext"]) {
            field in
            field.always { text in ["http://", "https://", "/", "?"].contains { text.hasPrefix(scalars: $0) } }
        }
        return field.map { YAMLText.scalar($0.path) }
    }

    /// The text that asks for the next page, and the usual name of its parameter.
    var cursor: (SampleField, parameter: String)? {
        let usual = [
            ("nextcursor", "cursor"), ("cursor", "cursor"), ("endcursor", "after"), ("nextpagetoken", "pageToken"),
            ("nextpage", "page"), ("next", "cursor"),
        ]
        for (name, parameter) in usual {
            if let field = first([name], where: \.isScalar) { return (field, parameter) }
        }
        return nil
    }

    /// Whether the answer has the number of its page.
    var isNumbered: Bool { first(["page", "pagenumber", "currentpage"]) { $0.numbers != nil } != nil }

    /// Whether the answer has all rows that there are, or no further page.
    var isLast: Bool {
        let totals = ["total", "totalcount", "totalresults", "totalitems", "moviecount", "count"]
        if first(totals, where: { $0.numbers.map { $0.allSatisfy { $0 == Double(rowCount) } } == true }) != nil {
            return true
        }
        return first(["hasmore", "hasnextpage"]) { field in field.values.allSatisfy { $0 == .bool(false) } } != nil
    }

    /// The key that tells where the list ends; empty if no member does.
    var end: [String] {
        let totals = ["total", "totalcount", "totalresults", "totalitems", "moviecount"]
        let found: [(key: String, field: SampleField?)] = [
            ("total", number(totals, least: rowCount)),
            // One that is not greater may be the number of rows on the page.
            ("total", number(["count"], least: rowCount + 1)),
            ("total_pages", number(["totalpages", "pagecount", "pages"], least: 1)),
            ("has_more", first(["hasmore", "hasnextpage"]) { !$0.values.isEmpty }),
        ]
        if let end = headers.end { return ["\(end.key): { header: \(end.name) }"] }
        let keys = found.compactMap { key, field in
            field.map { (key: key, text: "\(key): \(YAMLText.scalar($0.path))") }
        }
        // Some count more rows than they give, and say so only where the last page ends.
        guard keys.first?.key == "total", let more = keys.last, more.key == "has_more" else {
            return keys.prefix(1).map(\.text)
        }
        return [keys[0].text, more.text]
    }

    private func number(_ names: [String], least: Int) -> SampleField? {
        first(names) { $0.numbers?.allSatisfy { $0 >= Double(least) } == true }
    }

    private func first(_ names: [String], where condition: (SampleField) -> Bool) -> SampleField? {
        for name in names {
            if let field = members.first(where: { ($0.name == name || $0.fullName == name) && condition($0) }) {
                return field
            }
        }
        return nil
    }
}
