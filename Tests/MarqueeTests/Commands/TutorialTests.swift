import MarqueeTestKit
import Testing

/// Follows `docs/writing-a-provider.md` as its reader does.
@Suite("The tutorial for a provider")
struct TutorialTests {
    /// A block of the page.
    private struct Block {
        /// The words after the opening quotes: `json search.json`, `console`.
        var words: [Substring]
        var lines: [Substring] = []
    }

    private static func blocks() throws -> [Block] {
        let page = try ProjectFiles.text(ProjectFiles.root + "/docs/writing-a-provider.md")
        var blocks: [Block] = []
        var isInside = false
        for line in page.split(separator: "\n", omittingEmptySubsequences: false) {
            if line.hasPrefix("```") {
                isInside.toggle()
                if isInside { blocks.append(Block(words: line.dropFirst(3).split(separator: " "))) }
            } else if isInside {
                blocks[blocks.count - 1].lines.append(line)
            }
        }
        return blocks
    }

    @Test("Its files and commands, in its order, give the output that it shows")
    func follows() async throws {
        let binary = try #require(ProjectFiles.builtProduct(), "the program is not built beside the tests")
        try await ProjectFiles.withTemporaryFolder { folder in
            _ = try await ProcessOutcome.of(ProcessPlan("/bin/mkdir", [folder + "/work", folder + "/bin"]))
            _ = try await ProcessOutcome.of(ProcessPlan("/bin/ln", ["-s", binary, folder + "/bin/marquee"]))
            var commands = 0
            for block in try Self.blocks() {
                if block.words.count == 2 {
                    let text = block.lines.joined(separator: "\n") + "\n"
                    try ProjectFiles.write(text, to: folder + "/work/" + block.words[1])
                    continue
                }
                #expect(block.words == ["console"])
                let starts = block.lines.indices.filter { block.lines[$0].hasPrefix("$ ") }
                #expect(starts.first == 0)
                for (start, end) in zip(starts, starts.dropFirst() + [block.lines.count]) {
                    let command = String(block.lines[start].dropFirst(2))
                    let shown = block.lines[(start + 1)..<end].joined(separator: "\n")
                    let plan = ProcessPlan(
                        "/bin/sh",
                        ["-c", "exec 2>&1; \(command)"],
                        environment: ["HOME": folder, "PATH": folder + "/bin:/usr/bin:/bin"],
                        workingDirectory: folder + "/work"
                    )
                    let output = try await ProcessOutcome.of(plan).outputText
                    let isAsShown = ReadmeTests.Exchange(request: command, reply: shown.isEmpty ? "" : shown + "\n")
                        .isAnswered(by: output)
                    #expect(isAsShown, "\(command)\nshown:\n\(shown)\nfound:\n\(output)")
                    commands += 1
                }
            }
            #expect(commands >= 12)
        }
    }
}
