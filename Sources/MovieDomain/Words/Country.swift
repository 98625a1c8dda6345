import Platform

/// Countries by the names that film sources use.
public enum Country {
    /// The ISO 3166-1 alpha-2 code of a country's Korean or English name, or the trimmed name where it is not known.
    public static func code(of name: String) -> String { table.code(of: name) ?? name.trimmedText }

    /// Whether a text is a code, as opposed to the name of an unknown country.
    public static func isCode(_ text: String) -> Bool {
        text.utf8.count == 2 && text.utf8.allSatisfy { (UInt8(ascii: "A")...UInt8(ascii: "Z")).contains($0) }
    }

    /// Whether there is a country with this code now, or a film may be from one of the past.
    public static func exists(_ code: String) -> Bool { assigned.contains(code) || codes.contains(code) }

    /// The codes of ISO 3166-1, and that of Kosovo.
    private static let assigned = Set(
        """
        AD AE AF AG AI AL AM AO AQ AR AS AT AU AW AX AZ BA BB BD BE BF BG BH BI BJ BL BM BN BO BQ BR BS BT \
        BV BW BY BZ CA CC CD CF CG CH CI CK CL CM CN CO CR CU CV CW CX CY CZ DE DJ DK DM DO DZ EC EE EG EH \
        ER ES ET FI FJ FK FM FO FR GA GB GD GE GF GG GH GI GL GM GN GP GQ GR GS GT GU GW GY HK HM HN HR HT \
        HU ID IE IL IM IN IO IQ IR IS IT JE JM JO JP KE KG KH KI KM KN KP KR KW KY KZ LA LB LC LI LK LR LS \
        LT LU LV LY MA MC MD ME MF MG MH MK ML MM MN MO MP MQ MR MS MT MU MV MW MX MY MZ NA NC NE NF NG NI \
        NL NO NP NR NU NZ OM PA PE PF PG PH PK PL PM PN PR PS PT PW PY QA RE RO RS RU RW SA SB SC SD SE SG \
        SH SI SJ SK SL SM SN SO SR SS ST SV SX SY SZ TC TD TF TG TH TJ TK TL TM TN TO TR TT TV TW TZ UA UG \
        UM US UY UZ VA VC VE VG VI VN VU WF WS XK YE YT ZA ZM ZW
        """
        .split(scalar: " ").map(String.init)
    )

    /// All known codes.
    public static let codes = names.split(scalar: "\n").map { String($0.prefix(2)) }

    private static let table = VocabularyTable(lines: names)
}

