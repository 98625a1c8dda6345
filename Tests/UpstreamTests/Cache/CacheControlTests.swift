import HTTPModel
import Testing
import Upstream

@Suite("Cache-Control, as a cache of one user reads it")
struct CacheControlTests {
    struct Case: Sendable {
        var fields: [String]
        var words = ""
        var seconds: [Int?] = [nil, nil, nil]
    }

    @Test(
        arguments: [
            Case(fields: []),
            Case(fields: ["public, s-maxage=60, private, immutable, proxy-revalidate"]),
            Case(fields: ["max-age=60"], seconds: [60, nil, nil]),
            Case(fields: ["MAX-AGE=60 , Stale-If-Error=9,stale-while-revalidate=5"], seconds: [60, 5, 9]),
            Case(fields: ["max-age=60", "max-age=30"], seconds: [30, nil, nil]),
            Case(fields: ["max-age=\"60\""], seconds: [60, nil, nil]),
            Case(fields: ["max-age=99999999999999999999"], seconds: [2_147_483_648, nil, nil]),
            Case(fields: ["max-age=-5"], seconds: [0, nil, nil]),
            Case(fields: ["max-age=soon, max-age"], seconds: [0, nil, nil]),
            Case(fields: ["no-store"], words: "no-store"),
            Case(fields: ["No-Cache, must-revalidate"], words: "no-cache must-revalidate"),
            Case(fields: ["no-cache=\"Set-Cookie, no-store\", max-age=1"], words: "no-cache", seconds: [1, nil, nil]),
            Case(fields: [",, ,=,max-age=1,"], seconds: [1, nil, nil]),
        ]
    )
    func reading(_ test: Case) {
        let control = CacheControl(HTTPHeaders(test.fields.map { ("cache-control", $0) }))
        let words = [
            control.forbidsKeeping ? "no-store" : nil, control.asksEveryTime ? "no-cache" : nil,
            control.forbidsStale ? "must-revalidate" : nil,
        ]
        #expect(words.compactMap(\.self).joined(separator: " ") == test.words)
        #expect([control.maximumAge, control.staleWhileRevalidate, control.staleIfError] == test.seconds)
    }
}
