import JSON
import MovieAggregation
import MovieDomain
import Platform

/// A film of the library, written like any other film.
///
/// Its members are copied as they are stored. That keeps what a later version of the program has written in them, and takes
/// a fraction of the time of reading and writing a ``Movie``.
struct LibraryMovie: WireValue {
    let film: LibraryFilm
    /// `nil` if the bookmarks cannot be read.
    var bookmarked: Bool?
    var card: OwnCard?
    /// When the film was bookmarked.
    var addedAt: Timestamp?
    /// The id by which answers have shown the film first.
    var firstID: MovieID?
    var look = FilmLook()
    /// Whether the film is written with the id by which it was kept, which only an import needs.
    var isExported = false

    /// The members that tell what the user has of the film now, whatever the stored document says.
    private static let ownMembers: Set<String> = ["bookmarked", "addedAt", "card"]

    static var wireSchema: Schema { Movie.wireSchema }

    func write(to writer: inout JSONWriter) {
        writer.object { writer in
            guard let details = film.details else { return }
            let ids = ids(details)
            writer.member("id", id(details, among: ids)?.description)
            writer.member("ids") { ids.write(to: &$0) }
            // What every film has, if the stored one lacks it.
            if Movie.problem(inMember: "provenance", details["provenance"]) != nil {
                writer.member("provenance") { $0.object { _ in } }
            }
            for (name, value) in details.members {
                let name = String(name)
                guard isShown(name), Movie.problem(inMember: name, value) == nil else { continue }
                switch name {
                case "title": writer.member(name, look.title(among: details["titles"]) ?? value.string)
                case "images" where look.imageWidth != nil:
                    writer.member(name) { look.images([MovieImage](wire: value) ?? []).write(to: &$0) }
                default: writer.member(name) { $0.raw(value.text) }
                }
            }
            writer.member("bookmarked", bookmarked)
            if let addedAt { writer.member("addedAt") { addedAt.write(to: &$0) } }
            if let card { writer.member("card") { card.write(to: &$0) } }
        }
    }

    private func isShown(_ name: String) -> Bool {
        name != "id" && name != "ids" && !Self.ownMembers.contains(name)
            && (isExported || !StoredDetails.exportedMembers.contains(name))
    }

    /// The film as answers show it, from the stored document.
    var movie: Movie {
        let fallback = film.ids.first ?? MovieID(namespace: "title", value: film.title)
        var movie = Movie(id: fallback, facts: MovieFacts(), provenance: [:])
        if let details = film.details {
            Movie.wire.read(details, into: &movie)
            movie.facts.ids = ids(details)
            movie.id = id(details, among: movie.facts.ids) ?? fallback
            if let title = look.title(among: details["titles"]) { movie.facts.title = LocalizedText(title) }
            movie.facts.images = look.images(movie.facts.images)
        }
        (movie.bookmarked, movie.bookmarkedAt, movie.card) = (bookmarked, addedAt, card)
        return movie
    }

    /// The ids of the stored document and those that the library knows besides.
    private func ids(_ details: JSONElement) -> [String: String] {
        film.ids.reduce(into: StoredDetails.ids(in: details)) { $0[$1.namespace] = $0[$1.namespace] ?? $1.value }
    }

    /// The id that stands for the film, which does not depend on when its ids were learned.
    private func id(_ details: JSONElement, among ids: [String: String]) -> MovieID? {
        if let firstID, ids[firstID.namespace] == firstID.value { return firstID }
        let preferred = MovieID.preferred(among: ids)
        if let preferred, MovieID.preferredNamespaces.contains(preferred.namespace) { return preferred }
        return details["id"]?.string.flatMap { MovieID(parsing: $0) } ?? film.ids.first
    }
}

extension LibraryMovie {
    /// Creates the film that answers show as a movie.
    init(_ film: LibraryFilm, shownAs movie: Movie) {
        self.init(film: film, bookmarked: movie.bookmarked, card: movie.card, addedAt: movie.bookmarkedAt)
        firstID = movie.id
    }
}

/// In which languages, and with which sizes of images, a stored film is shown.
struct FilmLook: Sendable {
    /// The languages of the title, best first; as stored if there are none.
    var languages: [String] = []
    var imageWidth: Int?

    /// Returns the title in the first of the languages that the film has; `nil` if it has none of them.
    fileprivate func title(among stored: JSONElement?) -> String? {
        guard !languages.isEmpty, let titles = stored.flatMap({ [LocalizedText](wire: $0) }) else { return nil }
        return languages.lazy.compactMap { language in titles.first { $0.language == language }?.text }.first
    }

    fileprivate func images(_ images: [MovieImage]) -> [MovieImage] {
        imageWidth.map { width in images.map { $0.atWidth(width) } } ?? images
    }
}

extension Movie {
    private static let schemas: [String: Schema] = {
        guard case .object(let properties) = wire.schema.shape else { return [:] }
        return Dictionary(uniqueKeysWithValues: properties.map { ($0.name, $0.schema) })
    }()

    /// Returns why a member of a film that was not written here is not as in answers; members of later versions are.
    fileprivate static func problem(inMember name: String, _ member: JSONElement?) -> InvalidParameters? {
        guard let schema = schemas[name] else { return nil }
        guard let member else { return InvalidParameters("\(name) is missing", field: name) }
        return schema.problem(with: member)?.inside(".\(name)")
    }

    /// Returns why a film that was not written here is not as in answers; members may be missing.
    static func problem(in movie: JSONElement) -> InvalidParameters? {
        for (name, member) in movie.members {
            if let problem = problem(inMember: String(name), member) { return problem }
        }
        return nil
    }
}
