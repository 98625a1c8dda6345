import MovieAggregation
import MovieDomain
import Platform

/// The films in a folder: its files of moving pictures, without trailers, samples, and what else comes with a film.
struct FilmFolder {
    let path: String

    private static let deepest = 6
    private static let mostFiles = 20_000
    /// What the folder of a disc has.
    private static let discs: Set<String> = ["VIDEO_TS", "BDMV", "HVDVD_TS"]

    /// Refers to the folder at a path; `nil` if there is none.
    init?(_ path: String) {
        guard let real = FileSystem.realPath(path), FileFacts.of(real)?.kind == .folder else { return nil }
        self.path = path.count > 1 && path.hasSuffix(scalars: "/") ? String(path.dropLast()) : path
    }

    /// Whether a folder has one film, so that what else is in it is about this one.
    static func holdsOneFilm(_ folder: String) -> Bool {
        FileSystem.names(inFolder: folder).count { isFilm(folder + "/" + $0, $0) } == 1
    }

    /// The paths of the films, in order.
    var films: [String] { Self.films(in: path, depth: 0) }

    private static func films(in folder: String, depth: Int) -> [String] {
        let names = FileSystem.names(inFolder: folder).filter { !$0.hasPrefix(scalars: ".") }.sorted()
        if names.contains(where: discs.contains) { return [folder] }
        var films: [String] = []
        for name in names where films.count < mostFiles {
            let path = folder + "/" + name
            if FileFacts.of(path)?.kind == .folder {
                if depth < deepest { films += Self.films(in: path, depth: depth + 1) }
            } else if isFilm(path, name) {
                films.append(path)
            }
        }
        return films
    }

    private static func isFilm(_ path: String, _ name: String) -> Bool {
        FilmName.isVideo(name) && FilmName(path, latestYear: 9_999).extra == nil
    }

    /// The endings of files that come with films, beside those of media centres.
    private static let companions: Set<String> = [
        "jpg", "jpeg", "png", "webp", "gif", "tbn", "bmp", "srt", "smi", "sub", "idx", "ass", "ssa", "vtt", "sup",
        "nfo",
        "txt", "xml", "md", "sfv", "md5", "par2", "torrent", "url", "log", "mp3", "flac", "theme", "ini", "db",
    ]

    /// Returns the names without those of files that come with films, and the number of these.
    ///
    /// A name that has no folder and is not a file may be a title with any ending.
    static func withoutCompanions<Name>(_ names: [Name], _ text: (Name) -> String) -> (names: [Name], companions: Int) {
        let films = names.filter { name in
            let path = text(name)
            let isPath = path.contains(scalars: "/") || FileFacts.of(path) != nil
            let ending = path.split(scalar: ".").last.map { $0.lowercased() } ?? ""
            return !(isPath && path.contains(scalars: ".") && companions.contains(ending))
        }
        return (films, names.count - films.count)
    }
}
