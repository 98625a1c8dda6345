/// The name of a secret that a definition needs; the language never holds its value.
package struct SecretReference: Hashable, Sendable, CustomStringConvertible {
    /// Where the secret is kept.
    package enum Kind: String, Sendable {
        /// `${env.NAME}`: a variable of the environment.
        case environment = "env"
        /// `${file.PATH}`: the content of a file.
        case file
    }

    package var kind: Kind
    /// The name of the variable, or the path of the file.
    package var name: String

    package init(kind: Kind, name: String) {
        self.kind = kind
        self.name = name
    }

    /// As a definition writes it: `${env.NAME}`.
    package var description: String { "${\(kind.rawValue).\(name)}" }
}

/// A secret and the place of the definition that first asks for it.
package struct SecretUse: Hashable, Sendable {
    package var secret: SecretReference
    package var location: SourceLocation

    package init(secret: SecretReference, location: SourceLocation) {
        self.secret = secret
        self.location = location
    }
}
