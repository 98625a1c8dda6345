import PCRE2
import Testing

extension RegularExpression {
    fileprivate func firstMatch(in text: [UInt8]) throws(MatchError) -> Match? {
        var steps = 0
        return try firstMatch(in: text, steps: &steps)
    }

    fileprivate func replacing(
        in text: [UInt8],
        with replacement: [UInt8],
        maximumBytes: Int
    ) throws(MatchError) -> [UInt8] {
        var steps = 0
        return try replacing(in: text, with: { _ in replacement }, maximumBytes: maximumBytes, steps: &steps)
    }
}

@Suite("Regular expressions")
struct RegularExpressionTests {
    private func first(_ pattern: String, in text: String, group: Int = 0) throws -> String? {
        let bytes = Array(text.utf8)
        guard let match = try RegularExpression(pattern).firstMatch(in: bytes), group < match.groups.count else {
            return nil
        }
        return match.groups[group].map { String(decoding: bytes[$0], as: UTF8.self) }
    }

    @Test(
        "The first match and its groups are found as byte ranges",
        arguments: [
            ("tt[0-9]+", "imdb tt0111161, tt2", 0, "tt0111161"), ("([0-9]+) min", "about 131 min", 1, "131"),
            ("관객 ([0-9]+)", "누적 관객 1234명", 1, "1234"), ("\\d{4}", "개봉 2019", 0, "2019"),
            ("(a)|(b)", "b", 2, "b"), ("^$", "", 0, ""),
        ]
    )
    func matches(pattern: String, text: String, group: Int, expected: String) throws {
        #expect(try first(pattern, in: text, group: group) == expected)
    }

    @Test("A group that takes no part in the match is nil, and so is a missing match")
    func absent() throws {
        #expect(try first("(a)|(b)", in: "b", group: 1) == nil)
        #expect(try first("x", in: "abc") == nil)
    }

    @Test(
        "Every match is replaced, even an empty one, without splitting characters",
        arguments: [
            ("[0-9]", "a1b2", "#", "a#b#"), ("x*", "가나", "-", "-가-나-"), ("(b)", "abc", "$1", "a$1c"),
            ("z", "abc", "-", "abc"),
        ]
    )
    func replacing(pattern: String, text: String, replacement: String, expected: String) throws {
        let result = try RegularExpression(pattern).replacing(
            in: Array(text.utf8),
            with: Array(replacement.utf8),
            maximumBytes: 1_000
        )
        #expect(String(decoding: result, as: UTF8.self) == expected)
    }

    @Test("A replacement that exceeds its size limit fails")
    func growth() throws {
        #expect(throws: RegularExpression.MatchError.limitExceeded) {
            try RegularExpression("").replacing(
                in: [UInt8](repeating: 97, count: 1_000),
                with: [UInt8](repeating: 98, count: 1_000),
                maximumBytes: 10_000
            )
        }
    }

    @Test(
        "A pattern with exponential backtracking finds no match or stops at the limit",
        arguments: [
            (".*.*.*.*.*.*=", "x"), ("(a+)+$", "a"), ("(a|aa)*b", "a"), ("(.*)*(.*)*=", "x"), ("((a*)*)*b", "a"),
            ("(?R)?a(?R)?b", "a"),
        ]
    )
    func exponential(pattern: String, letter: String) throws {
        let text = Array(String(repeating: letter, count: 20_000).utf8) + Array("!".utf8)
        do {
            // The engine's own optimizations reject some of these texts at once.
            #expect(try RegularExpression(pattern).firstMatch(in: text) == nil)
        } catch {
            #expect(error as? RegularExpression.MatchError == .limitExceeded)
        }
    }

    @Test(
        "The limit applies to the search of a whole text, not only to each start position",
        arguments: [
            "a.*[zy]", "(?:a|b).*[zy]", "a[^z]*[zy]$", "(*COMMIT)a.*[zy]", "\\Ga*[zy]", "a*[zy]", "a*+[zy]",
            "[^z]*+[zy]", "b*?(?=a*[zy])", "(?<!b)a*[zy]", "(?>a*)[zy]", "(a*)[zy]\\1", "(*NO_START_OPT)a*[zy]",
        ]
    )
    func quadratic(pattern: String) throws {
        let limits = RegularExpression.Limits()
        var steps = 0
        let text = [UInt8](repeating: 97, count: 60_000)
        do {
            #expect(try RegularExpression(pattern).firstMatch(in: text, steps: &steps) == nil)
        } catch {
            #expect(error as? RegularExpression.MatchError == .limitExceeded)
        }
        #expect(steps <= limits.steps + text.count)
    }

    @Test("All matches in one text share its limit", arguments: ["a(?=(?:a|b)*[ax])", "a(?=a*[ax])", "a(?=a*+$)"])
    func manyMatches(_ pattern: String) throws {
        let limits = RegularExpression.Limits()
        var steps = 0
        #expect(throws: RegularExpression.MatchError.limitExceeded) {
            try RegularExpression(pattern).replacing(
                in: [UInt8](repeating: 97, count: 60_000),
                with: { _ in [98] },
                maximumBytes: 1 << 20,
                steps: &steps
            )
        }
        #expect(steps <= limits.steps + 60_000)
    }

    @Test(
        "A match that takes many steps is found at its start position",
        arguments: [
            ("b.*z", "aab", 1_000), ("x|b(?:a|y)*z", "éb", 500), ("(*NOTEMPTY)b.*z", "b", 800),
        ]
    )
    func laterPlaces(pattern: String, start: String, count: Int) throws {
        let text = Array((start + String(repeating: "a", count: count) + "z").utf8)
        let first = try #require(text.firstIndex(of: UInt8(ascii: "b")))
        #expect(try RegularExpression(pattern).firstMatch(in: text)?.range == first..<text.count)
    }

    @Test("A text that is too long is refused")
    func longText() throws {
        #expect(throws: RegularExpression.MatchError.textTooLong) {
            try RegularExpression("a").firstMatch(in: [UInt8](repeating: 98, count: 65_537))
        }
    }

    @Test("An invalid or oversized pattern is rejected", arguments: ["(", "[a", "a{2,1}", "(?<n", "\\C", "*"])
    func syntax(pattern: String) {
        #expect(throws: RegularExpression.SyntaxError.self) { try RegularExpression(pattern) }
        #expect(throws: RegularExpression.SyntaxError.self) {
            try RegularExpression(String(repeating: "a", count: 5_000))
        }
    }

    @Test("Many concurrent tasks can share one pattern")
    func threads() async throws {
        let pattern = try RegularExpression("([0-9]+)")
        await withTaskGroup(of: Bool.self) { group in
            for number in 0..<200 {
                group.addTask {
                    let text = Array("n \(number)".utf8)
                    guard let match = try? pattern.firstMatch(in: text) else { return false }
                    return match.groups[1].map { String(decoding: text[$0], as: UTF8.self) } == String(number)
                }
            }
            for await isRight in group { #expect(isRight) }
        }
    }
}
