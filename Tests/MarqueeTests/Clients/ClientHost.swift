import MarqueeTestKit
import Testing

/// A plugin in `plugins`, or a client in `docs/clients`, the program that runs it, and a script that uses it as a reader would.
///
/// The scripts are in `Tests/Fixtures/clients`. They write what a reader sees to a file, section by section.
struct ClientHost: Sendable {
    /// The name of the program, which is looked up in `PATH`.
    var program: String
    /// The program's arguments; `SCRIPT` is replaced with the script's path.
    var arguments: [String]
    var script: String
    var framing = "header"
    static let neovim = ClientHost(
        program: "nvim",
        arguments: ["--headless", "-u", "NONE", "-i", "NONE", "-n", "-S", "SCRIPT"],
        script: "neovim.lua",
        framing: "line"
    )
    static let vim = ClientHost(
        program: "vim",
        arguments: ["-u", "NONE", "-i", "NONE", "-N", "-n", "--not-a-term", "-S", "SCRIPT"],
        script: "vim.vim",
        framing: "line"
    )
    static let emacs = ClientHost(
        program: "emacs",
        arguments: ["-Q", "--batch", "-l", "SCRIPT"],
        script: "emacs.el",
        framing: "line"
    )
    static let node = ClientHost(program: "node", arguments: ["SCRIPT"], script: "vscode.js")
    static let python = ClientHost(program: "python3", arguments: ["SCRIPT"], script: "python.py", framing: "line")

    static let clients = ProjectFiles.root + "/docs/clients"
    static let plugins = ProjectFiles.root + "/plugins"
    static let scripts = ProjectFiles.root + "/Tests/Fixtures/clients"

    var isInstalled: Bool { Self.path(of: program) != nil }

    /// Returns the path at which a shell would find a program.
    static func path(of program: String) -> String? {
        (ProjectFiles.environment("PATH") ?? "").split(separator: ":").lazy
            .map { "\($0)/\(program)" }
            .first { ProjectFiles.isExecutable($0) }
    }

    /// Plays a scene with this command while `body` plays the server's side, and returns what the reader saw.
    func play(
        _ scene: String,
        command: [String],
        in folder: String,
        environment: [String: String] = [:],
        while body: @Sendable (_ shown: String) async throws -> Void = { _ in }
    ) async throws -> [String: [String]] {
        let shown = folder + "/shown"
        let path = try #require(Self.path(of: program))
        let scriptPath = Self.scripts + "/" + script
        let plan = ProcessPlan(
            path,
            arguments.map { $0 == "SCRIPT" ? scriptPath : $0 },
            environment: [
                "HOME": folder, "PATH": ProjectFiles.environment("PATH") ?? "", "TERM": "xterm", "LANG": "C.UTF-8",
                "MARQUEE_CLIENTS": Self.clients, "MARQUEE_PLUGINS": Self.plugins, "MARQUEE_SCENE": scene,
                "MARQUEE_SHOWN": shown, "MARQUEE_OLDER": "",
                "PYTHONDONTWRITEBYTECODE": "1",
                "MARQUEE_COMMAND": "[\(command.map { "\"\($0)\"" }.joined(separator: ","))]",
            ].merging(environment) { $1 },
            workingDirectory: folder
        )
        try await RunningProcess.withProcess(plan) { process in
            try await body(shown)
            // The reader's view is written to the file `shown`; the host's terminal output is not used.
            let status = try await process.waitForExit()
            #expect(status == .exited(0), "\(process.errors)")
        }
        return Self.sections(try ProjectFiles.text(shown))
    }

    private static func sections(_ text: String) -> [String: [String]] {
        var sections: [String: [String]] = [:]
        var name = ""
        for line in text.split(separator: "\n", omittingEmptySubsequences: false).dropLast() {
            if line.hasPrefix("## ") {
                name = String(line.dropFirst(3))
                sections[name] = []
            } else {
                sections[name, default: []].append(String(line))
            }
        }
        return sections
    }

    /// Waits until the process with this number has ended, whether or not its parent has reaped it.
    static func waitForEnd(of number: String) async throws -> Bool {
        try await holdsEventually {
            let answer = try await ProcessOutcome.of(ProcessPlan("/bin/ps", ["-o", "stat=", "-p", number]))
            return answer.outputText.isEmpty || answer.outputText.hasPrefix("Z")
        }
    }

    /// Waits until a file exists at this path.
    static func waitForFile(_ path: String) async throws {
        #expect(try await holdsEventually { ProjectFiles.isReadable(path) }, "\(path) was not made")
    }
}
