package import Platform
import SQLite
import Synchronization

/// Detects changes that other processes make to the library file.
///
/// Every change increases the file's count of commits. Commits that are not ours are from other processes.
struct CommitCount: Sendable {
    private var own = 0
    /// The count that the last commit of ours leads to.
    private var lastOwn: Int?
    /// The known number of commits by others; `nil` before the first look at the file.
    private var foreign: Int?

    /// Notes a commit of ours, which raises the file's count to `commits`; an attempt that is repeated counts once.
    mutating func addOwn(_ commits: Int) {
        if commits != lastOwn { own &+= 1 }
        lastOwn = commits
        begin(at: commits)
    }

    /// Begins to count at the first look at the file, whose count is `commits`.
    mutating func begin(at commits: Int) { foreign = foreign ?? commits &- own }

    var hasBegun: Bool { foreign != nil }

    /// Takes the current count of the file, and returns whether another process has changed the file since the last
    /// one.
    mutating func take(_ commits: Int) -> Bool {
        // A damaged file may hold any number.
        let now = commits &- own
        let known = foreign ?? (own == 0 ? 0 : now)
        // The count is too low while a commit of ours is under way.
        foreign = max(known, now)
        return now > known
    }
}

extension LibraryFile {
    /// The wait after the last write of another process, because one change consists of several writes.
    private static let pause = Duration.milliseconds(100)
    /// Milliseconds until a look at the file that failed is repeated.
    private static let secondLook = 1_000

    /// Watches the file on a thread that ends with the process, and calls `changed` after each change by another
    /// process.
    package func watch(_ changed: @escaping @Sendable () -> Void) throws(SystemError) {
        // A change since our first look may come before the thread has begun to watch.
        let hasBegun = commitCount.withLock(\.hasBegun)
        try SystemThread.start { [self] in
            var mayHaveChanged = hasBegun
            // The folder may not exist yet, so the watched places are determined anew after each event.
            while true {
                let events = FolderEvents([path, path + "-wal"].flatMap { WatchedPlace.places(of: $0) })
                if mayHaveChanged { reads.schedule { [self] in look(changed) } }
                let isOurFile = events.wait(atMost: nil) != nil
                while isOurFile, events.wait(atMost: Self.pause) != nil {}
                // Whatever ended the wait, nothing reports what happens before the next one begins.
                mayHaveChanged = isOurFile || commitCount.withLock(\.hasBegun)
            }
        }
    }

    /// Reports whether other processes changed the file; only call it on the thread of the worker for reads.
    private func look(_ changed: @escaping @Sendable () -> Void) {
        guard FileStamp(of: path) != nil else { return }
        let commits = reads.attempt { database throws(SQLiteError) in
            try database.integer("SELECT commits FROM store") ?? 0
        }
        guard let commits else {
            return reads.schedule(after: max(reads.rest, Self.secondLook)) { [self] in look(changed) }
        }
        if commitCount.withLock({ $0.take(commits) }) { changed() }
    }

    /// Begins to count at our first look; earlier changes by other processes are not reported.
    func beginCounting(in database: SQLiteConnection) throws(SQLiteError) {
        guard !commitCount.withLock(\.hasBegun) else { return }
        let commits = try database.integer("SELECT commits FROM store") ?? 0
        commitCount.withLock { $0.begin(at: commits) }
    }

    /// Counts a commit of ours; must be called within its transaction.
    func countCommit(in database: SQLiteConnection) throws(SQLiteError) {
        let commits = (try database.integer("SELECT commits FROM store") ?? 0) &+ 1
        commitCount.withLock { $0.addOwn(commits) }
    }

    /// Counts anew if it is unknown whether a commit of ours was made: our change may then be announced as one of others.
    func forgetCommits() { commitCount.withLock { $0 = CommitCount() } }
}
