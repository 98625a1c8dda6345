import JSON
import MovieDomain

extension MovieFacts {
    /// Reads all data of a film from a line; members of an unexpected type are ignored.
    init(line: [UInt8], id: String, provider: ProviderID) throws(FilmLine.Problem) {
        self.init()
        let root = try FilmLine.object(line)
        for (name, value) in root.members where !value.isNull { read(name, value, provider) }
        if let own = FilmLine.ownID(id) {
            if ids[own.namespace] == nil { ids[own.namespace] = own.value }
        } else {
            ids[provider.rawValue] = id
        }
    }

    private mutating func read(_ name: String, _ value: JSONElement, _ provider: ProviderID) {
        switch name {
        case "id": break
        case "ids": for (namespace, id) in FilmLine.ids(value) { ids[namespace] = id }
        case "title": title = LocalizedText(value)
        case "originalTitle": originalTitle = value.string
        case "titles": titles = value.elements.compactMap { LocalizedText($0) }
        case "year": year = FilmLine.year(value)
        case "releaseDate": releaseDate = value.string.flatMap { CalendarDate(parsing: $0) }
        case "runtimeMinutes": runtimeMinutes = FilmLine.integer(value)
        case "genres": genres = value.elements.compactMap(\.string)
        case "countries": countries = value.elements.compactMap(\.string)
        case "languages": languages = value.elements.compactMap(\.string)
        case "originalLanguage": originalLanguage = value.string
        case "companies": companies = value.elements.compactMap(\.string)
        case "overview": overview = LocalizedText(value)
        case "tagline": tagline = LocalizedText(value)
        case "directors": directors = value.elements.compactMap { Person($0) }
        case "cast": cast = value.elements.compactMap { Person($0) }
        case "crew": crew = value.elements.compactMap { Person($0) }
        case "popularity": popularity = value.double
        case "homepage": homepage = value.string
        case "adult": adult = value.bool
        case "series": series = value.bool
        default: readMedia(name, value, provider)
        }
    }

    private mutating func readMedia(_ name: String, _ value: JSONElement, _ provider: ProviderID) {
        switch name {
        case "ratings": ratings = value.elements.compactMap { Rating($0, provider) }
        case "certifications":
            certifications = value.elements.compactMap { element in
                element["label"]?.string.map { Certification(region: element["region"]?.string, label: $0) }
            }
        case "images": images = value.elements.compactMap { MovieImage($0, provider) }
        case "videos": videos = value.elements.compactMap { MovieVideo($0) }
        default: break
        }
    }
}

extension LocalizedText {
    /// Reads a text, or an object with a text and its language.
    fileprivate init?(_ element: JSONElement) {
        if let text = element.string {
            self.init(text)
        } else if let text = element["text"]?.string {
            self.init(text, language: element["language"]?.string)
        } else {
            return nil
        }
    }
}

extension Person {
    fileprivate init?(_ element: JSONElement) {
        guard let name = element.string ?? element["name"]?.string else { return nil }
        // Most people have only a name.
        guard element.count > 1 else {
            self.init(name: name)
            return
        }
        self.init(
            name: name,
            nameEn: element["nameEn"]?.string,
            character: element["character"]?.string,
            job: element["job"]?.string
        )
    }
}

extension Rating {
    fileprivate init?(_ element: JSONElement, _ provider: ProviderID) {
        guard let value = element["value"]?.double, let scale = element["scale"]?.double else { return nil }
        let rater = element["provider"]?.string.map { ProviderID($0) } ?? provider
        self.init(provider: rater, value: value, scale: scale, votes: element["votes"]?.int)
    }
}

extension MovieImage {
    fileprivate init?(_ element: JSONElement, _ provider: ProviderID) {
        guard let kind = element["kind"]?.string, let url = element["url"]?.string else { return nil }
        self.init(
            kind: kind,
            url: url,
            width: element["width"]?.int,
            language: element["language"]?.string,
            provider: element["provider"]?.string.map { ProviderID($0) } ?? provider
        )
    }
}

extension MovieVideo {
    fileprivate init?(_ element: JSONElement) {
        guard let kind = element["kind"]?.string, let site = element["site"]?.string, let key = element["key"]?.string
        else { return nil }
        self.init(kind: kind, site: site, key: key, language: element["language"]?.string)
    }
}
