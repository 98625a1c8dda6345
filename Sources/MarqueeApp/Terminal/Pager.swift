import Platform

/// A program that shows a long text a page at a time: that of `$PAGER`, or `less -FRX`.
struct Pager {
    private let command: String

    /// The pager for a text on this terminal; `nil` if the text fits on the screen, or is not for a screen.
    init?(for text: String) {
        guard TerminalStyle.output.isCapable, let rows = FileDescriptor.standardOutput.terminalWindow?.rows else {
            return nil
        }
        let lines = text.split(scalar: "\n", omittingEmptySubsequences: false).count
        self.init(lines: lines, rows: rows, SystemEnvironment.current.variable)
    }

    /// Chooses the pager of the environment for a text of some lines; `nil` if the text fits on a screen of some rows.
    init?(lines: Int, rows: Int, _ variable: (String) -> String?) {
        guard lines >= rows else { return nil }
        let wanted = variable("PAGER") ?? "less -FRX"
        guard !wanted.isEmpty, wanted != "cat" else { return nil }
        // `less` alone would show colors as signs, and wait where everything fits.
        command = "LESS=${LESS-FRX}; export LESS; exec " + wanted
    }

    /// Shows a text with marks of ``TerminalStyle``, and waits until the reader is done; without the program, prints it.
    func show(_ text: String) throws {
        CurrentProcess.ignoreBrokenPipes()
        CurrentProcess.ignoreInterrupts()
        var plan = ProcessSpawn("/bin/sh", arguments: ["sh", "-c", command])
        (plan.output, plan.errors, plan.leadsGroup) = (.inherited, .inherited, false)
        let child = try plan.start()
        do throws(SystemError) {
            try child.input?.writeAll(Array((text.escapedBesidesStyle + "\n").utf8).span)
        } catch {
            // Otherwise, the reader has seen enough.
            guard error.isBrokenPipe else { throw error }
        }
        child.input?.close()
        // 127: the shell has not found the program, and said so.
        if child.process.collect() == .exited(127) { try CommandOutput.print(styled: text) }
    }
}
