package struct SecretReference: Hashable, Sendable, CustomStringConvertible {
    package enum Kind: String, Sendable {
        /// `${env.NAME}`: a variable of the environment.
        case environment = "env"
        /// `${file.PATH}`: the content of a file.
        case file
    }

    package var kind: Kind
    package var name: String

    package init(kind: Kind, name: String) {
        self.kind = kind
        self.name = name
    }

    package var description: String { "${\(kind.rawValue).\(name)}" }
}

package struct SecretUse: Hashable, Sendable {
    package var secret: SecretReference
    package var location: SourceLocation
}
