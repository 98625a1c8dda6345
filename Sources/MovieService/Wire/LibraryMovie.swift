import JSON
import MovieAggregation
import MovieDomain
import Platform

/// A film of the library, written like any other film.
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
    /// The members that only exports show.
    private static let exportedMembers: Set<String> = [LibraryFilm.ownIDName, LibraryFilm.fetchedAtName]

    static var wireSchema: Schema { Movie.wireSchema }

    func write(to writer: inout JSONWriter) {
        writer.object { writer in
            guard let details = film.details else { return }
            let ids = ids(details)
            writer.member("id", id(details, among: ids)?.description)
            writer.member("ids") { WireMap(members: ids.sorted { $0.key < $1.key }).write(to: &$0) }
            // What every film has, if the stored one lacks it.
            if Movie.problem(inMember: "provenance", of: details) != nil {
                writer.member("provenance") { $0.object { _ in } }
            }
            for (name, value) in details.members
            where !["id", "ids"].contains(name) && !Self.ownMembers.contains(String(name))
                && (isExported || !Self.exportedMembers.contains(String(name)))
                && Movie.problem(inMember: String(name), of: details) == nil
            {
                switch name {
                case "title": writer.member(name, look.title(of: details) ?? value.string)
                case "images" where look.imageWidth != nil: writer.member(name) { look.images(value).write(to: &$0) }
                default: writer.member(name) { $0.raw(value.text) }
                }
            }
            writer.member("bookmarked", bookmarked)
            if let addedAt { writer.member("addedAt") { addedAt.write(to: &$0) } }
            if let card { writer.member("card") { card.write(to: &$0) } }
        }
    }

    /// The film as answers show it, from the stored document.
    var movie: Movie {
        let fallback = film.ids.first ?? MovieID(namespace: "title", value: film.title)
        var movie = Movie(id: fallback, facts: MovieFacts(), provenance: [:])
        if let details = film.details {
            Movie.wire.read(details, into: &movie)
            movie.facts.ids = ids(details)
            movie.id = id(details, among: movie.facts.ids) ?? fallback
            if let title = look.title(of: details) { movie.facts.title = LocalizedText(title) }
            if let images = details["images"] { movie.facts.images = look.images(images) }
        }
        (movie.bookmarked, movie.bookmarkedAt, movie.card) = (bookmarked, addedAt, card)
        return movie
    }

    /// The ids of the stored document and those that the library knows besides.
    private func ids(_ details: JSONElement) -> [String: String] {
        film.ids.reduce(into: details.ids) { $0[$1.namespace] = $0[$1.namespace] ?? $1.value }
    }

    /// The id that stands for the film, which does not depend on when its ids were learned.
    private func id(_ details: JSONElement, among ids: [String: String]) -> MovieID? {
        if let firstID, ids[firstID.namespace] == firstID.value { return firstID }
        let preferred = MovieID.preferred(among: ids)
        if let preferred, MovieID.preferredNamespaces.contains(preferred.namespace) { return preferred }
        let stored = Movie.problem(inMember: "id", of: details) == nil ? details["id"]?.string : nil
        return stored.flatMap { MovieID(parsing: $0) } ?? film.ids.first
    }
}

/// In which languages, and with which sizes of images, a stored film is shown.
struct FilmLook: Sendable {
    /// The languages of the title, best first; as stored if there are none.
    var languages: [String] = []
    var imageWidth: Int?

    /// Returns the title in the first of the languages that the film has; `nil` if it has none of them.
    fileprivate func title(of movie: JSONElement) -> String? {
        let titles = movie["titles"].list
        return languages.lazy.compactMap { language in
            titles.first { $0["language"]?.string == language }?["text"]?.string
        }
        .first
    }

    fileprivate func images(_ images: JSONElement) -> [MovieImage] {
        let all = [MovieImage](wire: images) ?? []
        return imageWidth.map { width in all.map { $0.atWidth(width) } } ?? all
    }
}

extension LibraryMovie {
    /// Creates the film that answers show as a movie.
    init(_ film: LibraryFilm, shownAs movie: Movie) {
        self.init(film: film, bookmarked: movie.bookmarked, card: movie.card, addedAt: movie.bookmarkedAt)
        firstID = movie.id
    }
}

