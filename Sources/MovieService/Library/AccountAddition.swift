import MovieAggregation
import MovieDomain

/// Adding the tables of other services to the library.
extension MethodContext {
    /// Adds files as one import; the cards of this library keep the values that the files lack.
    ///
    /// `role` is what the user says of a file that comes alone.
    func add(
        _ texts: [ImportedText],
        _ role: CSVImport.Role = CSVImport.Role(),
        isTrial: Bool
    ) async throws(ServiceError) -> LibraryImportResult {
        let (known, films) = try await library { library async throws(LibraryError) in
            (try await library.cards(), try await library.films())
        }
        let catalogue = try catalogue
        let (now, today) = (catalogue.library.now, try today)
        let namesakes = Namesakes(films, apartFrom: await catalogue.book.corrections())
        let account = AccountImport(texts, known: known, namesakes: namesakes) { text, own, namesakes in
            CSVImport(
                text.text,
                text.name.isEmpty ? role : own,
                now: now,
                today: today,
                namesakes: namesakes,
                languages: catalogue.policy.languages,
                localDay: catalogue.day
            )
        }
        let added = account.library
        var result = LibraryImportResult()
        if isTrial {
            result = try await preview(added)
        } else {
            result.count(
                try await library { library async throws(LibraryError) in
                    try await library.add(added, .replacing, completing: LibraryFilm.completion)
                }
            )
            result.unchanged += account.files.reduce(0) { $0 + $1.unchanged }
        }
        result.note(account)
        return result
    }
}

extension LibraryImportResult {
    /// Notes what became of the files.
    fileprivate mutating func note(_ account: AccountImport) {
        lines = account.files.reduce(0) { $0 + $1.lines }
        byTitle = account.byTitle
        for file in account.files {
            problems += file.problems
            remarks += file.remarks
            superseded += file.superseded
        }
        guard let only = account.files.first, account.files.count == 1, only.name.isEmpty else {
            files = account.files
            return
        }
        (asks, unread) = (only.asks, only.unread)
    }
}

extension ReadFile: WireObject {
    package static let wire = WireDescription<ReadFile>(
        "ReadFile",
        "What became of one file of an account.",
        [
            .always("name", \.name), .always("lines", \.lines, as: .count, "The lines that were read."),
            .known(
                "series",
                { $0.series > 0 ? $0.series : nil },
                as: .count,
                "The lines about series and other things that are no films. Absent if there are none."
            ),
            .known("leftOut", \.leftOut, "What the file is, if nothing of it was imported."),
            .nonEmpty("unread", \.unread, "Columns with values that are not imported."),
        ]
    )
}
