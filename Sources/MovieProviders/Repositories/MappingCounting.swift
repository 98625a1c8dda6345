package import MovieDomain
import ProviderLanguage

/// A source whose answers are mapped by a definition, which counts what it could not read of them.
package protocol MappingCounting: MovieRepository {
    /// What has been counted since the start.
    var mappingCounts: MappingCounts { get }
}

extension HTTPMovieRepository: MappingCounting {
    var mappingCounts: MappingCounts { MappingCounts(tally.current) }
}

extension MappingCounts {
    init(_ reports: [OperationName: MappingReport]) {
        self.init()
        for (operation, report) in reports.sorted(by: { $0.key.rawValue < $1.key.rawValue }) {
            rows += report.rows
            droppedRows += report.dropped
            failures += report.failures.map { failure in
                Failure(
                    operation: operation.rawValue,
                    field: failure.field.rawValue,
                    count: failure.count,
                    examplePath: failure.examplePath
                )
            }
        }
    }
}
