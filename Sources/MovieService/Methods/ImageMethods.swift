import JSON
import MovieAggregation
import MovieDomain

extension ImageKind: WireChoice {}

extension MethodDeclaration {
    static let imagesGet = MethodDeclaration(
        "images/get",
        summary: "Fetches an image of a film, or the one at a URL, and returns its file.",
        description: """
            For a film, it fetches the first of its `images` of the given kind, or the next one if that host fails. \
            Images are fetched only from the hosts that a definition names (`base_url`, `image_hosts`). The bytes \
            must be a complete JPEG, PNG, GIF, or WebP of at most 20 MB. The file is stored in the cache folder under \
            the hash of its bytes, and may be evicted when the folder exceeds 256 MB. If no files are written \
            (`--no-cache`), use `data`; there is no `path` in that case.
            """,
        failures: [.notFound, .undecided, .image],
        example: MethodExample(
            "a small poster",
            ["id": "imdb:tt6751668", "width": 300],
            result: ShownImage(
                result: ImageResult(image: ExampleFilms.poster, sources: ExampleFilms.reports),
                showsData: false
            )
        ),
        parameters: Parameter<MovieID?>.optional("id", .movieID, "Any id of the film."),
        Parameter<String?>.optional(
            "url",
            .words.showing("https://image.example/parasite.jpg"),
            "The URL of an image, as in the `url` of an answer; instead of `id`. The image is not resized."
        ),
        Parameter<ImageKind>.defaulted("kind", .choice, to: .poster, "The kind of image."),
        Parameter<Int?>.optional(
            "width",
            .integer(CallRange.pixels),
            "The minimum width in pixels; the smallest sufficient size is fetched."
        ),
        MovieParameters.providers,
        MovieParameters.languages,
        Parameter<Bool>.defaulted("data", .flag, to: false, "Also return the bytes, in base64."),
        asking: { context, id, url, kind, width, providers, languages, data async throws(ServiceError) in
            var context = context
            context.providers = providers
            var image = GetImage(try subject(id, url))
            image.kind = kind
            image.width = width
            image.languages = languages
            image.needsFile = !data
            let result = try await context.ask { [image] catalogue, _ async throws(CallError) in
                try await image.run(in: catalogue)
            }
            return ShownImage(result: result, showsData: data)
        }
    )

    private static func subject(_ id: MovieID?, _ url: String?) throws(ServiceError) -> GetImage.Subject {
        switch (id, url) {
        case (let id?, nil): return .film(id)
        case (nil, let url?): return .address(url)
        case (nil, nil):
            throw .parameters(
                InvalidParameters("id or url is missing", field: "id", hint: "Give the id of a film, or an address.")
            )
        case (_?, _?):
            throw .parameters(InvalidParameters("id and url were both given", field: "url", hint: "Give one of them."))
        }
    }
}
