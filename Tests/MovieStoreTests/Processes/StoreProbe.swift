import GRDB

@testable import MovieStore

#if canImport(Glibc)
import Glibc
#elseif canImport(Darwin)
import Darwin
#endif

/// Opens files of kinds that no program has.
enum StoreProbe {
    /// A cache whose first migration kills its process in the middle.
    static func openWithMigrationThatDies(in folder: String) {
        var kind = StoreFileKind.cache
        let migration = StoreMigration { database in
            try database.execute(sql: "CREATE TABLE half (x); INSERT INTO half VALUES (zeroblob(5000000))")
            kill(getpid(), SIGKILL)
            pause()
        }
        kind.migrations = [migration]
        let file = StoreFile(kind, StoreFileSettings(folder: folder, now: { 0 }, warn: { _ in }))
        do {
            _ = try file.open(.writes)
        } catch {
            _exit(2)
        }
    }
}
