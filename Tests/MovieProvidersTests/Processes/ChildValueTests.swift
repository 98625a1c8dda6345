import MovieDomain
import ProviderLanguage
import Testing

@testable import MovieProviders

@Suite("The decisions about a child process")
struct ChildValueTests {
    @Test(
        "Lines, whatever the pieces they come in",
        arguments: [
            (["one\ntwo\r\n"], ["one", "two"], nil), (["o", "n", "e\n", "t"], ["one"], "t"),
            (["\n\n"], ["", ""], nil), (["0123456789\n"], ["0123456789"], nil),
            (["01234567890", "more\nnext\n"], ["0123456789…", "next"], nil),
            (["012345678901234567890123456789"], ["0123456789…"], nil),
        ] as [([String], [String], String?)]
    )
    func lines(_ pieces: [String], _ expected: [String], _ rest: String?) {
        var splitter = LineSplitter(maximumBytes: 10)
        let lines = pieces.flatMap { splitter.take(Array($0.utf8)) }
        #expect(lines.map { String(decoding: $0.bytes, as: UTF8.self) + ($0.isCut ? "…" : "") } == expected)
        #expect(splitter.takeRest().map { String(decoding: $0.bytes, as: UTF8.self) } == rest)
    }

    @Test("The log gets 20 lines at once and five a second, short ones, and is told how many were left out")
    func throttle() {
        var log = LogThrottle()
        let flood = Array(String(repeating: "a\n", count: 30).utf8)
        #expect(log.take(flood, at: .zero).count == 20)
        #expect(log.take(Array("b\n".utf8), at: .seconds(1)) == ["(10 lines left out) b"])
        #expect(log.take(flood, at: .seconds(1)).count == 4)
        #expect(log.takeRest(at: .seconds(1)) == ["(26 lines left out)"])
        let long = log.take([UInt8](repeating: 0x61, count: 100_000), at: .seconds(9))
        #expect(long == [String(repeating: "a", count: 500) + "…"])
        #expect(log.take(Array("\n\u{1B}[2Jred\n".utf8), at: .seconds(9)) == [" [2Jred"])
    }

    @Test("A child is asked to end, then told, then made to; one that has gone wrong is not asked")
    func ending() {
        var orderly = ChildEnding(inGoodOrder: true, grace: .seconds(1), at: .seconds(5))
        #expect(orderly.step(at: .seconds(5)) == .closeInput)
        #expect(orderly.step(at: .seconds(5)) == nil)
        #expect(orderly.due == .seconds(6))
        #expect(orderly.step(at: .seconds(6)) == .terminate)
        #expect(orderly.step(at: .seconds(9)) == .kill)
        #expect(orderly.due == nil)
        var wrong = ChildEnding(inGoodOrder: false, grace: .seconds(1), at: .seconds(5))
        #expect(wrong.step(at: .seconds(5)) == .kill)
        #expect(wrong.step(at: .seconds(9)) == nil)
    }

    @Test(
        "A program with a slash is looked up from the folder, one without beside the file and on PATH",
        arguments: [
            ("tool", "/here/tool"), ("python3", "/usr/bin/python3"), ("bin/run", "/here/bin/run"),
            ("/opt/x", "/opt/x"), ("relative", nil), ("", nil), ("none", nil),
        ] as [(String, String?)]
    )
    func locating(_ name: String, _ path: String?) {
        let there: Set = [
            "/here/tool", "/usr/bin/tool", "/usr/bin/python3", "/here/bin/run", "/opt/x", "bin/relative",
        ]
        var locator = ProgramLocator(folder: "/here", searchPath: "bin::/nowhere:/usr/bin")
        locator.isProgram = { there.contains($0) }
        #expect(locator.path(of: name) == path)
    }

    @Test(
        "The one page on which the wanted rows are",
        arguments: [(0, 20, 1, 20), (20, 20, 2, 20), (40, 10, 5, 10), (5, 10, 1, 15), (0, 0, 1, 1)]
    )
    func page(_ offset: Int, _ count: Int, _ number: Int, _ size: Int) {
        let page = ProcessPage(RowWindow(offset: offset, count: count))
        #expect(page.number == number)
        #expect(page.size == size)
    }
}
