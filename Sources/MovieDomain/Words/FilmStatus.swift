/// The controlled list of how far a film or a series is; the raw values are the slugs on the wire.
public enum FilmStatus: String, CaseIterable, Sendable {
    case rumored, planned
    case inProduction = "in-production"
    case postProduction = "post-production"
    /// Made, with a release to come.
    case upcoming
    case released, canceled
    /// Of a series: more episodes follow, or none do.
    case running, ended

    /// Returns the slug for the word of a source; a word that is not in the list stays as it is.
    public static func slug(of word: String) -> String { table.code(of: word) ?? word }

    private static let table = VocabularyTable(lines: words)

    /// Each line: the slug, then the words of the sources, in English and Korean.
    private static let words = """
        rumored|Rumoured
        planned|Announced|Pre-production|In development|기획|촬영준비
        in-production|Filming|촬영진행
        post-production|후반작업
        upcoming|Completed|개봉예정|개봉준비
        released|개봉
        canceled|Cancelled
        running|Returning series|Continuing
        ended
        """
}
