/// A secret and the place of the definition that first asks for it.
package struct SecretUse: Hashable, Sendable {
    package var secret: SecretReference
    package var location: SourceLocation

    package init(secret: SecretReference, location: SourceLocation) {
        self.secret = secret
        self.location = location
    }
}
