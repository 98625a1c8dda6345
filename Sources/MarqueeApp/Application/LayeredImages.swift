import HTTPModel
import JSON
import MovieDomain
import MovieImages
import MovieProviders
import ProviderLanguage
import Upstream

/// Sends requests for images through the layers that the providers use, or to a recording.
struct LayeredImageTransport: ImageTransport {
    let client: any HTTPClient

    /// One semaphore for the process, because all images share its memory: each may have 20 MB.
    private static let places = AsyncSemaphore(places: 4)

    func send(_ request: HTTPRequest) async throws(ProviderError) -> HTTPResponse {
        guard await Self.places.enter() == .entered else {
            throw ProviderError(at: .cancelled, "the call was cancelled")
        }
        defer { Self.places.leave() }
        let answer = try await client.send(request, readBy: ImageReader.shared)
        switch answer.verdict {
        case .good: return answer.response
        case .negative(let error), .failure(let error): throw error
        }
    }
}

/// Rejects responses that are not images; an image has no document.
private final class ImageReader: AnswerReading {
    static let shared = ImageReader()

    func read(_ response: HTTPResponse) throws(ProviderError) -> HTTPAnswer.Document {
        _ = try ImageFetcher.format(of: response)
        do {
            return HTTPAnswer.Document(root: try JSONDocument("null").root, rows: [])
        } catch {
            throw ProviderError(.malformed, message: error.message)
        }
    }
}

extension ImageFetcher {
    /// Creates a fetcher for the hosts of these definitions and, if a recording answers, for the origins in it.
    init(of configuration: Configuration, in surroundings: ProviderSurroundings) {
        let transport = LayeredImageTransport(client: surroundings.transport)
        let recorded = Array(surroundings.recordedOrigins ?? [])
        let providers = configuration.providers.filter(\.enabled).compactMap { provider in
            provider.http.map { definition in
                var hosts = ImageHosts.Provider(
                    id: ProviderID(provider.id),
                    origins: definition.baseURLs.map(\.origin) + definition.imagesOrigins,
                    hosts: definition.imageHosts,
                    allowsHTTP: definition.allowsHTTP
                )
                let access = ImageAccess(provider, definition, surroundings.secrets)
                hosts.prepare = { (request, isOwn) throws(ProviderError) in
                    try access.apply(to: &request, isOwn: isOwn)
                }
                return hosts
            }
        }
        let replayed = ImageHosts.Provider(id: "recording", origins: recorded, hosts: [])
        self.init(
            hosts: ImageHosts(recorded.isEmpty ? providers : providers + [replayed]),
            transport: transport,
            store: surroundings.images
        )
    }
}

extension HTTPDefinition {
    /// The origin of `images_base`.
    fileprivate var imagesOrigins: [HTTPOrigin] {
        imagesBase.flatMap { WebURL($0) }.map { [$0.origin] } ?? []
    }
}
