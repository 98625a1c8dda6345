package import HTTPModel
package import MovieDomain

/// Watches the requests of a client, such as to log them.
package protocol RequestObserver: Sendable {
    /// An attempt has ended.
    func attempted(_ request: HTTPRequest, _ result: Result<HTTPResponse, ProviderError>, after duration: Duration)

    /// A call has its answer, from the source or from the cache.
    func answered(_ request: HTTPRequest, _ answer: HTTPAnswer)
}
