package import Platform

/// Why a list of films cannot be read, or what was found not be written.
package enum FilmListError: Error, CustomStringConvertible {
    case unreadable(SystemError)
    /// A file, or a line of it, is not what was expected.
    case malformed(String)
    case outputClosed

    package var description: String {
        switch self {
        case .unreadable(let error): error.description
        case .malformed(let problem): problem
        case .outputClosed: "the output is closed"
        }
    }
}

extension LineReader {
    init(list path: String) throws(FilmListError) {
        do throws(SystemError) {
            try self.init(path)
        } catch {
            throw .unreadable(error)
        }
    }

    mutating func nextLine() throws(FilmListError) -> [UInt8]? {
        do throws(SystemError) {
            return try next()
        } catch {
            throw .unreadable(error)
        }
    }
}
