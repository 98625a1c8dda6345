package import JSON
import MovieAggregation
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
                "One id for each namespace."
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
        "A film's rating by the users of one source.",
        [
            .always("provider", \.provider),
            .known(
                "name",
                \.name,
                "The origin of the rating, if the source passes on another site's rating: `Metacritic`."
            ),
            .always("value", \.value),
            .always("scale", \.scale, "The highest possible value: 10, 5, 100."),
            .orNull("votes", \.votes, as: .count, "`null` if the source does not say."),
        ]
    )
}

extension Certification: WireObject {
    package static let wire = WireDescription<Certification>(
        "Certification",
        "The age rating of a film in a country.",
        [
            .known("region", \.region, "ISO 3166-1 alpha-2: `KR`."),
            .always("label", \.label),
            .known("provider", \.provider),
        ]
    )
}

extension MovieImage: WireObject {
    package static let wire = WireDescription<MovieImage>(
        "Image",
        "The address of an image of a film.",
        [
            .always("kind", \.kind, "`poster`, `backdrop`, `logo`, or the source's own word."),
            .always("url", \.url),
            .known("width", \.width, as: .count, "In pixels."),
            .known("language", \.language),
            .nonEmpty("sizes", \.sizes, "The sizes that the source has, the narrowest first."),
            .always("provider", \.provider),
        ]
    )
}

extension MovieVideo: WireObject {
    package static let wire = WireDescription<MovieVideo>(
        "Video",
        "A trailer or another clip: its site, and its key there.",
        [
            .always("kind", \.kind, "`trailer`, `teaser`, `clip`, or the source's own word."),
            .always("site", \.site),
            .always("key", \.key),
            .known("url", \.url, "The address of the video, for known sites: YouTube, Vimeo."),
            .known("name", \.name),
            .known("language", \.language),
            .known("official", \.isOfficial, "Whether the video is official."),
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
            .known("region", \.region, "The region, if it is not worldwide: `US`."),
        ]
    )
}

extension FilmCollection: WireObject {
    package static let wire = WireDescription<FilmCollection>(
        "Collection",
        "A film and its sequels, as a source puts them together.",
        [
            .known("id", \.id, "The same for all films of the collection: `tmdb:2344`."),
            .always("name", \.name),
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
                "`premiere`, `limited`, `theatrical`, `digital`, `physical`, `television`, or the source's own word."
            ),
            .known("date", \.date),
            .known("certification", \.certification, "The age rating."),
            .known("note", \.note, "A remark, such as the name of a festival."),
        ]
    )
}

extension WatchOffers: WireObject {
    package static let wire = WireDescription<WatchOffers>(
        "WatchOffers",
        "Where a film can be watched at home in one region. Show the attribution beside it.",
        [
            .always("region", \.region, "ISO 3166-1 alpha-2: `KR`."),
            .always("provider", \.provider),
            .known("attribution", \.attribution, "The attribution that the source asks for: `JustWatch`."),
            .known("link", \.link, "A page with links to the services."),
            .nonEmpty("stream", \.stream, "With a subscription."),
            .nonEmpty("rent", \.rent),
            .nonEmpty("buy", \.buy),
            .nonEmpty("free", \.free),
            .nonEmpty("ads", \.ads, "Free, with advertisements."),
        ]
    )
}

extension WatchOffers.Service: WireObject {
    package static let wire = WireDescription<WatchOffers.Service>(
        "WatchService",
        "A streaming or rental service.",
        [.always("name", \.name), .known("logo", \.logo, "The address of its logo.")]
    )
}

extension FieldDifference: WireObject {
    package static let wire = WireDescription<FieldDifference>(
        "FieldDifference",
        "The value of a source that was not preferred.",
        [.always("provider", \.provider), .always("value", \.value, "The value, in the form of the field.")]
    )
}

extension PersonDifference: WireObject {
    package static let wire = WireDescription<PersonDifference>(
        "PersonDifference",
        "The value of a source that was not preferred.",
        [.always("provider", \.provider), .always("value", \.value, "The value, in the form of the field.")]
    )
}

extension FieldDifference.Value: WireValue {
    package static var wireSchema: Schema { .anything }

    package func write(to writer: inout JSONWriter) {
        switch self {
        case .number(let number): number.write(to: &writer)
        case .date(let date): date.write(to: &writer)
        case .flag(let flag): flag.write(to: &writer)
        case .text(let text): text.write(to: &writer)
        case .money(let money): money.write(to: &writer)
        case .people(let people): people.write(to: &writer)
        }
    }
}

extension MatchExplanation: WireObject {
    package static let wire = WireDescription<MatchExplanation>(
        "Match",
        "How certain it is that the sources describe the same film, and why.",
        [
            .always("confidence", \.confidence, as: .number(0...1), "1 if an id is equal."),
            .always(
                "reasons",
                \.reasons,
                "The reasons in words, the strongest first; the last one may be what contradicts an equal id."
            ),
        ]
    )
}

struct ShownImage: WireObject {
    let result: ImageResult
    let showsData: Bool

    static let wire = WireDescription<ShownImage>(
        "ImageResult",
        "An image that was fetched, and the outcome of the sources.",
        [
            .always("image", { ImageFile(image: $0.result.image, showsData: $0.showsData) }),
            .nonEmpty("sources", \.result.sources, "The sources that were asked for the film; absent for a URL."),
        ]
    )
}

struct ImageFile: WireObject {
    let image: FetchedImage
    let showsData: Bool

    static let wire = WireDescription<ImageFile>(
        "ImageFile",
        "An image, as described by its bytes.",
        [
            .known("path", \.image.path, "The path of the file; absent if no files are written."),
            .always(
                "mimeType",
                \.image.mimeType,
                as: Schema(.choice(["image/jpeg", "image/png", "image/gif", "image/webp"]))
            ),
            .always("width", \.image.width, as: .integer(atLeast: 1), "In pixels."),
            .always("height", \.image.height, as: .integer(atLeast: 1)),
            .always("bytes", \.image.bytes.count, as: .count),
            .always("url", \.image.url, "The address that it was fetched from."),
            .always(
                "provider",
                \.image.provider,
                "The source of the film's image; for a URL, the source whose definition names the host."
            ),
            .always("fromCache", \.image.isCached),
            .known("data", { $0.showsData ? $0.image.base64 : nil }, "The bytes in base64, on request."),
        ]
    )
}

extension ImageSize: WireObject {
    package static let wire = WireDescription<ImageSize>(
        "ImageSize",
        "One of the sizes of an image.",
        [
            .always("url", \.url),
            .known("width", \.width, as: .count, "In pixels; absent if unknown, as for the original."),
        ]
    )
}
