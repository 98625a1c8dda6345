import JSON
import MovieDomain
import Platform

/// A review of where an operation looks for a list: paths that lead to one row of many, or that begin in the wrong place.
struct ListReview {
    private let operation: OperationDefinition

    init(_ operation: OperationDefinition) { self.operation = operation }

    var warnings: [Diagnostic] { oneRow + outerPaths + ends + constantTitles }

    private var rows: String { operation.rows.path.description }

    /// A list of which only one element is taken.
    private var oneRow: [Diagnostic] {
        guard !operation.name.takesID, rows.hasSuffix(scalars: "]"), let open = rows.lastIndex(scalar: "["),
            Int(rows[open...].dropFirst().dropLast()) != nil
        else { return [] }
        let list = open == rows.startIndex ? "." : String(rows[..<open])
        return [
            Diagnostic(
                .warning,
                at: operation.rows.location ?? operation.location,
                "'rows': '\(rows)' leads to one row of the list",
                hint: Hint.didYouMean(list, for: rows)
            )
        ]
    }

    /// Paths of fields that begin at the root of the answer, though they are relative to the row.
    private var outerPaths: [Diagnostic] {
        guard !operation.rows.path.leadsToItself, !rows.hasPrefix(scalars: "$") else { return [] }
        let list = rows.hasSuffix(scalars: "[*]") ? String(rows.dropLast(3)) : rows
        return operation.item.fields.flatMap { field in
            field.source.paths.compactMap { path -> Diagnostic? in
                let text = path.description
                let start = ["[*].", "[0]."].map { list + $0 }.first { text.hasPrefix(scalars: $0) }
                guard let start, let location = field.location else { return nil }
                let right = String(text.dropFirst(start.count))
                return Diagnostic(.warning, at: location, .outerPath(text, of: field.field.word, right))
            }
        }
    }

    /// The number of rows where that of pages belongs, or the other way round, as far as their names tell.
    private var ends: [Diagnostic] {
        let paging = operation.paging
        func warning(_ key: String, _ path: JSONPath, _ what: String, _ right: String) -> [Diagnostic] {
            let message = "'\(key)': '\(path)' looks like the number of \(what)"
            let hint = Hint("did you mean \(right): \(path)?").correcting("\(key): \(path)", to: "\(right): \(path)")
            return [Diagnostic(.warning, at: paging.location, message, hint: hint)]
        }
        switch paging.end {
        case .totalPages(.path(let path))
        where Self.names(path).isDisjoint(with: Self.pages) && !Self.names(path).isDisjoint(with: Self.totals):
            return warning("total_pages", path, "rows", "total")
        case .total(.path(let path)) where !Self.names(path).isDisjoint(with: Self.pages):
            return warning("total", path, "pages", "total_pages")
        default: return []
        }
    }

    private static let totals: Set = [
        "total", "count", "totalcount", "totalresults", "resultcount", "totalitems", "itemcount", "numfound", "hits",
        "totalhits", "totalrows", "rowcount",
    ]
    private static let pages: Set = [
        "pages", "totalpages", "pagecount", "numpages", "lastpage", "pagetotal", "pageamount",
    ]

    /// The last name of a path, without capitals and signs.
    private static func names(_ path: JSONPath) -> Set<String> {
        Set(path.names.suffix(1).map { $0.lowercased().filter(\.isLetter) })
    }

    /// A title that is the same for every film.
    private var constantTitles: [Diagnostic] {
        (operation.item.film?.ownFields ?? []).compactMap { field in
            guard field.field == .title, case .value(let text) = field.source else { return nil }
            let message = "'title': 'value' is the same for every row, so each film is called '\(text)'"
            return Diagnostic(
                .warning,
                at: field.location ?? operation.location,
                message,
                hint: Hint("did you mean path: \(text)?").correcting("value: \(text)", to: "path: \(text)")
            )
        }
    }
}

extension Finding {
    /// The finding of a path that begins with that of the rows, and should be `right`.
    static func outerPath(_ path: String, of field: String, _ right: String) -> Finding {
        Finding(
            "'\(field)': a path begins in the row, and '\(path)' begins with the path of the rows",
            hint: Hint.didYouMean(right, for: path)
        )
    }
}
