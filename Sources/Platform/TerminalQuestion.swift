#if canImport(Glibc)
import Glibc
#elseif canImport(Darwin)
import Darwin
#endif

/// A question to the terminal at both ends of the process, which answers as if the answer were typed.
package enum TerminalQuestion {
    /// Sends a question and reads until the answer is whole, or the time is up; empty where it cannot be asked.
    ///
    /// It is asked only where input and output are terminals and the process is the one in front, so that the answer reaches
    /// this process, and not the shell. Meanwhile nothing typed is shown.
    package static func answer(
        to question: String,
        within limit: Duration,
        isWhole: ([UInt8]) -> Bool
    ) -> [UInt8] {
        let (input, output) = (FileDescriptor.standardInput, FileDescriptor.standardOutput)
        var usual = termios()
        guard input.isTerminal, output.isTerminal, isInFront(of: input), unsafe tcgetattr(input.number, &usual) == 0
        else { return [] }
        var quiet = usual
        quiet.c_lflag &= ~tcflag_t(ICANON | ECHO | ISIG)
        guard unsafe tcsetattr(input.number, TCSANOW, &quiet) == 0 else { return [] }
        defer { unsafe _ = tcsetattr(input.number, TCSANOW, &usual) }
        let end = ContinuousClock.now + limit
        var answer: [UInt8] = []
        do {
            try output.writeAll(Array(question.utf8).span)
            while !isWhole(answer), answer.count < 4_096 {
                var poll = PollSet((input, .readable))
                guard ContinuousClock.now < end, poll.wait(atMost: end - .now) > 0 else { break }
                let more = try input.read(atMost: 256)
                if more.isEmpty { break }
                answer += more
            }
        } catch {
            return []
        }
        return answer
    }

    /// A process behind would be stopped by what it asks; where the terminal leads no session, it stops none.
    private static func isInFront(of terminal: FileDescriptor) -> Bool {
        let group = tcgetpgrp(terminal.number)
        return group < 0 || group == getpgrp()
    }
}
