package import MovieDomain
package import ProviderLanguage

extension OperationDefinition {
    /// The films that rows tell of, as `provider` says it; those without a required field are left out and counted.
    package func films(
        of rows: [DocumentRow],
        inputs: TemplateInputs,
        provider: ProviderID,
        report: inout MappingReport
    ) -> [MovieFacts] {
        var mapper = RowMapper(item, inputs: inputs)
        var reader = FilmReader(provider: provider)
        var films: [MovieFacts] = []
        films.reserveCapacity(rows.count)
        for row in rows {
            reader.begin()
            if mapper.map(row.element, root: row.root, into: &reader, report: &report) {
                films.append(reader.finish())
            }
        }
        return films
    }
}
