import MovieDomain

/// What the examples of the documents show of matches.
enum ExampleMatches {
    static let kofic = MovieID(namespace: "kofic", value: "20183782")
    static let tmdb = MovieID(namespace: "tmdb", value: "496243")
    private static let moment = Timestamp(secondsSinceEpoch: 1_795_186_800)

    static let found = MatchNotes(
        matches: [
            NotedMatch(
                IDPair(kofic, tmdb),
                .same,
                by: .matcher,
                confidence: 0.97,
                reasons: ["same year", "English title equal", "director equal"],
                at: moment
            )
        ],
        choices: []
    )

    static let pinned = MatchNotes(
        matches: [NotedMatch(IDPair(kofic, tmdb), .same, by: .user, at: moment)],
        choices: []
    )

    static let split = MatchNotes(
        matches: [
            NotedMatch(IDPair(kofic, MovieID(namespace: "tmdb", value: "4967")), .different, by: .user, at: moment)
        ],
        choices: []
    )
}
