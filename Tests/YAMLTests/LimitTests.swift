import Testing
import YAML

@Suite("Limits")
struct LimitTests {
    @Test("K1: A billion laughs attack is refused at the alias that exceeds the node limit")
    func billionLaughs() {
        var text = "a0: &a0 [x,x,x,x,x,x,x,x,x,x]\n"
        for level in 1...9 {
            text +=
                "a\(level): &a\(level) [" + Array(repeating: "*a\(level - 1)", count: 10).joined(separator: ",") + "]\n"
        }
        let found = timed("billion laughs, \(text.utf8.count) bytes") { problems(text) }
        #expect(found.map(\.kind) == [.limit])
        #expect(found.first?.position == YAMLPosition(line: 5, column: 38))
        #expect(found.first?.message.contains("100000 values") == true)
    }

    @Test(
        "K2: An alias inside the node that it names is refused",
        arguments: [("&a [*a]", 1, 5, 1), ("x: &a\n  y: 1\n  z: [*a]", 3, 7, 1), ("- &a {k: *a}", 1, 10, 3)]
    )
    func cycles(text: String, line: Int, column: Int, anchor: Int) {
        let found = problems(text)
        #expect(found.map(\.kind) == [.alias])
        #expect(found.first?.position == YAMLPosition(line: line, column: column))
        #expect(found.first?.message.contains("*a is inside the node (line 1)") == true)
    }

    @Test(
        "K3: An alias without an anchor is refused",
        arguments: [("a: *x", 1, 4), ("- *x\n- &x y", 1, 3), ("é: [1, *x]", 1, 8)]
    )
    func undefinedAliases(text: String, line: Int, column: Int) {
        let found = problems(text)
        #expect(found.map(\.kind) == [.alias])
        #expect(found.first?.position == YAMLPosition(line: line, column: column))
        #expect(found.first?.message.hasPrefix("the alias *x has no anchor &x before it") == true)
    }

    @Test(
        "K4: A depth bomb is refused at the first level that is too deep",
        arguments: [
            ("[", 100_000, 1, 65), ("{a: b, ", 140_000, 1, 449), ("- ", 1 << 20, 1, 129), ("? ", 1 << 20, 1, 129),
            ("[\n", 1 << 20, 65, 1), ("{a: ", 1 << 20, 1, 257), ("[a: ", 1 << 20, 1, 129),
        ]
    )
    func depthBombs(unit: String, bytes: Int, line: Int, column: Int) {
        let text = Array(String(repeating: unit, count: bytes / unit.utf8.count).utf8)
        let found = timed("depth bomb of \(unit.debugDescription)") { problems(text) }
        #expect(found.map(\.kind) == [.limit])
        #expect(found.first?.position == YAMLPosition(line: line, column: column))
        #expect(found.first?.message.contains("64 levels") == true)
    }

    @Test("64 levels are accepted, and 65 are refused")
    func depthBoundary() {
        func nested(_ levels: Int) -> String {
            String(repeating: "[", count: levels) + "x" + String(repeating: "]", count: levels)
        }
        #expect(problems(nested(64)).isEmpty)
        #expect(problems(nested(65)).map(\.kind) == [.limit])
    }

    @Test("Aliases add the depth of their nodes")
    func depthByAliases() {
        var text = "a0: &a0 [[[[[[[[[[x]]]]]]]]]]\n"
        for level in 1...9 { text += "a\(level): &a\(level) [[[[[[[[[[*a\(level - 1)]]]]]]]]]]\n" }
        let found = problems(text)
        #expect(found.map(\.kind) == [.limit])
        #expect(found.first?.position.line == 7)
    }

    @Test("K5: A file with too many bytes is refused, whatever it contains")
    func bytes() {
        let found = timed("2 MiB") { problems([UInt8](repeating: 0, count: 2 << 20)) }
        #expect(found == [YAMLError(.limit, at: .start, "the file has 2097152 bytes, but 1048576 is the limit")])
        var limits = YAMLLimits()
        limits.maximumBytes = 4
        #expect(problems("a: b", limits: limits).isEmpty)
        #expect(problems("a: bc", limits: limits).map(\.kind) == [.limit])
    }

    @Test("K6: A list of 200,000 anchors is refused")
    func anchors() {
        let list = "[" + (0..<200_000).map { "&\(String($0, radix: 36))" }.joined(separator: ",") + "]"
        var limits = YAMLLimits()
        limits.maximumBytes = 2 << 20
        #expect(timed("200,000 anchors") { problems(list) }.map(\.kind) == [.limit])
        let found = timed("200,000 anchors, let through by size") { problems(list, limits: limits) }
        #expect(found.map(\.kind) == [.limit])
        #expect(found.first?.message.contains("100000 values") == true)
    }

    @Test("The node limit counts every list, map, key, and value, and aliases in full")
    func nodeBoundary() {
        var limits = YAMLLimits()
        limits.maximumNodes = 10
        // The root, two keys, a list with two texts, and the three nodes of the list again.
        #expect(problems("a: &l [x, y]\nb: *l", limits: limits).isEmpty)
        limits.maximumNodes = 8
        let found = problems("a: &l [x, y]\nb: *l", limits: limits)
        #expect(found.first?.position == YAMLPosition(line: 2, column: 4))
    }

    @Test("Aliases of a long text are limited by their total bytes")
    func textBudget() {
        let text =
            "a: &a \(String(repeating: "x", count: 400_000))\n"
            + (0..<1000).map { "b\($0): *a\n" }.joined()
        let found = problems(text)
        #expect(found.map(\.kind) == [.limit])
        #expect(found.first?.position == YAMLPosition(line: 11, column: 5))
    }

    @Test("More than 64 tag directives are refused, because libyaml is quadratic in their number")
    func tagDirectives() {
        let few = (0..<64).map { "%TAG !t\($0)! tag:x\n" }.joined() + "---\nx"
        #expect(problems(few).isEmpty)
        let found = problems("%TAG !t! tag:x\n" + few)
        #expect(found.map(\.kind) == [.limit])
        #expect(found.first?.position == YAMLPosition(line: 65, column: 1))
    }

    @Test("A large file within the limits is read completely")
    func large() throws {
        let text = (0..<30_000).map { "key\($0): value of \($0)" }.joined(separator: "\n")
        let root = try timed("\(text.utf8.count / 1000) kB") { try tree(text) }
        #expect(root.pairs?.count == 30_000)
        #expect(root.pairs?.last?.value.text == "value of 29999")
        #expect(root.pairs?.last?.value.position == YAMLPosition(line: 30_000, column: 11))
    }
}
