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
    /// Whether it is the address of the user's own server, which is no secret.
    package var isAddress = false
}

extension SecretReference {
    /// Whether the name says that it belongs to a provider: `TMDB_TOKEN`, or a file `tmdb.key`, to `tmdb`.
    ///
    /// Of a path, the name of the file alone counts.
    package func isNamed(after provider: String) -> Bool {
        let file =
            kind == .file ? name[(name.lastIndex(of: "/").map(name.index(after:)) ?? name.startIndex)...] : name[...]
        let (words, owner) = (Self.words(of: file), Self.words(of: provider))
        return !owner.isEmpty && (words == owner || words.hasPrefix(owner + "_"))
    }

    /// A name as a variable is written: `TMDB_KEY` for `.tmdb-key`.
    static func words(of name: some StringProtocol) -> String {
        let words = name.uppercased().map { $0.isASCII && ($0.isLetter || $0.isNumber) ? $0 : "_" }
        return String(words.drop { $0 == "_" })
    }
}
