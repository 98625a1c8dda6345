import MarqueeTestKit
import MovieDomain
import Platform
import Testing

@testable import MovieAggregation

@Suite("Names of files")
struct FilmNameTests {
    private static func read(_ name: String) -> FilmName { FilmName(name, latestYear: 2031) }

    /// A name, and what it says: the title, the year, the id, and the other titles.
    struct Case: Sendable, CustomStringConvertible {
        var name: String
        var title: String
        var year: Int?
        var id: String?
        var others: [String] = []

        init(_ name: String, _ title: String, _ year: Int? = nil, id: String? = nil, others: [String] = []) {
            (self.name, self.title, self.year, self.id, self.others) = (name, title, year, id, others)
        }

        var description: String { name }
    }

    private static let scene = [
        Case("The.Lantern.Keeper.1999.1080p.BluRay.x264-GROUP.mkv", "The Lantern Keeper", 1999),
        Case(
            "The.Lantern.Keeper.1999.2160p.UHD.BluRay.REMUX.HDR10.HEVC.TrueHD.7.1.Atmos-GRP",
            "The Lantern Keeper",
            1999
        ),
        Case("the_lantern_keeper_1999_720p_webrip.mp4", "the lantern keeper", 1999),
        Case("Lantern.Keeper.2011.DVDRip.XviD.CD1-GRP.avi", "Lantern Keeper", 2011),
        Case("Lantern.Keeper.1080p.WEB-DL.H.264.AAC2.0-GRP.mkv", "Lantern Keeper"),
        Case("Lantern.Keeper.1080p.2011.mkv", "Lantern Keeper", 2011),
        Case("Lantern.Keeper.FRENCH.1080p.mkv", "Lantern Keeper"),
        Case("Lantern.Keeper.FRENCH.2011.1080p.mkv", "Lantern Keeper", 2011),
        Case("Lantern.Keeper.2011.GERMAN.DL.1080p.mkv", "Lantern Keeper", 2011),
        Case("Lantern.Keeper.2011-GRP", "Lantern Keeper", 2011),
        Case("Amelie.2001.FRENCH.tt0211915.mkv", "Amelie", 2001, id: "imdb:tt0211915"),
        Case("tt0211915.mkv", "", id: "imdb:tt0211915"),
        Case("S.W.A.T.2003.1080p.mkv", "S.W.A.T.", 2003),
        Case("E.T.the.Extra-Terrestrial.1982.mkv", "E.T. the Extra-Terrestrial", 1982),
        Case("Malcolm.X.1992.mkv", "Malcolm X", 1992), Case("V.for.Vendetta.2005.mkv", "V for Vendetta", 2005),
        Case("Lantern.Keeper.1982.The.Final.Cut.2007.1080p.mkv", "Lantern Keeper", 1982),
        Case("Lantern.Keeper.Extended.Edition.2003.mkv", "Lantern Keeper", 2003),
        Case("The.Italian.Job.1969.1080p.mkv", "The Italian Job", 1969),
        Case("The.English.Patient.1996.mkv", "The English Patient", 1996),
        Case("Mad.Max.1979.1080p.mkv", "Mad Max", 1979), Case("Uncut.Gems.2019.mkv", "Uncut Gems", 2019),
        Case("www.site.example - Lantern.Keeper.2011.mkv", "Lantern Keeper", 2011),
        Case("Lantern.Keeper.2011.1080p.ko.srt", "Lantern Keeper", 2011),
    ]

