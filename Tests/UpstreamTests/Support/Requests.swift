import HTTPModel
import MovieDomain
import Upstream

/// A request to `https://HOST.example/` for the source `films`.
func request(to host: String, purpose: CallPurpose = .essential, method: HTTPRequest.Method = .get) -> HTTPRequest {
    var request = HTTPRequest(
        source: "films",
        method: method,
        origin: HTTPOrigin(scheme: .https, host: "\(host).example"),
        path: "/"
    )
    request.context.purpose = purpose
    return request
}
