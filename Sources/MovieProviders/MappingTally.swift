package import MovieDomain
import ProviderLanguage
import Synchronization

/// Counts what could not be converted while rows of one source were mapped, by operation; no failure is silent.
final class MappingTally: Sendable {
    private let reports = Mutex<[Capability: MappingReport]>([:])

    func add(_ report: MappingReport, of operation: Capability) {
        reports.withLock { $0[operation, default: MappingReport()].add(report) }
    }

    /// What has been counted since the start.
    var current: [Capability: MappingReport] {
        reports.withLock { $0 }
    }
}

/// A source whose answers are mapped by a definition, which counts what it could not read of them.
package protocol MappingCounting: MovieRepository {
    /// What has been counted since the start.
    var mappingCounts: MappingCounts { get }
}

extension HTTPMovieRepository: MappingCounting {
    var mappingCounts: MappingCounts { MappingCounts(tally.current) }
}

extension MappingCounts {
    init(_ reports: [Capability: MappingReport]) {
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

/// Names that were told of already; not more of them than anybody would read.
final class NotedNames: Sendable {
    private static let most = 32
    private let names = Mutex<Set<String>>([])

    /// Whether nobody was told of the name yet.
    func isNew(_ name: String) -> Bool {
        names.withLock { $0.count < Self.most && $0.insert(name).inserted }
    }
}
