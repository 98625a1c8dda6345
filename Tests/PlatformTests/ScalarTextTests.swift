import Platform
import Testing

@Suite("Text as syntax")
struct ScalarTextTests {
    @Test(
        "A sign is found, split at, and replaced although a mark makes one character of both",
        arguments: ["\u{301}", "\u{200D}", "\u{FE0F}", "\u{20E3}", "\u{1F3FB}", ""]
    )
    func signs(_ mark: String) {
        let text = "a/\(mark)b/\(mark)/\(mark)"
        #expect(text.contains(scalars: "/") && text.contains(scalars: "b/"))
        #expect(text.split(scalar: "/").map(String.init) == ["a", "\(mark)b", mark, mark].filter { !$0.isEmpty })
        #expect(text.split(scalar: "/", maxSplits: 1).map(String.init) == ["a", "\(mark)b/\(mark)/\(mark)"])
        #expect(text.split(scalar: "/", omittingEmptySubsequences: false).count == 4)
        #expect(text.replacing(scalars: "/", with: "//") == "a//\(mark)b//\(mark)//\(mark)")
        #expect(text.replacing(scalars: "/\(mark)", with: "-") == "a-b--")
        #expect(text.replacingScalars { $0 == "/" ? "<>" : nil } == "a<>\(mark)b<>\(mark)<>\(mark)")
        #expect("/\(mark)".hasPrefix(scalars: "/") && "\u{D4E}/".hasSuffix(scalars: "/"))
        #expect(text.firstRange(scalars: "/").map { text[..<$0.lowerBound] } == "a")
        #expect(text.firstIndex(scalar: "/").map { text[..<$0] } == "a")
        #expect(text.lastIndex(scalar: "/").map { String(text[$0...].unicodeScalars.dropFirst()) } == mark)
        #expect(text.ranges(scalars: "/").count == 3)
    }

    @Test("Lines end with LF or CR LF, and a text that is replaced by nothing is replaced once")
    func lines() {
        #expect("a\r\nb\n\nc\r".lines == ["a", "b", "", "c"])
        #expect("".lines == [""])
        #expect("a\r\n\u{301}b".lines.map { $0.unicodeScalars.count } == [1, 2])
        #expect("aXXb".replacing(scalars: "X", with: "") == "ab")
        #expect("abc".replacing(scalars: "", with: "x") == "abc")
        #expect("é".contains(scalars: "e\u{301}") == false)
        #expect(Substring("x=y").split(scalar: "=") == ["x", "y"])
    }
}
