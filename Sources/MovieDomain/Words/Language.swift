import Platform

/// Languages by the names that film sources use.
public enum Language {
    /// Returns the ISO 639-1 code of a language's Korean, English, or native name, or the trimmed name if it is
    /// unknown.
    ///
    /// A tag with a region (`ko-KR`) gives the code of its language.
    public static func code(of name: String) -> String {
        if let code = table.code(of: name) { return code }
        let primary = name.prefix { $0 != "-" && $0 != "_" }
        if primary.count <= 3, primary.count < name.count, let code = table.code(of: String(primary)) { return code }
        return name.trimmedText
    }

    /// Returns a tag whose language has two letters where there are such: `en` for `eng` and `English`, `pt-BR` for
    /// `por-BR`; any other text as it is.
    package static func tag(of text: String) -> String {
        let primary = text.prefix { $0 != "-" && $0 != "_" }
        guard primary.count > 2, let code = table.code(of: String(primary)) else { return text }
        return code + text.dropFirst(primary.count)
    }

    /// The code of what sources name where a film has no language.
    package static let none = "xx"

    /// Whether `tag` (`ko-KR`) is in the language of `wanted` (`ko`).
    public static func matches(_ tag: String?, wanted: String) -> Bool {
        guard let tag else { return false }
        return tag == wanted || primary(of: tag).elementsEqual(primary(of: wanted))
    }

    /// Returns the bytes of the tag without the region, in lowercase.
    private static func primary(of tag: String) -> some Sequence<UInt8> {
        tag.utf8.prefix { $0 != UInt8(ascii: "-") && $0 != UInt8(ascii: "_") }.lazy.map { $0 | 0x20 }
    }

    /// The tags of BCP 47 that are known to be in use: a language, and what narrows it, such as `pt-BR`.
    package static let tagPattern = "^[A-Za-z]{2,3}(-[A-Za-z0-9]{2,8})*$"

    /// Whether a text has the form of ``tagPattern``.
    package static func isTag(_ text: String) -> Bool {
        let parts = text.split(scalar: "-", omittingEmptySubsequences: false)
        return (2...3).contains(parts[0].count) && parts[0].allSatisfy { $0.isASCII && $0.isLetter }
            && parts.dropFirst().allSatisfy {
                (2...8).contains($0.count) && $0.allSatisfy { $0.isASCII && ($0.isLetter || $0.isNumber) }
            }
    }

    private static let table = VocabularyTable(lines: names)
}

extension Language {
    /// Each line: the code, then Korean, English, and native names, three-letter codes, and odd codes of sources.
    static let names = """
        ko|한국어|국어|Korean|kor
        en|영어|English|eng
        ja|일본어|Japanese|日本語|jpn
        zh|중국어|광동어|만다린|Chinese|Mandarin|Cantonese|中文|普通话|广州话 / 廣州話|zho|chi|yue|cmn|cn
        fr|프랑스어|불어|French|Français|fra|fre
        de|독일어|German|Deutsch|deu|ger
        es|스페인어|Spanish|Castilian|Español|spa
        it|이탈리아어|Italian|Italiano|ita
        pt|포르투갈어|Portuguese|Português|por
        ru|러시아어|Russian|Pусский|Русский|rus
        hi|힌디어|Hindi|हिन्दी|hin
        ta|타밀어|Tamil|தமிழ்|tam
        te|텔루구어|Telugu|తెలుగు|tel
        ml|말라얄람어|Malayalam|mal
        kn|칸나다어|Kannada|kan
        bn|벵골어|Bengali|বাংলা|ben
        mr|마라티어|Marathi|मराठी|mar
        pa|펀자브어|Punjabi|Panjabi|ਪੰਜਾਬੀ|pan
        gu|구자라트어|Gujarati|guj
        ur|우르두어|Urdu|اردو|urd
        ne|네팔어|Nepali|nep
        si|싱할라어|Sinhala|Sinhalese|sin
        th|태국어|타이어|Thai|ภาษาไทย|tha
        vi|베트남어|Vietnamese|Tiếng Việt|vie
        id|인도네시아어|Indonesian|Bahasa indonesia|ind
        ms|말레이어|Malay|Bahasa melayu|msa
        tl|타갈로그어|필리핀어|Tagalog|Filipino|tgl
        km|크메르어|캄보디아어|Khmer|Central Khmer|khm
        lo|라오어|Lao|lao
        my|미얀마어|버마어|Burmese|mya
        mn|몽골어|Mongolian|mon
        bo|티베트어|Tibetan|bod
        dz|종카어|Dzongkha|dzo
        kk|카자흐어|Kazakh|kaz
        uz|우즈베크어|Uzbek|uzb
        ky|키르기스어|Kirghiz|Kyrgyz|kir
        fa|페르시아어|Persian|Farsi|فارسی|fas|per
        ar|아랍어|Arabic|العربية|ara
        he|히브리어|Hebrew|עִבְרִית|heb|iw
        yi|이디시어|Yiddish|yid
        tr|터키어|튀르키예어|Turkish|Türkçe|tur
        ku|쿠르드어|Kurdish|kur
        ka|조지아어|Georgian|ქართული|kat
        hy|아르메니아어|Armenian|hye
        az|아제르바이잔어|Azerbaijani|aze
        nl|네덜란드어|Dutch|Flemish|Nederlands|nld|dut
        sv|스웨덴어|Swedish|svenska|swe
        no|노르웨이어|Norwegian|Norsk|nor|nb|nn
        da|덴마크어|Danish|Dansk|dan
        fi|핀란드어|Finnish|suomi|fin
        is|아이슬란드어|Icelandic|Íslenska|isl
        et|에스토니아어|Estonian|Eesti|est
        lv|라트비아어|Latvian|Latviešu|lav
        lt|리투아니아어|Lithuanian|Lietuvių|lit
        pl|폴란드어|Polish|Polski|pol
        cs|체코어|Czech|Český|ces|cze
        sk|슬로바키아어|Slovak|Slovenčina|slk
        hu|헝가리어|Hungarian|Magyar|hun
        ro|루마니아어|Romanian|Română|ron
        bg|불가리아어|Bulgarian|български език|bul
        el|그리스어|Greek|ελληνικά|ell
        sr|세르비아어|Serbian|Srpski|srp
        hr|크로아티아어|Croatian|Hrvatski|hrv
        bs|보스니아어|Bosnian|Bosanski|bos
        sh|세르보크로아트어|Serbo-Croatian|hbs
        sl|슬로베니아어|Slovenian|Slovenščina|slv
        mk|마케도니아어|Macedonian|mkd
        sq|알바니아어|Albanian|Shqip|sqi
        uk|우크라이나어|Ukrainian|Український|ukr
        be|벨라루스어|Belarusian|bel
        ca|카탈루냐어|카탈로니아어|Catalan|Català|cat
        eu|바스크어|Basque|eus
        gl|갈리시아어|Galician|Galego|glg
        ga|아일랜드어|Irish|Gaeilge|gle
        cy|웨일스어|Welsh|Cymraeg|cym
        la|라틴어|Latin|Latin|lat
        sw|스와힐리어|Swahili|Kiswahili|swa
        am|암하라어|Amharic|amh
        wo|월로프어|Wolof|wol
        zu|줄루어|Zulu|isiZulu|zul
        xh|코사어|Xhosa|xho
        af|아프리칸스어|Afrikaans|afr
        eo|에스페란토|Esperanto|epo
        xx|No Language|None|무성|zxx
        """
}
