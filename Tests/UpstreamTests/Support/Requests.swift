import HTTPModel
import Upstream

/// A request to `https://HOST.example/` for the source `films`.
func request(to host: String, purpose: RequestPurpose = .essential, method: HTTPRequest.Method = .get) -> HTTPRequest {
    var request = HTTPRequest(
        source: "films",
        method: method,
        origin: HTTPOrigin(scheme: .https, host: "\(host).example"),
        path: "/"
    )
    request.purpose = purpose
    return request
}
