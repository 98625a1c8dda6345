package import HTTPModel
package import MovieDomain
package import Upstream

/// Answers from a recording instead of the network; what was not recorded fails and says so, it is never empty.
package struct ReplayTransport: HTTPClient {
    private let recording: Recording
    /// Exchanges by origin and path, the ones that name the most fields first.
    private let index: [String: [Recording.Exchange]]

    package init(_ recording: Recording) {
        self.recording = recording
        index = Dictionary(grouping: recording.exchanges) { $0.request.url.origin.description + $0.request.url.path }
            .mapValues(ReplayTransport.mostSpecificFirst)
    }

    package func send(
        _ request: HTTPRequest,
        readBy reader: any AnswerReading
    ) async throws(ProviderError) -> HTTPAnswer {
        let candidates = index[request.origin.description + request.path] ?? []
        guard let exchange = candidates.first(where: { $0.request.matches(request) }) else {
            throw ProviderError(
                at: .notRecorded,
                "the recording \(recording.source) has no answer for \(request.redactedURL)"
            )
        }
        let response = HTTPResponse(
            status: exchange.status,
            headers: HTTPHeaders(exchange.headers),
            body: exchange.body,
            provenance: .recording
        )
        return HTTPAnswer(response, to: request, readBy: reader)
    }

    /// Swift's sort keeps no order among equals, so the place in the recording decides there.
    private static func mostSpecificFirst(_ exchanges: [Recording.Exchange]) -> [Recording.Exchange] {
        exchanges.enumerated()
            .sorted { left, right in
                (-left.element.request.url.parameters.count, left.offset) < (
                    -right.element.request.url.parameters.count, right.offset
                )
            }
            .map(\.element)
    }
}

/// What a recording says of a request: the fields that must stand in a request for the recorded answer to be its.
struct RecordedRequest: Sendable, Hashable {
    var method: String
    var url: WebURL
    /// Query fields that a request must not have: a list without a search term is not the answer to a search.
    var absent: [String]

    /// Reads the recorded URL; `nil` where it has no scheme and host.
    init?(method: String, url: String, absent: [String] = []) {
        guard let url = WebURL(url) else { return nil }
        self.method = method.uppercased()
        self.url = url
        self.absent = absent
    }

    /// Whether `request` is for the same place, holds every recorded field and none of the absent ones; what it has
    /// beyond does not matter.
    func matches(_ request: HTTPRequest) -> Bool {
        method == request.method.rawValue && url.origin == request.origin && url.path == request.path
            && url.parameters.allSatisfy { wanted in
                request.query.contains { $0.name == wanted.name && $0.value.description == wanted.value }
            }
            && !request.query.contains { absent.contains($0.name) }
    }
}
