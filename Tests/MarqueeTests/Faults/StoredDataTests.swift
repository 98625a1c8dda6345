import JSON
import MarqueeTestKit
import Testing

@Suite("Data on disk")
struct StoredDataTests {
    /// Runs `body` with a source whose answers are cached and contain a text that the tests look for.
    private func withSource(_ body: (FaultScene) async throws -> Void) async throws {
        try await FaultScene.withServer { scene, server in
            server.on("*", .json(FaultScene.films("cleared", count: 40)))
            try scene.configure(FaultScene.source("bad", at: server.origin, cache: "{ ttl: 1h }"))
            try await body(scene)
        }
    }

    private func shell(_ line: String) async throws -> String {
        let outcome = try await ProcessOutcome.of(ProcessPlan("/bin/sh", ["-c", line]))
        #expect(outcome.status == .exited(0), "\(line): \(outcome.errors)")
        return outcome.outputText
    }

    @Test("`cache/clear` leaves no byte of an answer or request while another process has the cache open")
    func cleared() async throws {
        try await withSource { scene in
            try await FaultTalk.with(scene) { other in
                _ = try await other.search("clearedword 1")
                try await FaultTalk.with(scene) { talk in
                    for number in 0..<9 { _ = try await talk.search("clearedword \(number)") }
                    let find = "grep -a -r -l -e cleared '\(scene.cacheFolder)' || true"
                    #expect(try await holdsEventually { try await shell(find) != "" })
                    #expect(try await talk.result("cache/clear")["removed"]?.int == 9)
                    #expect(try await shell(find) == "")
                    // Both processes continue with the same file: the other one has never asked this itself.
                    _ = try await talk.search("clearedword 5")
                    #expect(try await holdsEventually { try await shell(find) != "" })
                    #expect(try await other.search("clearedword 5").source("bad")?["fromCache"]?.bool == true)
                }
            }
        }
    }

