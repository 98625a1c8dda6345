/// A secret and the place of the definition that first asks for it.
package struct SecretUse: Hashable, Sendable {
    /// The secret's name.
    package var secret: SecretReference
    /// The place that names it.
    package var location: SourceLocation

    /// A secret at its place.
    package init(secret: SecretReference, location: SourceLocation) {
        self.secret = secret
        self.location = location
    }
}
