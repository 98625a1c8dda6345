import MovieDomain
import Platform

/// What the name of a file or a folder, or a messy title, says about a film.
package struct FilmName: Hashable, Sendable {
    /// Empty if the name has no title.
    package var title = ""
    /// The title in another script, and titles in brackets or after `aka`.
    package var otherTitles: [String] = []
    package var year: Int?
    /// One id for each namespace.
    package var ids: [String: String] = [:]
    /// Further ids in the same namespaces, which contradict them.
    var otherIDs: [MovieID] = []
    /// The mark of an episode or a season: `S01E02`; `nil` for a film.
    package var episode: String?
    /// What comes with the film, such as a trailer or a sample, in the word of the name; `nil` for the film itself.
    package var extra: String?
    /// The words that are not about the film, in their order.
    package var dropped: [String] = []
    /// Other ways to read the name, the likeliest first.
    var otherReadings: [OtherReading] = []

    /// Whether a name has the ending of a file of moving pictures.
    package static func isVideo(_ name: String) -> Bool {
        let parts = name.split(scalar: ".")
        return parts.count > 1 && parts.last.map { NameWords.videos.contains($0.lowercased()) } ?? false
    }

    /// Reads a name; years after `latestYear` are words of the title.
    package init(_ name: String, latestYear: Int) {
        let text = HTMLText.unescapedTwice(name.percentDecoded).asQuery
        if let id = MovieID(address: text) {
            ids[id.namespace] = id.value
            return
        }
        let path = NamePath(text)
        let folders = path.folders.lazy.map { NameReader($0, latestYear: latestYear).film }
        let isInSeries = path.folders.first.map { folder in
            let above = NameReader(folder, latestYear: latestYear).film
            return above.title.isEmpty && above.episode != nil
        }
        self = NameReader(path.name, latestYear: latestYear, isInSeries: isInSeries ?? false, isFile: path.isPath).film
        // A series has extras, too, and its specials are episodes.
        let isSpecial = episode?.hasPrefix(scalars: "S") ?? false
        if let folder = path.extrasFolder, year == nil || extra != nil || path.isExtraOfFilm, ids.isEmpty, !isSpecial {
            forgetTitle()
            extra = extra ?? folder
        } else if path.isUnnamed, year == nil, episode == nil {
            forgetTitle()
        }
        // The folders of a film tell what its file leaves out.
        for folder in folders {
            // The mark of a season holds for every file in its folder.
            if folder.title.isEmpty { episode = episode ?? folder.episode }
            if folder.isGeneric && folder.ids.isEmpty { continue }
            complete(with: folder)
            break
        }
        if let folder = path.specialsFolder, year == nil { episode = episode ?? folder }
        if let year = path.year, year <= latestYear { take(yearOfFolder: year) }
    }

    /// A name that says nothing.
    init() {}

    /// Reads names, equal ones once, until the time is up or the task is cancelled; those that are left are missing.
    static func readings(of names: [String], latestYear: Int, until deadline: Deadline) async -> [String: FilmName] {
        var readings: [String: FilmName] = [:]
        for name in names where readings[name] == nil {
            if Task.isCancelled || deadline.hasPassed { break }
            readings[name] = FilmName(name, latestYear: latestYear)
            // Other calls share the threads.
            await Task.yield()
        }
        return readings
    }

    /// Returns the name as one of its other readings says.
    func read(_ other: OtherReading) -> FilmName {
        var name = self
        (name.title, name.year) = (other.title, other.year)
        return name
    }

    /// Whether a reading is the one in which the file is the film of its folder.
    func isOfFolder(_ reading: FilmName) -> Bool {
        otherReadings.contains { $0.reason == .ofFolder && $0.title == reading.title && $0.year == reading.year }
    }

    // MARK: Folders

    private var isImage: Bool { dropped.last.map { NameWords.images.contains($0.lowercased()) } ?? false }
    /// Whether it is a file of subtitles that has the name of a language.
    private var isLanguage: Bool {
        guard let end = dropped.last, NameWords.subtitles.contains(end.lowercased()) else { return false }
        let words = title.lowercased().split(separator: " ").map(String.init)
        return words.allSatisfy {
            NameWords.languages.contains($0) || NameWords.subtitleMarks.contains($0) || $0.isDigits
        }
    }

    /// Whether it may be the name of a file or folder of any film.
    private var isGeneric: Bool {
        let name = title.lowercased()
        return name.isEmpty || NameWords.genericNames.contains(name) || name == "video ts"
            || name.isDigits && name.utf8.count == 5 || name.isPartOfDVD || year == nil && name.isTitleOfDisc
            || NameWords.discFolders.contains(name)
            || episode != nil && name.isDigits
    }

    /// Drops the title of a file that is not called like its film.
    private mutating func forgetTitle() {
        if !title.isEmpty { dropped.insert(title, at: 0) }
        (title, year, otherTitles, otherReadings, episode) = ("", nil, [], [], nil)
    }

    private mutating func complete(with folder: FilmName) {
        if episode != nil || folder.episode != nil {
            episode = episode ?? folder.episode
            if isGeneric { title = folder.title }
            return
        }
        adoptReading(of: folder)
        let isOfFolder = year == nil && ids.isEmpty && (folder.year != nil || !folder.ids.isEmpty)
        let isRelease = isOfFolder && folder.year != nil && !folder.dropped.isEmpty
        if isOfFolder, folder.year != nil, extra == nil { takeExtra(besides: folder.title) }
        if folder.title.lowercased() == title.lowercased() {
            year = year ?? folder.year
            otherIDs += folder.otherIDs
            for id in folder.ids.movieIDs.sorted() { take(id) }
            otherReadings.removeAll { folder.year != nil && $0.year != year }
        } else if isGeneric && ids.isEmpty || isRelease
            || isOfFolder && (extra != nil || isImage || isLanguage || !folder.ids.isEmpty)
        {
            let (own, extra) = (dropped, extra)
            self = folder
            dropped += own
            self.extra = extra ?? self.extra
        } else if isOfFolder, !folder.title.isEmpty {
            otherReadings.append(OtherReading(title: folder.title, year: folder.year, reason: .ofFolder))
        }
    }

    /// Notes that the file comes with the film of its folder, if it is called after that: `Making Of`, or
    /// `Paper Boat Gag Reel` beside `Paper Boat`.
    private mutating func takeExtra(besides title: String) {
        let own = self.title.lowercased()
        let rest = own.hasPrefix(title.lowercased()) ? String(own.dropFirst(title.count)).trimmingPunctuation : own
        guard let mark = ExtraMark(ofFolder: rest) else { return }
        forgetTitle()
        extra = mark.text
    }

    /// Takes the way to read the name in which the title is that of the folder.
    private mutating func adoptReading(of folder: FilmName) {
        let wanted = folder.title.lowercased()
        guard !wanted.isEmpty, title.lowercased() != wanted else { return }
        guard
            let reading = otherReadings.first(where: {
                $0.title.lowercased() == wanted && ($0.year == nil || folder.year == nil || $0.year == folder.year)
            })
        else { return }
        (title, year) = (reading.title, reading.year)
        otherReadings.removeAll { $0 == reading }
    }

    /// Takes the year of a folder whose name is only a year.
    ///
    /// It may also be the year in which the file was put there.
    private mutating func take(yearOfFolder folderYear: Int) {
        guard year == nil, ids.isEmpty, episode == nil, !isGeneric else { return }
        otherReadings.insert(OtherReading(title: title, year: nil, reason: .withoutFolderYear), at: 0)
        year = folderYear
    }

    /// Adds an id; another one of the same namespace is kept apart.
    mutating func take(_ id: MovieID) {
        guard let own = ids[id.namespace] else {
            ids[id.namespace] = id.value
            return
        }
        if own != id.value, !otherIDs.contains(id) { otherIDs.append(id) }
    }
}

