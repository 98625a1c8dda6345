import JSON
import MovieDomain
import MovieService

extension MovieFacts {
    /// Reads all data of a film from a line as answers write it; members of an unexpected type are left out.
    ///
    /// What a line does not attribute is of its file, the `provider`.
    init(line: [UInt8], id: String, provider: ProviderID) throws(FilmLine.Problem) {
        let root = try FilmLine.object(line)
        var movie = Movie(id: MovieID(namespace: provider.rawValue, value: id), facts: MovieFacts(), provenance: [:])
        Movie.wire.read(root, into: &movie)
        self = movie.facts
        readReferences()
        title = title.map { title in titles.first { $0.text == title.text } ?? title }
        year = year.flatMap { FilmLine.years.contains($0) ? $0 : nil }
        // A year that an answer has only from the day is not stated.
        if let provenance = root["provenance"], provenance["year"] == nil, year == releaseDate?.year { year = nil }
        ids = [:]
        for (namespace, id) in root["ids"].map({ FilmLine.ids($0) }) ?? [] { ids[namespace] = id }
        if let own = FilmLine.ownID(id) {
            if ids[own.namespace] == nil { ids[own.namespace] = own.value }
        } else {
            ids[provider.rawValue] = id
        }
        attribute(to: provider)
    }

    /// Reads HTML references in titles and names as the characters that they stand for.
    private mutating func readReferences() {
        if let text = title?.text { title?.text = HTMLText.unescapedTwice(text) }
        originalTitle = originalTitle.map { HTMLText.unescapedTwice($0) }
        for index in titles.indices { titles[index].text = HTMLText.unescapedTwice(titles[index].text) }
        for index in directors.indices { directors[index].name = HTMLText.unescapedTwice(directors[index].name) }
        for index in cast.indices { cast[index].name = HTMLText.unescapedTwice(cast[index].name) }
    }

    private mutating func attribute(to provider: ProviderID) {
        func own(_ given: ProviderID) -> ProviderID { given.rawValue.isEmpty ? provider : given }
        for index in ratings.indices { ratings[index].provider = own(ratings[index].provider) }
        for index in images.indices { images[index].provider = own(images[index].provider) }
        for index in pages.indices { pages[index].provider = own(pages[index].provider) }
        for index in watch.indices { watch[index].provider = own(watch[index].provider) }
    }
}
