import ArgumentParser

/// Where the program begins.
@main
enum Program {
    /// A start without arguments is what editors do, and needs no parser: that is a millisecond and a half sooner there.
    static func main() async {
        guard CommandLine.arguments.count == 1 else { return await Marquee.main() }
        do {
            try await ServeSession(composition: Composition(EngineSettings())).run()
        } catch {
            Marquee.exit(withError: error)
        }
    }
}
