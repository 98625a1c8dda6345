import Platform

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

    /// Creates the genre that a source calls `name`, in Korean or English; `nil` for a word that is not in the list.
    public init?(name: String) {
        guard let genre = Genre.table.code(of: name).flatMap(Genre.init(rawValue:)) else { return nil }
        self = genre
    }

    /// Returns the slug of `name`; a name that is not in the list stays as it is, without redundant whitespace.
    public static func slug(of name: String) -> String {
        table.code(of: name) ?? name.split(whereSeparator: \.isWhitespace).joined(separator: " ")
    }

    /// Returns the display name in the first of these languages that has one, or else in English.
    public func name(in languages: [String]) -> String {
        guard let names = Genre.shown[self] else { return rawValue }
        for language in languages {
            if Language.matches(language, wanted: "ko") { return names.korean }
            if Language.matches(language, wanted: "en") { return names.english }
        }
        return names.english
    }
}

extension Genre {
    private static let table = VocabularyTable(lines: names)

    private static let shown: [Genre: (korean: String, english: String)] = {
        var shown: [Genre: (korean: String, english: String)] = [:]
        for line in names.split(scalar: "\n") {
            let words = line.split(scalar: "|").map(String.init)
            if words.count >= 3, let genre = Genre(rawValue: words[0]) { shown[genre] = (words[1], words[2]) }
        }
        return shown
    }()

    /// Each line: the slug, the Korean and English display names, then the words of the sources, where a word that
    /// is finer than the list stands for the nearest genre.
    private static let names = """
        action|액션|Action|Superhero
        adventure|어드벤처|Adventure|어드벤쳐|모험
        animation|애니메이션|Animation|만화|Animated|Anime
        biography|전기|Biography|Biopic
        comedy|코미디|Comedy|코메디
        crime|범죄|Crime
        documentary|다큐멘터리|Documentary|다큐|Nature|Travel
        drama|드라마|Drama|Medical|Legal
        family|가족|Family|Kids|Children|Kids & Family
        fantasy|판타지|Fantasy|환타지|Supernatural
        film-noir|필름 누아르|Film noir|느와르|누아르|Noir
        game-show|게임쇼|Game show
        history|역사|History|사극|시대극/사극|Historical
        horror|공포|Horror|공포(호러)|호러
        music|음악|Music
        musical|뮤지컬|Musical
        mystery|미스터리|Mystery|미스테리
        news|뉴스|News
        performance|공연|Performance|Concert|Concert Films|Concert Film
        reality-tv|리얼리티|Reality TV|Reality|Food|DIY
        romance|로맨스|Romance|멜로/로맨스|멜로|멜로드라마|Romantic|Melodrama
        science-fiction|SF|Science fiction|공상과학|Sci-Fi|S.F.|Sci-Fi & Fantasy|Sci Fi
        short|단편|Short|Short Film
        sport|스포츠|Sport|Sports
        talk-show|토크쇼|Talk show
        thriller|스릴러|Thriller|Espionage|Suspense
        tv-movie|TV 영화|TV movie
        war|전쟁|War
        western|서부극|Western|서부극(웨스턴)|서부|웨스턴
        adult|성인물|Adult|성인물(에로)|에로|Erotic|Erotica
        other|기타|Other|Others
        """
}
