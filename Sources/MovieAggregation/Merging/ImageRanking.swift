import MovieDomain

/// The order of a film's pictures: by kind, by language, by the rule's preferred sources, by size; what is equal in all of them
/// stays as it stands.
///
/// A client that takes the first poster gets the largest one in its user's language.
struct ImageRanking {
    private static let kinds = ["poster", "backdrop", "logo"]

    /// Wanted languages, best first.
    let languages: [String]
    /// Sources whose pictures come first among those of equal kind and language, best first.
    let prefer: [ProviderID]

    func ranked(_ images: [MovieImage]) -> [MovieImage] {
        guard images.count > 1 else { return images }
        let places = images.map(place)
        return images.indices.sorted { places[$0] < places[$1] }.map { images[$0] }
    }

    private func place(of image: MovieImage) -> (kind: Int, language: Int, source: Int, width: Int) {
        let kind = Self.kinds.firstIndex(of: image.kind) ?? Self.kinds.count
        let source = prefer.firstIndex(of: image.provider) ?? prefer.count
        // The largest first: a minus would overflow for the least number.
        return (kind, language(of: image), source, ~(image.width ?? 0))
    }

    /// A picture without a language has no words in it, or its source does not say: better than one in a language that is
    /// not wanted.
    private func language(of image: MovieImage) -> Int {
        guard !languages.isEmpty else { return 0 }
        guard let language = image.language else { return languages.count }
        return languages.firstIndex { Language.matches(language, wanted: $0) } ?? languages.count + 1
    }
}
