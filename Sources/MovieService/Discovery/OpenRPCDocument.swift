import JSON
import JSONRPC
import MovieAggregation
import MovieDomain

/// The service's description as an OpenRPC document: the answer of `rpc.discover`.
package struct OpenRPCDocument: WireObject {
    /// Of the specification that the document follows.
    static let specificationVersion = "1.4.0"

    let info: ServiceInfo
    let methods: [MethodDeclaration]

    /// Describes `methods` as the service of `info`.
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

    /// What the methods' descriptions refer to.
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
                            writer.member(kind.rawValue) { kind.encodeForOpenRPC(to: &$0) }
                        }
                    }
                }
            }
        }
    }
}

/// The objects that the documents describe by name, in the order in which they read well.
enum WireComponents {
    static let all: [(name: String, schema: Schema)] = [
        SearchResult.component, MovieResult.component, BoxOfficeResult.component, ProvidersResult.component,
        ProviderStatusResult.component, CacheStatsResult.component, CacheClearResult.component, WatchResult.component,
        ProvidersChange.component, ProvidersChange.Problem.component, MatchNotes.component,
        MatchesForgetResult.component, HistoryResult.component, HistoryEntry.component, RemovedResult.component,
        BookmarkResult.component, BookmarksResult.component, CardResult.component, CardsResult.component,
        ShownCard.component, LibraryDocument.component, ExportedBookmark.component, LibraryExportResult.component,
        LibraryImportResult.component, PartialAnswer.component,
        Movie.component, BoxOfficeEntry.component, BoxOfficeFigures.Audience.component,
        BoxOfficeFigures.Sales.component, BoxOfficePeriod.component, Page.component,
        LocalizedText.component, Person.component, Rating.component, Certification.component, MovieImage.component,
        MovieVideo.component, FieldDifference.component, MatchExplanation.component, MatchNote.component,
        FieldChoice.component,
        ProviderReport.component, ProviderError.component, ProviderProfile.component,
        ProviderHealth.component, RequestCounts.component, Latency.component, QuotaHealth.component,
        CacheCounts.component, MappingCounts.component, LastFailure.component, ProcessHealth.component,
        ErrorData.component,
    ]
}

/// Who answers: what `initialize` and `rpc.discover` say of the program.
package struct ServiceInfo: Hashable, Sendable {
    /// `marquee`.
    let name: String
    /// Semantic version: `1.0.0`.
    let version: String

    package init(name: String = "marquee", version: String) {
        self.name = name
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
            writer.member("params") { writer in
                writer.array { writer in
                    for parameter in parameters { parameter.encodeForOpenRPC(to: &writer) }
                }
            }
            writer.member("result") { result.encodeForOpenRPC(to: &$0) }
            writer.member("errors") { writer in
                writer.array { writer in
                    for kind in failures { encodeReference(to: kind, in: &writer) }
                }
            }
            writer.member("examples") { writer in
                writer.array { documentation.example.encodeForOpenRPC(to: &$0) }
            }
        }
    }

    private func encodeReference(to kind: ServiceError.Kind, in writer: inout JSONWriter) {
        writer.object { $0.member("$ref", "#/components/errors/" + kind.rawValue) }
    }
}

extension ParameterDescription {
    /// Writes the Content Descriptor Object of a parameter.
    fileprivate func encodeForOpenRPC(to writer: inout JSONWriter) {
        writer.object { writer in
            writer.member("name", name)
            writer.member("description", summary)
            writer.member("required", isRequired)
            writer.member("schema", schema)
        }
    }
}

extension MethodResult {
    /// Writes the Content Descriptor Object of a result.
    fileprivate func encodeForOpenRPC(to writer: inout JSONWriter) {
        writer.object { writer in
            writer.member("name", name)
            writer.member("schema", schema)
        }
    }
}

extension MethodExample {
    /// Writes the Example Pairing Object.
    fileprivate func encodeForOpenRPC(to writer: inout JSONWriter) {
        writer.object { writer in
            writer.member("name", name)
            writer.member("params") { writer in
                writer.array { writer in
                    for parameter in parameters {
                        MethodExample.encode(parameter.name, to: &writer) { $0.value(parameter.value) }
                    }
                }
            }
            writer.member("result") { writer in
                MethodExample.encode("result", to: &writer) { result.write(to: &$0) }
            }
        }
    }

    private static func encode(_ name: String, to writer: inout JSONWriter, value: (inout JSONWriter) -> Void) {
        writer.object { writer in
            writer.member("name", name)
            writer.member("value") { value(&$0) }
        }
    }
}

extension ServiceError.Kind {
    /// Writes the Error Object of the document's components.
    fileprivate func encodeForOpenRPC(to writer: inout JSONWriter) {
        writer.object { writer in
            writer.member("code", code.rawValue)
            writer.member("message", summary)
            writer.member("data") { writer in
                writer.object { $0.member("kind", rawValue) }
            }
        }
    }
}
