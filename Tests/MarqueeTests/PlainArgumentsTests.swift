import ArgumentParser
import Testing

@testable import marquee

@Suite("A start that needs no argument parser")
struct PlainArgumentsTests {
    @Test(
        "What is read without the parser is what the parser reads",
        arguments: [
            [], ["serve"], ["--stdio"], ["serve", "--stdio"], ["--demo"], ["--config", "a.yaml"], ["--demo", "--demo"],
            ["serve", "--stdio", "--config", "my films.yaml", "--demo"], ["--config", "serve"],
            ["--config", "/tmp/ü.yaml"],
        ]
    )
    func agrees(_ arguments: [String]) throws {
        let plain = try #require(EngineSettings(plainArguments: arguments[...]))
        let parsed = try #require(try Marquee.parseAsRoot(arguments) as? ServeCommand)
        #expect(plain == parsed.engine.settings)
        #expect(parsed.serving.settings == ServeSettings())
    }

    @Test(
        "Everything else is the parser's",
        arguments: [
            ["check"], ["--help"], ["--version"], ["--config"], ["--config", ""], ["--config", "--stdio"],
            ["--config=a"],
            ["--config", "a", "--config", "b"], ["--framing", "line"], ["--stdio", "serve"], ["serve", "serve"], ["--"],
            ["--stdio", "a"], ["-"], [""], ["--log-level", "debug"],
        ]
    )
    func leavesToParser(_ arguments: [String]) {
        #expect(EngineSettings(plainArguments: arguments[...]) == nil)
    }
}