extension Movie {
    private static let schemas: [String: Schema] = {
        guard case .object(let properties) = wire.schema.shape else { return [:] }
        return Dictionary(uniqueKeysWithValues: properties.map { ($0.name, $0.schema) })
    }()

    /// Returns why a member of a film that was not written here is not as in answers; members of later versions are.
    static func problem(inMember name: String, of movie: JSONElement) -> InvalidParameters? {
        guard let schema = schemas[name] else { return nil }
        guard let member = movie[name] else { return InvalidParameters("\(name) is missing", field: name) }
        return schema.problem(with: member)?.inside(".\(name)")
    }

    /// Returns why a film that was not written here is not as in answers; members may be missing.
    static func problem(in movie: JSONElement) -> InvalidParameters? {
        for (name, _) in movie.members {
            if let problem = problem(inMember: String(name), of: movie) { return problem }
        }
        return nil
    }
}

extension LibraryFilm {
    /// Creates the library's record of a film, without what the user has of it, which has rows of its own.
    init(_ movie: Movie) {
        self.init(outlineOf: movie)
        var movie = movie
        (movie.bookmarked, movie.bookmarkedAt, movie.card) = (nil, nil, nil)
        document = movie.jsonBytes
    }

    /// Whether everything that the film says is stored already, whenever and however it was found out.
    func addsNothing(to stored: LibraryFilm) -> Bool {
        guard ids.allSatisfy(stored.ids.contains) else { return false }
        if document.isEmpty, !stored.document.isEmpty { return true }
        guard (title, titles, year) == (stored.title, stored.titles, stored.year) else { return false }
        guard let new = details, let old = stored.details else { return document == stored.document }
        // That all sources answered now, but not before, is noted.
        return new.said == old.said && (new[Self.fetchedAtName] == nil || old[Self.fetchedAtName] != nil)
    }

    /// Creates the library's record of a film from its details, fetched at `now`.
    init(_ movie: Movie, _ sources: DetailProviders, at now: Timestamp) {
        self.init(movie)
        rewrite()
        if sources.isComplete { set(Self.fetchedAtName, now.description) }
    }

    /// Creates the library's record of a film from an answer that has only some details.
    init(seen movie: Movie) {
        self.init(movie)
        rewrite()
    }

    /// Creates the library's record of a film that is written as in answers.
    init(_ movie: JSONElement, _ id: MovieID) {
        self.init(ids: [id], title: movie["title"]?.string ?? movie["originalTitle"]?.string ?? id.description)
        let known = movie.ids.movieIDs.compactMap { id in
            MovieID.canonical(id.value, of: id.namespace).map { MovieID(namespace: id.namespace, value: $0) }
        }
        self = including(known.sorted())
        let own = movie[Self.ownIDName]?.string.flatMap { MovieID(parsing: $0) }
        // The first id is the one whose entry this is, if the user has split it from another one.
        if let own, ids.contains(own) { ids = [own] + ids.filter { $0 != own } }
        titles = (movie["titles"]?.elements.compactMap { $0["text"]?.string } ?? [])
            .including(movie["originalTitle"]?.string)
        year = movie["year"]?.int
        document = movie.text
    }

    /// Creates the library's record of a film with what a file says about it.
    init(imported facts: MovieFacts, of film: LibraryFilm, languages: [String]) {
        self = film
        guard let id = film.ids.first else { return }
        var movie = Movie(id: id, facts: facts, provenance: [:])
        movie.genreNames = facts.genres.map { Genre(rawValue: $0)?.name(in: languages) ?? $0 }
        for field in MovieField.allCases where field.declaration.isStated(in: facts) {
            movie.provenance[field] = [.importedFile]
        }
        titles = facts.titles.map(\.text)
        year = facts.year
        document = movie.jsonBytes
        ownID = id
    }

    /// Returns the details of an imported film and the stored one; `nil` if those of the stored one stay.
    ///
    /// What a source has told takes the place of what a file says, and a later file the place of an earlier one.
    static let completion: DetailCompletion = { added, stored in
        guard !stored.document.isEmpty, added.isFromFile ? !added.isTitleAlone : stored.isFromFile
        else { return nil }
        let sources = DetailProviders(onlyAdds: true, replacesImports: true)
        let completed = added.completed(with: stored, sources)
        return completed.document == stored.completed(with: stored, sources).document ? nil : completed
    }

