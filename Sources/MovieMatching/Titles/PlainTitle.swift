/// The forms of a title under which other sources may have the film.
package struct PlainTitle {
    /// The words without what stands in brackets and without the names of cuts, releases, and showings: `초록 괴물(더빙)` is
    /// `초록 괴물`; `nil` if that is the whole title.
    package let text: String?
    /// The words before the number of a part, which sources write in several ways: `바다 2부`, `바다: 파트 투`; `nil` if the
    /// title has no such number.
    package let stem: String?

    package init(_ title: String) {
        var normalizer = TitleNormalizer()
        normalizer.scanner.scan(title)
        let all = normalizer.scanner.words.indices
        let rest = normalizer.withoutEdition(all).title
        let plain = rest.filter { !normalizer.scanner.words[$0].isBracketed }
        let words = plain.map { String(decoding: normalizer.text(at: $0), as: UTF8.self) }
        text = plain.count == all.count || plain.isEmpty ? nil : words.joined(separator: " ")
        guard let first = plain.first, let last = plain.last, normalizer.read(first..<last + 1),
            let number = normalizer.sequel?.range.lowerBound, number > 0
        else {
            stem = nil
            return
        }
        let starts = normalizer.wordStarts.filter { $0 < number }
        stem = zip(starts, starts.dropFirst() + [number]).map { start, end in
            String(decoding: normalizer.key[start..<end], as: UTF8.self)
        }.joined(separator: " ")
    }
}
