/// Films with titles in Hangul alone, by how the words of their titles sound and by the day of their release.
struct SoundIndex {
    private var byKey: [UInt64: [Int]] = [:]
    private static let mostOfSound = 200

    init(_ table: FilmTable) {
        for film in table.films.indices where table.films[film].isHangulOnly {
            for key in SoundIndex.keys(of: film, in: table) { byKey[key, default: []].append(film) }
        }
    }

    /// Films in Hangul that may be this one in Latin letters, each once.
    func candidates(for film: Int, in table: FilmTable) -> [Int] {
        var candidates: [Int] = []
        let year = table.films[film].year
        for key in SoundIndex.keys(of: film, in: table) {
            guard let found = byKey[key], found.count <= SoundIndex.mostOfSound else { continue }
            for other in found {
                let theirs = table.films[other].year
                if year != 0, theirs != 0, abs(year - theirs) > 2 { continue }
                if !candidates.contains(other) { candidates.append(other) }
            }
        }
        return candidates
    }

    /// Of the day; of each word, and of each title as a whole, with at least three consonants.
    private static func keys(of film: Int, in table: FilmTable) -> [UInt64] {
        let profile = table.films[film]
        var keys: [UInt64] = []
        if profile.date != FilmProfile.noDate {
            keys.append(Digest.mixed(UInt64(truncatingIfNeeded: Int(profile.date))))
        }
        var skeleton = SoundSkeleton()
        for index in profile.titles.range {
            let title = table.titles[index]
            for word in title.words.range {
                skeleton.clear()
                skeleton.add(table.letters[table.words[word].letters.range])
                add(skeleton.sounds[...], to: &keys)
            }
            add(table.sounds[title.sounds.range].prefix(4), to: &keys)
        }
        return keys
    }

    private static func add(_ sounds: ArraySlice<UInt8>, to keys: inout [UInt64]) {
        guard sounds.count >= 3 else { return }
        var digest = Digest(seed: 14)
        for sound in sounds { digest.combine(coarse(sound)) }
        keys.append(digest.value)
    }

    /// Sounds that are easily taken for each other, together.
    private static func coarse(_ sound: UInt8) -> UInt8 {
        switch Consonant(rawValue: sound) {
        case .softG, .ch, .z, .j, .th: Consonant.s.rawValue
        default: sound
        }
    }
}
