package import JSON
package import MovieAggregation
package import MovieDomain

extension LocalizedText: WireRecord {
    /// Reads a text with its language, or only a text.
    package init?(wire element: JSONElement) {
        self = Self.blank
        if let text = element.string {
            self.text = text
        } else if element.kind != .object || !Self.wire.read(element, into: &self) {
            return nil
        }
    }

    package static let blank = LocalizedText("")
    package static let wire = WireDescription<LocalizedText>(
        "LocalizedText",
        "A text and its language.",
        [.always("text", stored: \.text), .known("language", stored: \.language, "BCP 47: `ko`.")]
    )
}

extension Person: WireRecord {
    /// Reads a person, or only the name.
    package init?(wire element: JSONElement) {
        self = Self.blank
        if let name = element.string {
            self.name = name
        } else if element.kind != .object || !Self.wire.read(element, into: &self) {
            return nil
        }
    }

    package static let blank = Person(name: "")
    package static let wire = WireDescription<Person>(
        "Person",
        "A person who worked on a film or acts in it.",
        [
            .known("id", \.id, "For `people/get`: `tmdb:21684`."),
            .nonEmpty("ids", stored: \.ids, "One id for each namespace."),
            .always("name", stored: \.name),
            .known("nameEn", stored: \.nameEn, "The same name in Latin letters."),
            .known("character", stored: \.character, "The role."),
            .known("job", stored: \.job, "The job of a crew member."),
            .nonEmpty("images", stored: \.images, "Portraits, of the kind `portrait`."),
        ]
    )
}

extension Rating: WireRecord {
    package static let blank = Rating(provider: "", value: 0, scale: 0)
    package static let wire = WireDescription<Rating>(
        "Rating",
        "A film's rating by the users of one source.",
        [
            .always("provider", stored: \.provider, isImplied: true),
            .known(
                "name",
                stored: \.name,
                "The origin of the rating, if the source passes on another site's rating: `Metacritic`."
            ),
            .always("value", stored: \.value),
            .always("scale", stored: \.scale, "The highest possible value: 10, 5, 100."),
            .orNull("votes", stored: \.votes, as: .count, "`null` if the source does not say."),
        ]
    )
}

extension Certification: WireRecord {
    package static let blank = Certification(label: "")
    package static let wire = WireDescription<Certification>(
        "Certification",
        "The age rating of a film in a country.",
        [
            .known("region", stored: \.region, "ISO 3166-1 alpha-2: `KR`."),
            .always("label", stored: \.label),
            .known("provider", stored: \.provider),
        ]
    )
}

extension MovieImage: WireRecord {
    package static let blank = MovieImage(kind: "", url: "", provider: "")
    package static let wire = WireDescription<MovieImage>(
        "Image",
        "The address of an image of a film, a person, or a collection.",
        [
            .always("kind", stored: \.kind, "`poster`, `backdrop`, `logo`, `portrait`, or the source's own word."),
            .always("url", stored: \.url),
            .known("width", stored: \.width, as: .count, "In pixels."),
            .known("language", stored: \.language),
            .nonEmpty("sizes", stored: \.sizes, "The sizes that the source has, the narrowest first."),
            .always("provider", stored: \.provider, isImplied: true),
        ]
    )
}

extension MovieVideo: WireRecord {
    package static let blank = MovieVideo(kind: "", site: "", key: "")
    package static let wire = WireDescription<MovieVideo>(
        "Video",
        "A trailer or another clip: its site, and its key there.",
        [
            .always("kind", stored: \.kind, "`trailer`, `teaser`, `clip`, or the source's own word."),
            .always("site", stored: \.site),
            .always("key", stored: \.key),
            .known(
                "url",
                stored: \.url,
                "The address of the video, if the source has it, or its site is YouTube or Vimeo."
            ),
            .known("name", stored: \.name),
            .known("language", stored: \.language),
            .known("official", stored: \.isOfficial, "Whether the video is official."),
            .known("published", stored: \.publishedOn),
        ]
    )
}

extension Money: WireRecord {
    package static let blank = Money(amount: 0, currency: "")
    package static let wire = WireDescription<Money>(
        "Money",
        "An amount of money.",
        [
            .always("amount", stored: \.amount, "In whole units."),
            .always("currency", stored: \.currency, "ISO 4217: `USD`."),
            .known("region", stored: \.region, "The region, if it is not worldwide: `US`."),
        ]
    )
}

extension CollectionReference: WireRecord {
    package static let blank = CollectionReference(name: "")
    package static let wire = WireDescription<CollectionReference>(
        "Collection",
        "A film and its sequels, as a source puts them together.",
        [
            .known("id", stored: \.id, "For `collections/get`; the same for all films of the collection: `tmdb:2344`."),
            .always("name", stored: \.name),
            .nonEmpty("images", stored: \.images, "Its poster and its backdrop."),
        ]
    )
}

extension MoviePage: WireRecord {
    package static let blank = MoviePage(provider: "", url: "")
    package static let wire = WireDescription<MoviePage>(
        "MoviePage",
        "The page of a film at the site of a source.",
        [.always("provider", stored: \.provider, isImplied: true), .always("url", stored: \.url)]
    )
}

