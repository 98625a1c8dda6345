import MarqueeTestKit
import Testing

@Suite("Plugins, as their hosts install them", .timeLimit(.minutes(30)))
struct PluginTests {
    /// The hosts that `plugins/check.sh` knows, with the programs that each needs.
    private static let hosts = [
        "neovim": ["nvim"], "vim": ["vim"], "emacs": ["emacs"], "vscode": ["node", "python3"],
    ]
    private static let installed = hosts.filter { $0.value.allSatisfy { ClientHost.path(of: $0) != nil } }.keys.sorted()

    @Test(
        "A session in the real host: find, look, bookmark, rate, box office, and a program that is killed",
        .enabled(if: !installed.isEmpty, "needs nvim, vim, emacs, or node"),
        arguments: installed
    )
    func session(host: String) async throws {
        let plan = ProcessPlan(
            ClientHost.plugins + "/check.sh",
            [host],
            environment: [
                "PATH": ProjectFiles.environment("PATH") ?? "",
                "TMPDIR": ProjectFiles.environment("TMPDIR") ?? "/tmp",
                "MARQUEE_PROGRAM": try #require(ProjectFiles.builtProduct()),
            ]
        )
        let outcome = try await ProcessOutcome.of(plan, upTo: .seconds(1_200))
        #expect(
            outcome.outputText.contains("ran: \(host); skipped: none; failed: none"),
            "\(outcome.outputText)\(outcome.errors)"
        )
    }
}
