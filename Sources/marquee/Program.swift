import ArgumentParser

#if canImport(Glibc)
import Glibc
#elseif canImport(Darwin)
import Darwin
#endif

/// Where the program begins.
@main
enum Program {
    /// A start without arguments is what editors do, and needs no parser: that is a millisecond and a half sooner there.
    static func main() async {
        guard CommandLine.arguments.count == 1 else { return await Marquee.main() }
        do {
            try await ServeSession(composition: Composition(EngineSettings())).run()
        } catch let code as ExitCode {
            exit(code.rawValue)
        } catch {
            Marquee.exit(withError: error)
        }
    }
}
