package import HTTPModel
package import MovieDomain
package import Upstream

/// A client that answers from a recording instead of the network; an unrecorded request fails and is never empty.
package struct ReplayTransport: HTTPClient {
    private let recording: Recording
    /// The exchanges by origin and path, those with the most fields first.
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
        // Sources search without regard to case, and users do not type the case of the recording.
        let exact = candidates.first { $0.request.matches(request) }
        guard let exchange = exact ?? candidates.first(where: { $0.request.matches(request, ignoringCase: true) })
        else {
            throw recording.miss(request)
        }
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

extension Recording {
    /// Returns the failure of a request without an answer: with its address, or with examples in the demo.
    fileprivate func miss(_ request: HTTPRequest) -> ProviderError {
        guard isDemo else {
            return ProviderError(at: .notRecorded, "the recording \(source) has no answer for \(request.redactedURL)")
        }
        var miss = ProviderError(at: .notRecorded, "the demo does not have that: it holds a few films and days")
        miss.hint =
            "try \"John Wick\", \"스즈메\", \"parasite\", the genre action, the day 2022-12-14, or the weekend of 2012-01-01"
        return miss
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

    /// Whether `request` is for the same place, has every recorded field, and has none of the absent ones; additional
    /// fields do not matter.
    func matches(_ request: HTTPRequest, ignoringCase: Bool = false) -> Bool {
        method == request.method.rawValue && url.origin == request.origin && url.path == request.path
            && fields.allSatisfy { wanted in
                request.query.contains { field in
                    guard field.name == wanted.name else { return false }
                    let value = field.value.description
                    return value == wanted.value || ignoringCase && value.lowercased() == wanted.value.lowercased()
                }
            }
            && !request.query.contains { absent.contains($0.name) }
    }
}
