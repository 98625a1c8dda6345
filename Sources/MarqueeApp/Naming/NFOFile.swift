import MovieAggregation
import MovieDomain
import Platform

/// The file in which a media centre keeps what it knows of a film: `NAME.nfo` or `movie.nfo` beside the film.
///
/// Only ids are read. Many of these files are no well-formed XML, or are no more than the address of a page.
struct NFOFile {
    let ids: [MovieID]

    private static let maximumBytes = 1 << 20
    /// Parts with ids of other things, or with text in which any address may stand.
    private static let foreignParts = ["actor", "director", "credits", "producer", "set", "plot", "outline", "review"]

    /// Reads the file beside a film, which is a file or the folder of a disc; `nil` if there is none, or it has no id.
    init?(beside film: String, _ files: FileSystem) {
        guard let slash = film.lastIndex(scalar: "/") else {
            self.init(beside: "./" + film, files)
            return
        }
        let (folder, name) = (String(film[..<slash]), String(film[film.index(after: slash)...]))
        let isFolder = FileFacts.of(film)?.kind == .folder
        let stem = isFolder ? name : Self.stem(of: name)
        var places = [(folder, stem + ".nfo")]
        if isFolder {
            places += [(film, "movie.nfo"), (film + "/VIDEO_TS", "video_ts.nfo"), (film + "/BDMV", "index.nfo")]
        } else if FilmFolder.holdsOneFilm(folder) {
            places.append((folder, "movie.nfo"))
        }
        for (folder, name) in places {
            let found = FileSystem.names(inFolder: folder).first { $0.lowercased() == name.lowercased() }
            guard let found, case .success(let bytes) = files.read("\(folder)/\(found)", Self.maximumBytes) else {
                continue
            }
            self.init(text: String(decoding: bytes, as: UTF8.self))
            if !ids.isEmpty { return }
        }
        return nil
    }

    /// Reads the ids in a text; of a source for which it has several, none.
    init(text: String) {
        guard text.firstMatch(of: /<\s*(?:tvshow|episodedetails|season|artist|album|musicvideo)\b/) == nil else {
            ids = []
            return
        }
        let own = Self.foreignParts.reduce(text) { text, part in Self.removing(part, from: text) }
        var values: [String: Set<String>] = [:]
        for match in own.matches(of: /<uniqueid\b[^>]*\btype\s*=\s*["'](imdb|tmdb)["'][^>]*>\s*(tt[0-9]+|[0-9]+)\s*</) {
            values[String(match.1), default: []].insert(String(match.2))
        }
        for match in own.matches(of: /<(imdb|tmdb)_?id\s*>\s*(tt[0-9]+|[0-9]+)\s*</.ignoresCase()) {
            values[match.1.lowercased(), default: []].insert(String(match.2))
        }
        for match in own.matches(of: /(?:<id\s*>\s*|imdb\.com\/(?:[a-z]{2}\/)?title\/)(tt[0-9]{7,})/) {
            values["imdb", default: []].insert(String(match.1))
        }
        for match in own.matches(of: /themoviedb\.org\/movie\/([0-9]+)/) {
            values["tmdb", default: []].insert(String(match.1))
        }
        ids = ["imdb", "tmdb"].compactMap { namespace in
            let texts = (values[namespace] ?? []).filter { $0.hasPrefix(scalars: "tt") == (namespace == "imdb") }
            guard texts.count == 1, let value = texts.first.flatMap({ MovieID.canonical($0, of: namespace) }) else {
                return nil
            }
            return MovieID(namespace: namespace, value: value)
        }
    }

    /// Returns the name of a film with the ids in it, as media centres write them: `Title (2019) {imdb-tt…}.mkv`.
    func name(of film: String) -> String {
        let stem = FilmName.isVideo(film) ? Self.stem(of: film) : film
        let marks = ids.map { " {\($0.namespace)-\($0.value)}" }.joined()
        return stem + marks + film.dropFirst(stem.count)
    }

    private static func stem(of name: String) -> String {
        name.lastIndex(scalar: ".").map { String(name[..<$0]) } ?? name
    }

    private static func removing(_ part: String, from text: String) -> String {
        var rest = text
        while let start = rest.firstRange(scalars: "<" + part),
            let end = rest[start.upperBound...].firstRange(scalars: "</\(part)>")
        {
            rest.removeSubrange(start.lowerBound..<end.upperBound)
        }
        return rest
    }
}
