package import HTTPModel
package import MovieDomain
package import Platform
package import Upstream

/// A client that answers from a recording instead of the network; an unrecorded request fails and is never empty.
package struct ReplayTransport: HTTPClient {
    private let recording: Recording
    private let clock: any MonotonicClock
    /// The exchanges by origin and path, those with the most fields first.
    private let index: [String: [Recording.Exchange]]

    package init(_ recording: Recording, clock: any MonotonicClock) {
        (self.recording, self.clock) = (recording, clock)
        index = Dictionary(grouping: recording.exchanges) { $0.request.url.origin.description + $0.request.url.path }
            .mapValues(ReplayTransport.mostSpecificFirst)
    }

    package func send(
        _ request: HTTPRequest,
        readBy reader: any AnswerReading
    ) async throws(ProviderError) -> HTTPAnswer {
        let candidates = index[request.origin.description + request.path] ?? []
        // Sources search without regard to case, and users do not type the case of the recording. Nor do they type a
        // title of the demo to its end.
        let ways: [RecordedRequest.Comparison] =
            recording.isDemo ? [.exact, .anyCase, .beginning] : [.exact, .anyCase]
        let found = ways.lazy.compactMap { way in candidates.first { $0.request.matches(request, way) } }.first
        guard let exchange = found else { throw recording.miss(request) }
        if exchange.delay > .zero, await !clock.sleep(for: exchange.delay) { throw .cancelled(request) }
        let response = HTTPResponse(
            status: exchange.status,
            headers: HTTPHeaders(exchange.headers),
            body: exchange.body,
            provenance: .recording
        )
        return HTTPAnswer(response, to: request, readBy: reader)
    }

    /// Sorts by number of fields, then by place: Swift does not guarantee that its sort is stable.
    private static func mostSpecificFirst(_ exchanges: [Recording.Exchange]) -> [Recording.Exchange] {
        exchanges.enumerated()
            .sorted { left, right in
                (-left.element.request.fields.count, left.offset) < (-right.element.request.fields.count, right.offset)
            }
            .map(\.element)
    }
}

/// A request of a recording: its answer belongs to every request that has its fields.
struct RecordedRequest: Sendable, Hashable {
    let method: String
    let url: WebURL
    /// The query fields of the URL, which a request must have.
    let fields: [WebURL.Parameter]
    /// Query fields that a request must not have: a list without a search term is not the answer to a search.
    let absent: [String]

    /// Parses the recorded URL; `nil` if it has no scheme or host.
    init?(method: String, url: String, absent: [String] = []) {
        guard let url = WebURL(url) else { return nil }
        self.method = method.uppercased()
        self.url = url
        fields = url.parameters
        self.absent = absent
    }

    /// How the value of a field is compared with the recorded one.
    enum Comparison {
        case exact, anyCase
        /// A text is also found by its beginning; an id or a number is not.
        case beginning

        fileprivate func accepts(_ value: String, for recorded: String) -> Bool {
            if value == recorded { return true }
            let (typed, whole) = (value.lowercased(), recorded.lowercased())
            switch self {
            case .exact: return false
            case .anyCase: return typed == whole
            case .beginning:
                let isID = whole.hasPrefix(scalars: "tt") || whole.utf8.allSatisfy { (0x30...0x39).contains($0) }
                return typed == whole || !isID && !typed.isEmpty && whole.hasPrefix(scalars: typed)
            }
        }
    }

    /// Whether `request` is for the same place, has every recorded field, none of the absent ones, and perhaps others.
    func matches(_ request: HTTPRequest, _ comparison: Comparison = .exact) -> Bool {
        method == request.method.rawValue && url.origin == request.origin && url.path == request.path
            && fields.allSatisfy { wanted in
                request.query.contains { field in
                    field.name == wanted.name && comparison.accepts(field.value.description, for: wanted.value)
                }
            }
            && !request.query.contains { absent.contains($0.name) }
    }
}
