import MarqueeTestKit

/// A fictional recording for the measurement, in which two sources know the same 20 films.
enum SearchRecording {
    static let filmCount = 20
    static let call = #""method":"movies/search","params":{"query":"Lantern","limit":20}"#

    /// Writes the recording into a folder.
    static func write(to folder: String) throws {
        try ProjectFiles.write(
            """
            {"version":1,"now":"2024-03-11T09:30:00+09:00","exchanges":[
            {"request":{"url":"https://www.kobis.or.kr/kobisopenapi/webservice/rest/movie/searchMovieList.json?movieNm=Lantern"},
             "response":{"body":{"movieListResult":{"totCnt":\(filmCount),"source":"-","movieList":[\(listed)]}}}},
            {"request":{"url":"https://movies-api.accel.li/api/v2/list_movies.json?query_term=Lantern"},
             "response":{"body":{"status":"ok","status_message":"ok","data":
              {"movie_count":\(filmCount),"limit":50,"page_number":1,"movies":[\(rated)]}}}}]}
            """,
            to: folder + "/recording.json"
        )
    }

    private static var listed: String {
        (1...filmCount).map { number in
            """
            {"movieCd":"\(20_240_000 + number)","movieNm":"등불 \(number)","movieNmEn":"\(title(number))","prdtYear":"\(2000 + number)",
            "openDt":"\(2000 + number)0412","typeNm":"장편","prdtStatNm":"개봉","nationAlt":"미국","genreAlt":"액션",
            "repNationNm":"미국","repGenreNm":"액션","directors":[{"peopleNm":"누군가"}],"companys":[]}
            """
        }
        .joined(separator: ",")
    }

    private static var rated: String {
        (1...filmCount).map { number in
            """
            {"id":\(990_000_000 + number),"imdb_code":"tt990\(1000 + number)","title":"\(title(number))","title_english":"\(title(number))",
            "year":\(2000 + number),"rating":7.\(number % 10),"runtime":\(90 + number),"genres":["Action","Drama"],"language":"en",
            "summary":"Somebody carries a light through film number \(number) and puts it down at its end.",
            "medium_cover_image":"https://images.example/\(number)/cover.jpg"}
            """
        }
        .joined(separator: ",")
    }

    private static func title(_ number: Int) -> String { "Lantern Street \(number)" }
}
