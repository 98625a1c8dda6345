package import MovieDomain
package import Platform
import SQLite
import Synchronization

extension LibraryFile {
    /// The wait after the last write of another process, because one change consists of several writes.
    private static let pause = Duration.milliseconds(100)
    /// Milliseconds until a look at the file that failed is repeated.
    private static let secondLook = 1_000
    /// Milliseconds until a look at the file during a change of ours is repeated.
    private static let nextLook = 100

    /// Watches the file on a thread that ends with the process, and calls `changed` after each change of the content by
    /// another process, or in the background.
    package func watch(_ changed: @escaping @Sendable (LibraryChange) -> Void) throws(SystemError) {
        try SystemThread.start { [self] in
            // What changes before the thread watches is found by comparing the revisions.
            var mayHaveChanged = true
            // The folder may not exist yet, so the watched places are determined anew after each event.
            while true {
                let events = FolderEvents([path, path + "-wal"].flatMap { WatchedPlace.places(of: $0) })
                if mayHaveChanged { reads.schedule { [self] in look(changed) } }
                let isOurFile = events.wait(atMost: nil) != nil
                while isOurFile, events.wait(atMost: Self.pause) != nil {}
                // Whatever ended the wait, nothing reports what happens before the next one begins.
                mayHaveChanged = isOurFile || knownRevision.withLock { $0 != nil }
            }
        }
    }

    /// Reports what other processes changed; only call it on the thread of the worker for reads.
    private func look(_ changed: @escaping @Sendable (LibraryChange) -> Void) {
        guard FileStamp(of: path) != nil else {
            // All that a new file has is news.
            return knownRevision.withLock { $0 = $0 ?? 0 }
        }
        let found = reads.attempt { [self] database throws(SQLiteError) in
            try database.snapshot { () throws(SQLiteError) in
                try noteRevision(of: database)
                let known = knownRevision.withLock(\.self) ?? 0
                return (known: known, change: try database.changes(since: known, apartFrom: author))
            }
        }
        guard let (known, change) = found else {
            return reads.schedule(after: max(reads.rest, Self.secondLook)) { [self] in look(changed) }
        }
        // Of so many changes it is not noted whose they are: a change of ours must be over before they are news.
        let isOver = ownChanges.load(ordering: .sequentiallyConsistent) == 0
        guard change.ids != nil || isOver && knownRevision.withLock({ $0 == known }) else {
            return reads.schedule(after: Self.nextLook) { [self] in look(changed) }
        }
        // A change of ours may have been noted meanwhile, or another file be in place of the known one.
        knownRevision.withLock { $0 = change.revision < known ? change.revision : max($0 ?? 0, change.revision) }
        if !change.parts.isEmpty { changed(change) }
    }

    /// Takes the revision of the content at our first look; earlier changes by other processes are not reported.
    func noteRevision(of database: SQLiteConnection) throws(SQLiteError) {
        guard knownRevision.withLock({ $0 == nil }) else { return }
        let revision = try database.revision()
        knownRevision.withLock { $0 = $0 ?? revision }
    }

    /// Notes a change of ours, which is not news if nothing else changed since the known revision.
    func noteOwn(from before: Int, to after: Int) {
        knownRevision.withLock { if ($0 ?? before) == before { $0 = after } }
    }
}
