package import JSON
import MovieAggregation
import MovieDomain

/// The answer of `ping`: an empty object, as in MCP; that it came is all it says.
package struct Pong: JSONEncodable, Hashable, Sendable {
    /// The only answer there is.
    package init() {}

    package func encode(to writer: inout JSONWriter) {
        writer.object { _ in }
    }
}

extension MethodDeclaration {
    static let providersList = MethodDeclaration(
        "providers/list",
        MethodDocumentation(
            summary: "Lists the configured sources and what each can do.",
            description: "Asks nobody: a source that is disabled says why in `reason`.",
            result: MethodResult(.providersResult),
            failures: [],
            example: MethodExample(
                "what is configured",
                [:],
                result: ProvidersResult(providers: ExampleFilms.providers)
            )
        ),
        ofCatalogue: { context throws(ServiceFailure) in
            ProvidersResult(providers: try context.catalogue.configured.map(\.profile))
        }
    )

    static let ping = MethodDeclaration(
        "ping",
        MethodDocumentation(
            summary: "Answers at once.",
            description: "It overtakes everything that waits for a source.",
            result: MethodResult("pong", Schema.object([]).described("An empty object, as in MCP.")),
            failures: [],
            example: MethodExample("is anybody there", [:], result: Pong())
        ),
        always: Pong()
    )

    static let discover = MethodDeclaration(
        "rpc.discover",
        documentation: MethodDocumentation(
            summary: "Describes every method as an OpenRPC document.",
            description: "",
            result: MethodResult(
                "openrpcDocument",
                Schema.object([
                    .always("openrpc", .text),
                    .always("info", .object([.always("title", .text), .always("version", .text)])),
                    .always("methods", .list(of: .object([]))),
                    .known("components", .object([])),
                ])
                .described("An OpenRPC \(OpenRPCDocument.specificationVersion) document.")
            ),
            failures: [],
            example: MethodExample("the head of the document", [:], result: DocumentHead())
        )
    )
}

/// The beginning of an OpenRPC document, which is too long to show whole inside itself.
private struct DocumentHead: JSONEncodable {
    func encode(to writer: inout JSONWriter) {
        writer.object { writer in
            writer.member("openrpc", OpenRPCDocument.specificationVersion)
            writer.member("info") { writer in
                writer.object { writer in
                    writer.member("title", "marquee")
                    writer.member("version", "1.0.0")
                }
            }
            writer.member("methods", [] as [String])
        }
    }
}
