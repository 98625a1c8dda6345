import GRDB

@testable import MovieStore

#if canImport(Glibc)
import Glibc
#elseif canImport(Darwin)
import Darwin
#endif

/// Opens files of kinds that no program has.
enum StoreProbe {
    /// A library as the first version of its schema was, with something in it.
    static func makeLibraryOfFirstSchema(_ settings: StoreFileSettings, content sql: String) throws {
        var kind = StoreFileKind.library
        kind.migrations = [kind.migrations[0]]
        let connection = try StoreFile(kind, settings).open(.writes)
        try connection.use { try $0.execute(sql: sql) }
        try connection.close()
    }

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
