/// Configurations of any size for tests and benchmarks, with made-up sources of three kinds.
package enum MadeUpProviders {
    /// Returns a valid `providers.yaml` with `count` providers; every fourth extends a built-in definition.
    package static func file(count: Int) -> String {
        let head = """
            version: 1
            settings:
              languages: [ko, en]
              deadline: 6s
              merge: { fields: { overview: { strategy: longest }, genres: { strategy: union } } }
            providers:

            """
        return (0..<count).reduce(into: head) { text, number in
            switch number % 4 {
            case 1: text += shows(number)
            case 3: text += mirror(number)
            default: text += films(number)
            }
        }
    }

    private static func mirror(_ number: Int) -> String {
        """
          - id: mirror\(number)
            extends: yts
            title: Mirror \(number)
            base_url: https://mirror\(number).example.org/api/v2
            timeout: 4s

        """
    }

    private static func shows(_ number: Int) -> String {
        """
          - id: shows\(number)
            base_url: https://api.shows\(number).example.org
            errors: [{ when: { status: 404, by_id: true }, kind: not_found }]
            operations:
              search:
                get: /search/shows
                query: { q: "${input.query}" }
                rows: .
                item:
                  ids: { shows\(number): show.id, imdb: show.externals.imdb }
                  title: show.name
                  release_date: show.premiered
                  runtime: { path: show.runtime, unit: min }
                  rating: { path: show.rating.average, scale: 10 }
                  overview: { path: show.summary, then: [strip_html], language: en }
                  images: { rows: show.image, item: { kind: { value: poster }, url: original } }

        """
    }

    private static func films(_ number: Int) -> String {
        """
          - id: films\(number)
            title: Films \(number)
            languages: [en]
            base_url: [https://a.films\(number).example.org/v3, https://b.films\(number).example.org/v3]
            auth: { kind: api_key, in: query, name: key, value: "${env.FILMS\(number)_KEY}" }
            time_zone: Asia/Seoul
            limits: { concurrent: 4, rate: 2/s, quota: 3000/day, quota_time_zone: Asia/Seoul }
            missing_values: ["", " ", "N/A"]
            retry: { attempts: 2, backoff: 100ms..2s }
            errors:
              - { when: { path: fault.code, is: "1" }, kind: auth, code: fault.code, message: fault.text }
              - { when: { path: fault.code, matches: "^2[1-9]$" }, kind: quota, code: fault.code, message: fault.text }
              - { when: { status: 5xx }, kind: unavailable }
            operations:
              search:
                get: /search
                query: { q: "${input.query}", y: "${input.year}" }
                paging: { kind: page, param: page, first: 1, size_param: limit, size: 50, total: data.count }
                cache: { ttl: 6h, stale_while_revalidate: 7d, stale_if_error: 30d }
                rows: { path: data.films, if_missing: empty }
                item:
                  ids: { films\(number): id, imdb: { path: imdb, then: [{ extract: "(tt[0-9]+)" }] } }
                  title: { path: name, then: [trim, collapse_spaces], language: en, required: true }
                  year: { path: released, then: [{ extract: "^([0-9]{4})" }] }
                  release_date: { path: released, then: [{ date: [yyyy-MM-dd, yyyyMMdd] }] }
                  runtime: { path: minutes, unit: min }
                  genres: { path: genres, then: [{ split: "," }, lower] }
                  overview: { path: text, then: [strip_html, trim], language: en }
                  cast: { rows: cast, item: { name: name, character: role } }
                  rating: { path: score, scale: 100, votes: votes }
                  images: { rows: posters, item: { kind: { value: poster }, url: url, width: w } }
              lookup:
                by: [films\(number)]
                get: "/film/${input.ids.films\(number)}"
                rows: .
                item: { extends: search, tagline: tagline, homepage: site }
              daily_box_office:
                get: /daily
                query: { day: "${input.date | date yyyyMMdd}", n: "${input.limit}" }
                cache: { ttl: 30m, stale_if_error: 7d, settled_after: 36h, settled_ttl: 90d }
                rows: boxOffice.list
                item:
                  rank: rank
                  is_new: { path: fresh, map: { NEW: true, OLD: false }, else: drop }
                  audience: count
                  sales: { path: sales, unit: KRW }
                  movie:
                    ids: { films\(number): code }
                    title: { path: title, then: [trim], language: ko, required: true }

        """
    }
}
