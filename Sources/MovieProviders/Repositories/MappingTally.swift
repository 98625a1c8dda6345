import ProviderLanguage
import Synchronization

/// Counts what could not be converted while rows of one source were mapped, by operation; no failure is silent.
final class MappingTally: Sendable {
    private let reports = Mutex<[OperationName: MappingReport]>([:])

    func add(_ report: MappingReport, of operation: OperationName) {
        reports.withLock { $0[operation, default: MappingReport()].add(report) }
    }

    /// What has been counted since the start.
    var current: [OperationName: MappingReport] {
        reports.withLock { $0 }
    }
}
