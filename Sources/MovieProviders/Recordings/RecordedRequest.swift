import Upstream

/// What a recording says of a request: the fields that must stand in a request for the recorded answer to be its.
struct RecordedRequest: Sendable, Hashable {
    var method: String
    var url: SplitURL
    /// Query fields that a request must not have: a list without a search term is not the answer to a search.
    var absent: [String]

    /// Reads the recorded URL; `nil` where it has no scheme and host.
    init?(method: String, url: String, absent: [String] = []) {
        guard let url = SplitURL(url) else { return nil }
        self.method = method.uppercased()
        self.url = url
        self.absent = absent
    }

    /// Whether `request` is for the same place, holds every recorded field and none of the absent ones; what it has
    /// beyond does not matter.
    func matches(_ request: HTTPRequest) -> Bool {
        method == request.method.rawValue && url.origin == request.origin && url.path == request.path
            && url.query.allSatisfy { wanted in
                request.query.contains { $0.name == wanted.name && $0.value.description == wanted.value }
            }
            && !request.query.contains { absent.contains($0.name) }
    }
}
