import MarqueeTestKit
import MovieDomain
import Testing

@testable import MovieMatching

/// Pairs of films that are hard to judge, each with the verdict and, for comparison, pairs of the same kind that are easy.
@Suite("Hard pairs")
struct HardPairTests {
    /// Two films, each written as `title / year / director / minutes / day`; a second film has the data of the first one
    /// where it has none, and `-` where it knows nothing.
    struct Pair: Sendable, CustomTestStringConvertible {
        let left: MovieFacts
        let right: MovieFacts
        let testDescription: String

        init(_ left: String, _ right: String, cast: String = "") {
            let first = left.split(separator: " / ").map(String.init)
            var second = right.split(separator: " / ").map(String.init)
            second += first.dropFirst(second.count)
            self.left = Pair.film(first, cast)
            self.right = Pair.film(second, cast)
            testDescription = "\(left) | \(right)"
        }

        private static func film(_ data: [String], _ cast: String) -> MovieFacts {
            func value(_ index: Int) -> String? { index < data.count && data[index] != "-" ? data[index] : nil }
            return MovieFacts.film(value(0) ?? "", value(1).flatMap { Int($0) }).with {
                $0.directors = value(2).map { [Person(name: $0)] } ?? []
                $0.runtimeMinutes = value(3).flatMap { Int($0) }
                $0.releaseDate = value(4).flatMap { CalendarDate(parsing: $0) }
                $0.cast = cast.split(separator: ", ").map { Person(name: String($0)) }
            }
        }
    }

    private func verdict(_ pair: Pair) -> MatchDecision.Verdict {
        let records = [MovieRecord("a", pair.left), MovieRecord("b", pair.right)]
        return Matcher().match(FilmTable(records), duplicates: .forbidden).decision(0, 1).verdict
    }

    private static let cast = "Ida Moor, Jon Vale, Kit Ash"

