import ImageDecoding
import Platform

/// A protocol by which a terminal shows a picture in its output.
///
/// Most terminals are recognized by their environment. Only the others are asked, because the shell would read an
/// answer that comes late.
enum PictureProtocol: Hashable {
    /// Sends the file as it is, in any format: iTerm2, WezTerm.
    case inlineFile
    /// Sends a PNG file as it is, and other pictures as pixels: Kitty, Ghostty.
    case kitty
    /// Sends pixels in a few colors: foot, xterm, mlterm, Windows Terminal, tmux on top of one of them, and others.
    case sixel(SixelSupport)

    /// Chooses the protocol by the environment or by the terminal's answer; `nil` if the terminal shows no pictures.
    ///
    /// - Parameters:
    ///   - variable: looks up an environment variable.
    ///   - answer: asks the terminal for ``SixelSupport``.
    init?(_ variable: (String) -> String?, answer: () -> [UInt8]) {
        let program = variable("TERM_PROGRAM") ?? ""
        let type = variable("TERM") ?? ""
        // A multiplexer takes the sequences of the terminal behind it for text, but it answers for itself.
        let isBehindAnother =
            variable("TMUX") != nil || type.hasPrefix(scalars: "screen") || type.hasPrefix(scalars: "tmux")
        if !isBehindAnother, ["iTerm.app", "WezTerm"].contains(program) || variable("LC_TERMINAL") == "iTerm2" {
            self = .inlineFile
        } else if !isBehindAnother,
            variable("KITTY_WINDOW_ID") != nil || ["xterm-kitty", "xterm-ghostty"].contains(type)
        {
            self = .kitty
        } else if !["", "dumb"].contains(type), let support = SixelSupport(answer: answer()) {
            self = .sixel(support)
        } else {
            return nil
        }
    }

    /// The protocol of the terminal on standard output; `nil` if it shows no pictures.
    static var ofOutput: PictureProtocol? {
        guard CommandOutput.isTerminal else { return nil }
        return PictureProtocol(SystemEnvironment.current.variable) {
            TerminalQuestion.answer(to: SixelSupport.question, within: .seconds(1), isWhole: SixelSupport.isWhole)
        }
    }

    /// Returns the escape sequence for a picture; a picture that is sent as pixels is scaled down to fit.
    func sequence(for bytes: [UInt8], base64 data: String, room: PixelSize) throws(ImageDecodingError) -> String {
        switch self {
        case .inlineFile:
            return "\u{1B}]1337;File=inline=1;preserveAspectRatio=1:\(data)\u{7}"
        case .kitty where bytes.starts(with: [0x89, 0x50, 0x4E, 0x47]):
            return Self.chunks(of: data, head: "f=100")
        case .kitty:
            let bitmap = try Bitmap(decoding: bytes, toFit: room)
            let head = "f=24,s=\(bitmap.size.width),v=\(bitmap.size.height)"
            return Self.chunks(of: Base64.text(bitmap.rgb), head: head)
        case .sixel(let support):
            return Sixel.sequence(for: try Bitmap(decoding: bytes, toFit: room), colors: support.colors)
        }
    }

    /// Splits the data, because Kitty accepts at most 4,096 characters at a time.
    private static func chunks(of data: String, head: String) -> String {
        var rest = Array(data.utf8)[...]
        var text = ""
        var head = "a=T,\(head),"
        repeat {
            let chunk = rest.prefix(4_096)
            rest = rest.dropFirst(4_096)
            text += "\u{1B}_G\(head)m=\(rest.isEmpty ? 0 : 1);\(String(decoding: chunk, as: UTF8.self))\u{1B}\\"
            head = ""
        } while !rest.isEmpty
        return text
    }
}

extension PixelSize {
    /// The area that a picture may cover, so that one line stays above and one below it.
    static var roomOnTerminal: PixelSize {
        let window = FileDescriptor.standardOutput.terminalWindow
        let (columns, rows) = (window?.columns ?? 80, window?.rows ?? 24)
        // Assume small cells if the terminal does not report their size.
        let width = window?.width ?? columns * 8
        let height = window?.height ?? rows * 16
        return PixelSize(width: width, height: max(1, height / rows) * max(1, rows - 2))
    }
}
