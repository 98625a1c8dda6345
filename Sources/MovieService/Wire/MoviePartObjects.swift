package import JSON
package import MovieDomain

extension LocalizedText: WireObject {
    package static let wire = WireDescription<LocalizedText>(
        "LocalizedText",
        "A text and the language that it is in.",
        [.always("text", \.text), .known("language", \.language, "BCP 47: `ko`.")]
    )
}

extension Person: WireObject {
    package static let wire = WireDescription<Person>(
        "Person",
        "Somebody who made a film or plays in it.",
        [
            .always("name", \.name),
            .known("nameEn", \.nameEn, "The same name in Latin letters."),
            .known("character", \.character, "The part that is played."),
            .known("job", \.job, "What was done, for the crew."),
        ]
    )
}

extension Rating: WireObject {
    package static let wire = WireDescription<Rating>(
        "Rating",
        "What the users of one source think of a film.",
        [
            .always("provider", \.provider),
            .always("value", \.value),
            .always("scale", \.scale, "The best that can be given: 10, 5, 100."),
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
        "Where a picture of a film lies.",
        [
            .always("kind", \.kind, "`poster`, `backdrop`, `logo`, or what the source calls it."),
            .always("url", \.url),
            .known("width", \.width, as: .count, "In pixels."),
            .known("language", \.language),
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
            .known("language", \.language),
        ]
    )
}

extension FieldDifference: WireObject {
    package static let wire = WireDescription<FieldDifference>(
        "FieldDifference",
        "What a source says of a field, where another was believed.",
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
        "How sure it is that what several sources said is about one film, and why.",
        [
            .always("confidence", \.confidence, as: .number(0...1), "1 is an equal id."),
            .always("reasons", \.reasons, "In words, strongest first."),
        ]
    )
}
