import MarqueeTestKit

/// Minimal programs in other languages that answer every line with a fixed reply: what a start and a round trip cost there.
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

    /// Name and start of each peer that is installed.
    static var installed: [(name: String, plan: ProcessPlan)] {
        let path = ["PATH": ProjectFiles.environment("PATH") ?? ""]
        return [
            ("cat", ProcessPlan("/bin/cat")),
            ("a Node loop", ProcessPlan("/usr/bin/env", ["node", "-e", nodeProgram], environment: path)),
            ("a Python loop", ProcessPlan("/usr/bin/env", ["python3", "-c", pythonProgram], environment: path)),
        ]
        .filter { peer in
            guard let name = peer.plan.arguments.first else { return true }
            return (path["PATH"] ?? "").split(separator: ":").contains { ProjectFiles.isExecutable("\($0)/\(name)") }
        }
    }
}
