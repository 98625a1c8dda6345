import JSON
import MarqueeTestKit
import Testing

/// The built program, run as its users start it.
enum Program {
    /// Runs the program to its end with these lines as input.
    static func run(
        _ arguments: [String],
        lines: [String] = [],
        environment: [String: String] = [:]
    ) async throws -> ProcessOutcome {
        try await run(arguments, input: Array(lines.map { $0 + "\n" }.joined().utf8), environment: environment)
    }

    static func run(
        _ arguments: [String],
        input: [UInt8],
        environment: [String: String] = [:]
    ) async throws -> ProcessOutcome {
        // Tests need no network: an import asks sources only if its test names them.
        let asksNone = arguments.first == "import" && !arguments.contains("--config")
        let arguments = arguments + (asksNone ? ["--no-completion"] : [])
        return try await ProcessOutcome.of(try plan(arguments, environment: environment), input: input)
    }

    /// Sends the requests and returns the answers by their ids.
    static func answers(
        _ arguments: [String],
        _ requests: [String],
        environment: [String: String] = [:]
    ) async throws -> [Int: JSONElement] {
        let outcome = try await run(arguments, lines: requests, environment: environment)
        #expect(outcome.status == .exited(0), "\(outcome.errors)")
        var answers: [Int: JSONElement] = [:]
        for line in outcome.output.split(separator: UInt8(ascii: "\n")) {
            let answer = try JSONDocument(Array(line)).root
            // Details of a film came after the answer.
            if answer["method"]?.string == "library/changed" { continue }
            answers[try #require(answer["id"]?.int)] = answer
        }
        return answers
    }

    /// Calls a method and returns its result.
    static func result(
        _ arguments: [String],
        _ method: String,
        _ params: String = "{}",
        environment: [String: String] = [:]
    ) async throws -> JSONElement {
        let answer = try await answer(arguments, method, params, environment: environment)
        return try #require(answer["result"], "\(answer)")
    }

    /// Calls a method and returns its error.
    static func error(
        _ arguments: [String],
        _ method: String,
        _ params: String = "{}",
        environment: [String: String] = [:]
    ) async throws -> JSONElement {
        let answer = try await answer(arguments, method, params, environment: environment)
        return try #require(answer["error"], "\(answer)")
    }

    /// Calls a method and returns the answer, which may be an error.
    static func answer(
        _ arguments: [String],
        _ method: String,
        _ params: String = "{}",
        environment: [String: String] = [:]
    ) async throws -> JSONElement {
        let request = Talk.request(1, method, params)
        return try #require(try await answers(arguments, [request], environment: environment)[1])
    }

    /// Runs `body` with a new home folder, and with the environment of its user.
    static func withHome(
        _ body: (_ folder: String, _ environment: [String: String]) async throws -> Void
    ) async throws {
        try await ProjectFiles.withTemporaryFolder { try await body($0, ["HOME": $0, "PATH": "/usr/bin:/bin"]) }
    }

    static func plan(_ arguments: [String], environment: [String: String] = [:]) throws -> ProcessPlan {
        let binary = try #require(ProjectFiles.builtProduct(), "the program is not built beside the tests")
        return ProcessPlan(binary, arguments, environment: environment)
    }
}

/// Messages for tests that talk to the running program.
enum Talk {
    static let ping = request(1, "ping")
    static let exit = #"{"jsonrpc":"2.0","method":"exit"}"#
    static let shutdown = request(8, "shutdown")

    /// Returns a request as one line, without the newline.
    static func request(_ id: Int, _ method: String, _ params: String = "{}") -> String {
        #"{"jsonrpc":"2.0","id":\#(id),"method":"\#(method)","params":\#(params)}"#
    }

    static func initialize(processID: String = "null", more: String = "") -> String {
        request(0, "initialize", #"{"processId":\#(processID),"capabilities":{}\#(more)}"#)
    }

    static func framed(_ body: String) -> String { "Content-Length: \(body.utf8.count)\r\n\r\n\(body)" }
}

extension RunningProcess {
    func send(_ lines: String...) { write(lines.map { $0 + "\n" }.joined()) }

    /// Reads the next line as JSON.
    func readJSON(upTo timeout: Duration = .seconds(120)) async throws -> JSONElement {
        try JSONDocument(try await readLine(upTo: timeout)).root
    }

    /// Sends a request with the id 1, and reads the next line as its answer, besides details that came after an earlier
    /// answer.
    func answer(_ method: String, _ params: String = "{}") async throws -> JSONElement {
        send(Talk.request(1, method, params))
        while true {
            let message = try await readJSON()
            if message["method"]?.string != "library/changed" { return message }
        }
    }

    func expectLine(_ expected: String) async throws {
        let line = try await readLine()
        #expect(line == expected)
    }

    func expectExit(_ expected: MarqueeTestKit.ExitStatus) async throws {
        let status = try await waitForExit()
        #expect(status == expected)
    }
}
