import JSON

/// The words around an answer, in Korean or English.
struct Wording: Sendable {
    let isKorean: Bool

    /// Chooses the language: the first of `languages`, otherwise Korean if an argument contains Hangul.
    init(for arguments: JSONElement?) {
        if let language = arguments?["languages"]?[0]?.string {
            isKorean = language == "ko" || language.hasPrefix("ko-")
        } else {
            isKorean = arguments?.members.contains { $0.value.string?.hasHangul == true } ?? false
        }
    }

    init(isKorean: Bool) {
        self.isKorean = isKorean
    }

    func callAsFunction(_ word: Word) -> String { isKorean ? word.korean : word.english }

    enum Word {
        case title, year, directors, cast, released, audience, total, screens, id, stars, comment, watched, film
        case genres, minutes, ratings, certifications, boxOffice, new, nothing, sources, notAnswered, stale, page
        case more, removed, differing, missing, image, watch, releases, videos, similar, recommendations, unavailable

        fileprivate var english: String { words.0 }
        fileprivate var korean: String { words.1 }

        private var words: (String, String) {
            switch self {
            case .title: ("Title", "제목")
            case .year: ("Year", "연도")
            case .directors: ("Directors", "감독")
            case .cast: ("Cast", "출연")
            case .released: ("Released", "개봉")
            case .audience: ("Audience", "관객")
            case .total: ("Total", "누적")
            case .screens: ("Screens", "스크린")
            case .id: ("Id", "ID")
            case .stars: ("Stars", "별점")
            case .comment: ("Comment", "메모")
            case .watched: ("Watched", "본 날")
            case .film: ("Film", "영화")
            case .genres: ("Genres", "장르")
            case .minutes: ("min", "분")
            case .ratings: ("Ratings", "평점")
            case .certifications: ("Certification", "관람 등급")
            case .boxOffice: ("Box office", "박스오피스")
            case .new: ("new", "신규")
            case .nothing: ("Nothing was found.", "찾은 것이 없습니다.")
            case .sources: ("Sources", "출처")
            case .notAnswered: ("Not answered", "응답 없음")
            case .stale: ("old answer", "오래된 답")
            case .page: ("Page", "쪽")
            case .more: ("more follow", "더 있음")
            case .removed: ("Removed", "삭제")
            case .missing: ("No figures", "자료 없음")
            case .image: ("Image", "이미지")
            case .differing: ("Other values", "다른 값")
            case .watch: ("Where to watch", "볼 수 있는 곳")
            case .releases: ("Releases", "개봉일")
            case .videos: ("Videos", "영상")
            case .similar: ("Similar", "비슷한 영화")
            case .recommendations: ("Recommended", "추천")
            case .unavailable: ("Not available", "없는 항목")
            }
        }
    }
}

extension String {
    /// Whether the text contains Hangul syllables or letters.
    var hasHangul: Bool {
        unicodeScalars.contains { (0xAC00...0xD7A3).contains($0.value) || (0x1100...0x11FF).contains($0.value) }
    }
}
