import JSON
import MovieDomain
import ProviderLanguage
import Upstream

/// Runs one operation of a definition: builds the requests of its pages, sends them, and takes the rows out.
struct OperationRunner: Sendable {
    let provider: ProviderID
    let definition: HTTPDefinition
    let transport: any HTTPTransport
    let secrets: [SecretReference: Secret]

    /// What an operation gave for a window of rows.
    struct Outcome: Sendable {
        var rows: [DocumentRow]
        var totalItems: Int?
        var hasMore: Bool?
        var freshness: Freshness
    }

    /// The rows of `window`, in as many requests as it takes; everything that one walk gives where it is `nil`.
    func run(
        _ operation: OperationDefinition,
        inputs: TemplateInputs,
        window: RowWindow?
    ) async throws(SourceFailure) -> Outcome {
        var walk = PageWalk<DocumentRow>(
            style: operation.paging.style,
            offset: window?.offset ?? 0,
            count: window?.count,
            maximumPages: operation.paging.maximumPages
        )
        var freshness: Freshness?
        while let page = walk.next() {
            let (response, root) = try await answer(operation, inputs: inputs, page: page)
            let rows = try rows(of: operation, in: root)
            walk.received(rows: rows, facts: operation.paging.facts(root: root, headers: response.headers))
            let fresh = Freshness(response.provenance)
            freshness = freshness.map { $0.combined(with: fresh) } ?? fresh
        }
        return Outcome(
            rows: walk.window,
            totalItems: walk.trustedTotal,
            hasMore: walk.hasMore,
            freshness: freshness ?? .live
        )
    }

    /// One page, from the first base URL that is up.
    private func answer(
        _ operation: OperationDefinition,
        inputs: TemplateInputs,
        page: PageWalk<DocumentRow>.Page
    ) async throws(SourceFailure) -> (HTTPResponse, JSONElement) {
        let builder = RequestBuilder(provider: provider, definition: definition, secrets: secrets)
        let reader = AnswerReader(provider: provider, definition: definition, secrets: secrets)
        var lastFailure: TransportFailure?
        for base in definition.baseURLs {
            let request = try builder.request(operation, inputs: inputs, page: page, at: base)
            let response: HTTPResponse
            do {
                response = try await transport.send(request)
            } catch {
                guard error.meansHostIsDown else { throw SourceFailure(error, provider: provider) }
                lastFailure = error
                continue
            }
            return (response, try reader.document(of: response))
        }
        throw SourceFailure(
            lastFailure ?? TransportFailure(.forbidden, "the definition names no base_url"),
            provider: provider
        )
    }

    private func rows(of operation: OperationDefinition, in root: JSONElement) throws(SourceFailure) -> [DocumentRow] {
        switch operation.rows.rows(in: root) {
        case .rows(let elements):
            return elements.map { DocumentRow(element: $0, root: root) }
        case .missing(let path):
            throw SourceFailure(
                .malformed,
                provider: provider,
                message: "\(operation.name.rawValue): the answer has no rows at '\(path)'",
                hint: "has the API changed? if nothing there means no rows, the definition says if_missing: empty",
                field: path
            )
        }
    }
}

extension Freshness {
    fileprivate init(_ provenance: HTTPResponse.Provenance) {
        self =
            switch provenance {
            case .network, .recording: .live
            case .cache(let age, let isStale): Freshness(fromCache: true, ageSeconds: age, isStale: isStale)
            }
    }
}

extension TransportFailure {
    /// Whether another host of the same source is worth a try.
    fileprivate var meansHostIsDown: Bool {
        switch kind {
        case .nameResolution, .connectionRefused, .connectTimeout, .connectionLost, .tls, .redirectRefused: true
        case .timeout, .bodyTooLarge, .brokenResponse, .cancelled, .forbidden, .notRecorded: false
        }
    }
}
