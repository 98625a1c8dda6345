import MarqueeTestKit

/// Minimal programs in other languages that answer every line with a fixed reply, to measure starts and round trips.
enum Peers {
    private static let nodeProgram = """
        const lines = require('readline').createInterface({ input: process.stdin });
        lines.on('line', line => {
          const { id } = JSON.parse(line);
          process.stdout.write(JSON.stringify({ jsonrpc: '2.0', id, result: {} }) + '\\n');
        });
        """

    private static let pythonProgram = """
        import json, sys
        for line in sys.stdin:
            reply = {'jsonrpc': '2.0', 'id': json.loads(line)['id'], 'result': {}}
            sys.stdout.write(json.dumps(reply) + '\\n')
            sys.stdout.flush()
        """

    /// A program that returns its input: the limit of two pipes.
    static let cat = ProcessPlan("/bin/cat")

    static let node = plan("node", ["-e", nodeProgram])
    static let python = plan("python3", ["-c", pythonProgram])

    /// The name and the plan of each installed peer.
    static var installed: [(name: String, plan: ProcessPlan)] {
        [("cat", cat)]
            + [("a Node loop", node), ("a Python loop", python)].compactMap { peer in
                peer.1.map { (peer.0, $0) }
            }
    }

    /// Returns the plan to run a program found in `PATH`, with `PATH` as its environment, or `nil` if it is not
    /// installed.
    static func plan(_ name: String, _ arguments: [String]) -> ProcessPlan? {
        let path = ProjectFiles.environment("PATH") ?? ""
        guard path.split(separator: ":").contains(where: { ProjectFiles.isExecutable("\($0)/\(name)") }) else {
            return nil
        }
        return ProcessPlan("/usr/bin/env", [name] + arguments, environment: ["PATH": path])
    }

    /// Returns the plan to run Python with arguments, or `nil` if the interpreter, `$MARQUEE_BENCH_PYTHON` or
    /// `python3`, cannot import the package.
    static func python(importing package: String, _ arguments: [String]) async throws -> ProcessPlan? {
        let name = ProjectFiles.environment("MARQUEE_BENCH_PYTHON") ?? "python3"
        let own = ProjectFiles.isExecutable(name) ? ProcessPlan(name) : nil
        guard var plan = own ?? plan(name, []) else { return nil }
        let interpreter = plan.arguments
        plan.arguments = interpreter + ["-c", "import \(package)"]
        guard try await ProcessOutcome.of(plan).status == .exited(0) else { return nil }
        plan.arguments = interpreter + arguments
        return plan
    }
}
