package import MovieAggregation
package import MovieDomain

extension PersonProfile: WireObject {
    package static let wire = WireDescription<PersonProfile>(
        "PersonProfile",
        "One person, merged from all sources. Unknown members are left out.",
        [
            .always("id", \.id, "The preferred id."),
            .always(
                "ids",
                { WireMap(members: $0.facts.ids.sorted { $0.key < $1.key }) },
                "One id for each name space."
            ),
            .always("name", \.facts.name, "In Korean where a source gives it."),
            .known("nameEn", \.facts.nameEn, "The same name in Latin letters."),
            .nonEmpty("otherNames", \.facts.otherNames),
            .known("knownFor", \.facts.knownFor, "What the person mostly does, in the words of the source."),
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
                "How many entries a source has, where `films` is only a part of them."
            ),
            .always("sources", \.sources, "The providers that this comes from, the preferred one first."),
            .known("match", \.match, "Why people of several sources were taken for one."),
        ]
    )
}

extension PersonFilm: WireObject {
    package static let wire = WireDescription<PersonFilm>(
        "PersonFilm",
        "A film, and what a person did for it.",
        [
            .always("movie", \.movie),
            .nonEmpty("characters", \.characters, "The roles."),
            .nonEmpty("jobs", \.jobs, "In the words of the sources."),
        ]
    )
}

extension PeopleResult: WireObject {
    package static let wire = WireDescription<PeopleResult>(
        "PeopleResult",
        "One page of people, and what became of every source.",
        [.always("people", \.people), .always("page", \.page), .always("sources", \.sources)]
    )
}

extension PersonResult: WireObject {
    package static let wire = WireDescription<PersonResult>(
        "PersonResult",
        "One person, and what became of every source.",
        [.always("person", \.person), .always("sources", \.sources)]
    )
}
