import MovieDomain
import ProviderLanguage
import Testing

@Suite("Bundled definitions")
struct BundledDefinitionTests {
    @Test(
        "A bundled definition loads without diagnostics and has its operations",
        arguments: [
            ("kofic", [.dailyBoxOffice, .weeklyBoxOffice, .search, .list, .lookup, .charts, .peopleSearch, .person]),
            ("yts", [.search, .list, .lookup, .similar, .charts]),
            (
                "tmdb",
                [
                    .search, .list, .trending, .lookup, .credits, .similar, .recommendations, .images, .videos,
                    .releases, .watch, .charts, .collection, .peopleSearch, .person,
                ]
            ),
            ("omdb", [.search, .lookup]), ("tvmaze", [.search, .lookup]),
        ] as [(String, [Capability])]
    )
    func loading(_ id: String, _ operations: [Capability]) throws {
        #expect(try bundledDefinition(id).operationNames == operations)
    }

    @Test("Every operation of a bundled definition has a test", arguments: ["kofic", "yts", "tmdb", "omdb", "tvmaze"])
    func tested(_ id: String) throws {
        let provider = try bundledDefinition(id)
        #expect(Set(provider.tests.map(\.operation)) == Set(provider.operationNames))
    }

    @Test(
        "TMDB is asked in the language, script, and region of a tag, or else in its language",
        arguments: [
            ("zh-Hant", "zh-TW", "zh-Hant"), ("zh-TW", "zh-TW", "zh-TW"), ("ZH-hant-HK", "zh-TW", "zh-Hant"),
            ("zh-HK", "zh-HK", "zh-HK"), ("zh-Hans-CN", "zh-CN", "zh"), ("pt-BR", "pt-BR", "pt-BR"),
            ("pt-AO", "pt-PT", "pt-AO"), ("pt", "pt-BR", "pt"), ("pt-PT", "pt-PT", "pt-PT"), ("mk", "mk-MK", "mk"),
            ("sr-Latn", "sr-RS", "sr"), ("ko", "ko-KR", "ko"), ("tlh", "en-US", "en"),
            ("es-419", "es-MX", "es-419"), ("es-CO", "es-MX", "es-CO"), ("es-ES", "es-ES", "es"),
            ("et", "et-EE", "et"), ("ka", "ka-GE", "ka"), ("fil", "tl-PH", "fil"), ("nn", "nb-NO", "nn"),
            ("zh-MO", "zh-HK", "zh-MO"), ("in", "id-ID", "in"),
        ]
    )
    func tmdbLocale(wanted: String, value: String, language: String) throws {
        let http = try #require(try bundledDefinition("tmdb").http)
        let locale = try #require(http.locales.locale(for: [wanted]))
        #expect(locale == .init(value, language: language))
        let images = try #require(http.operations[.images]?.first?.query.first)
        let pieces = images.value.values(TemplateInputs(locale: locale)).first
        var wanted = ["ko", "en", "null"]
        let own = String(language.prefix { $0 != "-" })
        if !wanted.contains(own) { wanted.insert(own, at: 0) }
        #expect(pieces?.plainText?.split(separator: ",").map(String.init).sorted() == wanted.sorted())
    }