    private static let numbers = [
        Case("1917.2019.mkv", "1917", 2019), Case("1917 (2019)", "1917", 2019), Case("2012.mkv", "2012"),
        Case("2012.2009.1080p.mkv", "2012", 2009), Case("1984.1080p.mkv", "1984"), Case("300.2006.mkv", "300", 2006),
        Case("2001.A.Space.Odyssey.1968", "2001 A Space Odyssey", 1968),
        Case("2001.A.Space.Odyssey.1080p.mkv", "2001 A Space Odyssey"),
        Case("Blade.Runner.2049.2017", "Blade Runner 2049", 2017),
        Case("Blade.Runner.2049.1080p.mkv", "Blade Runner 2049"), Case("2049.mkv", "2049"),
        Case("Death.Race.2000.1975.mkv", "Death Race 2000", 1975),
        Case("10.Cloverfield.Lane.2016.mkv", "10 Cloverfield Lane", 2016), Case("9.2009.mkv", "9", 2009),
        Case("Wonder.Woman.1984.2020.mkv", "Wonder Woman 1984", 2020),
        Case("(500) Days of Summer (2009)", "500 Days of Summer", 2009),
        Case("1999 - The Lantern Keeper.mkv", "The Lantern Keeper", 1999),
        Case("(1999) The Lantern Keeper 1080p", "The Lantern Keeper", 1999),
        Case("Dune Part Two 2024", "Dune Part Two", 2024), Case("Ocean's Eleven (2001)", "Ocean's Eleven", 2001),
    ]

    private static let brackets = [
        Case("[Group] Paper Boat - 2010 (BD 1080p)", "Paper Boat", 2010),
        Case("[Group] Paper Boat (2010) [BD 1080p][HEVC 10bit].mkv", "Paper Boat", 2010),
        Case("Paper Boat (2010) {imdb-tt1375666}.mkv", "Paper Boat", 2010, id: "imdb:tt1375666"),
        Case("Paper Boat (2010) [tmdbid=27205]", "Paper Boat", 2010, id: "tmdb:27205"),
        Case("Paper Boat {tmdb-27205} {edition-Director's Cut}.mkv", "Paper Boat", id: "tmdb:27205"),
        Case("Paper Boat [1080p] (2010)", "Paper Boat", 2010),
        Case("Paper Boat (Director's Cut) (2010)", "Paper Boat", 2010),
        Case("Paper Boat (2010, Kim Min-su)", "Paper Boat", 2010),
        Case(
            "Paper Boat (Le Bateau de papier) (2010)",
            "Paper Boat",
            2010,
            others: ["Le Bateau de papier", "Paper Boat Le Bateau de papier"]
        ),
        Case("Boat, The (2010).mkv", "The Boat", 2010), Case("[Paper Boat].2010.mkv", "Paper Boat", 2010),
        Case("Dr. Strangelove (1964).mkv", "Dr. Strangelove", 1964),
        Case("Mission: Impossible - Fallout (2018)", "Mission: Impossible - Fallout", 2018),
        Case("paper-boat-in-the-rain-2010", "paper boat in the rain", 2010), Case("dune-2021", "dune", 2021),
        Case("Spider-Man.2002.mkv", "Spider-Man", 2002), Case("Paper%20Boat%20(2010).mkv", "Paper Boat", 2010),
        Case("Paper Boat AKA Le Bateau 2010", "Paper Boat", 2010, others: ["Le Bateau"]),
        Case("https://www.imdb.com/title/tt0211915/", "", id: "imdb:tt0211915"),
        Case("Open Season 2 (2008).mkv", "Open Season 2", 2008), Case("Romeo + Juliet (1996)", "Romeo + Juliet", 1996),
    ]

    private static let korean = [
        Case("기생충 (2019) [1080p].mkv", "기생충", 2019), Case("기생충.2019.1080p.KOREAN.mkv", "기생충", 2019),
        Case("기생충.Parasite.2019.1080p.mkv", "기생충", 2019, others: ["Parasite", "기생충 Parasite"]),
        Case("Parasite 기생충 2019", "기생충", 2019, others: ["Parasite", "Parasite 기생충"]),
        Case("기생충 (Parasite) 2019.mkv", "기생충", 2019, others: ["Parasite", "기생충 Parasite"]),
        Case("범죄도시4.2024.1080p.mkv", "범죄도시4", 2024),
        Case(
            "범죄도시 4 The Roundup Punishment 2024",
            "범죄도시 4",
            2024,
            others: ["The Roundup Punishment", "범죄도시 4 The Roundup Punishment"]
        ),
        Case("마녀 Part 1. The Subversion (2018)", "마녀 Part 1. The Subversion", 2018),
        Case("인터스텔라(2014).mkv", "인터스텔라", 2014), Case("[한글자막] 인터스텔라 2014.avi", "인터스텔라", 2014),
        Case("1987.When.the.Day.Comes.2017.mkv", "1987 When the Day Comes", 2017),
        Case("\u{1100}\u{1175}\u{1109}\u{1162}\u{11BC}\u{110E}\u{116E}\u{11BC} (2019).mkv", "기생충", 2019),
    ]