extension Country {
    /// Each line: the code, then KOFIC's Korean names, English names, and the short forms of IMDb and OMDb.
    static let names = """
        KR|한국|대한민국|남한|South Korea|Korea|Republic of Korea|Korea, Republic of|Korea, South|KOR
        KP|북한|North Korea|Korea, North|Democratic People's Republic of Korea
        US|미국|United States|United States of America|USA|U.S.A.|U.S.
        GB|영국|United Kingdom|UK|U.K.|Great Britain|Britain|England|GBR
        JP|일본|Japan|JPN
        CN|중국|China|People's Republic of China|CHN
        HK|홍콩|Hong Kong|Hong Kong SAR China|HKG
        TW|대만|타이완|Taiwan|TWN
        MO|마카오|Macao|Macau
        FR|프랑스|France|FRA
        DE|독일|서독|Germany|West Germany|Federal Republic of Germany|DEU
        IT|이탈리아|Italy|ITA
        ES|스페인|Spain|ESP
        PT|포르투갈|Portugal
        NL|네덜란드|Netherlands|The Netherlands|Holland
        BE|벨기에|Belgium
        LU|룩셈부르크|Luxembourg
        CH|스위스|Switzerland
        AT|오스트리아|Austria
        IE|아일랜드|Ireland|Republic of Ireland
        IS|아이슬란드|Iceland
        DK|덴마크|Denmark
        SE|스웨덴|Sweden
        NO|노르웨이|Norway
        FI|핀란드|Finland
        EE|에스토니아|Estonia
        LV|라트비아|Latvia
        LT|리투아니아|Lithuania
        PL|폴란드|Poland
        CZ|체코|체코공화국|Czech Republic|Czechia
        SK|슬로바키아|Slovakia
        HU|헝가리|Hungary
        RO|루마니아|Romania
        BG|불가리아|Bulgaria
        GR|그리스|Greece
        CY|키프로스|사이프러스|Cyprus
        MT|몰타|Malta
        SI|슬로베니아|Slovenia
        HR|크로아티아|Croatia
        RS|세르비아|Serbia
        BA|보스니아|보스니아 헤르체고비나|Bosnia and Herzegovina
        ME|몬테네그로|Montenegro
        MK|마케도니아|북마케도니아|North Macedonia|Macedonia
        AL|알바니아|Albania
        XK|코소보|Kosovo
        MD|몰도바|Moldova
        UA|우크라이나|Ukraine
        BY|벨라루스|Belarus
        RU|러시아|Russia|Russian Federation|RUS
        SU|소련|Soviet Union|USSR
        YU|유고슬라비아|유고|Yugoslavia|Federal Republic of Yugoslavia|Socialist Federal Republic of Yugoslavia
        CS|체코슬로바키아|Czechoslovakia
        DD|동독|East Germany|German Democratic Republic
        GE|조지아|그루지야|Georgia
        AM|아르메니아|Armenia
        AZ|아제르바이잔|Azerbaijan
        KZ|카자흐스탄|Kazakhstan
        UZ|우즈베키스탄|Uzbekistan
        KG|키르기스스탄|Kyrgyzstan
        TJ|타지키스탄|Tajikistan
        TM|투르크메니스탄|Turkmenistan
        MN|몽골|몽고|Mongolia
        TR|터키|튀르키예|Turkey|Türkiye
        IR|이란|Iran|Islamic Republic of Iran
        IQ|이라크|Iraq
        IL|이스라엘|Israel
        PS|팔레스타인|Palestine|Palestinian Territory|Occupied Palestinian Territory
        JO|요르단|Jordan
        LB|레바논|Lebanon
        SY|시리아|Syria
        SA|사우디아라비아|Saudi Arabia
        AE|아랍에미리트|아랍에미리트연합|United Arab Emirates|UAE
        QA|카타르|Qatar
        KW|쿠웨이트|Kuwait
        BH|바레인|Bahrain
        OM|오만|Oman
        YE|예멘|Yemen
        AF|아프가니스탄|Afghanistan
        PK|파키스탄|Pakistan
        IN|인도|India|IND
        BD|방글라데시|Bangladesh
        LK|스리랑카|Sri Lanka
        NP|네팔|Nepal
        BT|부탄|Bhutan
        MM|미얀마|버마|Myanmar|Burma
        TH|태국|타이|Thailand|THA
        VN|베트남|Vietnam|Viet Nam
        LA|라오스|Laos
        KH|캄보디아|Cambodia
        MY|말레이시아|Malaysia
        SG|싱가포르|싱가폴|Singapore
        ID|인도네시아|Indonesia
        PH|필리핀|Philippines
        AU|호주|오스트레일리아|Australia|AUS
        NZ|뉴질랜드|New Zealand
        FJ|피지|Fiji
        CA|캐나다|Canada|CAN
        MX|멕시코|Mexico|MEX
        GT|과테말라|Guatemala
        CR|코스타리카|Costa Rica
        PA|파나마|Panama
        CU|쿠바|Cuba
        DO|도미니카공화국|도미니카 공화국|Dominican Republic
        HT|아이티|Haiti
        JM|자메이카|Jamaica
        PR|푸에르토리코|Puerto Rico
        CO|콜롬비아|Colombia
        VE|베네수엘라|Venezuela
        EC|에콰도르|Ecuador
        PE|페루|Peru
        BO|볼리비아|Bolivia
        BR|브라질|Brazil|BRA
        PY|파라과이|Paraguay
        UY|우루과이|Uruguay
        AR|아르헨티나|Argentina|ARG
        CL|칠레|Chile
        EG|이집트|Egypt
        MA|모로코|Morocco
        DZ|알제리|Algeria
        TN|튀니지|Tunisia
        LY|리비아|Libya
        SD|수단|Sudan
        ET|에티오피아|Ethiopia
        KE|케냐|Kenya
        TZ|탄자니아|Tanzania
        UG|우간다|Uganda
        RW|르완다|Rwanda
        CD|콩고민주공화국|Democratic Republic of the Congo
        CG|콩고|Congo
        CM|카메룬|Cameroon
        NG|나이지리아|Nigeria
        GH|가나|Ghana
        CI|코트디부아르|Ivory Coast|Côte d'Ivoire|Cote d'Ivoire
        SN|세네갈|Senegal
        ML|말리|Mali
        BF|부르키나파소|Burkina Faso
        TD|차드|Chad
        MR|모리타니|Mauritania
        ZA|남아프리카공화국|남아공|South Africa
        ZW|짐바브웨|Zimbabwe
        ZM|잠비아|Zambia
        MZ|모잠비크|Mozambique
        AO|앙골라|Angola
        NA|나미비아|Namibia
        BW|보츠와나|Botswana
        LS|레소토|Lesotho
        MG|마다가스카르|Madagascar
        """
}
