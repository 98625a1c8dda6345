/// Who answers: what `initialize` and `rpc.discover` say of the program.
package struct ServiceInfo: Hashable, Sendable {
    /// `marquee`.
    package let name: String
    /// Semantic version: `1.0.0`.
    package let version: String

    /// The program of that name in that version.
    package init(name: String = "marquee", version: String) {
        self.name = name
        self.version = version
    }
}
