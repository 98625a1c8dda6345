import MovieMatching
import Platform

/// The words that file names have in addition to those of titles.
enum NameWords {
    // MARK: Files and folders

    static let videos = set("mkv mp4 avi mov wmv m4v mpg mpeg ts m2ts mts webm flv vob iso rmvb ogm ogv divx 3gp strm")
    static let extensions = set("nfo torrent part bdmv mpls clpi ifo bup evo mp3 mka")
        .union(videos).union(subtitles).union(images)
    static let images = set("jpg jpeg png webp")
    static let subtitles = set("srt smi ass ssa sub idx vtt sup")
    static let subtitleMarks = set(
        "ko kr kor en eng ja jpn zh chi fr fre de ger es spa it ita pt por ru forced sdh cc hi default"
    )
    /// The names that any film's file or folder may have.
    static let genericNames = set(
        "movie movies film films video videos media downloads download subs subtitles subtitle index movieobject disc "
            + "extrafanart extrathumbs poster fanart folder cover backdrop banner logo clearart landscape thumb 영화 동영상 자막"
    )
    /// The folders of a disc, in which files have numbers for names.
    static let discFolders = set("bdmv stream playlist clipinf backup video_ts audio_ts hvdvd_ts certificate avchd")
    /// The folders around those of a disc, which may also be those of a film.
    static let foldersOfDiscs = set("complete bd dvd bluray blu-ray disc disk")
    static let subtitleFolders = set("subs subtitles subtitle sub 자막")
    /// The folders of what comes with a film, which are nothing else.
    static let extrasFolders = set("featurettes featurette extras extra bonus samples sample proof 부가영상 예고편 메이킹 특전")
        .union(["behind the scenes", "deleted scenes", "making of", "bonus features", "special features"])
        .union(["bonus disc", "bonus dvd", "bonus disk", "extras disc", "special features disc", "supplements"])
        .union(["backdrops", "theme music", "bonusmaterial", "bonus material", "extended scenes", "스페셜 피처"])
        .union(["deleted and extended scenes", "스페셜피처", "부가 영상", "보너스 영상"])
    /// The folders that hold what comes with a film if they stand in the folder of a film.
    static let possibleExtrasFolders = set(
        "trailers trailer interviews shorts scenes clips other others specials promos 스페셜"
    )
    /// The folders of what a series has outside of its seasons, unless they stand in the folder of a film.
    static let specialsFolders = set("specials 스페셜")
    /// What a file is called that comes with a film.
    static let extras = set(
        "trailer teaser sample featurette behindthescenes deleted deletedscene interview scene short clip extra other "
            + "theme theme-music themesong promo 예고편 메이킹"
    )
    /// What else a file is called that comes with the film of its folder.
    static let extrasOfFolder = extras.union(
        set(
            "bloopers blooper outtakes outtake commentary storyboards storyboard interviews trailers teasers samples "
                + "featurettes 코멘터리 삭제장면 인터뷰 메이킹필름 티저 본예고편"
        )
    )
    .union([
        "making of", "the making of", "behind the scenes", "deleted scenes", "deleted scene", "gag reel",
        "blooper reel",
        "alternate ending", "alternate scenes", "extended scenes", "audio commentary", "director's commentary",
        "cast interviews", "cast and crew", "photo gallery", "tv spot", "tv spots", "music video", "screen test",
        "삭제 장면", "메이킹 필름", "티저 예고편", "메인 예고편",
    ])
    /// The words before a trailer that say which one it is.
    static let kindsOfTrailer = set("official theatrical teaser final main international domestic original redband new")
    /// The marks of an extra that no title ends with, after a blank or a full stop.
    static let certainExtras = set("trailer sample teaser featurette 예고편")

    // MARK: Releases

