import GRDB
import MovieDomain
import Synchronization

/// The user's library on disk, shared by all his processes: so far, what was decided about matches.
///
/// Nothing is opened before the first use. What the matcher found out is written behind the calls; what the user says is
/// written before it is answered.
package final class LibraryFile: Sendable {
    /// The matcher's notes that are kept; the oldest go first.
    package static let mostRemembered = 100_000

    /// What was read of the user's corrections, and which state of the file it was.
    struct Snapshot: Sendable {
        var version: Int
        var corrections: Corrections
    }

    let settings: StoreFileSettings
    let file: StoreFile
    let reads: StoreLane
    let writes: StoreLane
    let snapshot = Mutex<Snapshot?>(nil)
    let waiting = Mutex(WaitingNotes())

    package init(_ settings: StoreFileSettings) {
        self.settings = settings
        file = StoreFile(.library, settings)
        reads = StoreLane(file, .reads)
        writes = StoreLane(file, .writes)
    }

    /// Where the file lies.
    package var path: String { file.path }

    /// Writes what waits and closes the file, each step within `limit` milliseconds; whether all was written.
    package func close(within limit: Int = 1_000) async -> Bool {
        let isWritten = waiting.withLock(\.isEmpty) ? true : await writes.done(within: limit) { self.writeNow() }
        for lane in [reads, writes] {
            guard await lane.done(within: limit, { lane.close() }) else { return false }
        }
        return isWritten && waiting.withLock(\.isEmpty)
    }

    /// Writes what the matcher found out; only on the thread of the lane for writes.
    func writeNow() {
        let notes = waiting.withLock { $0.take() }
        guard !notes.isEmpty else { return }
        _ = writes.attempt { database in
            try StoreSchema.change(database) {
                for note in notes { try NotedMatchRow.put(note, in: database) }
                try NotedMatchRow.shrink(to: Self.mostRemembered, in: database)
            }
        }
    }
}
