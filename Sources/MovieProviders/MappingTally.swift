import MovieDomain
import ProviderLanguage
import Synchronization

/// The mapping reports of one source, added up by operation so that no failed conversion is silent.
final class MappingTally: Sendable {
    private let reports = Mutex<[Capability: MappingReport]>([:])

    func add(_ report: MappingReport, of operation: Capability) {
        reports.withLock { $0[operation, default: MappingReport()].add(report) }
    }

    /// The reports since the start.
    var current: [Capability: MappingReport] {
        reports.withLock { $0 }
    }
}

extension MappingCounts {
    init(_ reports: [Capability: MappingReport]) {
        self.init()
        for (operation, report) in reports.sorted(by: { $0.key.rawValue < $1.key.rawValue }) {
            rows += report.rows
            droppedRows += report.dropped
            failures += report.failures.map { failure in
                var counted = Failure(
                    operation: operation.rawValue,
                    field: failure.field.rawValue,
                    count: failure.count,
                    examplePath: failure.examplePath
                )
                counted.exampleDetail = failure.detail
                return counted
            }
        }
    }
}
