package import MovieDomain
import Platform
import SQLite
import Synchronization

extension LibraryFile: MatchStore {
    package var now: Timestamp { Timestamp(secondsSinceEpoch: settings.wallClock.seconds) }

    package func corrections() async -> Corrections {
        let known = snapshot.withLock(\.self)
        let current = await reads.run(within: settings.busyTimeout) { [file] database throws(SQLiteError) -> Snapshot in
            // Changes with every commit of another connection, of this process or of others.
            let version = try database.integer("PRAGMA data_version") ?? 0
            // Another connection begins to count anew.
            let opening = file.openings.load(ordering: .relaxed)
            if let known, known.version == version, known.opening == opening { return known }
            return Snapshot(opening: opening, version: version, corrections: try database.corrections())
        }
        guard let current else { return known?.corrections ?? .none }
        snapshot.withLock { $0 = current }
        return current.corrections
    }

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

    package func notes(about id: MovieID?, limit: Int) async throws(MatchStoreError) -> [MatchNote] {
        try await reading { database throws(SQLiteError) in try database.notes(about: id, limit: limit) }
    }

    package func choices(for id: MovieID?) async throws(MatchStoreError) -> [FieldChoice] {
        try await reading { database throws(SQLiteError) in try database.choices(for: id) }
    }

    package func correct(_ note: MatchNote) async throws(MatchStoreError) {
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

    package func choose(_ choice: FieldChoice) async throws(MatchStoreError) {
        try await changing { database throws(SQLiteError) in try database.put(choice) }
    }

    package func forget(
        _ id: MovieID,
        with other: MovieID?,
        field: MovieField?
    ) async throws(MatchStoreError) -> Int {
        waiting.withLock { $0.forgetWritten() }
        return try await changing { database throws(SQLiteError) in
            let notes = field == nil ? try database.removeNotes(about: id, with: other) : 0
            return notes + (other == nil ? try database.removeChoices(for: id, field: field) : 0)
        }
    }

    private func reading<Value: Sendable>(
        _ work: @escaping DatabaseWork<Value>
    ) async throws(MatchStoreError) -> Value {
        guard let value = await reads.run(within: 4 * settings.busyTimeout, work) else { throw .unavailable }
        return value
    }

    /// Changes the file in one transaction, and waits until it is on the disk.
    private func changing<Value: Sendable>(
        _ work: @escaping DatabaseWork<Value>
    ) async throws(MatchStoreError) -> Value {
        switch await writes.change(within: 20 * settings.busyTimeout, work) {
        case .done(let value): return value
        case .refused: throw .unavailable
        case .unconfirmed: throw .unconfirmed
        }
    }
}