    @Test("KOFIC requests follow its documentation")
    func koficRequests() throws {
        let http = try #require(try bundledDefinition("kofic").http)
        let date = try #require(CalendarDate(year: 2024, month: 3, day: 9))
        let daily = try #require(http.operations[.dailyBoxOffice]?.first)
        #expect(daily.path.description == "/boxoffice/searchDailyBoxOfficeList.json")
        #expect(query(daily, [.date: .date(date)]) == ["targetDt=20240309", "itemPerPage=10"])
        #expect(
            query(
                daily,
                [
                    .date: .date(date), .nationality: .text("domestic"), .category: .text("art"),
                    .region: .text("0105001"),
                ]
            )
                == ["targetDt=20240309", "itemPerPage=10", "multiMovieYn=Y", "repNationCd=K", "wideAreaCd=0105001"]
        )
        let weekly = try #require(http.operations[.weeklyBoxOffice]?.first)
        for (span, number) in [("week", "0"), ("weekend", "1"), ("weekdays", "2")] {
            #expect(query(weekly, [.date: .date(date), .span: .text(span)]).contains("weekGb=\(number)"))
        }
        guard case .key(let key, let place) = http.authentication else {
            Issue.record("no key")
            return
        }
        #expect((place.part, place.name) == (.query, "key"))
        #expect(
            key.render(TemplateInputs())?.pieces == [
                .secret(SecretReference(kind: .environment, name: "KOFIC_API_KEY"))
            ]
        )
    }

    @Test("YTS requests follow its documentation")
    func ytsRequests() throws {
        let http = try #require(try bundledDefinition("yts").http)
        let list = try #require(http.operations[.list]?.first)
        #expect(
            query(
                list,
                [
                    .sort: .text("added"), .order: .text("descending"), .genre: .text("science-fiction"),
                    .minimumRating: .decimal(7.5),
                ]
            )
                == ["sort_by=date_added", "order_by=desc", "genre=sci-fi", "minimum_rating=7"]
        )
        for (wanted, asked) in [(0.5, "0"), (9, "9"), (10, "9")] {
            #expect(query(list, [.minimumRating: .decimal(wanted)]) == ["minimum_rating=\(asked)"])
        }
        let pages = list.paging
        #expect(pages.kind == .page(first: 1))
        #expect(pages.last == nil)
        #expect((pages.parameter, pages.sizeParameter, pages.size) == ("page", "limit", 50))
        let search = try #require(http.operations[.search]?.first)
        #expect(query(search, [.query: .text("Ocean's Eleven")]) == ["query_term=Ocean s Eleven"])
        let similar = try #require(http.operations[.similar]?.first)
        #expect(query(similar, [:], ids: ["yts": "7"]) == ["movie_id=7"])
        #expect(similar.namespaces == ["yts"])
    }

    @Test("A TMDB list request has the wanted sort and filters, and omits an unsupported sort")
    func tmdbRequests() throws {
        let http = try #require(try bundledDefinition("tmdb").http)
        let list = try #require(http.operations[.list]?.first)
        #expect(list.path.description == "/discover/movie")
        #expect(query(list, [:]) == [])
        #expect(query(list, [.sort: .text("popularity")]) == ["sort_by=popularity.desc"])
        #expect(
            query(
                list,
                [.sort: .text("rating"), .genre: .text("science-fiction"), .minimumRating: .decimal(7.5)]
            )
                == ["sort_by=vote_average.desc", "with_genres=878", "vote_average.gte=7.5", "vote_count.gte=200"]
        )
        #expect(query(list, [.sort: .text("added")]) == [])
        #expect(query(list, [.sort: .text("rating"), .minimumVotes: .integer(40)]).contains("vote_count.gte=40"))
        #expect(query(list, [.minimumVotes: .integer(40)]) == ["vote_count.gte=40"])
        #expect(query(list, [.withoutGenre: .text("horror"), .director: .text("Ava Lind")]) == ["without_genres=27"])
        #expect(
            query(list, [.minimumMinutes: .integer(80), .maximumMinutes: .integer(99), .originalLanguage: .text("ko")])
                == ["with_runtime.gte=80", "with_runtime.lte=99", "with_original_language=ko"]
        )
        for (services, sent) in [
            (["netflix", "disney plus"], ["with_watch_providers=8|337"]), (["netflix", "a new one"], []),
        ] {
            #expect(
                query(list, [.services: .texts(services), .region: .text("KR")]) == ["watch_region=KR"] + sent
            )
        }
    }

    @Test(
        "A list of KOFIC is asked for by years, the country, and the director, and what will open by the year of today"
    )
    func koficLists() throws {
        let http = try #require(try bundledDefinition("kofic").http)
        let list = try #require(http.operations[.list]?.first)
        let (first, last) = (CalendarDate(year: 2025, month: 11, day: 20), CalendarDate(year: 2026, month: 1, day: 5))
        #expect(
            query(list, [.releasedFrom: .date(try #require(first)), .releasedBy: .date(try #require(last))])
                == ["openStartDt=2025", "openEndDt=2026"]
        )
        #expect(
            query(list, [.year: .integer(2019), .country: .text("KR"), .director: .text("봉준호")])
                == ["openStartDt=2019", "openEndDt=2019", "repNationCd=22041011", "directorNm=봉준호"]
        )
        #expect(query(list, [.country: .text("JP")]) == [])
        let charts = try #require(http.operations[.charts]?.first)
        let inputs: [Input: InputValue] = [.kind: .text("upcoming"), .releasedFrom: .date(try #require(first))]
        #expect(query(charts, inputs) == ["openStartDt=2025"])
    }

    private func query(
        _ operation: OperationDefinition,
        _ values: [Input: InputValue],
        ids: [String: String] = [:]
    ) -> [String] {
        let inputs = TemplateInputs(values: values, ids: ids)
        return operation.query.compactMap { parameter in
            parameter.value.values(inputs).first.map { "\(parameter.name)=\($0.plainText ?? "?")" }
        }
    }
}
