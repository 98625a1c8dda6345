import JSON
import JSONRPC
import MovieAggregation
package import MovieDomain
import Platform

/// The kinds of offers of a film, as the members of ``WatchOffers``.
enum OfferKind: String, CaseIterable, WireChoice {
    case stream, free, ads, rent, buy

    var services: KeyPath<WatchOffers, [WatchOffers.Service]> {
        switch self {
        case .stream: \.stream
        case .free: \.free
        case .ads: \.ads
        case .rent: \.rent
        case .buy: \.buy
        }
    }
}

private enum BookmarkParameters {
    static let limit = Parameter<Int>.defaulted(
        "limit",
        .integer(1...1_000),
        to: 50,
        "The number of bookmarks per page; each one is looked up."
    )
}

extension MethodDeclaration {
    static let bookmarksOffers = MethodDeclaration(
        "bookmarks/offers",
        summary: "Lists which bookmarked films can be watched in a country now, and where.",
        description: """
            Looks up the offers of the bookmarks on the page, several at a time. Films with an offer come first, and \
            then those whose offers are not known, because a source did not answer or does not know the film. Films \
            without an offer of the given services and kinds are only counted. Show the `attribution` of each offer.
            """,
        effect: .reads,
        example: MethodExample(
            "films on one service",
            ["region": "KR", "services": ["Netflix"]],
            result: ExampleLibrary.offered
        ),
        parameters: Parameter<String>.required("region", .region.showing("KR"), "The country, by its code or name.")
            .withSetting,
        Parameter<[String]>.defaulted(
            "services",
            .list(of: .words.naming(.service)).showing(["Netflix", "wavve"]),
            to: [],
            "The names of the services, also in Korean, or words of them. By default, all."
        ).withSetting,
        Parameter<[OfferKind]>.defaulted("kinds", .list(of: .choice), to: [], "The kinds of offers; by default, all."),
        MovieParameters.paging(BookmarkParameters.limit),
        MovieParameters.providers,
        MovieParameters.look,
        asking: { context, region, wantedServices, kinds, request, providers, look async throws(ServiceError) in
            var asked = GetPartOfFilms(.watch, of: [], in: region)
            asked.providers = providers
            let (parts, page) = try await context.ask(asked, request)
            var result = BookmarkOffersResult(page: page)
            var unknown: [OfferedFilm] = []
            var services: [WatchOffers.Service] = []
            let wanted = OfferFilter(services: wantedServices, kinds: kinds)
            for part in parts {
                let regions = part.facts?.watch ?? []
                let offers = regions.flatMap(wanted.offers)
                services += regions.flatMap { region in OfferKind.allCases.flatMap { region[keyPath: $0.services] } }
                if offers.isEmpty, part.isKnown {
                    result.elsewhere += 1
                    continue
                }
                let movie = try await context.showing([part.film], bookmarked: true, as: look)[0]
                let film = OfferedFilm(movie: movie, offers: offers, sources: part.sources)
                if offers.isEmpty { unknown.append(film) } else { result.films.append(film) }
            }
            result.films += unknown
            result.services = Set(services.map(\.name)).sorted()
            result.sources = try context.catalogue.combined(parts.map(\.sources))
            return result
        }
    )
}

extension MethodContext {
    /// Asks the sources about the bookmarks of one page, and notifies the client of how many have been asked about.
    func ask(
        _ parts: GetPartOfFilms,
        _ request: PageRequest
    ) async throws(ServiceError) -> (parts: [PartOfFilm], page: Page) {
        var (bookmarks, _, _, page) = try await find(LibraryQuery(), request) {
            library,
            query,
            places async throws(LibraryError) in
            try await library.bookmarks(query, at: places)
        }
        var parts = parts
        parts.films = bookmarks.map(\.film)
        let count = bookmarks.count
        let catalogue = try await catalogueOfCall()
        progress.begin(title: "Asking about \(count) films", percentage: 0)
        do throws(CallError) {
            let found = try await parts.run(in: catalogue) { done in
                progress.report(message: "\(done) of \(count) films", percentage: done * 100 / count)
            }
            page.isIncomplete = found.contains { $0.sources.contains(where: \.isIncomplete) }
            return (found, page)
        } catch {
            throw .useCase(error)
        }
    }
}

extension Catalogue {
    /// Returns one report for each source that was asked about any of the films.
    func combined(_ reports: [[ProviderReport]]) -> [ProviderReport] {
        reports.reduce([]) { combine($0, with: $1) }
    }
}

/// The wanted services and kinds of offers.
struct OfferFilter {
    private let services: [ServiceName]
    private let kinds: [OfferKind]

    init(services: [String], kinds: [OfferKind]) {
        self.services = services.map(ServiceName.init)
        self.kinds = kinds.isEmpty ? OfferKind.allCases : OfferKind.allCases.filter(kinds.contains)
    }

    func offers(in region: WatchOffers) -> [FilmOffer] {
        kinds.flatMap { kind in
            region[keyPath: kind.services]
                .filter { isWanted($0.name) }
                .map { FilmOffer(service: $0, kind: kind, region: region) }
        }
    }