    @Test("With --no-cache nothing is written, and pinned matches last as long as the process")
    func nothingWritten() async throws {
        try await withSource { scene in
            let home = scene.folder + "/home"
            _ = try await shell("mkdir '\(home)'")
            let environment = FaultScene.environment.merging(
                ["HOME": home, "XDG_CACHE_HOME": home + "/c", "XDG_DATA_HOME": home + "/d"]
            ) { $1 }
            let options = ["--no-cache", "--data-dir", home + "/library"]
            try await FaultTalk.with(scene, options, environment: environment) { talk in
                _ = try await talk.search("anything")
                _ = try await talk.result("matches/pin", #"{"id":"a:1","with":"b:1"}"#)
                #expect(try await talk.result("matches/list", #"{"id":"a:1"}"#)["matches"]?.count == 1)
            }
            #expect(try await shell("find '\(home)' '\(scene.cacheFolder)' -mindepth 1 2>/dev/null || true") == "")
        }
    }

    @Test("A folder that others can write to is refused with its path and the reason, and calls still work")
    func writableFolder() async throws {
        try await withSource { scene in
            _ = try await shell("mkdir -p '\(scene.folder)/open/in' && chmod 777 '\(scene.folder)/open'")
            let folder = scene.folder + "/open/in/data"
            try await FaultTalk.with(scene, ["--cache-dir", folder, "--data-dir", folder]) { talk in
                #expect(try await talk.search("anything").status("bad") == "ok")
                let refusal = try await talk.answer("matches/pin", #"{"id":"a:1","with":"b:1"}"#)
                #expect(refusal["error"]?["data"]?["kind"]?.string == "library", "\(refusal)")
                let reason = "other users can write to the folder \(scene.folder)/open (mode 777)"
                for name in ["library", "cache"] {
                    try await talk.process.waitForErrors(containing: "\(name): \(folder)/\(name).sqlite: \(reason)")
                }
            }
            #expect(try await shell("ls '\(scene.folder)/open/in'") == "")
        }
    }

    @Test(
        "With a disk that takes 300 ms to sync, every change of two processes is made",
        .enabled(if: ProjectFiles.isExecutable(SystemCallFaultTests.strace), "needs strace")
    )
    func slowDiskOfTwo() async throws {
        try await withSource { scene in
            let arguments = scene.arguments + ["--data-dir", scene.folder + "/data"]
            let environment = FaultScene.environment
            _ = try await Program.result(arguments, "lists/list", environment: environment)
            var plan = try Program.plan(arguments, environment: environment)
            let slow = [
                "-f", "-qq", "-o", "/dev/null", "-e", "trace=fdatasync", "-e", "inject=fdatasync:delay_exit=300000",
            ]
            plan.arguments = slow + [plan.executable] + plan.arguments
            plan.executable = SystemCallFaultTests.strace
            try await withThrowingTaskGroup { [plan] group in
                for process in 1...2 {
                    group.addTask {
                        try await RunningProcess.withProcess(plan) { program in
                            for number in 1...20 {
                                let pair = #"{"id":"a:\#(process)\#(number)","with":"b:\#(process)\#(number)"}"#
                                program.send(Talk.request(number, "matches/pin", pair))
                            }
                            var answered = 0
                            while answered < 20 {
                                let answer = try await program.readJSON()
                                guard answer["id"] != nil else { continue }
                                answered += 1
                                #expect(answer["error"] == nil, "\(answer), \(program.errors)")
                            }
                        }
                    }
                }
                try await group.waitForAll()
            }
            let list = try await Program.result(arguments, "matches/list", #"{"limit":100}"#, environment: environment)
            #expect(list["matches"]?.elements.count == 40)
        }
    }

    @Test(
        "With a disk that takes 600 ms to sync, no correction is both refused and written",
        .enabled(if: ProjectFiles.isExecutable(SystemCallFaultTests.strace), "needs strace")
    )
    func slowDisk() async throws {
        try await withSource { scene in
            let data = ["--data-dir", scene.folder + "/data"]
            // Create the file first, so that the disk is slow only for the corrections.
            let first = #"{"id":"a:99","with":"b:99"}"#
            _ = try await Program.result(
                scene.arguments + data,
                "matches/pin",
                first,
                environment: FaultScene.environment
            )
            let requests = (1...12).map { Talk.request($0, "matches/pin", #"{"id":"a:\#($0)","with":"b:\#($0)"}"#) }
            var plan = try Program.plan(scene.arguments + data, environment: FaultScene.environment)
            let slow = [
                "-f", "-qq", "-o", "/dev/null", "-e", "trace=fdatasync", "-e", "inject=fdatasync:delay_exit=600000",
            ]
            plan.arguments = slow + [plan.executable] + plan.arguments
            plan.executable = SystemCallFaultTests.strace
            let input = Array(requests.map { $0 + "\n" }.joined().utf8)
            let outcome = try await ProcessOutcome.of(plan, input: input)
            #expect(outcome.status == .exited(0), "\(outcome.errors)")
            var taken: Set<Int> = []
            var refused: Set<Int> = []
            for line in outcome.output.split(separator: UInt8(ascii: "\n")) {
                let answer = try JSONDocument(Array(line)).root
                // Skip notifications: on a slow disk it is unknown which request caused the change.
                guard let id = answer["id"]?.int else { continue }
                let hint = answer["error"]?["data"]?["hint"]?.string ?? ""
                if answer["result"] != nil { taken.insert(id) }
                if hint.hasPrefix("Nothing was changed") { refused.insert(id) }
            }
            #expect(refused.isEmpty || outcome.errors.contains("library: "), "\(outcome.errors)")
            let list = try await Program.result(
                scene.arguments + data,
                "matches/list",
                environment: FaultScene.environment
            )
            let written = try Set(
                #require(list["matches"]).elements.compactMap { $0["id"]?.string.flatMap { Int($0.dropFirst(2)) } }
            )
            #expect(written.isDisjoint(with: refused), "\(written.intersection(refused))")
            #expect(!taken.isEmpty && taken.isSubset(of: written))
        }
    }
}