extension RegionalRelease: WireRecord {
    package static let blank = RegionalRelease(region: "")
    package static let wire = WireDescription<RegionalRelease>(
        "Release",
        "The release dates and age ratings of a film in one region.",
        [.always("region", stored: \.region, "ISO 3166-1 alpha-2: `KR`."), .always("events", stored: \.events)]
    )
}

extension RegionalRelease.Event: WireRecord {
    package static let blank = RegionalRelease.Event()
    package static let wire = WireDescription<RegionalRelease.Event>(
        "ReleaseEvent",
        "One release of a film in a country: in cinemas, on disc, at a festival.",
        [
            .known(
                "kind",
                stored: \.kind,
                "`premiere`, `limited`, `theatrical`, `digital`, `physical`, `television`, or the source's own word."
            ),
            .known("date", stored: \.date),
            .known("certification", stored: \.certification, "The age rating."),
            .known("note", stored: \.note, "A remark, such as the name of a festival."),
        ]
    )
}

extension WatchOffers: WireRecord {
    package static let blank = WatchOffers(region: "", provider: "")
    package static let wire = WireDescription<WatchOffers>(
        "WatchOffers",
        "Where a film can be watched at home in one region. Show the attribution beside it.",
        [
            .always("region", stored: \.region, "ISO 3166-1 alpha-2: `KR`."),
            .always("provider", stored: \.provider, isImplied: true),
            .known("attribution", stored: \.attribution, "The attribution that the source asks for: `JustWatch`."),
            .known("link", stored: \.link, "A page with links to the services."),
            .nonEmpty("stream", stored: \.stream, "With a subscription."),
            .nonEmpty("rent", stored: \.rent),
            .nonEmpty("buy", stored: \.buy),
            .nonEmpty("free", stored: \.free),
            .nonEmpty("ads", stored: \.ads, "Free, with advertisements."),
        ]
    )
}

extension WatchOffers.Service: WireRecord {
    package static let blank = WatchOffers.Service(name: "")
    package static let wire = WireDescription<WatchOffers.Service>(
        "WatchService",
        "A streaming or rental service.",
        [
            .always("name", stored: \.name), .known("logo", stored: \.logo, "The address of its logo."),
            .known("link", stored: \.link, "The page of the film at the service."),
            .known("price", stored: \.price, "In `currency`."),
            .known("currency", stored: \.currency, "ISO 4217: `KRW`."),
            .known("quality", stored: \.quality, "`SD`, `HD`, `4K`, or the source's own word."),
        ]
    )
}

extension FieldDifference: WireObject {
    package static let wire = WireDescription<FieldDifference>(
        "FieldDifference",
        "The value of a source that was not preferred.",
        [.always("provider", \.provider), .always("value", \.value, "The value, in the form of the field.")]
    )
}

extension FieldDifference {
    /// Reads the values of sources that were not preferred, by field; values of another type are left out.
    static func all(in element: JSONElement) -> [FieldDifference] {
        element.members.flatMap { name, others -> [FieldDifference] in
            guard let field = MovieField(name: String(name)) else { return [] }
            return others.elements.compactMap { other in
                guard let provider = other["provider"].flatMap({ ProviderID(wire: $0) }),
                    let value = other["value"].flatMap({ Value(wire: $0, of: field) })
                else { return nil }
                return FieldDifference(field, provider, value)
            }
        }
    }
}

extension FieldDifference.Value {
    /// Reads a value in the form of its field.
    fileprivate init?(wire element: JSONElement, of field: MovieField) {
        let value: Self? =
            switch field.declaration.value {
            case .year, .minutes: element.int.map(Self.number)
            case .date: CalendarDate(wire: element).map(Self.date)
            case .flag: element.bool.map(Self.flag)
            case .money: Money(wire: element).map(Self.money)
            case .people: [Person](wire: element).map(Self.people)
            default: element.string.map(Self.text)
            }
        guard let value else { return nil }
        self = value
    }
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

extension MatchExplanation: WireRecord {
    package static let blank = MatchExplanation(confidence: 1, reasons: [])
    package static let wire = WireDescription<MatchExplanation>(
        "Match",
        "How certain it is that the sources describe the same film, and why.",
        [
            .always("confidence", stored: \.confidence, as: .number(0...1), "1 if an id is equal."),
            .always(
                "reasons",
                stored: \.reasons,
                "The reasons in words, the strongest first; the last one may be what contradicts an equal id."
            ),
        ]
    )
}

package struct ShownImage: WireObject {
    package let result: ImageResult
    package let showsData: Bool

    package static let wire = WireDescription<ShownImage>(
        "ImageResult",
        "An image that was fetched, and the outcome of the sources.",
        [
            .always("image", { ImageFile(image: $0.result.image, showsData: $0.showsData) })
        ] + WireField.outcome(\.result.sources, "The sources that were asked for the film; none for a URL.")
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
                as: Schema(.choice(["image/jpeg", "image/png", "image/gif", "image/webp"])).named("ImageType")
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

extension ImageSize: WireRecord {
    package static let blank = ImageSize(url: "", width: nil)
    package static let wire = WireDescription<ImageSize>(
        "ImageSize",
        "One of the sizes of an image.",
        [
            .always("url", stored: \.url),
            .known("width", stored: \.width, as: .count, "In pixels; absent if unknown, as for the original."),
        ]
    )
}