    /// The words that only names of releases have.
    private static let certain = set(
        "4k 8k uhd fhd qhd hdr hdr10 hdr10+ hdr10plus sdr dovi bluray blu-ray bdrip brrip bdremux bd-remux bd50 bd25 "
            + "webrip web-dl webdl web-rip web-dlrip webdlrip hdtv hdtvrip hdrip fhdrip dvdrip dvdscr dvd5 dvd9 hddvd "
            + "hd-dvd camrip hdcam hdts telesync telecine vhsrip pdtv satrip tvrip dsrip amzn dsnp hmax pcok atvp x264 "
            + "x265 h264 h265 hevc xvid av1 vp9 hi10p truehd dts-hd dtshd dts-x aac ac3 eac3 ddp ddp5 dd5 dd+ vostfr "
            + "truefrench vff esub esubs multisubs korsub hardsub hsbs half-sbs h-sbs half-ou h-ou nondrm nf-web "
            + "readnfo swesub norsub dksub nlsub nlsubs plsub finsub mp4 mkv "
            + "한글자막 통합자막 자체자막 우리말"
    )
    /// The words that mostly names of releases have, and a few titles.
    static let jargon = set(
        "dvd bd hd cam ts tc r5 dc se line real proper repack rerip remux internal multi dubbed subbed dublado dubbing "
            + "legendado screener scr r6 lektor pl hc ws fs ntsc pal dl ld md dts flac mp3 atmos avc divx 3d sbs hou hdr sdr "
            + "theatrical unrated remastered hybrid imax dual audio vost subfrench sub subs sdh dvdr workprint vod ppv stv oar "
            + "uncensored colorized hq 720 1080 2160"
    )
    /// Words of titles that names of releases have, too.
    static let plainWords = set(
        "opus web limited extended uncut final criterion redux complete retail read nfo open matte full festival 극장판 劇場版 剧场版"
    )
    /// Korean and Chinese words of editions and languages, with which no title ends.
    static let unspacedMarks = EditionName.koreanCuts.union(EditionName.koreanShowings)
        .union(set("풀버전 완전판 고화질 초고화질 저화질 무자막 유자막 国语 粤语 国粤双语 国英双语 双语 中字 中英字幕 导演剪辑版 加长版 未删减版"))
    /// The languages of a release; they are also words of titles.
    static let languages = set(
        "french german korean kor english eng italian ita spanish castellano latino japanese jpn russian rus hindi "
            + "chinese mandarin cantonese swedish danish norwegian nordic finnish polish portuguese dutch turkish thai "
            + "vietnamese czech hungarian greek hebrew arabic tamil telugu ukrainian 한국어 국어 영어 일본어 중국어"
    )
    /// What makes a copy out of an old film; a year beside it is that of the copy.
    static let copyWords = set(
        "restoration restored restoring remaster remastered remastering rerelease re-release reissue re-issue criterion "
            + "restauriert restaurée restaurada restaurato rimasterizzato remasterizada реставрация 재개봉 리마스터링 리마스터 "
            + "디지털리마스터링 복원 복원판 재상영 修复 修復 リマスター"
    )
    static let editionKinds = EditionName.englishKinds
        .union(set("unrated uncut imax criterion alternate producers dir rogue fan european remastered definitive"))
    static let editionNouns = set("cut edition version")
    private static let editions = set("extended unrated uncut theatrical remastered imax criterion redux")

    // MARK: Titles

    static let titleDividers = set("aka a.k.a a.k.a. | /")
    static let partNouns = set("part vol volume chapter ep episode vs season")
    /// The words for films that belong together.
    static let series = set("collection saga series trilogy anthology cycle 시리즈 컬렉션")
    /// The words that say that a film is meant.
    static let filmWords = set("film movie 영화 한국영화 한국 작 映画 电影 電影 фильм película pelicula filme")
    /// The words for a film that may stand before its title.
    static let kindsBeforeTitle = set("영화 한국영화 映画 电影 電影 фильм película pelicula movie film")
    /// The words with which no title ends.
    static let unfinished = set("the a an of and & in on at to for from with der die das le la les el los il")
    /// What stands before the title on pages that offer films.
    static let offers = set("watch download nonton regarder assistir stream 다시보기 무료보기")
    static let offerMarks = set("online free streaming stream full gratis ligne hd download sub")
    /// The ends of addresses of sites that offer films.
    static let domains = set(
        "com net org mx lt am ag to se cd tv me io info biz ru xyz club site online autos pw ws li lol cc in nu is"
    )

