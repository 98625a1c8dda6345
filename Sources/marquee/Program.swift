import ArgumentParser

#if canImport(Glibc)
import Glibc
#elseif canImport(Darwin)
import Darwin
#endif

/// Where the program begins.
@main
enum Program {
    /// The argument parser is left out where it is not needed, which is two milliseconds of what an editor waits for.
    static func main() async {
        guard let settings = EngineSettings(plainArguments: CommandLine.arguments.dropFirst()) else {
            return await Marquee.main()
        }
        do {
            try await ServeSession(composition: Composition(settings)).run()
        } catch let code as ExitCode {
            exit(code.rawValue)
        } catch {
            Marquee.exit(withError: error)
        }
    }
}
