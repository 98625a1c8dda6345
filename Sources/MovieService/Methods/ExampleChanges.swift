import MovieDomain

/// What the examples of the documents show of edited definitions.
enum ExampleChanges {
    static let edited: ProvidersChange = {
        var change = ProvidersChange(isInForce: true, file: "/home/me/.config/marquee/providers.yaml")
        change.added = ["shelf"]
        change.changed = ["kofic"]
        change.problems = [
            .init(
                severity: "warning",
                file: "/home/me/.config/marquee/providers.yaml",
                line: 4,
                column: 20,
                message: "'omdb' is no provider of this file"
            )
        ]
        return change
    }()
}
