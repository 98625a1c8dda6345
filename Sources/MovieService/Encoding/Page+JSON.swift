package import JSON
package import MovieDomain

extension Page: JSONEncodable {
    package func encode(to writer: inout JSONWriter) {
        writer.object { writer in
            writer.field("page", page)
            writer.field("limit", limit)
            writer.fieldOrNull("totalItems", totalItems)
            writer.fieldOrNull("totalPages", totalPages)
            writer.fieldOrNull("hasMore", hasMore)
        }
    }
}

extension NamedSchema {
    static let page = NamedSchema(
        "Page",
        "Which part of a longer list an answer is; `null` where nobody knows.",
        [
            .always("page", .integer(atLeast: 1)),
            .always("limit", .integer(atLeast: 1)),
            .always(
                "totalItems",
                .count.orNull,
                "How many films there are in all; several sources merged have no sum."
            ),
            .always("totalPages", .count.orNull),
            .always("hasMore", .boolean.orNull),
        ]
    )
}
