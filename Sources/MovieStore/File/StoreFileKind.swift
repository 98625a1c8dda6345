/// What tells one file of ours from another: its name, its mark, and how its schema came to be.
package struct StoreFileKind: Sendable {
    /// What happens to a file whose content cannot be right.
    package enum Damage: Sendable {
        /// It is moved aside under a name that says so, and a new one is begun: for what can be fetched again.
        case moveAside
        /// It is left as it is, and every use fails: for what cannot be had again.
        case leave
    }

    package var name: String
    /// The number that SQLite keeps in the file's head, by which the file is known as ours.
    package var applicationID: Int
    /// The steps of the schema; their number is its version.
    package var migrations: [StoreMigration]
    package var damage: Damage

    package init(name: String, applicationID: Int, migrations: [StoreMigration], damage: Damage) {
        self.name = name
        self.applicationID = applicationID
        self.migrations = migrations
        self.damage = damage
    }
}
