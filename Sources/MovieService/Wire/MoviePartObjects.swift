package import JSON
package import MovieDomain

extension LocalizedText: WireObject {
    package static let wire = WireDescription<LocalizedText>(
        "LocalizedText",
        "A text and its language.",
        [.always("text", \.text), .known("language", \.language, "BCP 47: `ko`.")]
    )
}

extension Person: WireObject {
    package static let wire = WireDescription<Person>(
        "Person",
        "A person who worked on a film or acts in it.",
        [
            .known("id", \.id, "For `people/get`: `tmdb:21684`."),
            .known(
                "ids",
                { $0.ids.isEmpty ? nil : WireMap(members: $0.ids.sorted { $0.key < $1.key }) },
                "One id for each name space."
            ),
            .always("name", \.name),
            .known("nameEn", \.nameEn, "The same name in Latin letters."),
            .known("character", \.character, "The role."),
            .known("job", \.job, "The job of a crew member."),
        ]
    )
}

extension Rating: WireObject {
    package static let wire = WireDescription<Rating>(
        "Rating",
        "What the users of one source think of a film.",
        [
            .always("provider", \.provider),
            .known("name", \.name, "Whose rating it is, where the source passes on that of others: `Metacritic`."),
            .always("value", \.value),
            .always("scale", \.scale, "The best possible value: 10, 5, 100."),
            .orNull("votes", \.votes, as: .count, "`null` where the source does not say."),
        ]
    )
}

extension Certification: WireObject {
    package static let wire = WireDescription<Certification>(
        "Certification",
        "Who may see a film somewhere.",
        [.known("region", \.region, "ISO 3166-1 alpha-2: `KR`."), .always("label", \.label)]
    )
}

extension MovieImage: WireObject {
    package static let wire = WireDescription<MovieImage>(
        "Image",
        "The address of an image of a film.",
        [
            .always("kind", \.kind, "`poster`, `backdrop`, `logo`, or what the source calls it."),
            .always("url", \.url),
            .known("width", \.width, as: .count, "In pixels."),
            .known("language", \.language),
            .nonEmpty("sizes", \.sizes, "The sizes in which the source has it, the narrowest first."),
            .always("provider", \.provider),
        ]
    )
}

extension MovieVideo: WireObject {
    package static let wire = WireDescription<MovieVideo>(
        "Video",
        "A trailer or another clip: the site that shows it and the key it has there.",
        [
            .always("kind", \.kind, "`trailer`, `teaser`, `clip`, or what the source calls it."),
            .always("site", \.site),
            .always("key", \.key),
            .known("url", \.url, "Where people watch it, for the sites that are known: YouTube, Vimeo."),
            .known("name", \.name),
            .known("language", \.language),
            .known("official", \.isOfficial, "Whether those who made the film published it."),
            .known("published", \.publishedOn),
        ]
    )
}

extension Money: WireObject {
    package static let wire = WireDescription<Money>(
        "Money",
        "An amount of money.",
        [
            .always("amount", \.amount, "In whole units."),
            .always("currency", \.currency, "ISO 4217: `USD`."),
            .known("region", \.region, "Where it was taken, where that is not the whole world: `US`."),
        ]
    )
}

extension MoviePage: WireObject {
    package static let wire = WireDescription<MoviePage>(
        "MoviePage",
        "The page of a film at the site of a source.",
        [.always("provider", \.provider), .always("url", \.url)]
    )
}

extension RegionalRelease: WireObject {
    package static let wire = WireDescription<RegionalRelease>(
        "Release",
        "The release dates and age ratings of a film in one region.",
        [.always("region", \.region, "ISO 3166-1 alpha-2: `KR`."), .always("events", \.events)]
    )
}

extension RegionalRelease.Event: WireObject {
    package static let wire = WireDescription<RegionalRelease.Event>(
        "ReleaseEvent",
        "One release of a film in a country: in cinemas, on disc, at a festival.",
        [
            .known(
                "kind",
                \.kind,
                "`premiere`, `limited`, `theatrical`, `digital`, `physical`, `television`, or what the source calls it."
            ),
            .known("date", \.date),
            .known("certification", \.certification, "Who may see it."),
            .known("note", \.note, "What sets it apart: the name of a festival."),
        ]
    )
}

extension WatchOffers: WireObject {
    package static let wire = WireDescription<WatchOffers>(
        "WatchOffers",
        "Where people of one region can watch a film at home. Show the attribution beside it.",
        [
            .always("region", \.region, "ISO 3166-1 alpha-2: `KR`."),
            .always("provider", \.provider),
            .known("attribution", \.attribution, "Whom the source wants named beside it: `JustWatch`."),
            .known("link", \.link, "A page with links to the services."),
            .nonEmpty("stream", \.stream, "With a subscription."),
            .nonEmpty("rent", \.rent),
            .nonEmpty("buy", \.buy),
            .nonEmpty("free", \.free),
            .nonEmpty("ads", \.ads, "Free of charge, with advertisements."),
        ]
    )
}

extension WatchOffers.Service: WireObject {
    package static let wire = WireDescription<WatchOffers.Service>(
        "WatchService",
        "A service that has a film.",
        [.always("name", \.name), .known("logo", \.logo, "The address of its image.")]
    )
}

extension FieldDifference: WireObject {
    package static let wire = WireDescription<FieldDifference>(
        "FieldDifference",
        "What a source says about a field for which another source was preferred.",
        [.always("provider", \.provider), .always("value", \.value, "In the form of the field.")]
    )
}

extension FieldDifference.Value: WireValue {
    package static var wireSchema: Schema { .anything }

    package func write(to writer: inout JSONWriter) {
        switch self {
        case .number(let number): number.write(to: &writer)
        case .date(let date): date.write(to: &writer)
        }
    }
}

extension MatchExplanation: WireObject {
    package static let wire = WireDescription<MatchExplanation>(
        "Match",
        "How certain it is that several sources describe the same film, and why.",
        [
            .always("confidence", \.confidence, as: .number(0...1), "1 is an equal id."),
            .always("reasons", \.reasons, "In words, strongest first."),
        ]
    )
}
