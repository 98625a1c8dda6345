extension FilmTable {
    /// Whether films are in it that can be compared by sound only.
    var needsSounds: Bool { hasHangulOnly && hasLatinOnly }

    /// Writes down how titles and names sound.
    mutating func addSounds() {
        guard needsSounds else { return }
        var skeleton = SoundSkeleton()
        for index in titles.indices where titles[index].script != .other {
            skeleton.clear()
            for (place, word) in titles[index].words.range.enumerated() {
                let letters = letters[words[word].letters.range]
                // The Korean for `the` stands in front as the article does.
                if place == 0, letters.elementsEqual(FilmTable.koreanArticle) { continue }
                skeleton.add(letters)
            }
            let start = sounds.count
            sounds.append(contentsOf: skeleton.sounds)
            titles[index].sounds = Run(from: start, to: sounds.count)
        }
        for film in films {
            for index in film.directors.range {
                skeleton.clear()
                skeleton.add(letters[names[index].letters.range])
                let start = sounds.count
                sounds.append(contentsOf: skeleton.sounds)
                names[index].sounds = Run(from: start, to: sounds.count)
            }
        }
    }

    private static let koreanArticle = Array("더".utf8)
}
