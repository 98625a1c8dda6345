package import HTTPModel
package import MovieDomain

/// Finds out of every answer what it is to its request, once, directly above the network: the layers further out read
/// the verdict from the answer.
package struct Classifier<Next: HTTPTransport>: HTTPTransport {
    private let next: Next

    package init(before next: Next) {
        self.next = next
    }

    package func send(_ request: HTTPRequest, until moment: Duration) async throws(ProviderError) -> HTTPResponse {
        var response = try await next.send(request, until: moment)
        response.verdict = request.verdict(on: response)
        return response
    }
}
