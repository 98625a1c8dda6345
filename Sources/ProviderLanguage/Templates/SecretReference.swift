/// The name of a secret that a definition needs; the language never holds its value.
package struct SecretReference: Hashable, Sendable, CustomStringConvertible {
    /// Where the secret is kept.
    package enum Kind: String, Sendable {
        /// `${env.NAME}`: a variable of the environment.
        case environment = "env"
        /// `${file.PATH}`: the content of a file.
        case file
    }

    /// Where it is kept.
    package var kind: Kind
    /// The name of the variable, or the path of the file.
    package var name: String

    /// A reference from its parts.
    package init(kind: Kind, name: String) {
        self.kind = kind
        self.name = name
    }

    /// As a definition writes it: `${env.NAME}`.
    package var description: String { "${\(kind.rawValue).\(name)}" }
}

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
