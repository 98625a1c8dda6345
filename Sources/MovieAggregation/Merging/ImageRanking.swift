import MovieDomain

/// The order of a film's images: by kind, language, preferred source, and size; equal images keep their order.
///
/// The first poster is the largest one in the user's language.
struct ImageRanking {
    private static let kinds = ["poster", "backdrop", "logo"]

    /// Wanted languages, best first.
    let languages: [String]
    /// Sources whose images come first within one kind and language, best first.
    let prefer: [ProviderID]

    func ranked(_ images: [MovieImage]) -> [MovieImage] {
        guard images.count > 1 else { return images }
        let places = images.map(place)
        return images.indices.sorted { places[$0] < places[$1] }.map { images[$0] }
    }

    private func place(of image: MovieImage) -> (kind: Int, language: Int, source: Int, width: Int) {
        let kind = Self.kinds.firstIndex(of: image.kind) ?? Self.kinds.count
        let source = prefer.firstIndex(of: image.provider) ?? prefer.count
        // Puts the largest first; negation would overflow for `Int.min`.
        return (kind, language(of: image), source, ~(image.width ?? 0))
    }

    /// An image without a language has no text in it, or its source doesn't state the language: it ranks above an image
    /// in an unwanted language.
    private func language(of image: MovieImage) -> Int {
        guard !languages.isEmpty else { return 0 }
        guard let language = image.language else { return languages.count }
        return languages.firstIndex { Language.matches(language, wanted: $0) } ?? languages.count + 1
    }
}
