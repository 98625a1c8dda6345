package struct SecretReference: Hashable, Sendable, CustomStringConvertible {
    package enum Kind: String, Sendable {
        /// `${env.NAME}`: an environment variable.
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
    /// Whether the variable contains the address of the user's own server, which is not a secret.
    package var isAddress = false
}

extension SecretReference {
    /// Returns whether the name belongs to a provider: `TMDB_TOKEN`, or a file `tmdb.key`, to `tmdb`.
    ///
    /// Only the file name of a path counts.
    package func isNamed(after provider: String) -> Bool {
        let file =
            kind == .file ? name[(name.lastIndex(of: "/").map(name.index(after:)) ?? name.startIndex)...] : name[...]
        let (words, owner) = (Self.words(of: file), Self.words(of: provider))
        return !owner.isEmpty && (words == owner || words.hasPrefix(owner + "_"))
    }

    /// Returns a name in the form of a variable: `TMDB_KEY` for `.tmdb-key`.
    static func words(of name: some StringProtocol) -> String {
        let words = name.uppercased().map { $0.isASCII && ($0.isLetter || $0.isNumber) ? $0 : "_" }
        return String(words.drop { $0 == "_" })
    }
}
