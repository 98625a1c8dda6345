import MovieDomain
import ProviderLanguage
import Synchronization

/// Counts what could not be converted while rows of one source were mapped, by operation; no failure is silent.
final class MappingTally: Sendable {
    private let reports = Mutex<[Capability: MappingReport]>([:])

    func add(_ report: MappingReport, of operation: Capability) {
        reports.withLock { $0[operation, default: MappingReport()].add(report) }
    }

    var current: [Capability: MappingReport] { reports.withLock { $0 } }
}

extension MappingCounts {
    init(_ reports: [Capability: MappingReport]) {
        self.init()
        for (operation, report) in reports.sorted(by: { $0.key.rawValue < $1.key.rawValue }) {
            rows += report.rows
            droppedRows += report.dropped
            leftOut += report.leftOutMessages.map { LeftOut(operation: operation.rawValue, message: $0) }
            failures += report.failures.map { failure in
                var counted = Failure(
                    operation: operation.rawValue,
                    field: failure.name,
                    count: failure.count,
                    examplePath: failure.examplePath
                )
                counted.exampleDetail = failure.detail.description
                return counted
            }
        }
    }
}
