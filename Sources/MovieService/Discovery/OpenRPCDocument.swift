import JSON
import JSONRPC
import MovieAggregation
import MovieDomain

/// The answer to `rpc.discover`.
package struct OpenRPCDocument: WireObject {
    static let specificationVersion = "1.4.0"

    let info: ServiceInfo
    let methods: [MethodDeclaration]

    package init(info: ServiceInfo, methods: [MethodDeclaration] = MethodDeclaration.all) {
        self.info = info
        self.methods = methods
    }

    package static let wire = WireDescription<OpenRPCDocument>(
        "OpenrpcDocument",
        "An OpenRPC \(specificationVersion) document.",
        [
            .always("openrpc", { _ in specificationVersion }),
            .written(
                "info",
                as: .object([.always("title", .text), .always("version", .text)])
            ) { $0.info.encodeForOpenRPC(to: &$1) },
            .written("methods", as: .list(of: .object([]))) { document, writer in
                writer.array { writer in
                    for method in document.methods { method.encodeForOpenRPC(to: &writer) }
                }
            },
            .known("components", { _ in Components() }),
        ]
    )

    package static var wireSchema: Schema { wire.schema }

    private struct Components: WireValue {
        static let wireSchema = Schema.object([])

        func write(to writer: inout JSONWriter) {
            writer.object { writer in
                writer.member("schemas") { writer in
                    writer.object { writer in
                        for component in WireComponents.all { writer.member(component.name, component.schema) }
                    }
                }
                writer.member("errors") { writer in
                    writer.object { writer in
                        for kind in ServiceError.Kind.allCases {
                            writer.member(kind.rawValue) { writer in
                                writer.object { writer in
                                    writer.member("code", kind.code.rawValue)
                                    writer.member("message", kind.summary)
                                    writer.member("data") { writer in
                                        writer.object { $0.member("kind", kind.rawValue) }
                                    }
                                }
                            }
                        }
                    }
                }
            }
        }
    }
}

/// The objects that the documents describe by name, in reading order.
enum WireComponents {
    static let all: [(name: String, schema: Schema)] = [
        SearchResult.component, MovieResult.component, BoxOfficeResult.component, TrendResult.component,
        ShownImage.component, ImageFile.component, ProvidersResult.component,
        ProviderStatusResult.component, CacheStatsResult.component, CacheClearResult.component, WatchResult.component,
        ProvidersChange.component, ProvidersChange.Problem.component, MatchNotes.component,
        MatchesForgetResult.component, HistoryResult.component, HistoryEntry.component, RemovedResult.component,
        BookmarkResult.component, BookmarksResult.component, CardResult.component, CardsResult.component,
        ShownCard.component, LibraryDocument.component, ExportedBookmark.component, LibraryExportResult.component,
        LibraryImportResult.component, LineProblem.component, FilmNote.component, PartialAnswer.component,
        SuggestionsResult.component, Suggestion.component,
        VocabularyResult.component, GenreWord.component, RegionWord.component,
        PeopleResult.component, PersonResult.component, PersonProfile.component, PersonFilm.component,
        Movie.component, PartReport.component, BoxOfficeEntry.component, BoxOfficeFigures.Audience.component,
        BoxOfficeFigures.Sales.component, BoxOfficePeriod.component, TrendSeries.component,
        BoxOfficeTrend.Day.component, TrendGap.component, DayRange.component, Page.component,
        LocalizedText.component, Person.component, Rating.component, Certification.component, MovieImage.component,
        ImageSize.component,
        MovieVideo.component, RegionalRelease.component, RegionalRelease.Event.component, WatchOffers.component,
        WatchOffers.Service.component, Money.component, MoviePage.component, FieldDifference.component,
        MatchExplanation.component, MatchNote.component,
        FieldChoice.component,
        ProviderReport.component, ProviderError.component, ProviderProfile.component,
        ProviderHealth.component, ProviderCounts.component, RequestCounts.component, Latency.component,
        QuotaHealth.component,
        CacheCounts.component, MappingCounts.component, LastFailure.component, ProcessHealth.component,
        ErrorData.component,
    ]
}

extension Schema {
    /// The object that ``Shape/reference(_:)`` names; nil for a name that the documents do not have.
    package static func component(_ name: String) -> Schema? {
        WireComponents.all.first { $0.name == name }?.schema
    }
}

/// What `initialize` and `rpc.discover` say about the program.
package struct ServiceInfo: Hashable, Sendable {
    package let name = "marquee"
    package let version: String

    package init(version: String) {
        self.version = version
    }

    fileprivate func encodeForOpenRPC(to writer: inout JSONWriter) {
        writer.object { writer in
            writer.member("title", name)
            writer.member("description", "Films from many sources, merged into one, over JSON-RPC on stdin and stdout.")
            writer.member("version", version)
            writer.member("license") { writer in
                writer.object { $0.member("name", "Apache-2.0") }
            }
        }
    }
}

extension MethodDeclaration {
    /// Writes the Method Object of OpenRPC.
    fileprivate func encodeForOpenRPC(to writer: inout JSONWriter) {
        let documentation = documentation
        writer.object { writer in
            writer.member("name", name)
            writer.member("summary", documentation.summary)
            writer.member("description", documentation.description)
            writer.member("paramStructure", "by-name")
            writer.objects("params", parameters) { parameter, writer in
                writer.member("name", parameter.name)
                writer.member("description", parameter.summary)
                writer.member("required", parameter.isRequired)
                writer.member("schema", parameter.schema)
            }
            writer.member("result") { writer in
                writer.object { writer in
                    writer.member("name", result.name)
                    writer.member("schema", result.schema)
                }
            }
            writer.objects("errors", failures) { $1.member("$ref", "#/components/errors/" + $0.rawValue) }
            writer.objects("examples", [documentation.example]) { example, writer in
                writer.member("name", example.name)
                writer.objects("params", example.parameters) { parameter, writer in
                    writer.member("name", parameter.name)
                    writer.member("value", parameter.value)
                }
                writer.member("result") { writer in
                    writer.object { writer in
                        writer.member("name", "result")
                        writer.member("value") { example.result.write(to: &$0) }
                    }
                }
            }
        }
    }
}

extension JSONWriter {
    /// Writes a member that is a list of objects.
    fileprivate mutating func objects<Element>(
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
