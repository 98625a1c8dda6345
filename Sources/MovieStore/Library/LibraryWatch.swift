package import Platform
import SQLite
import Synchronization

/// Tells of changes that other processes make to the library's file.
///
/// Every change counts the file's commits up. Those that are not ours are of others.
struct CommitCount: Sendable {
    private var own = 0
    /// The commits of others that are known of; `nil` before the file was first looked at.
    private var foreign: Int?

    /// Notes a commit of ours, after which the file counts `commits`.
    mutating func addOwn(_ commits: Int) {
        own &+= 1
        begin(at: commits)
    }

    /// Begins to count, at the first look at the file, where it counts `commits`.
    mutating func begin(at commits: Int) { foreign = foreign ?? commits &- own }

    var hasBegun: Bool { foreign != nil }

    /// Takes the count that stands in the file, and returns whether another process has changed it since.
    mutating func take(_ commits: Int) -> Bool {
        // A damaged file may hold any number.
        let now = commits &- own
        let known = foreign ?? (own == 0 ? 0 : now)
        // Fewer than before are seen while a commit of ours is under way.
        foreign = max(known, now)
        return now > known
    }
}

extension LibraryFile {
    /// After the last write of another process; a change is more than one of them.
    private static let pause = Duration.milliseconds(100)

    /// Begins to watch the file, on a thread that ends with the process, and calls `changed` after each change by another
    /// process.
    package func watch(_ changed: @escaping @Sendable () -> Void) throws(SystemError) {
        try SystemThread.start { [self] in
            var mayHaveChanged = false
            // The folder may not be there yet, so that what is watched is found anew after each event.
            while let events = FolderEvents([path, path + "-wal"].flatMap { WatchedPlace.places(of: $0) }) {
                if mayHaveChanged { reads.schedule { [self] in if isChangedByOthers() { changed() } } }
                mayHaveChanged = events.wait(atMost: nil) != nil
                while mayHaveChanged, events.wait(atMost: Self.pause) != nil {}
            }
        }
    }

    /// Only on the thread of the worker for reads.
    private func isChangedByOthers() -> Bool {
        guard FileStamp(of: path) != nil else { return false }
        let commits = reads.attempt { database throws(SQLiteError) in
            try database.integer("SELECT commits FROM store") ?? 0
        }
        return commits.map { count in commitCount.withLock { $0.take(count) } } ?? false
    }

    /// What other processes changed before our first look is not news.
    func beginCounting(in database: SQLiteConnection) throws(SQLiteError) {
        guard !commitCount.withLock(\.hasBegun) else { return }
        let commits = try database.integer("SELECT commits FROM store") ?? 0
        commitCount.withLock { $0.begin(at: commits) }
    }

    /// Counts a commit of ours, within its transaction.
    func countCommit(in database: SQLiteConnection) throws(SQLiteError) {
        let commits = (try database.integer("SELECT commits FROM store") ?? 0) &+ 1
        commitCount.withLock { $0.addOwn(commits) }
    }

    /// Counts anew if it is unknown whether a commit of ours was made: our change may then be announced as one of others.
    func forgetCommits() { commitCount.withLock { $0 = CommitCount() } }
}
