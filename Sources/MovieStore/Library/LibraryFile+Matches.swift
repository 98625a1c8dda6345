package import MovieDomain
import SQLite
import Synchronization

extension LibraryFile: MatchStore {
    package var now: Timestamp { Timestamp(secondsSinceEpoch: settings.now() / 1_000) }

    package func corrections() async -> Corrections {
        let known = snapshot.withLock(\.self)
        let current = await reads.run(within: settings.busyTimeout) { [file] database throws(SQLiteError) -> Snapshot in
            // Changes with every commit of another connection, of this process or of others.
            let version = try database.integer("PRAGMA data_version") ?? 0
            // Another connection begins to count anew.
            let opening = file.openings.load(ordering: .relaxed)
            if let known, known.version == version, known.opening == opening { return known }
            return Snapshot(opening: opening, version: version, corrections: try Self.corrections(in: database))
        }
        guard let current else { return known?.corrections ?? .none }
        snapshot.withLock { $0 = current }
        return current.corrections
    }

    package func links(of ids: [MovieID]) async -> [MatchNote] {
        let found = await reads.run(within: settings.busyTimeout) { database throws(SQLiteError) in
            try MatchRow.links(of: ids, in: database)
        }
        return (found ?? []).sorted(by: MatchNote.isSurer)
    }

    package func remember(_ notes: [MatchNote]) {
        guard !notes.isEmpty, writes.mayTry else { return }
        guard waiting.withLock({ $0.add(notes) }) else { return }
        writes.schedule(after: 50) { [self] in writeNow() }
    }

    package func notes(about id: MovieID?, limit: Int) async throws(MatchStoreError) -> [MatchNote] {
        try await reading { database throws(SQLiteError) in try MatchRow.list(of: id, limit: limit, in: database) }
    }

    package func choices(for id: MovieID?) async throws(MatchStoreError) -> [FieldChoice] {
        try await reading { database throws(SQLiteError) in try ChoiceRow.all(of: id, in: database) }
    }

    package func correct(_ note: MatchNote) async throws(MatchStoreError) {
        let conflict = try await changing { database throws(SQLiteError) -> CorrectionConflict? in
            // Within the transaction, so that no other process can say the contrary in between.
            let corrections = try Self.corrections(in: database)
            do throws(CorrectionConflict) {
                try corrections.check(note.pair, note.verdict)
            } catch {
                return error
            }
            try MatchRow.put(note, in: database)
            return nil
        }
        if let conflict { throw .conflict(conflict) }
    }

    package func choose(_ choice: FieldChoice) async throws(MatchStoreError) {
        try await changing { database throws(SQLiteError) in try ChoiceRow.put(choice, in: database) }
    }

    package func forget(
        _ id: MovieID,
        with other: MovieID?,
        field: MovieField?
    ) async throws(MatchStoreError) -> Int {
        waiting.withLock { $0.forget() }
        return try await changing { database throws(SQLiteError) in
            let notes = field == nil ? try MatchRow.remove(id, with: other, from: database) : 0
            return notes + (other == nil ? try ChoiceRow.remove(id, field: field, from: database) : 0)
        }
    }

    private static func corrections(in database: SQLiteConnection) throws(SQLiteError) -> Corrections {
        Corrections(try MatchRow.ofUser(in: database), choices: try ChoiceRow.all(of: nil, in: database))
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