    /// Whether the source of a field is an imported file.
    private var isFromFile: Bool { details?["provenance"]?.members.contains { Self.isFile($1) } ?? false }

    /// Whether the details are no more than a title and a year.
    private var isTitleAlone: Bool {
        details?["provenance"]?.members.allSatisfy { ["title", "titles", "year"].contains($0.0) } ?? true
    }

    private static func isFile(_ givers: JSONElement) -> Bool {
        givers.elements.contains { $0.string == ProviderID.importedFile.rawValue }
    }

    /// Returns the film with everything that is stored of it and that the answer lacks.
    ///
    /// A field of the answer replaces the stored one if all sources of the stored one answered.
    func completed(with stored: LibraryFilm?, _ sources: DetailProviders) -> LibraryFilm {
        guard let stored else { return self }
        guard !stored.document.isEmpty else {
            var film = self
            film.ownID = stored.ownID
            return film
        }
        guard !document.isEmpty, let old = stored.details, let new = details else { return stored.including(ids) }
        let storedGivers = old["provenance"]
        func stays(_ name: String) -> Bool {
            guard old[name] != nil else { return false }
            let field = Self.field(of: name)
            // What is derived from a field goes with it.
            if field != name, old[field] != nil, new[field] != nil { return stays(field) }
            if new[name] == nil || name == Self.ownIDName { return true }
            let givers = storedGivers?[field]
            if sources.onlyAdds { return !sources.replacesImports || givers.map(Self.isFile) != true }
            return !sources.unheard.isDisjoint(with: givers?.elements.compactMap(\.string) ?? [])
        }
        var givers = new["provenance"]?.memberMap ?? [:]
        givers.merge(storedGivers?.memberMap.filter { stays($0.key) } ?? [:]) { _, older in older }
        var ids = old.ids.merging(new.ids) { _, newer in newer }
        if sources.replacesImports {
            // An import may have added ids alone, which the stored document does not have.
            for id in stored.ids + self.ids { ids[id.namespace] = ids[id.namespace] ?? id.value }
        }
        guard var id = MovieID.preferred(among: ids) ?? self.ids.first else { return self }
        // Which of the other ids is the film's own does not depend on the order in which they came.
        if sources.replacesImports, !MovieID.preferredNamespaces.contains(id.namespace),
            let own = old["id"]?.string.flatMap({ MovieID(parsing: $0) }), ids[own.namespace] == own.value
        {
            id = own
        }
        var members = new.memberMap.merging(old.memberMap.filter { stays($0.key) }) { _, older in older }
        for name in ["id", "ids", "provenance"] { members[name] = nil }
        var writer = JSONWriter()
        writer.object { writer in
            writer.member("id", id.description)
            writer.member("ids") { WireMap(members: ids.sorted { $0.key < $1.key }).write(to: &$0) }
            writer.members(members)
            writer.member("provenance") { $0.object { $0.members(givers) } }
        }
        do {
            var film = LibraryFilm(try JSONDocument(writer.bytes).root, id).including(self.ids)
            film.rewrite()
            return film
        } catch {
            return self
        }
    }

    /// Returns the film that one id is of, without the details of both, and without another id and those that only
    /// answers with that one have.
    func separated(as own: MovieID, _ movie: Movie?, from other: MovieID, _ otherMovie: Movie?) -> LibraryFilm {
        var film = LibraryFilm(ids: [own], title: title, titles: titles, year: year)
        film.document = film.bare.jsonBytes
        // Earlier answers may still have both ids.
        if let movie, !movie.ids.contains(other) { film = LibraryFilm(movie) }
        var lost = [other]
        for others in [otherMovie?.ids ?? [], details?.ids.movieIDs ?? []]
        where others.contains(other) && !others.contains(own) {
            lost += others.filter { !film.ids.contains($0) }
        }
        film = film.including(ids.filter { !lost.contains($0) })
        film.ownID = ownID.flatMap { film.ids.contains($0) ? $0 : nil } ?? own
        return film
    }