    @Test(
        "Films of the same people are two if their titles differ and their time or length does, too",
        arguments: [
            Pair(
                "Tom Quiller and the Ember Crown / 2003 / Lena Brask / 148 / 2003-11-14",
                "Tom Quiller and the Well of Frost / 2004 / Lena Brask / 157 / 2004-11-12",
                cast: cast
            ),
            Pair(
                "The Quarry Awakened / 2005 / Lena Brask / 131 / 2005-05-11",
                "The Quarry Unbound / 2005 / Lena Brask / 122 / 2005-11-02",
                cast: cast
            ),
            Pair("The Quarry Awakened / 2005 / Lena Brask", "The Quarry Unbound"),
            Pair(
                "Sparrow Sparrow / 2014 / Lena Brask / 95 / 2014-07-18",
                "The Tin Fairy and the Thistle / 2014 / Lena Brask / 104 / 2014-02-05",
                cast: cast
            ),
            Pair("Molnar's 5th / 2002 / Lena Brask / 91", "Molnar's 6th / 2001 / Lena Brask / 97", cast: cast),
            Pair("Tin Duck: Moon Wars / 2008 / Lena Brask / 24", "Tin Duck: Moon Wars Episode II / 2009", cast: cast),
            Pair(
                "The Parting of June Marsh: Hers / 2015 / Lena Brask / 99 / 2015-10-09",
                "The Parting of June Marsh: His / 2015 / Lena Brask / 88",
                cast: cast
            ),
            Pair("겨울 산의 아이 / 2011 / 한도경 / 100 / 2011-01-06", "푸른 강의 노인 / 2011 / 한도경 / 113 / 2011-09-08", cast: cast),
        ]
    )
    func siblings(pair: Pair) { #expect(verdict(pair) != .same) }

    @Test(
        "A film has other titles if its people, its time, and its length are the same",
        arguments: [
            Pair(
                "The Night Boat to Orsk / 2011 / Lena Brask / 101 / 2011-05-05",
                "The Orsk Crossing / 2011 / Lena Brask / 102 / 2011-05-20",
                cast: cast
            ),
            Pair(
                "The Night Boat to Orsk / 2011 / Lena Brask / 101",
                "The Nigth Boat to Orsk / 2012 / Lena Brask / 107",
                cast: cast
            ),
            Pair("Orsk / 2011 / Lena Brask / 101", "Lena Brask's Orsk / 2011 / Lena Brask / 120"),
        ]
    )
    func retitled(pair: Pair) { #expect(verdict(pair) == .same) }

    @Test(
        "Parts that are named in words are two films",
        arguments: [
            ("회색 계곡 전편", "회색 계곡 후편"), ("회색 계곡 상", "회색 계곡 하"), ("회색 계곡 상편", "회색 계곡 하편"),
            ("회색 계곡 완결편", "회색 계곡 서막"), ("회색 계곡 첫째 날", "회색 계곡 둘째 날"), ("회색 계곡 첫 번째 이야기", "회색 계곡 두 번째 이야기"),
            ("회색 계곡 파트 원", "회색 계곡 파트 투"), ("회색 계곡 상편: 안개", "회색 계곡 하편: 물결"), ("회색 계곡: 더 비기닝", "회색 계곡: 더 엔드"),
            ("Gray Hollow: The Beginning", "Gray Hollow: The End"),
            ("Gray Hollow Primera parte", "Gray Hollow Segunda parte"),
            ("Gray Hollow Première partie", "Gray Hollow Deuxième partie"),
            ("Gray Hollow Erster Teil", "Gray Hollow Zweiter Teil"),
            ("Gray Hollow Prima parte", "Gray Hollow Seconda parte"),
            ("Gray Hollow 1ère partie", "Gray Hollow 2ème partie"),
            ("Gray Hollow First Part", "Gray Hollow Second Part"),
            ("Gray Hollow The First Chapter", "Gray Hollow The Final Chapter"),
            ("Gray Hollow: Dawn", "Gray Hollow: Dusk"), ("Gray Hollow Upper", "Gray Hollow Lower"),
            ("Gray Hollow - Del 1", "Gray Hollow - Del 2"),
            ("灰色の谷 上", "灰色の谷 下"), ("灰色の谷 前編", "灰色の谷 後編"), ("灰色の谷 第一部", "灰色の谷 第二部"),
            ("Серая долина. Первая часть", "Серая долина. Вторая часть"),
            ("Comet Wars: The Iron Armada", "Comet Wars: The Paper Armada"),
        ]
    )
    func parts(left: String, right: String) {
        #expect(verdict(Pair("\(left) / 2013 / 오하루 / 101", "\(right) / 2013 / 오하루 / 105")) == .different)
        #expect(verdict(Pair("\(left) / 2013 / 오하루 / 101", "\(left) / 2013 / 오하루 / 101")) == .same)
    }

    @Test(
        "A part that is named in words is the part with that number",
        arguments: [
            ("회색 계곡 후편", "회색 계곡 2"), ("회색 계곡 (상)", "회색 계곡 1부"), ("Gray Hollow Deuxième partie", "Gray Hollow Part 2"),
            ("Gray Hollow 2. Teil", "Gray Hollow 2"), ("Gray Hollow Second Part", "Gray Hollow: Part II"),
        ]
    )
    func numberedParts(left: String, right: String) {
        #expect(verdict(Pair("\(left) / 2013 / - / - / 2013-06-06", right)) == .same)
    }

    @Test(
        "Films of one title and year by two directors are undecided, unless the day or the cast says more",
        arguments: [
            ("96 / 2012-05-04", "96 / 2012-10-12", MatchDecision.Verdict.ambiguous), ("96", "96", .ambiguous),
            ("96", "97", .ambiguous),
            ("96 / 2012-05-04", "96 / 2012-05-04", .same),
        ]
    )
    func directors(left: String, right: String, expected: MatchDecision.Verdict) {
        #expect(
            verdict(Pair("Bracken / 2012 / Rita Holm / \(left)", "Bracken / 2012 / Owen Pryde / \(right)")) == expected
        )
    }

    @Test(
        "Directors in two scripts that sound apart are of two films if the day or the length differs, too",
        arguments: [
            ("96 / 2012-05-04", "96 / 2012-05-04", true), ("96 / 2012-03-04", "96 / 2012-10-12", false),
            ("96 / 2012-05-04", "125 / 2012-05-20", false), ("96 / 2012-05-04", "97 / 2012-06-12", true),
        ]
    )
    func directorsAcrossScripts(left: String, right: String, isSame: Bool) {
        let pair = Pair("Bracken / 2012 / 한도경 / \(left)", "Bracken / 2012 / Owen Pryde / \(right)")
        #expect((verdict(pair) == .same) == isSame)
    }

    @Test(
        "A film that comes out again after years is the same, and a remake is not",
        arguments: [
            (Pair("Paper Avenue / 2007 / Nils Rother / 103 / 2010-03-12", "Paper Avenue / 2010"), true),
            (Pair("The Well Keeper / 1993 / Nils Rother / 117", "The Well Keeper / 2018"), true),
            (Pair("Mortar Lane / 2011 / Nils Rother", "Mortar Lane / 2014"), true),
            (Pair("자두나무 언덕 / 2002 / 한도경 / 97", "자두나무 언덕 (재개봉) / 2016"), true),
            (Pair("Granite Moon / 1980 / Nils Rother / 145", "Granite Moon Redux / 2002 / Nils Rother / 190"), true),
            (Pair("The Well Keeper / 1993 / Nils Rother / 117", "The Well Keeper / 2018 / Vera Lind / 102"), false),
            (Pair("The Well Keeper / 1934 / Nils Rother / 74", "The Well Keeper / 1956 / Nils Rother / 119"), false),
            (Pair("The Well Keeper / 1993 / Nils Rother / 17", "The Well Keeper / 1997 / Nils Rother / 102"), false),
            (Pair("The Well Keeper / 1993 / - / 117", "The Well Keeper / 2018 / - / 117"), false),
            (Pair("Tar Ferry / 2012 / Elsa Brom / 91", "Tar Ferry / 2014 / Kofi Adu / 112"), false),
        ]
    )
    func releases(pair: Pair, isSame: Bool) { #expect((verdict(pair) == .same) == isSame) }

    @Test(
        "A film that came out long after its production is one film if its day says so, and not a namesake's",
        arguments: [
            (Pair("Tide Clock / 2018 / - / - / 2022-09-14", "Tide Clock / - / - / - / 2022-09-14"), true),
            (Pair("Tide Clock / 2018 / Nils Rother / - / 2022-09-14", "Tide Clock / - / - / - / 2022-09-20"), true),
            (Pair("밀물 시계 / 2014 / 한도경 / 97 / 2022-09-14", "밀물 시계 / 2022"), true),
            (Pair("Tide Clock / 2018 / - / 97 / 2022-09-14", "Tide Clock / 2022"), true),
            (Pair("Tide Clock / 2020 / - / - / 2022-09-14", "Tide Clock / - / - / - / 2022-09-14"), true),
            (Pair("Tide Clock / 2018 / - / - / 2022-09-14", "Tide Clock / 2022"), true),
            (Pair("Tide Clock / 2018 / - / - / 2022-09-14", "Tide Clock / 2021"), false),
            (Pair("Tide Clock / 2018 / - / - / 2022-01-01", "Tide Clock / - / - / - / 2022-01-01"), false),
            (Pair("Tide Clock / 2018 / - / - / 2018-09-14", "Tide Clock / - / - / - / 2022-09-14"), false),
            (Pair("Tide Clock / 2018 / - / - / 2022-09-14", "Moon Clock / - / - / - / 2022-09-14"), false),
            (
                Pair(
                    "Tide Clock / 2018 / Nils Rother / 97 / 2022-09-14",
                    "Tide Clock / - / Vera Lind / 131 / 2022-09-20"
                ), false
            ),
        ]
    )
    func productions(pair: Pair, isSame: Bool) { #expect((verdict(pair) == .same) == isSame) }

    @Test(
        "Titles that are only alike need a person or a running time besides the day",
        arguments: [
            ("Midnight Ferry", "Night Ferry"), ("Night Ferry", "Light Ferry"), ("Candle Keeper", "Cradle Keeper"),
            ("The Lost Ferry", "The Last Ferry"), ("푸른 등대지기", "푸른 등대지킴이"), ("Undead Harvest", "Dead Harvest"),
        ]
    )
    func alikeOnly(left: String, right: String) {
        for day in ["2020-03-11", "2020-01-01"] {
            #expect(verdict(Pair("\(left) / 2020 / - / - / \(day)", right)) != .same)
        }
        #expect(verdict(Pair("\(left) / 2020", "\(right) / 2020")) != .same)
        #expect(verdict(Pair("\(left) / 2020 / Rita Holm / - / 2020-03-11", "\(right) / 2020 / Owen Pryde")) != .same)
        #expect(verdict(Pair("\(left) / 2020 / - / 104 / 2020-03-11", right)) == .same)
    }

    @Test("A slip of the pen in a title of several words needs no more than the day")
    func slips() {
        #expect(verdict(Pair("The Gray Ferry to Orsk / 2020 / - / - / 2020-03-11", "The Grey Ferry to Orsk")) == .same)
        #expect(verdict(Pair("Ferry to Orskk Harbor / 2020 / - / - / 2020-03-11", "Ferry to Orsk Harbor")) == .same)
        #expect(verdict(Pair("Orsk Ferry and Badgers / 2020 / - / - / 2020-03-11", "Badgers and Orsk Ferry")) == .same)
    }

    @Test(
        "A title has several forms",
        arguments: [
            ("Wheat Children III", "Wheat Children III: City Harvest"),
            ("Slate Quay (a.k.a. Harbor of Badgers)", "Harbor of Badgers"),
            ("Slate Quay aka Harbor of Badgers", "Slate Quay"), ("Vera Holt's Summer Choir", "Summer Choir"),
            ("Potion #7", "Potion No. 7"), ("Mr. Barrow", "Mister Barrow"), ("Doctor Barrow", "Dr. Barrow"),
            ("Mt. Brannock", "Mount Brannock"),
            ("Den of Badgers 3D", "Den of Badgers"), ("Den of Badgers 3-D", "Den of Badgers"),
            ("Slate Quay 2012", "Slate Quay"),
            ("The Colours of Neighbours", "The Colors of Neighbors"), ("Grey Theatre", "Gray Theater"),
            ("세븐 등대", "7 등대"),
            ("너구리 굴 확장판", "너구리 굴"), ("너구리 굴 무삭제판", "너구리 굴"), ("Den of Badgers - Unrated", "Den of Badgers"),
            ("Den of Badgers: Special Edition", "Den of Badgers"), ("Den of Badgers (Remastered)", "Den of Badgers"),
            ("Badgers and Geese", "Geese and Badgers"),
            ("너구리 굴(자막)", "너구리 굴"), ("너구리 굴 (우리말 더빙)", "너구리 굴"), ("너구리 굴(일본어 더빙)", "너구리 굴"),
            ("너구리 굴 (한국어더빙)", "너구리 굴"), ("너구리 굴 더빙판", "너구리 굴"), ("너구리 굴(4DX)", "너구리 굴"),
            ("[영화제] 너구리 굴", "너구리 굴"), ("[가을 기획전] 너구리 굴", "너구리 굴"), ("(기획전)너구리 굴", "너구리 굴"),
            ("재개봉 너구리 굴", "너구리 굴"), ("디지털 리마스터링 너구리 굴", "너구리 굴"), ("너구리 굴-감독판", "너구리 굴"),
            ("너구리 굴 : 파이널 컷", "너구리 굴"), ("너구리 굴 싱어롱", "너구리 굴"), ("너구리 굴 20주년 기념", "너구리 굴"),
            ("너구리 굴 10주년 기념 재개봉", "너구리 굴"), ("너구리 굴 HD 리마스터링", "너구리 굴"), ("너구리 굴(디지털)", "너구리 굴"),
            ("너구리 굴 (스크린X)", "너구리 굴"), ("앵콜 너구리 굴", "너구리 굴"), ("너구리 굴(돌비시네마)", "너구리 굴"),
            ("너구리굴", "너구리 굴"), ("너구리 굴 2(더빙)", "너구리 굴 2부"), ("극장판 너구리 굴", "너구리 굴"),
            ("Den of Badgers 25th Anniversary", "Den of Badgers"),
            ("Den of Badgers: 25th Anniversary Edition", "Den of Badgers"),
        ]
    )
    func forms(left: String, right: String) { #expect(verdict(Pair("\(left) / 2012", "\(right) / 2012")) == .same) }

    @Test("A cut of a film is as long as it likes")
    func cuts() {
        #expect(verdict(Pair("유리 너구리 / 2015 / 한도경 / 128", "유리 너구리 감독판 / 2016 / 한도경 / 165")) == .same)
    }

    @Test(
        "What looks like another form is another film",
        arguments: [
            ("Wheat Children III", "Wheat Children IV: City Harvest"), ("Slate Quay 2013", "Slate Quay"),
            ("너구리 굴 3", "너구리 굴"), ("너구리 굴 2(더빙)", "너구리 굴"), ("너구리 굴 (2부)", "너구리 굴 (1부)"),
            ("[REC] 너구리 굴 2", "너구리 굴"), ("한국어 너구리", "너구리"), ("너구리 굴 X", "너구리 굴"), ("너구리 굴 (여름)", "너구리 굴 (가을)"),
            ("My Sister's Long Winter", "Long Winter"),
        ]
    )
    func otherForms(left: String, right: String) {
        #expect(verdict(Pair("\(left) / 2012", "\(right) / 2012")) != .same)
    }

    @Test(
        "A Korean director's name is heard in either order and in the customary spellings",
        arguments: [
            ("이태민", "Tae-min Lee"), ("이태민", "Lee Tae-min"), ("이태민", "Yi T'aemin"), ("이태민", "Rhee Taemin"),
            ("김서율", "Seo-yul Kim"),
            ("김서율", "Kim Seoyul"), ("박지후", "Ji-hoo Park"), ("박지후", "Pak Chihu"), ("최은결", "Eun-gyeol Choi"),
            ("정하람", "Chung Ha-ram"),
            ("임보라", "Bo-ra Lim"), ("유승현", "Seung-hyun Yoo"), ("노민서", "Min-seo Roh"), ("남궁선우", "Sun-woo Namkung"),
            ("오세림", "Se-rim Oh"),
        ]
    )
    func koreanNames(hangul: String, latin: String) {
        let pair = Pair("갈대 소식 / 2011 / \(hangul) / 103", "Reeds Unread / 2011 / \(latin) / 103")
        #expect(verdict(pair) == .same)
    }

    @Test(
        "Another Korean name is not heard",
        arguments: [("이태민", "Seo-yul Kim"), ("김서율", "Lee Tae-min"), ("박지후", "Ji-hoo Kang"), ("이태민", "Lee Bo-ra")]
    )
    func otherKoreanNames(hangul: String, latin: String) {
        let pair = Pair("갈대 소식 / 2011 / \(hangul) / 103", "Reeds Unread / 2011 / \(latin) / 103")
        #expect(verdict(pair) != .same)
    }

    @Test(
        "A part number beside a name is no evidence between Hangul and English",
        arguments: [
            ("제니 파이퍼 2", "Morvald 2"), ("마라톤 러너: 서울 데이즈", "Marathon Runner 2"), ("우리들의 3", "Brinzak 3"),
        ]
    )
    func numbersAlone(hangul: String, latin: String) {
        #expect(verdict(Pair("\(hangul) / 2012 / - / - / 2012-10-04", latin)) != .same)
    }

    @Test(
        "English words and numbers are heard in Hangul",
        arguments: [
            ("더 레슬러즈", "The Wrestlers"), ("에이틴 나이츠", "18 Nights"), ("나인 브릿지스", "9 Bridges"), ("내추럴 타운", "Natural Town"),
        ]
    )
    func heard(hangul: String, latin: String) {
        #expect(verdict(Pair("\(hangul) / 2012 / - / 108 / 2012-09-06", latin)) == .same)
    }
}
