package import JSON
package import MovieDomain

/// A result that ends with what became of the sources; all that stands before can be given again.
package protocol SourcedResult: JSONEncodable {
    /// One report for each source.
    var sources: [SourceReport] { get }

    /// Writes the members other than `sources`, at least one.
    func encodeMembers(to writer: inout JSONWriter)
}

extension SourcedResult {
    /// Writes the object, `sources` last.
    package func encode(to writer: inout JSONWriter) {
        writer.object { writer in
            encodeMembers(to: &writer)
            writer.list("sources", sources)
        }
    }
}
