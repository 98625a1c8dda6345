package import JSON
import MovieDomain
import Platform

/// The words around an answer, in Korean or English.
package struct Wording: Sendable {
    let isKorean: Bool

    /// Chooses the language: the first of `languages`, otherwise Korean if an argument contains Hangul.
    package init(for arguments: JSONElement?) {
        if let language = arguments?["languages"]?[0]?.string {
            isKorean = language == "ko" || language.hasPrefix(scalars: "ko-")
        } else {
            isKorean = arguments?.members.contains { $0.value.string?.hasHangul == true } ?? false
        }
    }

    package init(isKorean: Bool) {
        self.isKorean = isKorean
    }

    func callAsFunction(_ word: Word) -> String { isKorean ? word.korean : word.english }

    struct Word: Hashable {
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
        static let sales = Word("Sales", "매출")
        static let screens = Word("Screens", "스크린")
        static let id = Word("Id", "ID")
        static let stars = Word("Stars", "별점")
        static let comment = Word("Comment", "메모")
        static let watched = Word("Watched", "본 날")
        static let lists = Word("Lists", "목록")
        static let film = Word("Film", "영화")
        static let collection = Word("Collection", "시리즈")
        static let searched = Word("Searched for", "검색한 말")
        static let genres = Word("Genres", "장르")
        static let minutes = Word("min", "분")
        static let ratings = Word("Ratings", "평점")
        static let certifications = Word("Certification", "관람 등급")
        static let boxOffice = Word("Box office", "박스오피스")
        static let new = Word("new", "신규")
        static let nothing = Word("Nothing was found.", "찾은 것이 없습니다.")
        static let nothingElsewhere = Word(
            "Nothing was found, but not every source has answered.",
            "찾은 것이 없지만, 응답하지 않은 출처가 있습니다."
        )
        static let guessed = Word("Perhaps different films", "같은 영화가 아닐 수 있음")
        static let emptyPage = Word("There is nothing on this page.", "이 쪽에는 아무것도 없습니다.")
        static let emptyPageElsewhere = Word(
            "There is nothing on this page, but not every source has answered.",
            "이 쪽에는 아무것도 없지만, 응답하지 않은 출처가 있습니다."
        )
        static let bookmarked = Word("Bookmarked", "북마크함")
        static let seen = Word("Seen", "봤음")
        static let sources = Word("Sources", "출처")
        static let notAsked = Word("Not asked", "묻지 않음")
        static let problems = Word("Problems", "문제")
        static let remarks = Word("Remarks", "참고")
        static let stale = Word("old answer", "오래된 답")
        static let page = Word("Page", "쪽")
        static let more = Word("more follow", "더 있음")
        static let perhapsMore = Word("it is not known whether more follow", "더 있는지 알 수 없음")
        static let removed = Word("Removed", "삭제")
        static let cardRemoved = Word(
            "Nothing is left on the card, so it was removed.",
            "카드에 남은 내용이 없어 카드를 지웠습니다."
        )
        static let missing = Word("No figures", "자료 없음")
        static let oldParts = Word("From old answers", "오래된 답에서")
        static let oldDays = Word("Old figures", "오래된 자료")
        static let absent = Word("Not in any of these lists", "어느 순위에도 없음")
        static let undecided = Word("Not identified in these lists", "순위에서 확인하지 못함")
        static let rankedOn = Word("films of the ranking of", "순위 기준일")
        static let lastDays = Word("Last days", "최근 일수")
        static let image = Word("Image", "이미지")
        static let differing = Word("Other values", "다른 값")
        static let watch = Word("Where to watch", "볼 수 있는 곳")
        static let releases = Word("Releases", "개봉일")
        static let videos = Word("Videos", "영상")
        static let similar = Word("Similar", "비슷한 영화")
        static let recommendations = Word("Recommended", "추천")
        static let stored = Word(
            "This is an old copy from the user's library, because no source returned the film.",
            "어느 출처도 응답하지 않아, 사용자 보관함에 저장된 예전 내용입니다."
        )
        static let unavailable = Word("Not available", "없는 항목")
        static let change = Word("Change", "증감")
        static let share = Word("Share", "점유율")
        static let inAll = Word("in all", "모두")
        static let leftOut = Word("Left out", "빠진 영화")
        static let without = Word("without", "없음:")
        static let list = Word("List", "목록")
        static let films = Word("Films", "영화")
        static let from = Word("From", "출처")
        static let kind = Word("Kind", "종류")
        static let unknown = Word("unknown", "알 수 없음")
        static let noDay = Word("No day yet", "날짜 미정")
        static let withoutOffer = Word("Not available there", "해당 서비스가 없는 영화")
        static let viewings = Word("Viewings", "관람")
        static let rewatches = Word("Seen again", "다시 봄")
        static let hours = Word("Hours", "시간")
        static let withoutRuntime = Word("without a known running time", "상영 시간 모름")
        static let meanStars = Word("Mean stars", "평균 별점")
        static let periods = Word("When", "시기")
        static let countries = Word("Countries", "국가")
        static let decades = Word("Decades", "연대")
        static let undated = Word("Without a day", "날짜 없음")
        static let name = Word("Name", "이름")
        static let knownFor = Word("Known for", "분야")
        static let role = Word("As", "역할")
        static let source = Word("Source", "출처")
        static let state = Word("State", "상태")
        static let why = Word("Why", "이유")
        static let left = Word("Calls left", "남은 호출")
    }
}
