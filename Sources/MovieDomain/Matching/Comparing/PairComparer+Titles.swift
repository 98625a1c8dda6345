extension PairComparer {
    /// The best of all pairs of titles.
    mutating func compareTitles(_ left: FilmProfile, _ right: FilmProfile, _ evidence: inout PairEvidence) {
        var sound: Double?
        for mine in left.titles.range {
            for theirs in right.titles.range {
                let (one, other) = (table.titles[mine], table.titles[theirs])
                if one.whole == other.whole {
                    note(equal: one, &evidence)
                } else if evidence.titleRelation == .equal {
                    continue
                } else if one.script == other.script {
                    let (bits, relation) = partial(one, other)
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
        _ right: TitleProfile
    ) -> (bits: Double, relation: PairEvidence.TitleRelation) {
        let shared = sharedWords(left, right)
        let total = left.information + right.information
        guard total > 0 else { return (weights.unlikeTitle, .unlike) }
        let overlap = 2 * shared / total
        let smaller = min(left.information, right.information)
        let (mine, theirs) = (table.letters[left.letters.range], table.letters[right.letters.range])
        let cosine = letters.trigramCosine(mine, theirs, isHangul: left.script == .hangul)
        let winkler = max(0, (letters.jaroWinkler(mine, theirs) - 0.7) / 0.3)
        let likeness = max(overlap, cosine, winkler)
        let limit = min(weights.equalTitle.upperBound, max(weights.equalTitle.lowerBound, smaller))
        var bits: Double
        if likeness >= weights.neutralLikeness {
            bits = (likeness - weights.neutralLikeness) / (1 - weights.neutralLikeness) * limit
        } else {
            bits = weights.unlikeTitle * (1 - likeness / weights.neutralLikeness)
        }
        var relation: PairEvidence.TitleRelation = bits > 0 ? .alike : .unlike
        if shared > 0.99 * smaller, smaller > 0 {
            let contained = min(weights.equalTitle.upperBound, shared) * 0.6 - 1
            if contained > bits {
                bits = contained
                relation = .contained
            }
        }
        if (left.sequel >= 0) != (right.sequel >= 0) { bits += weights.oneSidedSequel }
        return (bits, relation)
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