    private func isWanted(_ name: String) -> Bool {
        guard !services.isEmpty else { return true }
        let name = ServiceName(name)
        return services.contains(where: name.isOf)
    }
}

/// A service that has a film, and how.
struct FilmOffer: WireObject {
    var service: WatchOffers.Service
    var kind: OfferKind
    var region: WatchOffers

    private var page: String? { service.link ?? region.link }

    static let wire = WireDescription<FilmOffer>(
        "FilmOffer",
        "A service on which a film can be watched.",
        [
            .always("service", \.service.name), .always("kind", \.kind, "`stream` is with a subscription."),
            .known("link", \.page, "The page of the film at the service, or one with links to the services."),
            .known("price", \.service.price, "In `currency`."),
            .known("currency", \.service.currency, "ISO 4217: `KRW`."),
            .known("quality", \.service.quality, "`SD`, `HD`, `4K`, or the source's own word."),
            .known("logo", \.service.logo, "The address of the logo of the service."),
            .always("provider", \.region.provider, "The source of the offer."),
            .known("attribution", \.region.attribution, "The attribution that the source asks for: `JustWatch`."),
        ]
    )
}

/// A bookmarked film with its offers.
struct OfferedFilm: WireObject {
    var movie: LibraryMovie
    var offers: [FilmOffer]
    var sources: [ProviderReport]

    static let wire = WireDescription<OfferedFilm>(
        "OfferedFilm",
        "A bookmarked film, and where it can be watched.",
        [
            .always("movie", \.movie),
            .always(
                "status",
                { OfferStatus(isKnown: !$0.offers.isEmpty) },
                "`unknown`: a source did not answer, or none knows the film, so that it may be offered."
            ),
            .always("offers", \.offers),
            .always("sources", \.sources, "The outcome of the sources for this film, with the age of the data."),
        ]
    )
}

enum OfferStatus: String, CaseIterable, WireChoice {
    case available, unknown

    init(isKnown: Bool) { self = isKnown ? .available : .unknown }
}

package struct BookmarkOffersResult: WireObject {
    var films: [OfferedFilm] = []
    var elsewhere = 0
    package var services: [String] = []
    var page: Page
    package var sources: [ProviderReport] = []

    init(films: [OfferedFilm] = [], page: Page) { (self.films, self.page) = (films, page) }

    package static let wire = WireDescription<BookmarkOffersResult>(
        "BookmarkOffersResult",
        "Where bookmarked films can be watched.",
        [
            .always("films", \.films, "Films with offers, and then those whose offers are not known."),
            .always(
                "elsewhere",
                \.elsewhere,
                as: .count,
                "The number of films on the page without an offer of the given services and kinds."
            ),
            .always("services", \.services, "The names of all services in the country that have a film on the page."),
            .always("page", \.page, "The bookmarks that were looked up."),
        ] + WireField.outcome(\.sources)
    )
}

enum CalendarFormat: String, CaseIterable, WireChoice {
    case json, ics
}

extension MethodDeclaration {
    static let bookmarksUpcoming = MethodDeclaration(
        "bookmarks/upcoming",
        summary: "Lists the days on which bookmarked films come out in a country: in cinemas, digital, on disc.",
        description: """
            Looks up the releases of the bookmarks on the page, several at a time, and returns those in the given days \
            in order. Films with releases whose day is not known are in `unknown`.
            """,
        effect: .reads,
        example: MethodExample("from today on", ["region": "KR"], result: ExampleLibrary.upcoming),
        parameters: Parameter<String>.required("region", .region.showing("KR"), "The country, by its code or name.")
            .withSetting,
        Parameter<NamedDay>.defaulted("from", .start, to: .today, written: "today", "The first day."),
        Parameter<NamedDay?>.optional("to", .end, "The last day."),
        Parameter<CalendarFormat>.defaulted(
            "format",
            .choice,
            to: .json,
            "`ics` also returns the days as iCalendar, in `text`."
        ),
        MovieParameters.paging(BookmarkParameters.limit),
        MovieParameters.providers,
        MovieParameters.look,
        asking: { context, region, from, to, format, request, providers, look async throws(ServiceError) in
            let (now, today) = (try context.catalogue.now, try context.catalogue.today)
            let first = from.date(on: today)
            let last = to?.date(on: today) ?? .distant
            guard first <= last else {
                let message = "to: \(last) is before the first day, \(first)"
                throw .parameters(InvalidParameters(message, field: "to"))
            }
            var asked = GetPartOfFilms(.releases, of: [], in: region)
            asked.providers = providers
            let (parts, page) = try await context.ask(asked, request)
            var calendar = ReleaseCalendar(region: region, days: first...last)
            for part in parts {
                calendar.add(part, try await context.showing([part.film], bookmarked: true, as: look)[0])
            }
            return BookmarkReleasesResult(
                calendar: calendar,
                page: page,
                sources: try context.catalogue.combined(parts.map(\.sources)),
                moment: format == .ics ? now : nil
            )
        }
    )
}
