import JSON
import Logging
import MovieService
import MovieStore
import Platform

/// The films of the last table that this user saw, so that `@3` means the third.
struct LastTable {
    private let file: PrivateFile

    /// The table of this user; `nil` if nothing is to be stored, or no folder is known.
    init?(_ context: RunContext) {
        let settings = context.settings
        let isDemo = settings.recording != nil && settings.cacheFolder == nil
        guard settings.keepsAnswers, !isDemo, let folder = context.cacheFolder(isUntrusted: false) else { return nil }
        file = PrivateFile(folder: folder, name: PrivateFile.tableName) { context.logger.debug("table: \($0)") }
    }

    /// Keeps the films of a table in place of the last one; `nil` is a row without a film.
    func keep(_ rows: [FoundFilm?]) throws(PrivateFileError) {
        let films = rows.map { $0?.json ?? .null }
        try file.update { _ in (["films": .array(films)] as JSONValue).jsonBytes + [UInt8(ascii: "\n")] }
    }

    /// Returns the film of each row; none if there was no table.
    func read() throws(PrivateFileError) -> [FoundFilm?] {
        guard let content = try file.read() else { return [] }
        do throws(JSONError) {
            return try JSONDocument(content).root["films"].list.map { FoundFilm($0) }
        } catch {
            throw PrivateFileError(description: "\(file.path): \(error); remove it")
        }
    }
}
