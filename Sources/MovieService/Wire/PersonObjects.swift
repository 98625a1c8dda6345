package import MovieAggregation
package import MovieDomain

extension PersonProfile: WireObject {
    package static let wire = WireDescription<PersonProfile>(
        "PersonProfile",
        "One person, merged from all sources. Unknown members are left out.",
        [
            .always("id", \.id, "The preferred id."),
            .always("ids", { WireMap(members: $0.facts.ids.sorted { $0.key < $1.key }) }, "One id for each namespace."),
            .always("name", \.facts.name, "In Korean if a source has it."),
            .known("nameEn", \.facts.nameEn, "The same name in Latin letters."),
            .nonEmpty("otherNames", \.facts.otherNames),
            .known("knownFor", \.facts.knownFor, "The person's main profession, in the source's words."),
            .known("biography", \.facts.biography),
            .known("born", \.facts.born),
            .known("died", \.facts.died),
            .known("birthplace", \.facts.birthplace),
            .known("homepage", \.facts.homepage),
            .nonEmpty("pages", \.facts.pages, "The person's page at each source that has one."),
            .nonEmpty("images", \.facts.images, "Photographs."),
            .nonEmpty("films", \.films, "Newest first; a search shows a few that the person is known for."),
            .known(
                "filmsTotal",
                \.facts.filmsTotal,
                as: .count,
                "The number of entries that a source has, if `films` is only a part of them."
            ),
            .always("sources", \.sources, "The providers of the data, the preferred one first."),
            .known("match", \.match, "Why records of several sources were taken for one person."),
        ]
    )
}

extension PersonFilm: WireObject {
    package static let wire = WireDescription<PersonFilm>(
        "PersonFilm",
        "A film, and a person's part in it.",
        [
            .always("movie", \.movie),
            .nonEmpty("characters", \.characters, "The roles."),
            .nonEmpty("jobs", \.jobs, "The job, in the sources' words."),
        ]
    )
}

extension PeopleResult: WireObject {
    package static let wire = WireDescription<PeopleResult>(
        "PeopleResult",
        "One page of people, and the outcome of every source.",
        [.always("people", \.people), .always("page", \.page), .always("sources", \.sources)]
    )
}

extension PersonResult: WireObject {
    package static let wire = WireDescription<PersonResult>(
        "PersonResult",
        "One person, and the outcome of every source.",
        [.always("person", \.person), .always("sources", \.sources)]
    )
}
