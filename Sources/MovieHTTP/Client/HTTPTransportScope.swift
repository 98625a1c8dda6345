/// Runs `body` with a transport to the network, and closes its connections and threads when that ends.
///
/// The transport costs nothing before its first request.
package func withHTTPTransport<Result>(
    _ configuration: HTTPTransportConfiguration,
    _ body: (AsyncHTTPTransport) async throws -> Result
) async rethrows -> Result {
    let transport = AsyncHTTPTransport(configuration)
    do {
        let result = try await body(transport)
        await transport.shutDown()
        return result
    } catch {
        await transport.shutDown()
        throw error
    }
}
