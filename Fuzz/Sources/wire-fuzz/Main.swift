import Foundation

/// The `main` function of libFuzzer, for a program that already has one.
@_silgen_name("LLVMFuzzerRunDriver")
func runDriver(
    _ count: UnsafeMutablePointer<CInt>,
    _ arguments: UnsafeMutablePointer<UnsafeMutablePointer<UnsafeMutablePointer<CChar>?>>,
    _ target: @convention(c) (UnsafePointer<UInt8>?, Int) -> CInt
) -> CInt

/// Runs libFuzzer, with its arguments, on the target that `FUZZ_TARGET` names.
///
/// The name is in the environment because libFuzzer restarts itself with arguments of its own.
@main
enum Main {
    nonisolated(unsafe) static var target = FuzzTarget.first

    static func main() {
        guard let name = getenv("FUZZ_TARGET"), let target = FuzzTarget(rawValue: String(cString: name)) else {
            let names = FuzzTarget.allCases.map(\.rawValue).joined(separator: ", ")
            say(
                "usage: FUZZ_TARGET=NAME \(CommandLine.arguments[0]) [fill|pack FOLDER FILE | libFuzzer's arguments]\nNAME is one of \(names)\n"
            )
            exit(64)
        }
        Main.target = target
        if CommandLine.arguments.count == 4, ["fill", "pack"].contains(CommandLine.arguments[1]) { exit(moveCorpus()) }
        var count = CommandLine.argc
        var arguments = CommandLine.unsafeArgv
        exit(runDriver(&count, &arguments) { bytes, count in Main.check(bytes, count) })
    }

    /// Runs `fill FOLDER FILE` or `pack FOLDER FILE` and returns the exit code.
    private static func moveCorpus() -> CInt {
        let folder = CorpusFolder(path: CommandLine.arguments[2])
        let isFilling = CommandLine.arguments[1] == "fill"
        do {
            let move = isFilling ? folder.fill(for:from:) : folder.pack(for:into:)
            try move(target, CommandLine.arguments[3])
            return 0
        } catch {
            say("\(target.rawValue): \(error)\n")
            return 74
        }
    }

    private static func check(_ bytes: UnsafePointer<UInt8>?, _ count: Int) -> CInt {
        do {
            try target.check(Array(UnsafeBufferPointer(start: bytes, count: count)))
        } catch {
            say("\(target.rawValue): \(error)\n")
            abort()
        }
        return 0
    }

    private static func say(_ text: String) {
        _ = Array(text.utf8).withUnsafeBytes { write(STDERR_FILENO, $0.baseAddress, $0.count) }
    }
}
