/// The controlled list of genres; the raw values are the slugs on the wire.
public enum Genre: String, CaseIterable, Sendable {
    case action, adventure, animation, biography, comedy, crime, documentary, drama, family, fantasy
    case filmNoir = "film-noir"
    case gameShow = "game-show"
    case history, horror, music, musical, mystery, news, performance
    case reality = "reality-tv"
    case romance
    case scienceFiction = "science-fiction"
    case short, sport
    case talkShow = "talk-show"
    case thriller
    case tvMovie = "tv-movie"
    case war, western, adult, other

    /// The genre that a source calls `name`, in Korean or English; `nil` for a word that is not in the list.
    public init?(name: String) {
        guard let genre = Genre.byName[VocabularyTable.key(of: name)] else { return nil }
        self = genre
    }

    /// The slug of `name`: one of the list, or the name itself lower-cased with dashes for spaces.
    public static func slug(of name: String) -> String {
        if let genre = Genre(name: name) { return genre.rawValue }
        return name.lowercased().split(whereSeparator: \.isWhitespace).joined(separator: "-")
    }
}

extension Genre {
    /// What KOFIC, TMDB (in both languages), IMDb, OMDb and YTS call each genre, beside its slug.
    private static let names: [Genre: [String]] = [
        .action: ["액션"],
        .adventure: ["어드벤처", "어드벤쳐", "모험"],
        .animation: ["애니메이션", "만화", "Animated"],
        .biography: ["전기", "Biopic"],
        .comedy: ["코미디", "코메디"],
        .crime: ["범죄"],
        .documentary: ["다큐멘터리", "다큐"],
        .drama: ["드라마"],
        .family: ["가족"],
        .fantasy: ["판타지", "환타지"],
        .filmNoir: ["필름 누아르", "느와르", "누아르", "Noir"],
        .gameShow: ["게임쇼"],
        .history: ["사극", "역사", "시대극/사극", "Historical"],
        .horror: ["공포(호러)", "공포", "호러"],
        .music: ["음악"],
        .musical: ["뮤지컬"],
        .mystery: ["미스터리", "미스테리"],
        .news: ["뉴스"],
        .performance: ["공연", "Concert"],
        .reality: ["리얼리티", "Reality"],
        .romance: ["멜로/로맨스", "멜로", "로맨스", "멜로드라마", "Romantic", "Melodrama"],
        .scienceFiction: ["SF", "공상과학", "Sci-Fi", "S.F."],
        .short: ["단편", "Short Film"],
        .sport: ["스포츠", "Sports"],
        .talkShow: ["토크쇼"],
        .thriller: ["스릴러"],
        .tvMovie: ["TV 영화"],
        .war: ["전쟁"],
        .western: ["서부극(웨스턴)", "서부극", "서부", "웨스턴"],
        .adult: ["성인물(에로)", "성인물", "에로", "Erotic", "Erotica"],
        .other: ["기타", "Others"],
    ]

    static let byName: [String: Genre] = {
        var table: [String: Genre] = [:]
        for genre in allCases {
            for name in [genre.rawValue] + (names[genre] ?? []) {
                table[VocabularyTable.key(of: name)] = genre
            }
        }
        return table
    }()
}
