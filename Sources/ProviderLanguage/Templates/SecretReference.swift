package import Platform

package struct SecretReference: Hashable, Sendable, CustomStringConvertible {
    package enum Kind: String, Sendable {
        /// `${env.NAME}`: an environment variable.
        case environment = "env"
        /// `${file.PATH}`: the content of a file.
        case file
        /// A secret that the definition itself contains; its name is the secret.
        case written
    }

    package var kind: Kind
    package var name: String
    /// The path at which the file of that name is read; `nil` for other kinds, and if only its name is known.
    private var path: String?

    package init(kind: Kind, name: String, path: String? = nil) {
        self.kind = kind
        self.name = name
        self.path = path
    }

    /// The path of a file.
    package var file: String { path ?? name }

    package var description: String { kind == .written ? "***" : "${\(kind.rawValue).\(name)}" }

    /// Returns whether the name belongs to a provider: `TMDB_TOKEN`, or a file `tmdb.key`, to `tmdb`.
    ///
    /// Only the file name of a path counts.
    package func isNamed(after provider: String) -> Bool {
        let file =
            kind == .file
            ? name[(name.lastIndex(scalar: "/").map(name.index(after:)) ?? name.startIndex)...] : name[...]
        let (words, owner) = (Self.words(of: file), Self.words(of: provider))
        return !owner.isEmpty && (words == owner || words.hasPrefix(scalars: owner + "_"))
    }

    /// Returns a name in the form of a variable: `TMDB_KEY` for `.tmdb-key`.
    package static func words(of name: some StringProtocol) -> String {
        let words = name.uppercased().map { $0.isASCII && ($0.isLetter || $0.isNumber) ? $0 : "_" }
        return String(words.drop { $0 == "_" })
    }
}

/// Where the files of secrets lie that a definition names.
package struct FilePlaces: Hashable, Sendable {
    private let folder: String
    private let home: String?

    /// Creates the places for definitions in a folder; `~/` is in `home`.
    package init(folder: String, home: String?) {
        self.folder = folder
        self.home = home
    }

    /// The places for definitions in a folder below, such as `sources/`.
    func below(_ path: String) -> FilePlaces {
        path.isEmpty
            ? self : FilePlaces(folder: folder + (folder.hasSuffix(scalars: "/") ? "" : "/") + path, home: home)
    }

    /// Returns the whole path of a file: in the home folder for `~/`, otherwise beside the definitions.
    func path(of name: String) -> String {
        if let home, name.hasPrefix(scalars: "~/") { return home + name.dropFirst() }
        return name.hasPrefix(scalars: "/") ? name : folder + (folder.hasSuffix(scalars: "/") ? "" : "/") + name
    }
}

extension FilePlaces {
    /// Creates the places for the definitions in a file.
    ///
    /// A folder has one path, however it is written, so that the file that is trusted is the one that is read.
    package init(beside file: String, _ environment: SystemEnvironment) {
        let folder = file.lastIndex(scalar: "/").map { String(file[...$0]) } ?? "."
        self.init(
            folder: FileSystem.realPath(folder) ?? SystemEnvironment.absolute(folder) ?? folder,
            home: environment.variable("HOME").flatMap { $0.isEmpty ? nil : $0 }
        )
    }
}

package struct SecretUse: Hashable, Sendable {
    package var secret: SecretReference
    package var location: SourceLocation
    /// Whether the variable contains the address of the user's own server, which is not a secret.
    package var isAddress = false
}
