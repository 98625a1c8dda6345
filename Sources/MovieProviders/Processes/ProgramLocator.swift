#if canImport(Glibc)
import Glibc
#elseif canImport(Darwin)
import Darwin
#endif

/// Finds the program that a `command` names: beside the file of the definitions, then on PATH.
struct ProgramLocator: Sendable {
    /// The folder of the definitions, absolute.
    let folder: String
    /// `$PATH`; what is not absolute in it is passed over.
    let searchPath: String?
    /// Whether a path is a program that may be run.
    var isProgram: @Sendable (_ path: String) -> Bool = { path in
        var status = stat()
        return unsafe stat(path, &status) == 0 && status.st_mode & S_IFMT == S_IFREG && access(path, X_OK) == 0
    }

    /// The program's path; `nil` where there is none.
    ///
    /// A name with a slash in it is a path from the folder.
    func path(of name: String) -> String? {
        let candidates: [String]
        if name.hasPrefix("/") {
            candidates = [name]
        } else if name.contains("/") {
            candidates = ["\(folder)/\(name)"]
        } else {
            candidates = ["\(folder)/\(name)"] + folders.map { "\($0)/\(name)" }
        }
        return name.isEmpty ? nil : candidates.first(where: isProgram)
    }

    private var folders: [Substring] {
        (searchPath ?? "/usr/local/bin:/usr/bin:/bin").split(separator: ":").filter { $0.hasPrefix("/") }
    }
}
