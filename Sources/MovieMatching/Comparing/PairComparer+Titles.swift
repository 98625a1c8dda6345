extension PairComparer {
    /// The best of all pairs of titles; where it is less than `least`, anything that is less.
    mutating func compareTitles(
        _ left: FilmProfile,
        _ right: FilmProfile,
        atLeast least: Double,
        _ evidence: inout PairEvidence
    ) {
        var sound: Double?
        for mine in left.titles.range {
            for theirs in right.titles.range {
                let (one, other) = (table.titles[mine], table.titles[theirs])
                if one.whole == other.whole {
                    note(equal: one, &evidence)
                } else if evidence.titleRelation == .equal {
                    continue
                } else if one.script == other.script {
                    let (bits, relation) = partial(one, other, atLeast: least)
                    if evidence.titleRelation == .none || bits > evidence.title {
                        evidence.title = bits
                        evidence.titleRelation = relation
                        evidence.titleScript = one.script
                    }
                } else if let heard = soundEvidence(one, other) {
                    sound = max(sound ?? heard, heard)
                }
            }
        }
        guard let sound, evidence.titleRelation != .equal else { return }
        if evidence.titleRelation == .none || sound > evidence.title, sound > 0 {
            evidence.title = sound
            evidence.titleRelation = sound > 0 ? .soundsAlike : .none
        }
    }

    /// An equal title; in a second script it is a witness of its own.
    private func note(equal title: TitleProfile, _ evidence: inout PairEvidence) {
        let bits = max(weights.equalTitle.lowerBound, min(weights.equalTitle.upperBound, title.information))
        let script: UInt8 = 1 << title.script.rawValue
        if evidence.titleRelation != .equal {
            evidence.titleRelation = .equal
            evidence.title = bits
            evidence.titleScript = title.script
        } else {
            evidence.title = max(evidence.title, bits)
            if evidence.equalScripts & script == 0 { evidence.title += weights.secondScript }
        }
        evidence.equalScripts |= script
    }

    /// Titles of one script that are not equal.
    private mutating func partial(
        _ left: TitleProfile,
        _ right: TitleProfile,
        atLeast least: Double
    ) -> (bits: Double, relation: PairEvidence.TitleRelation) {
        let smaller = min(left.information, right.information)
        let total = left.information + right.information
        guard smaller > 0 else { return (weights.unlikeTitle, .unlike) }
        let limit = max(weights.equalTitle.lowerBound, min(weights.equalTitle.upperBound, smaller))
        let sequel = (left.sequel >= 0) != (right.sequel >= 0) ? weights.oneSidedSequel : 0
        guard limit + sequel >= least else { return (weights.unlikeTitle, .unlike) }
        let shared = sharedWords(left, right)
        var likeness = 2 * shared / total
        let needed = neededLikeness(bits: least - sequel, limit)
        likeness = max(likeness, letterLikeness(left, right, atLeast: needed))
        var bits = bitsOf(likeness: likeness, limit)
        var relation: PairEvidence.TitleRelation = bits > 0 ? .alike : .unlike
        if shared > 0.99 * smaller {
            let contained = min(weights.equalTitle.upperBound, shared) * 0.6 - 1
            if contained > bits {
                bits = contained
                relation = .contained
            }
        }
        return (bits + sequel, relation)
    }

    private func bitsOf(likeness: Double, _ limit: Double) -> Double {
        let beyond = likeness - weights.neutralLikeness
        return beyond >= 0
            ? beyond / (1 - weights.neutralLikeness) * limit
            : weights.unlikeTitle * -beyond / weights.neutralLikeness
    }

    /// The likeness that is needed for so many bits.
    private func neededLikeness(bits: Double, _ limit: Double) -> Double {
        bits >= 0
            ? weights.neutralLikeness + bits / limit * (1 - weights.neutralLikeness)
            : weights.neutralLikeness * (1 - bits / weights.unlikeTitle)
    }

    /// The better one of two measures letter by letter; where it is less than `least`, any number that is less.
    ///
    /// A letter that only one of the titles has has no partner, and each measure allows only so many without one.
    private mutating func letterLikeness(
        _ left: TitleProfile,
        _ right: TitleProfile,
        atLeast least: Double
    ) -> Double {
        let apart = Double((left.letterMask ^ right.letterMask).nonzeroBitCount)
        let (one, other) = (Double(left.letters.count), Double(right.letters.count))
        guard least <= 0 || apart <= (1 - least) * (one + other) else { return 0 }
        let (mine, theirs) = (table.letters[left.letters.range], table.letters[right.letters.range])
        let cosine = letters.trigramCosine(mine, theirs, isHangul: left.script == .hangul)
        guard LetterComparison.jaroAllows(unmatched: apart, of: one, other, likeness: 0.7 + 0.3 * least) else {
            return cosine
        }
        return max(cosine, (letters.jaroWinkler(mine, theirs) - 0.7) / 0.3)
    }

    private func sharedWords(_ left: TitleProfile, _ right: TitleProfile) -> Double {
        var shared: Float = 0
        for mine in left.words.range {
            let word = table.words[mine]
            for theirs in right.words.range where table.words[theirs].key == word.key {
                shared += word.weight
                break
            }
        }
        return Double(shared)
    }

    /// Titles of two scripts, by how they sound; `nil` where they cannot be compared.
    private mutating func soundEvidence(_ left: TitleProfile, _ right: TitleProfile) -> Double? {
        guard !left.sounds.isEmpty, !right.sounds.isEmpty else { return nil }
        var bits = alignment.evidence(table.sounds[left.sounds.range], table.sounds[right.sounds.range])
        if left.sequel >= 0, left.sequel == right.sequel { bits += weights.equalSequelAcross }
        if (left.sequel >= 0) != (right.sequel >= 0) { bits += weights.oneSidedSequel }
        return min(bits, weights.soundLimit)
    }

    /// Whether both say that they are different parts of a series.
    ///
    /// Two different numbers contradict unless another title agrees on one; a number on one side only (`Iron Man`,
    /// `Iron Man 2`) contradicts where the rest of the title is the same, for then the other is the first part.
    func sequelsConflict(_ left: FilmProfile, _ right: FilmProfile) -> Bool {
        guard left.hasSequel || right.hasSequel else { return false }
        if left.hasSequel, right.hasSequel {
            return !left.titles.range.contains { mine in
                table.titles[mine].sequel >= 0
                    && right.titles.range.contains { table.titles[$0].sequel == table.titles[mine].sequel }
            }
        }
        let (first, part) = left.hasSequel ? (right, left) : (left, right)
        guard !part.titles.range.contains(where: { table.titles[$0].sequel == 1 }) else { return false }
        return part.titles.range.contains { numbered in
            let title = table.titles[numbered]
            guard title.sequel >= 0, first.titles.range.contains(where: { table.titles[$0].stem == title.stem })
            else { return false }
            return !part.titles.range.contains { mine in
                table.titles[mine].script == title.script
                    && first.titles.range.contains { table.titles[$0].whole == table.titles[mine].whole }
            }
        }
    }
}
