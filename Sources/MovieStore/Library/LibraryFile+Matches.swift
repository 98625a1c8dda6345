package import MovieDomain
import Platform
import SQLite
import Synchronization

extension LibraryFile: MatchStore {
    package var now: Timestamp { Timestamp(secondsSinceEpoch: settings.wallClock.seconds) }

    package func corrections() async -> Corrections { await current()?.corrections ?? .none }

    package func links(of ids: [MovieID]) async -> [MatchNote] {
        let found = await reads.run(within: settings.busyTimeout) { database throws(SQLiteError) in
            try database.links(of: ids)
        }
        return (found ?? []).sorted(by: MatchNote.isSurer)
    }

    package func remember(_ notes: [MatchNote]) {
        guard !notes.isEmpty, writes.mayTry else { return }
        guard waiting.withLock({ $0.add(notes) }) else { return }
        writes.schedule(after: 50) { [self] in writeNow() }
    }

    package func notes(about id: MovieID?, limit: Int) async throws(LibraryError) -> [MatchNote] {
        try await reading { database throws(SQLiteError) in try database.notes(about: id, limit: limit) }
    }

    package func choices(for id: MovieID?) async throws(LibraryError) -> [FieldChoice] {
        try await reading { database throws(SQLiteError) in try database.choices(for: id) }
    }

    package func correct(_ note: MatchNote) async throws(LibraryError) {
        let conflict = try await changing { database throws(SQLiteError) -> CorrectionConflict? in
            // Within the transaction, so that no other process can say the contrary in between.
            let corrections = try database.corrections()
            do throws(CorrectionConflict) {
                try corrections.check(note.pair, note.verdict)
            } catch {
                return error
            }
            try database.put(note)
            return nil
        }
        if let conflict { throw .conflict(conflict) }
    }

    package func choose(_ choice: FieldChoice) async throws(LibraryError) {
        try await changing { database throws(SQLiteError) in try database.put(choice) }
    }

    package func forget(
        _ id: MovieID,
        with other: MovieID?,
        field: MovieField?
    ) async throws(LibraryError) -> Int {
        waiting.withLock { $0.forgetWritten() }
        return try await changing { database throws(SQLiteError) in
            let notes = field == nil ? try database.removeNotes(about: id, with: other) : 0
            return notes + (other == nil ? try database.removeChoices(for: id, field: field) : 0)
        }
    }
}
