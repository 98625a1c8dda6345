import MovieDomain
import MovieService
import Platform

/// A folder of film notes, which the user edits, too.
struct NoteFolder {
    struct Outcome {
        var written = 0
        /// Files without a marker, which this program has not written.
        var leftAlone: [String] = []
        /// The notes of films that the library does not have, and whether what they have from it was taken out.
        var orphans = (count: 0, arePruned: false)
        var failure: FileFailure?
    }

    let path: String
    let isForced: Bool
    /// Whether notes of films that the library does not have lose what they have from it.
    let prunes: Bool

    private static let largestNote = 16 << 20
    private var files: FileSystem { .local }

    /// Writes the notes that have changed, each whole or not at all, up to the first failure.
    func write(_ notes: [FilmNote]) -> Outcome {
        var outcome = Outcome()
        var changed: [(path: String, bytes: [UInt8])] = []
        var strays = findStrays(besides: Set(notes.map(\.name)))
        var films = FilmPlaces()
        for note in notes {
            let text = note.text
            films.append(FilmNote.ids(in: text))
            var file = path + "/" + note.name
            var old = files.read(file, Self.largestNote)
            if case .failure(let failure) = old, failure.reason == .missing,
                let stray = strays.take(FilmNote.ids(in: text))
            {
                file = path + "/" + stray
                old = files.read(file, Self.largestNote)
            }
            switch old {
            // A pipe, which would wait for a reader, or a device is not a note, whatever is forced.
            case .failure(let failure) where failure.reason == .notRegular || failure.reason != .missing && !isForced:
                outcome.failure = failure
            case .success(let bytes):
                guard let text = merged(text, with: String(decoding: bytes, as: UTF8.self)) else {
                    outcome.leftAlone.append(file)
                    continue
                }
                if Array(text.utf8) == bytes { outcome.written += 1 } else { changed.append((file, Array(text.utf8))) }
            case .failure: changed.append((file, Array(text.utf8)))
            }
            if outcome.failure != nil { break }
        }
        let removed = outcome.failure == nil ? strays.notes(besides: films) : []
        let pruned = prunes ? removed.map { (path: path + "/" + $0.name, bytes: $0.bytes) } : []
        let (written, failure) = FileSystem.writeLocal(changed + pruned)
        outcome.written += min(written, changed.count)
        outcome.orphans = prunes ? (max(0, written - changed.count), true) : (removed.count, false)
        outcome.failure = failure ?? outcome.failure
        return outcome
    }

    /// Existing notes whose names differ from those that they would get now, because another film of that name was
    /// added or removed, or because the user renamed them.
    private struct Strays {
        var names: [String?] = []
        var texts: [String] = []
        var films = FilmPlaces()

        /// Returns the name of a film's note, once.
        mutating func take(_ ids: [MovieID]) -> String? {
            guard let place = films.places(of: ids).first(where: { names[$0] != nil }) else { return nil }
            defer { names[place] = nil }
            return names[place]
        }

        /// Returns the notes of films that are not among these ones, without what the library said about them; only
        /// those that this changes.
        func notes(besides kept: FilmPlaces) -> [(name: String, bytes: [UInt8])] {
            names.indices.compactMap { place in
                let ids = FilmNote.ids(in: texts[place])
                guard let name = names[place], !ids.isEmpty, kept.places(of: ids).isEmpty,
                    let text = FilmNote.withoutEntry(texts[place]), text != texts[place]
                else { return nil }
                return (name, Array(text.utf8))
            }
        }
    }

    private func findStrays(besides names: Set<String>) -> Strays {
        var strays = Strays()
        for name in FileSystem.names(inFolder: path).sorted()
        where name.hasSuffix(scalars: ".md") && !names.contains(name) {
            guard case .success(let bytes) = files.read(path + "/" + name, Self.largestNote) else { continue }
            let text = String(decoding: bytes, as: UTF8.self)
            strays.names.append(name)
            strays.texts.append(text)
            strays.films.append(FilmNote.ids(in: text))
        }
        return strays
    }

    /// Returns the new note with the old text below the marker; `nil` if the old file has no marker and must be kept.
    private func merged(_ note: String, with old: String) -> String? {
        guard let marker = old.firstRange(scalars: FilmNote.marker) else { return isForced ? note : nil }
        guard let end = note.firstRange(scalars: FilmNote.marker) else { return note }
        return String(note[..<end.upperBound]) + String(old[marker.upperBound...])
    }
}
