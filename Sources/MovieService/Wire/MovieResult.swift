import JSON
package import MovieAggregation
import MovieDomain

extension MovieResult: WireObject {
    package static let wire = WireDescription<MovieResult>(
        "MovieResult",
        "One film, and the outcome of every source.",
        [
            // A stored film is written as it is stored.
            WireField(property: .init("movie", Movie.wireSchema)) { result, writer in
                writer.member("movie") { writer in
                    guard let film = result.stored else { return result.movie.write(to: &writer) }
                    LibraryMovie(film, shownAs: result.movie).write(to: &writer)
                }
            },
            .known(
                "stored",
                { $0.stored == nil ? nil : true },
                "`true` if no source returned the film, and it is as it was last stored in your library."
            ),
            .known("similar", \.similar, "If `include` asks for it and a source has it."),
            .known("recommendations", \.recommendations, "As for `similar`."),
            .nonEmpty("parts", \.parts, "The outcome of each part that `include` asks for."),
            .known(
                "library",
                { $0.entry == LibraryEntry() ? nil : $0.entry },
                "Absent if you have no card and no list of it."
            ),
        ] + WireField.outcome(\.sources)
    )
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
