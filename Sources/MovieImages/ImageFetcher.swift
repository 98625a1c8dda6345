package import HTTPModel
package import MovieDomain

/// The port to the network for images, with all layers between a request and the answer.
package protocol ImageTransport: Sendable {
    /// Sends a request; throws an error if ``ImageFetcher/format(of:)`` refuses the answer.
    func send(_ request: HTTPRequest) async throws(ProviderError) -> HTTPResponse
}

/// Fetches images from the hosts that definitions name, and caches them.
package struct ImageFetcher: ImageRepository {
    /// The largest image that is read to its end, larger than any poster.
    private static let maximumBytes = 20_000_000

    private let hosts: ImageHosts
    private let transport: any ImageTransport
    private let store: (any ImageStore)?

    package init(hosts: ImageHosts, transport: any ImageTransport, store: (any ImageStore)?) {
        self.hosts = hosts
        self.transport = transport
        self.store = store
    }

    package var cachesFiles: Bool { store != nil }

    package func image(at address: String, in context: CallContext) async throws(ImageError) -> FetchedImage {
        let (provider, url) = try hosts.place(of: address)
        if let cached = await cached(url, of: provider) { return cached }
        let response: HTTPResponse
        let format: ImageFormat
        do throws(ProviderError) {
            var request = Self.request(for: url, of: provider, context)
            try hosts.prepare(&request)
            response = try await transport.send(request)
            format = try Self.format(of: response)
        } catch {
            throw .host(Self.explained(error, url).of(provider))
        }
        var image = FetchedImage(format, response.body, url, provider)
        if let store {
            do throws(ImageError) {
                image.path = try await store.keep(
                    response.body,
                    fileExtension: format.kind.fileExtension,
                    of: url.description
                )
            } catch {
                if case .file(let problem) = error { image.fileProblem = problem }
            }
        }
        return image
    }

    private func cached(_ url: WebURL, of provider: ProviderID) async -> FetchedImage? {
        guard let (path, bytes) = await store?.image(at: url.description) else { return nil }
        do throws(ImageProblem) {
            var image = FetchedImage(try ImageFormat(bytes), bytes, url, provider)
            (image.isCached, image.path) = (true, path)
            return image
        } catch {
            // Another program has changed the file, so the image is fetched again.
            return nil
        }
    }

    private static func request(for url: WebURL, of provider: ProviderID, _ context: CallContext) -> HTTPRequest {
        var limits = HTTPRequest.Limits(attemptTimeout: .seconds(10), maximumBodyBytes: maximumBytes)
        limits.totalTimeout = context.deadline?.remaining
        var request = HTTPRequest(
            source: provider,
            lane: .images,
            origin: url.origin,
            path: url.path + (url.query.map { "?" + $0 } ?? ""),
            headers: [.init("Accept", SecretText("image/jpeg, image/png, image/webp, image/gif"))],
            limits: limits
        )
        request.context = context
        return request
    }

    /// Returns the format of the image in an answer; throws an error that describes the answer if it has no image.
    package static func format(of response: HTTPResponse) throws(ProviderError) -> ImageFormat {
        guard (200..<300).contains(response.status) else {
            throw ProviderError(
                kind(ofStatus: response.status),
                message: "the host of the image answered with HTTP status \(response.status)",
                code: String(response.status)
            )
        }
        do throws(ImageProblem) {
            return try ImageFormat(response.body)
        } catch {
            throw ProviderError(
                .malformed,
                message: "the host of the image \(error.words)",
                hint: "open the address in a browser; the image may have moved"
            )
        }
    }

    private static func kind(ofStatus status: Int) -> ProviderError.Kind {
        switch status {
        case 404, 410: .notFound
        case 401, 403: .auth
        case 429: .rateLimited
        case 500...: .unavailable
        default: .badRequest
        }
    }

    private static func explained(_ error: ProviderError, _ url: WebURL) -> ProviderError {
        guard error.stage == .bodyTooLarge else { return error }
        var error = error
        let megabytes = maximumBytes / 1_000_000
        error.message = "the image at \(url.origin.host) is larger than \(megabytes) MB, the most that is read"
        error.hint = "ask for a smaller width"
        return error
    }
}

extension FetchedImage {
    fileprivate init(_ format: ImageFormat, _ bytes: [UInt8], _ url: WebURL, _ provider: ProviderID) {
        self.init(
            url: url.description,
            provider: provider,
            mimeType: format.kind.mimeType,
            width: format.width,
            height: format.height,
            bytes: bytes
        )
    }
}