/// Another way to read a name.
struct OtherReading: Hashable, Sendable {
    enum Reason: Hashable, Sendable {
        /// Words of releases belong to the title: `The Harbor Limited`.
        case releaseWordsInTitle
        /// The last words of the title belong to the release.
        case withoutReleaseWords
        /// The number before the title is for sorting: `01 - The Keeper`.
        case withoutNumber
        case numberInTitle
        /// The year is a part of the title: `Wonder Woman 1984`.
        case yearInTitle
        /// The number before the title is the year.
        case numberIsYear
        /// Another one of several years is the film's.
        case otherYear
        /// The year is written right after the title: `Keeper2010`.
        case gluedYear
        /// The words are written together: `PaperBoat`.
        case separatedWords
        /// A group stands before the title: `grp-keeper.2010`.
        case withoutGroup
        /// The first words say that the film is offered: `Watch …`.
        case offerInTitle
        /// The day of a broadcast tells the year.
        case yearOfBroadcast
        case withoutFolderYear
        /// The file is the film of its folder.
        case ofFolder
        /// The first word says that it is a film: `영화 …`.
        case withoutKind
    }

    let title: String
    let year: Int?
    let reason: Reason
}

extension String {
    /// Whether it is the name of a disc, or of a part of a DVD: `disc 2`, `vts 01 1`.
    fileprivate var isPartOfDVD: Bool {
        let words = split(separator: " ")
        if words.count == 2, ["disc", "disk", "cd", "dvd"].contains(words[0]), words[1].isDigits { return true }
        return words.count == 3 && words[0] == "vts" && words[1].isDigits && words[2].isDigits
    }

    /// Whether it is the name that a program gives to a title of a disc: `title t00`, `b1 t01`, `title00`.
    fileprivate var isTitleOfDisc: Bool {
        let words = split(separator: " ")
        guard let first = words.first, words.count < 3 else { return false }
        let letters = first.prefix { $0.isLetter }
        let number = first.dropFirst(letters.count)
        if words.count == 1 { return letters == "title" && number.isDigits && number.utf8.count < 4 }
        let isTitle =
            first == "title" || letters.utf8.count == 1 && number.isDigits && number.utf8.count < 3
        return isTitle && words[1].first == "t" && words[1].dropFirst().isDigits && words[1].utf8.count == 3
    }

    /// The text with `%20` and the like decoded; the text itself if it has none, or they are not UTF-8.
    fileprivate var percentDecoded: String {
        guard contains("%20") else { return self }
        return String(validating: PercentEncoding.decodedBytes(utf8), as: UTF8.self) ?? self
    }
}
