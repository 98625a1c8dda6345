import JSON
package import MovieAggregation
package import MovieDomain

/// One film as the sources describe it, or as the library has it if they all failed.
package enum MovieAnswer: WireObject {
    case merged(MovieResult)
    case stored(StoredMovie)

    package static let wire = WireDescription<MovieAnswer>(
        "MovieResult",
        "One film, and the outcome of every source.",
        [
            .always("movie", \.film),
            .known(
                "stored",
                { $0.isStored ? true : nil },
                "`true` if no source returned the film, and it is as it was last stored in your library."
            ),
            .known("similar", \.merged?.similar, "If `include` asks for it and a source has it."),
            .known("recommendations", \.merged?.recommendations, "As for `similar`."),
            .nonEmpty("parts", \.parts, "The outcome of each part that `include` asks for."),
            .known(
                "library",
                { $0.entry == LibraryEntry() ? nil : $0.entry },
                "Absent if you have no card and no list of it."
            ),
        ] + WireField.outcome(\.sources)
    )

    /// The film as answers show it.
    package var movie: Movie {
        switch self {
        case .merged(let result): result.movie
        case .stored(let film): film.movie.movie
        }
    }

    var isStored: Bool { if case .stored = self { true } else { false } }

    var merged: MovieResult? { if case .merged(let result) = self { result } else { nil } }

    private var film: AnsweredFilm {
        switch self {
        case .merged(let result): .merged(result.movie)
        case .stored(let film): .stored(film.movie)
        }
    }

    var parts: [PartReport] {
        switch self {
        case .merged(let result): result.parts
        case .stored(let film): film.parts
        }
    }

    var entry: LibraryEntry? {
        switch self {
        case .merged(let result): result.entry
        case .stored(let film): film.entry
        }
    }

    package var sources: [ProviderReport] {
        switch self {
        case .merged(let result): result.sources
        case .stored(let film): film.sources
        }
    }
}

/// A film of the library in place of an answer of the sources, which failed.
package struct StoredMovie: Sendable {
    var movie: LibraryMovie
    var parts: [PartReport]
    var entry: LibraryEntry
    var sources: [ProviderReport]
}

/// A film from the sources or from the library, which are written alike.
private enum AnsweredFilm: WireValue {
    case merged(Movie)
    case stored(LibraryMovie)

    static var wireSchema: Schema { Movie.wireSchema }

    func write(to writer: inout JSONWriter) {
        switch self {
        case .merged(let movie): movie.write(to: &writer)
        case .stored(let movie): movie.write(to: &writer)
        }
    }
}

extension PartReport: WireObject {
    package static let wire = WireDescription<PartReport>(
        "PartReport",
        "The outcome of one part of a film.",
        [
            .always("part", \.part),
            .always(
                "status",
                \.status,
                "`ok` if it is in the answer, `stale` if it, or that there is none, is from an old answer, `empty` if "
                    + "no source has it, `unsupported` if no source offers it; otherwise how a source failed."
            ),
            .known("error", \.failure, "Why a source could not return it; with `ok`, why one could not add to it."),
            .known("ageSeconds", \.ageSeconds, as: .count, "The age of the old answer in seconds."),
        ]
    )
}
