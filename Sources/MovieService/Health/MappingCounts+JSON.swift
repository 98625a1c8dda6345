package import JSON
package import MovieDomain

extension MappingCounts: JSONEncodable {
    package func encode(to writer: inout JSONWriter) {
        writer.object { writer in
            writer.member("rows", rows)
            writer.member("droppedRows", droppedRows)
            writer.list("failures", failures)
        }
    }
}

extension MappingCounts.Failure: JSONEncodable {
    package func encode(to writer: inout JSONWriter) {
        writer.object { writer in
            writer.member("operation", operation)
            writer.member("field", field)
            writer.member("count", count)
            writer.member("examplePath", examplePath)
        }
    }
}

extension NamedSchema {
    static let mappingCounts = NamedSchema(
        "MappingCounts",
        "What could not be read of a source's answers.",
        [
            .always("rows", .count, "Rows that its answers had."),
            .always("droppedRows", .count, "Rows left out because a required field was missing."),
            .always(
                "failures",
                .list(
                    of: .object([
                        .always("operation", .text), .always("field", .text), .always("count", .count),
                        .always("examplePath", .text, "Where the first of them stood."),
                    ])
                ),
                "Values that could not be converted, by field."
            ),
        ]
    )
}
