import MovieDomain

/// The parts of a path that may name a film; a slash in a title separates nothing.
struct NamePath {
    /// The file or folder, which is last in the path.
    let name: String
    /// The folders above it, the nearest first; those of discs, of extras, and of years are left out.
    private(set) var folders: [String] = []
    /// The folder of extras in which the file is.
    private(set) var extrasFolder: String?
    /// Whether that folder is in the folder of a film.
    private(set) var isExtraOfFilm = false
    /// Whether the file is in a folder of a disc or of subtitles, where no name has to be that of the film.
    private(set) var isUnnamed = false
    /// The folder of what a series has outside of its seasons.
    private(set) var specialsFolder: String?
    /// The year that is the name of a folder.
    private(set) var year: Int?
    let isPath: Bool

    /// What lies further above a film is not about it.
    private static let mostFolders = 2

    init(_ text: String) {
        var parts = Self.parts(of: text).map { $0.trimmedText }.filter { !$0.isEmpty && $0 != "." }
        let isSlashed = text.contains("\\")
        isPath =
            isSlashed || "/~.".contains(text.first ?? " ") || text.hasSuffix("/") || parts.count > 2
            || parts.count > 1 && NameWords.extrasFolders.contains(parts[parts.count - 2].lowercased())
            || parts.count > 1 && NameWords.genericNames.contains(parts[0].lowercased())
            || parts.last.map { FileEnd($0).isFile } ?? false || parts.dropLast().contains(where: \.hasYear)
        guard isPath, let name = parts.popLast() else {
            self.name = text
            return
        }
        self.name = name
        if NameWords.discFolders.contains(name.lowercased()), !parts.isEmpty { parts.append(name) }
        while folders.count < Self.mostFolders, let folder = parts.popLast() {
            let plain = folder.lowercased()
            let isAroundDisc = isUnnamed && NameWords.foldersOfDiscs.contains(plain)
            if folders.isEmpty, NameWords.discFolders.contains(plain) || isAroundDisc {
                isUnnamed = true
                continue
            }
            if NameWords.subtitleFolders.contains(plain), folders.isEmpty {
                isUnnamed = parts.last?.hasYear ?? false
                continue
            }
            if extrasFolder == nil, isOfExtras(plain, above: parts.last) {
                extrasFolder = folder
                isExtraOfFilm = parts.last?.hasYear ?? false
                folders = []
            } else if NameWords.specialsFolders.contains(plain), folders.isEmpty, !parts.isEmpty {
                specialsFolder = folder
            } else if year == nil, let number = folder.year {
                year = number
            } else {
                folders.append(folder)
            }
        }
    }

    private func isOfExtras(_ folder: String, above: String?) -> Bool {
        let plain = String(folder.map { "-_.".contains($0) ? " " : $0 })
        if NameWords.extrasFolders.contains(plain) { return true }
        // A collection may have a folder for short films, too.
        return NameWords.possibleExtrasFolders.contains(plain) && (above?.hasYear ?? false)
    }

    /// The text between slashes, except slashes with a blank on both sides, or in brackets.
    private static func parts(of text: String, readingBrackets: Bool = true) -> [String] {
        var parts: [String] = [""]
        var depth = 0
        var last: Character = " "
        let characters = Array(text)
        for (place, character) in characters.enumerated() {
            if readingBrackets, "([{".contains(character) { depth += 1 }
            if readingBrackets, ")]}".contains(character) { depth = max(0, depth - 1) }
            let isBetween = last == " " && place > 0 && place + 1 < characters.count && characters[place + 1] == " "
            if character == "\\" || character == "/" && !isBetween && depth == 0 {
                parts.append("")
            } else {
                parts[parts.count - 1].append(character)
            }
            last = character
        }
        return depth > 0 ? self.parts(of: text, readingBrackets: false) : parts
    }
}

/// The name of a file without its ends: `mkv`, or `ko` and `srt`.
struct FileEnd {
    private(set) var stem: String
    private(set) var extensions: [String] = []

    init(_ text: String) {
        stem = text
        while let end = Self.fileExtension(of: stem, after: extensions) {
            extensions.insert(end, at: 0)
            stem = String(stem.dropLast(end.count + 1))
        }
    }

    var isFile: Bool { !extensions.isEmpty }

    private static func fileExtension(of text: String, after found: [String]) -> String? {
        guard let dot = text.lastIndex(of: "."), dot > text.startIndex else { return nil }
        let end = String(text[text.index(after: dot)...])
        let word = end.lowercased()
        if NameWords.extensions.contains(word) { return end }
        // Subtitles name their language: `.ko.srt`.
        let isOfSubtitles = found.contains { NameWords.subtitles.contains($0.lowercased()) }
        return isOfSubtitles && NameWords.subtitleMarks.contains(word) ? end : nil
    }
}

extension String {
    /// The year that the whole name is: `2019`, `2019년`.
    fileprivate var year: Int? {
        let text = ["년", "년도", "年"].first { hasSuffix($0) }.map { String(dropLast($0.count)) } ?? self
        return text.isDigits ? Int(text).flatMap { (1900...2100).contains($0) ? $0 : nil } : nil
    }

    /// Whether a year is in it, between blanks, full stops, or brackets.
    fileprivate var hasYear: Bool {
        var rest = utf8[...]
        while let byte = rest.popFirst() {
            guard "([. _".utf8.contains(byte) else { continue }
            var text = rest
            if text.takeYear(ofCentury: ["19", "20"]) != nil, text.first.map({ ")]. _".utf8.contains($0) }) ?? true {
                return true
            }
        }
        return false
    }
}
