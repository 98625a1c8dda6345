package import GRDB

/// One step of a schema, from the version before it to its own.
///
/// It runs in a transaction together with the new version number, so that a process that dies midway leaves the old one.
package struct StoreMigration: Sendable {
    package var apply: @Sendable (Database) throws -> Void

    package init(_ apply: @escaping @Sendable (Database) throws -> Void) {
        self.apply = apply
    }

    /// A step that runs one text of SQL.
    package init(sql: String) {
        self.init { database in try database.execute(sql: sql) }
    }
}
