package import JSON
import JSONRPC
import MovieAggregation
import MovieDomain

/// The answer to `rpc.discover`.
package struct OpenRPCDocument: WireObject {
    static let specificationVersion = "1.4.0"

    let info: ServiceInfo

    package init(info: ServiceInfo) { self.info = info }

    package static let wire = WireDescription<OpenRPCDocument>(
        "OpenrpcDocument",
        "An OpenRPC \(specificationVersion) document.",
        [
            .always("openrpc", { _ in specificationVersion }),
            .always("info", \.info.openRPC, as: Schema(.object([.init("title", .text), .init("version", .text)]))),
            .always("methods", { _ in MethodDeclaration.all }),
            .known(
                "x-notifications",
                { _ in NotificationDeclaration.all },
                "The notifications that the server sends, described as methods without a result."
            ),
            .known("components", { _ in Components() }),
        ]
    )

    package static var wireSchema: Schema { wire.schema }

    private struct Components: WireValue {
        static let wireSchema = Schema(.object([]))

        func write(to writer: inout JSONWriter) {
            let errors = ServiceError.Kind.allCases.map { kind -> JSONValue.Member in
                let (code, name) = (JSONValue.number(JSONNumber(kind.code.rawValue)), JSONValue.string(kind.rawValue))
                return .init(kind.rawValue, ["code": code, "message": .string(kind.summary), "data": ["kind": name]])
            }
            writer.object { writer in
                writer.member("schemas") { writer in
                    writer.object { writer in
                        for component in WireComponents.all + WireComponents.choices {
                            writer.member(component.name, component.schema)
                        }
                    }
                }
                writer.member("errors", JSONValue.object(errors))
            }
        }
    }
}

/// The objects that the documents describe by name, in reading order.
enum WireComponents {
    static let all = types.map { $0.component }

    /// The choices in the objects, each once, by their names.
    static let choices: [(name: String, schema: Schema)] = {
        let named = all.flatMap(\.schema.namedChoices)
        return Dictionary(named.map { ($0.name, $0.schema) }) { first, _ in first }
            .sorted { $0.key < $1.key }.map { (name: $0.key, schema: $0.value) }
    }()

    private static let types: [any WireObject.Type] = [
        SearchResult.self, MovieAnswer.self, BoxOfficeResult.self, TrendResult.self, ShownImage.self,
        ImageFile.self, ProvidersResult.self, ProviderStatusResult.self, CacheStatsResult.self,
        CacheClearResult.self, WatchResult.self, ProvidersChange.self, ProvidersChange.Problem.self,
        MatchNotes.self, MatchListResult.self, HistoryResult.self, HistoryEntry.self, RemovedResult.self,
        BookmarkResult.self, BookmarksResult.self, BookmarkOffersResult.self, OfferedFilm.self, FilmOffer.self,
        BookmarkReleasesResult.self, ReleaseDay.self, UnknownRelease.self, CardResult.self, CardsResult.self,
        ShownCard.self,
        ListsResult.self, ListFilmsResult.self, ListedFilmResult.self, FilmListSummary.self, LibraryEntry.self,
        CardStatisticsResult.self, StarCount.self, PeriodCount.self, StatisticsShare.self, LibraryStandings.self,
        FilmStanding.self, OwnCard.self, LibraryChanges.self,
        LibraryDocument.self, ExportedBookmark.self, ExportedList.self, LibraryExportResult.self,
        LibraryImportResult.self, JoinedCards.self, UndoResult.self, UndoneAction.self,
        LibraryIdentifyResult.self, IdentifiedFilm.self, LibraryRefreshResult.self, RefreshedFilm.self,
        LineProblem.self, ReadFile.self, FilmNote.self, PartialAnswer.self, WorkDoneProgress.self, LibraryChange.self,
        SuggestionsResult.self, Suggestion.self, VocabularyResult.self, GenreWord.self, RegionWord.self,
        PeopleResult.self, PersonResult.self, PersonProfile.self, PersonFilm.self, Movie.self, PartReport.self,
        BoxOfficeEntry.self, BoxOfficeFigures.Audience.self, BoxOfficeFigures.Sales.self, BoxOfficePeriod.self,
        TrendSeries.self, BoxOfficeTrend.Day.self, TrendGap.self, TrendResult.OldDay.self, DayRange.self, Page.self,
        LocalizedText.self,
        Person.self, Rating.self, Certification.self, MovieImage.self, ImageSize.self, MovieVideo.self,
        RegionalRelease.self, RegionalRelease.Event.self, WatchOffers.self, WatchOffers.Service.self, Money.self,
        FilmCollection.self, QueryReading.self, IdentifiedNames.self, IdentifiedName.self, FilmName.self,
        MoviePage.self, FieldDifference.self, PersonDifference.self,
        MatchExplanation.self, MatchNote.self, FieldChoice.self, ProviderReport.self,
        ProviderError.self, ProviderProfile.self, ProviderHealth.self, ProviderCounts.self, RequestCounts.self,
        Latency.self, QuotaHealth.self, CacheCounts.self, CachedImages.self, MappingCounts.self, LastFailure.self,
        ProcessHealth.self, ErrorData.self,
    ]
}

extension Schema {
    /// Returns the schema of the object that ``Shape/reference(_:)`` names; `nil` if the documents lack the name.
    package static func component(_ name: String) -> Schema? {
        WireComponents.all.first { $0.name == name }?.schema
    }
}

/// The program's name and version, for `initialize` and `rpc.discover`.
package struct ServiceInfo: Hashable, Sendable {
    package let name = "marquee"
    package let version: String

    package init(version: String) {
        self.version = version
    }

    fileprivate var openRPC: JSONValue {
        [
            "title": .string(name),
            "description": "Films from many sources, merged into one, over JSON-RPC on stdin and stdout.",
            "version": .string(version), "license": ["name": "Apache-2.0"],
        ]
    }
}

extension MethodDeclaration: WireValue {
    package static var wireSchema: Schema { Schema(.object([])) }

    /// Writes the Method Object of OpenRPC.
    package func write(to writer: inout JSONWriter) {
        writer.object { writer in
            writer.member("name", name)
            writer.member("summary", summary)
            writer.member("description", description)
            writer.member("paramStructure", "by-name")
            writer.objects("params", parameters + tokens) { parameter, writer in
                writer.member("name", parameter.name)
                writer.member("description", parameter.summary)
                writer.member("required", parameter.isRequired)
                writer.member("schema", parameter.schema)
            }
            writer.member("result") { writer in
                writer.object { writer in
                    writer.member("name", resultName)
                    writer.member("schema", resultSchema)
                }
            }
            writer.objects("errors", failures) { $1.member("$ref", "#/components/errors/" + $0.rawValue) }
            let example = example
            let given = example.parameters.map { ["name": .string($0.name), "value": $0.value] as JSONValue }
            let result: JSONValue = ["name": "result", "value": JSONValue(of: example.result)]
            let pair: JSONValue = ["name": .string(example.name), "params": .array(given), "result": result]
            writer.member("examples", [pair])
        }
    }
}

extension JSONWriter {
    /// Writes a member that is a list of objects.
    mutating func objects<Element>(
        _ name: String,
        _ elements: [Element],
        _ members: (Element, inout JSONWriter) -> Void
    ) {
        member(name) { writer in
            writer.array { writer in
                for element in elements { writer.object { members(element, &$0) } }
            }
        }
    }
}
