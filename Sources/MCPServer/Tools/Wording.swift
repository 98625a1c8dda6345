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

    struct Word {
        let english: String
        let korean: String

        private init(_ english: String, _ korean: String) { (self.english, self.korean) = (english, korean) }

        static let title = Word("Title", "제목")
        static let year = Word("Year", "연도")
        static let directors = Word("Directors", "감독")
        static let cast = Word("Cast", "출연")
        static let released = Word("Released", "개봉")
        static let audience = Word("Audience", "관객")
        static let total = Word("Total", "누적")
        static let screens = Word("Screens", "스크린")
        static let id = Word("Id", "ID")
        static let stars = Word("Stars", "별점")
        static let comment = Word("Comment", "메모")
        static let watched = Word("Watched", "본 날")
        static let film = Word("Film", "영화")
        static let genres = Word("Genres", "장르")
        static let minutes = Word("min", "분")
        static let ratings = Word("Ratings", "평점")
        static let certifications = Word("Certification", "관람 등급")
        static let boxOffice = Word("Box office", "박스오피스")
        static let new = Word("new", "신규")
        static let nothing = Word("Nothing was found.", "찾은 것이 없습니다.")
        static let sources = Word("Sources", "출처")
        static let notAnswered = Word("Not answered", "응답 없음")
        static let stale = Word("old answer", "오래된 답")
        static let page = Word("Page", "쪽")
        static let more = Word("more follow", "더 있음")
        static let removed = Word("Removed", "삭제")
        static let missing = Word("No figures", "자료 없음")
        static let image = Word("Image", "이미지")
        static let differing = Word("Other values", "다른 값")
        static let watch = Word("Where to watch", "볼 수 있는 곳")
        static let releases = Word("Releases", "개봉일")
        static let videos = Word("Videos", "영상")
        static let similar = Word("Similar", "비슷한 영화")
        static let recommendations = Word("Recommended", "추천")
        static let unavailable = Word("Not available", "없는 항목")
    }
}

extension String {
    /// Whether the text contains Hangul syllables or letters.
    var hasHangul: Bool {
        unicodeScalars.contains { (0xAC00...0xD7A3).contains($0.value) || (0x1100...0x11FF).contains($0.value) }
    }
}
