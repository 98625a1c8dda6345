#if canImport(Glibc)
import Glibc
#elseif canImport(Darwin)
import Darwin
#endif

/// A question to the terminal, which answers as if the answer were typed.
package enum TerminalQuestion {
    /// Sends a question and reads until the answer is complete or the time is over; empty if it cannot be asked.
    ///
    /// The question is asked only if input and output are terminals and the process is in the foreground, so that the
    /// answer reaches this process and not the shell. Meanwhile, typed text is not shown.
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

    /// Whether asking cannot stop the process, as it would in the background; a terminal without a session stops none.
    private static func isInFront(of terminal: FileDescriptor) -> Bool {
        let group = tcgetpgrp(terminal.number)
        return group < 0 || group == getpgrp()
    }
}