    private static let paths = [
        Case("/films/Paper Boat (2010)/Paper.Boat.1080p.mkv", "Paper Boat", 2010),
        Case("/films/Paper Boat (2010)/movie.mkv", "Paper Boat", 2010),
        Case(#"D:\Films\Paper Boat (2010)\VIDEO_TS\video_ts.iso"#, "Paper Boat", 2010),
        Case("Paper.Boat.2010.1080p.BluRay.x264-GRP/grp-pb1080.mkv", "Paper Boat", 2010),
        Case("Paper Boat (2010) {imdb-tt1375666}/Paper Boat.mkv", "Paper Boat", 2010, id: "imdb:tt1375666"),
        Case("Movies/Paper Boat (2010)", "Paper Boat", 2010),
        Case("Movies 2019/Paper Boat (2010).mkv", "Paper Boat", 2010),
        Case("Paper Boat (2010)/", "Paper Boat", 2010), Case("Face/Off (1997)", "Face/Off", 1997),
        Case("./Paper.Boat.2010.mkv", "Paper Boat", 2010),
    ]

    /// Years beside words for a restoration or an edition, and other ways to write the year.
    private static let years = [
        Case("Hollow Pier (1982) [2007 Remaster] [1080p].mkv", "Hollow Pier", 1982),
        Case("Hollow Pier 1982 (2007 Remaster).mkv", "Hollow Pier", 1982),
        Case("Hollow.Pier.1982.4K.Restoration.2007.UHD.mkv", "Hollow Pier", 1982),
        Case("Hollow Pier (1982, restored 2007).mkv", "Hollow Pier", 1982),
        Case("Hollow Pier 1982 25th Anniversary Edition 2007.mkv", "Hollow Pier", 1982),
        Case("Hollow.Pier.1982.Remastered.1080p.mkv", "Hollow Pier", 1982),
        Case("Hollow Pier (2007 Restoration).mkv", "Hollow Pier"),
        Case("부두 (1982) (2007 재개봉).mkv", "부두", 1982), Case("부두 1982 2007 리마스터링.mkv", "부두", 1982),
        Case("부두 (Pier, 2019).mkv", "부두", 2019, others: ["Pier", "부두 Pier"]),
        Case("부두 (2019년 영화).mkv", "부두", 2019), Case("부두 2019년작.mkv", "부두", 2019),
        Case("부두[2019년].mkv", "부두", 2019), Case("2019년 부두.mkv", "부두", 2019), Case("부두 (영화).mkv", "부두"),
        Case("부두 무삭제판 2019.mkv", "부두", 2019), Case("부두.190530.1080p.mkv", "부두"),
        Case("Pier (film, 2019).mkv", "Pier", 2019), Case("Pier (HdRip / 2014)", "Pier", 2014),
        Case("Pier–2019.mkv", "Pier", 2019), Case("Pier-2019-720p.mkv", "Pier", 2019),
        Case("Pier (2019-05-30).mkv", "Pier", 2019), Case("2021. Pier in Rain.mkv", "Pier in Rain", 2021),
    ]

    /// Words of releases in titles, and sites, brackets, and articles around them.
    private static let words = [
        Case("Mr. Alder's Opus (1995).mkv", "Mr. Alder's Opus", 1995),
        Case("The Proper Pier 2010", "The Proper Pier", 2010),
        Case("The.Final.Cut.2004.1080p.mkv", "The Final Cut", 2004),
        Case("The Last Screener (2018).mkv", "The Last Screener", 2018),
        Case("Pier: The Final Cut (1998).mkv", "Pier: The Final Cut", 1998),
        Case("Pier (1979) - Director's Cut.mkv", "Pier", 1979), Case("Alder's Web 1080p.mkv", "Alder's Web"),
        Case("The Bluray Thief (2016).mkv", "The Bluray Thief", 2016),
        Case("Pier.REAL.PROPER.2007.1080p.mkv", "Pier", 2007), Case("Pier.iNTERNAL.2007.XviD.avi", "Pier", 2007),
        Case("Pier.3D.HSBS.2011.1080p.mkv", "Pier", 2011), Case("01 - The Pier (2012).mkv", "The Pier", 2012),
        Case("007 - Pier Royale (2006).mkv", "007 - Pier Royale", 2006), Case("[PIER]² (2009).mkv", "[PIER]²", 2009),
        Case("[PIE]rs (2009).mkv", "[PIE]rs", 2009),
        Case("Rocky.Pier.Show.The.1975.1080p.mkv", "The Rocky Pier Show", 1975),
        Case("Harbor, Le (2001).mkv", "Le Harbor", 2001), Case("YTS.MX - The Pier (2012).mp4", "The Pier", 2012),
        Case("Watch The Pier (2012) Online - Full HD.mp4", "The Pier", 2012),
        Case("Example.com_Paper_Pier_2019.mp4", "Paper Pier", 2019),
        Case("www.site.org.Paper.Pier.2019.mkv", "Paper Pier", 2019),
        Case("蒙特码头.Monte.Pier.2011.mkv", "蒙特码头", 2011, others: ["Monte Pier", "蒙特码头 Monte Pier"]),
        Case("[蒙特码头].Monte.Pier.2011.mkv", "Monte Pier", 2011, others: ["蒙特码头"]),
        Case("Pier 1.5 (2019).mkv", "Pier 1.5", 2019), Case("码头 国语 2019.mkv", "码头", 2019),
        Case("/films/Pier [tt9000555]/abc.mkv", "Pier", id: "imdb:tt9000555"),
        Case("Pier a.k.a. Dock 1988.avi", "Pier", 1988, others: ["Dock"]),
        Case("Пирс Monte Pier 2011", "Пирс", 2011, others: ["Monte Pier", "Пирс Monte Pier"]),
    ]

    /// Discs, and titles that look like marks of episodes.
    private static let discs = [
        Case("/films/Paper Pier (2019)/BDMV/STREAM/00001.m2ts", "Paper Pier", 2019),
        Case("/films/Paper.Pier.2019.COMPLETE.BLURAY-GRP/BDMV/STREAM/00800.m2ts", "Paper Pier", 2019),
        Case("/films/Paper Pier (2019)/BDMV/index.bdmv", "Paper Pier", 2019),
        Case("/films/Paper Pier (2019)/Disc 2/VIDEO_TS/VTS_02_1.VOB", "Paper Pier", 2019),
        Case("/films/2019/Paper Pier.mkv", "Paper Pier", 2019), Case("S21 The Pier (2003).mkv", "S21 The Pier", 2003),
        Case("Episode 50 (2011).mkv", "Episode 50", 2011), Case("Star Piers Ep 4 (1977).mkv", "Star Piers Ep 4", 1977),
        Case("12x12 (2004).mkv", "12x12", 2004), Case("제8회 우주영화제 (2019).mkv", "제8회 우주영화제", 2019),
        Case("/films/Paper Pier (2019)/AVCHD/BDMV/STREAM/00001.MTS", "Paper Pier", 2019),
        Case("/films/Paper.Pier.2019.1080p.BluRay-GRP/COMPLETE/BDMV/STREAM/00001.m2ts", "Paper Pier", 2019),
        Case("/downloads/complete/Paper Pier.mkv", "Paper Pier"), Case("Track 29 (1988).mkv", "Track 29", 1988),
        Case("/films/Paper Pier (2019)/title_t00.mkv", "Paper Pier", 2019),
        Case("/films/Paper Pier (2019)/B1_t01.mkv", "Paper Pier", 2019),
        Case("/films/Paper Pier (2019)/title00.mkv", "Paper Pier", 2019),
        Case("/films/Paper Pier (2019)/Title 1.mkv", "Title 1"),
        Case("/films/2014년/Paper Pier.mkv", "Paper Pier", 2014),
        Case("/films/2014年/Paper Pier.mkv", "Paper Pier", 2014), Case("/films/Specials/Pier (2019).mkv", "Pier", 2019),
        Case("Pier Murder #1 (2010).mkv", "Pier Murder #1", 2010), Case("Pier #1 2010 1080p.mkv", "Pier #1", 2010),
        Case("부두 2019년 5월 30일 개봉.mkv", "부두", 2019), Case("최종회 (2015).mkv", "최종회", 2015),
    ]

    /// Words before and after titles that are about the release, and signs around them.
    private static let marks = [
        Case("Pier.READNFO.2007.XviD.avi", "Pier", 2007),
        Case("Paper.Pier.FESTIVAL.2007.1080p.mkv", "Paper Pier", 2007),
        Case("Pier.SWESUB.2007.mkv", "Pier", 2007), Case("Paper.Pier.LEKTOR.PL.2007.1080p.mkv", "Paper Pier", 2007),
        Case("Pier.2007.LEKTOR.PL.mkv", "Pier", 2007), Case("Pier.MP4.2007.mp4", "Pier", 2007),
        Case("Paper.Pier.R6.2007.XviD.avi", "Paper Pier", 2007), Case("Festival (2005).mkv", "Festival", 2005),
        Case("The Film Festival (2005).mkv", "The Film Festival", 2005), Case("부두 풀버전 2019.mkv", "부두", 2019),
        Case("부두 고화질 2019.mkv", "부두", 2019), Case("부두 (2019년의 영화).mkv", "부두", 2019),
        Case("[REC]³ Pier (2012).mkv", "[REC]³ Pier", 2012), Case("[PIE]² Night (2012).mkv", "[PIE]² Night", 2012),
        Case("[Grp]Paper Pier (2012).mkv", "Paper Pier", 2012), Case("Salt &amp; Pier (2003).mkv", "Salt & Pier", 2003),
        Case("L&#39;&Eacute;t&eacute; (2003).mkv", "L'Été", 2003), Case("Salt & Pier (2003).mkv", "Salt & Pier", 2003),
    ]

    @Test(
        "A name gives its title, its year, and its ids",
        arguments: scene + numbers + brackets + korean + paths + years + words + discs + marks
    )
    func names(_ expected: Case) {
        let film = Self.read(expected.name)
        #expect(film.title == expected.title)
        #expect(film.year == expected.year)
        #expect(film.ids.movieIDs.map(\.description) == [expected.id].compactMap(\.self))
        #expect(film.otherTitles == expected.others)
        #expect(film.episode == nil)
    }

    @Test(
        "The mark of an episode or a season is found, and the title before it",
        arguments: [
            ("Night.Ferry.S01E02.1080p.WEB.mkv", "Night Ferry", "S01E02"), ("night ferry s1e2", "night ferry", "S1E2"),
            ("Night.Ferry.2019.S02.COMPLETE.1080p", "Night Ferry", "S02"),
            ("Night Ferry 1x05.avi", "Night Ferry", "1x05"),
            ("나이트페리.E03.230809.1080p.mkv", "나이트페리", "E03"), ("나이트페리 3화.mkv", "나이트페리", "3화"),
            ("[Group] Night Ferry - 05 (1080p) [ABCD1234].mkv", "Night Ferry", "05"),
            ("/tv/Night Ferry/Season 1/S01E02.mkv", "Night Ferry", "S01E02"),
            ("Night Ferry Season 1", "Night Ferry", "Season 1"),
            ("Night.Ferry.S01E01E02.mkv", "Night Ferry", "S01E01E02"),
            ("Night.Ferry.S2014E18.720p.mkv", "Night Ferry", "S2014E18"),
            ("Night.Ferry.S01EP05.1080p.mkv", "Night Ferry", "S01EP05"),
            ("Night Ferry Ep 5.mkv", "Night Ferry", "Ep 5"),
            ("Night Ferry - Episode 5.mkv", "Night Ferry", "Episode 5"),
            ("Night Ferry [1x05].mkv", "Night Ferry", "1x05"),
            ("Night.Ferry.2019.05.14.720p.mkv", "Night Ferry", "2019-05-14"),
            ("Night Ferry 2019-05-14.mkv", "Night Ferry", "2019-05-14"), ("第3話 夜の船.mkv", "夜の船", "第3話"),
            ("夜班船 第5集.mkv", "夜班船", "第5集"), ("Ночь (1 сезон: 5 серия) 2019", "Ночь", "1 сезон: 5 серия"),
            ("Night.Ferry.Temporada.1.Capitulo.5.mkv", "Night Ferry", "Temporada 1 Capitulo 5"),
            ("[Group][Yoru no Fune][03][1080p].mkv", "Yoru no Fune", "03"),
            ("나이트페리.E01-E16.완결.mkv", "나이트페리", "E01-E16"), ("나이트페리 1-16화.mkv", "나이트페리", "1-16화"),
            ("/tv/나이트페리/시즌1/05.mkv", "나이트페리", "05"),
            ("/tv/Night Ferry/Season 01/05 - The Pier.mkv", "Night Ferry", "05"),
            ("Night Ferry Ep. 5.mkv", "Night Ferry", "Ep. 5"),
            ("Night Ferry - Folge. 5.mkv", "Night Ferry", "Folge. 5"),
            ("나이트페리 최종회.mp4", "나이트페리", "최종회"), ("나이트페리.마지막회.mkv", "나이트페리", "마지막회"),
            ("夜の船 最終回.mkv", "夜の船", "最終回"), ("夜の船 #12.mkv", "夜の船", "#12"),
            ("Night Ferry #07 [1080p].mkv", "Night Ferry", "#07"),
            ("Night Ferry #7 - The Pier.mkv", "Night Ferry", "#7"),
            ("Night Ferry - 20190514.mkv", "Night Ferry", "20190514"),
            ("Night Ferry 2019年5月14日.mkv", "Night Ferry", "2019年5月14日"),
            ("나이트페리 2019년 5월 14일.mkv", "나이트페리", "2019년 5월 14일"),
            ("나이트페리 2019년5월14일 방송.mkv", "나이트페리", "2019년5월14일"),
            ("/tv/Night Ferry/Specials/Special 1.mkv", "Special 1", "Specials"),
            ("/tv/나이트페리/스페셜/비하인드.mkv", "비하인드", "스페셜"),
        ]
    )
    func episodes(name: String, title: String, mark: String) {
        let film = Self.read(name)
        #expect(film.episode == mark)
        #expect(film.title == title)
    }

    @Test(
        "What comes with a film is told, and is about the film of its folder",
        arguments: [
            ("Featurettes/Making Of.mkv", "Featurettes"), ("Extras/Making Of (2020).mkv", "Extras"),
            ("Behind The Scenes/Talk.mkv", "Behind The Scenes"), ("Shorts/Talk.mkv", "Shorts"),
            ("Paper Pier-trailer.mkv", "trailer"), ("Paper Pier (2019) - Trailer 2.mp4", "trailer"),
            ("trailer.mp4", "trailer"), ("theme.mp3", "theme"), ("sample.mkv", "sample"),
            ("Gag Reel-other.mkv", "other"),
            ("Paper Pier (2019)-behindthescenes.mkv", "behindthescenes"), ("예고편/티저.mp4", "예고편"),
            ("English.srt", nil), ("ko.srt", nil), ("Subs/2_English.srt", nil),
            ("movie.nfo", nil), ("poster.jpg", nil), ("Paper Pier (2019)-poster.jpg", nil),
            ("Paper Pier.eng.hi.srt", nil),
            ("Making Of.mkv", "making of"), ("The Making of Paper Pier.mkv", "the making of paper pier"),
            ("Behind the Scenes.mkv", "behind the scenes"), ("Deleted Scenes.mkv", "deleted scenes"),
            ("Deleted Scene 3.mkv", "deleted scene"), ("Gag Reel.mkv", "gag reel"), ("Bloopers.mkv", "bloopers"),
            ("Commentary.mkv", "commentary"), ("Audio Commentary.mka", "audio commentary"),
            ("Paper Pier Gag Reel.mkv", "gag reel"), ("Paper Pier - Making Of.mkv", "making of"),
            ("Alternate Ending.mkv", "alternate ending"), ("메이킹 필름.mp4", "메이킹 필름"), ("티저 예고편.mp4", "티저 예고편"),
            ("Paper Pier.teaser.mkv", "teaser"), ("Paper Pier Sample.mkv", "sample"),
            ("Paper.Pier.Sample.mkv", "sample"),
            ("Paper Pier - Official Trailer.mp4", "trailer"), ("Official Trailer.mp4", "trailer"),
            ("Theatrical Trailer 2.mp4", "trailer"), ("Final Trailer.mkv", "trailer"),
            ("extrafanart/fanart1.jpg", nil), ("Bonus Disc/VIDEO_TS/VTS_01_1.VOB", "Bonus Disc"),
            ("Bonus DVD/Talk.mkv", "Bonus DVD"),
        ]
    )
    func extras(file: String, extra: String?) {
        let film = Self.read("/films/Paper Pier (2019)/" + file)
        #expect(film.title == "Paper Pier")
        #expect(film.year == 2019)
        #expect(film.extra == extra)
        #expect(film.episode == nil)
    }

    @Test(
        "Words of extras are titles, too",
        arguments: [
            "Extras (2001).mkv", "Trailer (2003).mkv", "The Sample (2004).mkv", "Free Sample.mkv", "Stream (2024).mkv",
            "/films/Shorts/Night Pier (2001).mkv", "Making Of (2009).mkv", "Gag Reel.mkv", "Commentary (2010).mkv",
            "/films/The Commentary (2012)/The Commentary.mkv", "/films/Comedies/Deleted Scenes.mkv",
            "/films/Pier (2012)/Behind the Scenes (1998).mkv", "The Official Trailer (2011).mkv",
        ]
    )
    func noExtras(name: String) {
        #expect(Self.read(name).extra == nil)
        #expect(!Self.read(name).title.isEmpty)
    }

    @Test("Further ids of one namespace are kept apart")
    func ids() {
        let film = Self.read("Paper Pier (2013) {tmdb-2}/Paper Pier {tmdb-1} [tt9000555].mkv")
        #expect(film.ids == ["tmdb": "1", "imdb": "tt9000555"])
        #expect(film.otherIDs.map(\.description) == ["tmdb:2"])
    }

    @Test("The words that are not about the film are listed")
    func dropped() {
        let film = Self.read("[Site] Paper.Boat.2010.FRENCH.1080p.BluRay.x264-GRP.mkv")
        #expect(film.dropped == ["Site", "FRENCH", "1080p", "BluRay", "x264-GRP", "mkv"])
        #expect(Self.read("1080p.mkv").title.isEmpty)
        #expect(Self.read("1080p.mkv").dropped == ["1080p", "mkv"])
        #expect(Self.read("movie.mkv").title == "movie")
    }

    @Test(
        "A year without brackets may be a part of the title, and a number before a title its year",
        arguments: [
            ("Wonder.Woman.1984.1080p.mkv", ["Wonder Woman (1984)", "Wonder Woman 1984"]),
            ("Wonder Woman (1984)", ["Wonder Woman (1984)"]),
            ("1999.The.Lantern.Keeper.1080p", ["1999 The Lantern Keeper", "The Lantern Keeper (1999)"]),
            ("2012.mkv", ["2012"]), ("The.Pier.Limited.1080p.mkv", ["The Pier Limited", "The Pier"]),
            ("Pier.DC.2007.1080p.mkv", ["Pier (2007)", "Pier DC (2007)"]),
            ("Pier: The Final Cut (1998).mkv", ["Pier: The Final Cut (1998)", "Pier (1998)"]),
            ("Charlie.English.2003.1080p.mkv", ["Charlie English (2003)", "Charlie (2003)", "Charlie English 2003"]),
            ("1. The Pier (2012).mkv", ["1 The Pier (2012)", "The Pier (2012)"]),
            ("01 The Pier (2012).mkv", ["The Pier (2012)", "01 The Pier (2012)"]),
            ("Break-It.Pier2019.Bluray.1080p.mkv", ["Break-It Pier2019", "Break-It Pier (2019)"]),
            ("PaperPier.2019.mkv", ["PaperPier (2019)", "PaperPier 2019", "Paper Pier (2019)"]),
            ("cdn-paper.pier.2017.1080p.mkv", ["cdn-paper pier (2017)", "cdn-paper pier 2017", "paper pier (2017)"]),
            ("Choral.2000.SE.1999.1080p.mkv", ["Choral 2000 (1999)", "Choral 2000 SE (1999)", "Choral (2000)"]),
            ("/films/2019/Paper Pier.mkv", ["Paper Pier (2019)", "Paper Pier"]),
            ("/films/Salt Pier (2014)/abc-salt.mkv", ["abc-salt", "Salt Pier (2014)"]),
            ("/films/Salt Pier (2014)/Part 1.avi", ["Part 1", "Salt Pier (2014)"]),
            ("/films/Salt Pier (2014)/Other Pier (2011).mkv", ["Other Pier (2011)"]),
            ("영화 부두 2017.mkv", ["영화 부두 (2017)", "영화 부두 2017", "부두 (2017)"]),
            ("영화.부두.2017.1080p.mkv", ["영화 부두 (2017)", "영화 부두 2017", "부두 (2017)"]),
            ("Part 3 - Salt Pier (2014).mkv", ["Part 3 - Salt Pier (2014)", "Salt Pier (2014)"]),
            ("Vol. 2 - Salt Pier (2014).mkv", ["Vol. 2 - Salt Pier (2014)", "Salt Pier (2014)"]),
            ("3부 - 소금 부두 (2014).mkv", ["3부 - 소금 부두 (2014)", "소금 부두 (2014)"]),
            ("No. 3 Salt Pier (2014).mkv", ["No. 3 Salt Pier (2014)", "Salt Pier (2014)"]),
            ("III. Salt Pier (2014).mkv", ["III. Salt Pier (2014)", "Salt Pier (2014)"]),
            ("①Salt Pier (2014).mkv", ["①Salt Pier (2014)", "Salt Pier (2014)"]),
            ("2014-03 Salt Pier.mkv", ["2014 03 Salt Pier", "03 Salt Pier (2014)", "Salt Pier (2014)"]),
        ]
    )
    func readings(name: String, expected: [String]) {
        let film = Self.read(name)
        let texts = ([film] + film.otherReadings.map(film.read)).map { $0.title + ($0.year.map { " (\($0))" } ?? "") }
        #expect(texts == expected)
    }

    @Test("Equal names are read once, and none after the time is up or the task is cancelled")
    func readOnce() async throws {
        let clock = ManualClock()
        let deadline = Deadline(after: .seconds(1), on: clock)
        let names = ["Paper.Boat.2010.mkv", "Paper Boat (2010)", "Paper.Boat.2010.mkv"]
        let readings = await FilmName.readings(of: names, latestYear: 2031, until: deadline)
        #expect(readings.count == 2)
        #expect(readings["Paper.Boat.2010.mkv"]?.title == "Paper Boat")
        let canceled = Task {
            await Gate().pass()
            return await FilmName.readings(of: names, latestYear: 2031, until: deadline)
        }
        canceled.cancel()
        #expect(await canceled.value.isEmpty)
        clock.advance(by: .seconds(2))
        #expect(await FilmName.readings(of: names, latestYear: 2031, until: deadline).isEmpty)
    }

    @Test(
        "A name of a thousand characters is read like a short one",
        arguments: [
            "word ", "1080p.", "2019.", "19 ", "a.b.", "[a]", "((", ".mkv", "tt0211915 ", "S1-", "제", "x-", "a, ", "/a",
            "가 b ",
            "[1080p x]", "- ", "www.a ", "S1E1", "[[", "{", "e\u{301}", "\u{301}", "aka ", "AKA (b) ", "x264-",
        ]
    )
    func long(_ piece: String) {
        let name = String(String(repeating: piece, count: 1_000).prefix(1_000))
        let film = Self.read(name)
        #expect(film.title.count <= name.count)
        guard !piece.contains("/") else { return }
        let beside = Self.read("Paper Boat (2010) " + name)
        #expect(
            beside.title.hasPrefix("Paper Boat") || beside.title.isEmpty || beside.episode != nil,
            "\(beside.title.prefix(40))"
        )
    }

    @Test(
        "Any text is read",
        arguments: [
            "", ".", "/", "(", "[]", "(2019) 1080p word", "((2010))", "-", "...mkv", "[", "S01E02", "2010", "%20%FF",
            "a/b/c/d/e",
        ]
    )
    func oddities(_ name: String) {
        let film = Self.read(name)
        #expect(film.title.count <= name.count)
    }
}