    /// How likely it is that a word belongs to a release.
    enum Weight: Int, Sendable, Comparable {
        case none, plain, language, jargon, certain

        static func < (left: Weight, right: Weight) -> Bool { left.rawValue < right.rawValue }
    }

    /// The greatest length, in bytes, of a word that is looked up in the sets, including what follows a hyphen.
    private static let longest = 32

    /// Returns how likely a word in lowercase, or what is before a hyphen in it, belongs to a release: `x264-GRP`.
    static func weight(of word: String) -> Weight {
        let bytes = word.utf8
        if bytes.count <= longest {
            if certain.contains(word) { return .certain }
            if jargon.contains(word) || unspacedMarks.contains(word) { return .jargon }
            if languages.contains(word) { return .language }
            if plainWords.contains(word) { return .plain }
        }
        if hasReleaseForm(bytes[...]) { return .certain }
        if isPart(bytes[...]) { return .jargon }
        let start = bytes.prefix(longest)
        let isOfRelease = start.indices.dropFirst().contains { place in
            guard bytes[place] == UInt8(ascii: "-") else { return false }
            return certain.contains(String(Substring(bytes[..<place]))) || hasReleaseForm(bytes[..<place])
        }
        return isOfRelease ? .certain : .none
    }

    /// Whether the words in the order of a name are those of an edition: `Director's Cut`, `Extended`.
    static func isEdition(_ words: [NameWord]) -> Bool {
        guard let last = words.last?.plain else { return false }
        return words.count > 1 && editionNouns.contains(last) || editions.contains(last)
            || unspacedMarks.contains(last)
    }

    /// Whether it is a part of a film in several files: `part1`, `pt2`.
    private static func isPart(_ word: Substring.UTF8View) -> Bool {
        var rest = word
        return (rest.take("part") || rest.take("pt")) && rest.takeDigits() == 1 && rest.isEmpty
    }

    /// Whether a word has the form of a resolution, a codec, a size, or a disc: `1080p`, `x264`, `10bit`, `1.4gb`, `cd1`.
    private static func hasReleaseForm(_ word: Substring.UTF8View) -> Bool {
        guard word.contains(where: \.isASCIIDigit) else { return false }
        var rest = word
        let digits = rest.takeDigits()
        if (3...4).contains(digits) {
            if rest.elementsEqual("p".utf8) || rest.elementsEqual("i".utf8) { return true }
            var width = rest
            if width.take("x"), (3...4).contains(width.takeDigits()), width.isEmpty { return true }
        }
        if (1...2).contains(digits), rest.elementsEqual("bit".utf8) || rest.elementsEqual("bits".utf8) { return true }
        if digits == 2, rest.elementsEqual("fps".utf8) { return true }
        if word.suffix(1).elementsEqual("b".utf8), let unit = word.dropLast().last, "gm".utf8.contains(unit) {
            let size = word.dropLast(2)
            if size.allSatisfy({ $0.isASCIIDigit || $0 == UInt8(ascii: ".") }) { return true }
        }
        rest = word
        if rest.take(oneOf: "xh") {
            _ = rest.take(".")
            return rest.take("264") || rest.take("265")
        }
        for codec in ["aac", "ddp", "dd", "eac3", "ac3", "dts", "flac"] {
            rest = word
            if rest.take(codec), rest.takeDigits() > 0 { return true }
        }
        for disc in ["cd", "dvd", "disc", "disk"] {
            rest = word
            if rest.take(disc), rest.takeDigits() == 1, rest.isEmpty { return true }
        }
        return false
    }

    private static func set(_ words: String) -> Set<String> { Set(words.split(separator: " ").map(String.init)) }
}