    /// The member of the document that holds ``ownID``; answers do not show it.
    fileprivate static let ownIDName = "keptAs"

    /// The id that the user gave when the film was first kept, which tells whose entry it is after a split.
    var ownID: MovieID? {
        get { (details?[Self.ownIDName] ?? details?["id"])?.string.flatMap { MovieID(parsing: $0) } }
        set {
            if let newValue { set(Self.ownIDName, newValue.description) }
        }
    }

    /// The member of the document with the time at which all sources told the film's details; answers do not show it.
    fileprivate static let fetchedAtName = "fetchedAt"

    private mutating func set(_ name: String, _ value: String) {
        rewrite(with: [name: JSONValue.string(value).jsonBytes])
    }

    /// Writes the document with these members, in an order that depends on the members alone.
    private mutating func rewrite(with others: [String: [UInt8]] = [:]) {
        guard !document.isEmpty, let members = details?.memberMap else { return }
        let texts = members.map { name, value in
            (name, name == "ids" ? value.inOrder : name == "provenance" ? value.inFieldOrder : value.text)
        }
        document = Dictionary(uniqueKeysWithValues: texts).merging(others) { $1 }.objectInOrder
    }

    /// Returns the field that a member belongs to: `cast` for `castTotal`.
    private static func field(of name: String) -> String {
        switch name {
        case "stars": "ratings"
        case "genreNames", "unlisted": "genres"
        default: name.hasSuffix(scalars: "Total") ? String(name.dropLast(5)) : name
        }
    }

    /// The stored document; if it is unusable, one of the ids, the title, and the year.
    var details: JSONElement? {
        for document in [document, bare.jsonBytes] {
            do {
                return try JSONDocument(document).root
            } catch {
                // The document is empty or damaged, but the ids and the title are known.
                continue
            }
        }
        return nil
    }

    private var bare: Movie {
        var facts = MovieFacts()
        for id in ids { facts.ids[id.namespace] = facts.ids[id.namespace] ?? id.value }
        if !titles.isEmpty { facts.title = LocalizedText(title) }
        facts.year = year
        let id = MovieID.preferred(among: facts.ids) ?? MovieID(namespace: "", value: title)
        return Movie(id: id, facts: facts, provenance: [:])
    }
}

extension JSONElement {
    fileprivate var memberMap: [String: JSONElement] {
        Dictionary(members.map { (String($0), $1) }) { first, _ in first }
    }

    /// The members that tell of the film, and not when and how that was found out or what the user has of it.
    fileprivate var said: [String: [UInt8]] {
        memberMap.filter { !["match", "fetchedAt", "bookmarked", "addedAt", "card"].contains($0.key) }.mapValues(\.text)
    }

    /// The object with its members in the order of their names.
    fileprivate var inOrder: [UInt8] { memberMap.mapValues(\.text).objectInOrder }

    /// The provenance in the order of answers.
    fileprivate var inFieldOrder: [UInt8] {
        let places = Dictionary(uniqueKeysWithValues: MovieField.allCases.map { ($0.name, $0.rawValue) })
        var writer = JSONWriter()
        writer.object { writer in
            let members = memberMap.sorted { (places[$0.key] ?? .max, $0.key) < (places[$1.key] ?? .max, $1.key) }
            for (name, value) in members { writer.member(name) { $0.raw(value.text) } }
        }
        return writer.bytes
    }

    /// The ids of a film, one for each namespace.
    fileprivate var ids: [String: String] {
        (self["ids"]?.memberMap.compactMapValues(\.string) ?? [:]).filter { !MovieID.saysNone($0.value, in: $0.key) }
    }
}

extension [String: [UInt8]] {
    /// An object with these members in the order of their names.
    fileprivate var objectInOrder: [UInt8] {
        var writer = JSONWriter()
        writer.object { writer in
            for (name, text) in sorted(by: { $0.key < $1.key }) { writer.member(name) { $0.raw(text) } }
        }
        return writer.bytes
    }
}

extension JSONWriter {
    fileprivate mutating func members(_ members: [String: JSONElement]) {
        for (name, value) in members.sorted(by: { $0.key < $1.key }) { member(name) { $0.raw(value.text) } }
    }
}
