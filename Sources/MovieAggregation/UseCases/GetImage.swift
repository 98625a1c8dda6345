package import MovieDomain
import Platform

/// Gets an image of a film, or the image at an address (`images/get`).
package struct GetImage: Hashable, Sendable {
    package enum Subject: Hashable, Sendable {
        case film(MovieID)
        case address(String)
    }

    package var subject: Subject
    /// The kind of a film's image.
    package var kind = ImageKind.poster
    /// The minimum width of a film's image; `nil` is the default size of its source.
    package var width: Int?
    package var languages: [String] = []
    /// Whether an image without a file is an error.
    package var needsFile = true

    package init(_ subject: Subject) {
        self.subject = subject
    }

    /// The most images of a film that are tried if their hosts fail.
    private static let mostTried = 3

    package func run(in catalogue: Catalogue) async throws(CallError) -> ImageResult {
        guard catalogue.images.cachesFiles || !needsFile else {
            throw .image(.file("no files are written, so the image has no path"), of: nil)
        }
        try CallRange.check(width, in: CallRange.pixels, "width")
        let deadline = catalogue.startDeadline()
        switch subject {
        case .address(let address):
            do throws(ImageError) {
                return ImageResult(image: try await fetch(address, catalogue, deadline), sources: [])
            } catch {
                throw Task.isCancelled ? .cancelled : .image(error, of: nil)
            }
        case .film(let id): return try await image(ofFilm: id, catalogue, deadline)
        }
    }

    private func image(
        ofFilm id: MovieID,
        _ catalogue: Catalogue,
        _ deadline: Deadline
    ) async throws(CallError) -> ImageResult {
        let (found, sources) = try await images(ofFilm: id, catalogue, deadline)
        guard !found.isEmpty else { throw .noImage(kind, id, reports: sources) }
        var problem: ImageError?
        let candidates = found.prefix(Self.mostTried)
        for (place, image) in candidates.enumerated() {
            let sized = width.map(image.atWidth) ?? image
            let part = deadline.dividing(by: candidates.count - place)
            do throws(ImageError) {
                var fetched = try await fetch(sized.url, catalogue, part)
                // Several definitions may name the host.
                fetched.provider = image.provider
                return ImageResult(image: fetched, sources: sources)
            } catch {
                if Task.isCancelled { throw .cancelled }
                problem = problem ?? error.of(image.provider)
            }
        }
        throw problem.map { .image($0, of: id) } ?? .noImage(kind, id, reports: sources)
    }

    /// Returns the film's images of the requested kind, best first, and the reports of the sources.
    ///
    /// Many sources give images with a film; only if none did are they asked for images. Each lookup may take half of
    /// the remaining time, so that a source that hangs leaves some for the image.
    private func images(
        ofFilm id: MovieID,
        _ catalogue: Catalogue,
        _ deadline: Deadline
    ) async throws(CallError) -> ([MovieImage], [ProviderReport]) {
        var lookup = GetMovie(id: id)
        lookup.languages = languages
        var catalogue = catalogue
        catalogue.timeLimit = deadline.remaining / 2
        var result = try await lookup.run(in: catalogue)
        let isWanted = { (image: MovieImage) in image.kind == kind.rawValue }
        if !result.movie.facts.images.contains(where: isWanted) {
            lookup.include = [.images]
            catalogue.timeLimit = deadline.remaining / 2
            result = try await lookup.run(in: catalogue)
        }
        return (result.movie.facts.images.filter(isWanted), result.sources)
    }

    private func fetch(
        _ address: String,
        _ catalogue: Catalogue,
        _ deadline: Deadline
    ) async throws(ImageError) -> FetchedImage {
        let image = try await deadline.race { () async throws(ImageError) in
            try await catalogue.images.image(at: address, in: CallContext(deadline: deadline))
        }
        guard let image else {
            throw .host(ProviderError(.timeout, message: "the image did not arrive within \(deadline.limit)"))
        }
        if needsFile, image.path == nil { throw .file(image.fileProblem ?? "the image has no file") }
        return image
    }
}

extension ImageError {
    /// Returns the error with the source of the film's image; another definition may name the host, too.
    fileprivate func of(_ provider: ProviderID) -> ImageError {
        if case .host(let error) = self { .host(error.of(provider)) } else { self }
    }
}

/// An image, and the reports of the sources that were asked for it.
package struct ImageResult: Sendable {
    package var image: FetchedImage
    /// Empty for the image at an address.
    package var sources: [ProviderReport]

    package init(image: FetchedImage, sources: [ProviderReport]) {
        self.image = image
        self.sources = sources
    }
}
