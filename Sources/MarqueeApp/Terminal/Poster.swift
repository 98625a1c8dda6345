import ImageDecoding
import Platform

/// How a terminal shows a picture that stands in the output, if it can.
///
/// Most are told by their environment. Only one that is not is asked, for its answer would be read by the shell if it came
/// late.
enum PictureProtocol: Hashable {
    /// Any format, as the file is: iTerm2, WezTerm.
    case inlineFile
    /// PNG as the file is, and pixels: Kitty, Ghostty.
    case kitty
    /// Pixels in a few colours: foot, xterm, mlterm, Windows Terminal, tmux over one of them, and others.
    case sixel(SixelSupport)

    /// The protocol of the terminal that variables name, or that answers; `nil` for one that shows no pictures.
    ///
    /// - Parameters:
    ///   - variable: looks a variable of the environment up.
    ///   - answer: asks the terminal for ``SixelSupport``.
    init?(_ variable: (String) -> String?, answer: () -> [UInt8]) {
        let program = variable("TERM_PROGRAM") ?? ""
        let type = variable("TERM") ?? ""
        // What lies between takes the sequences of the terminal behind it for text; but it answers for itself.
        let isBehindAnother = variable("TMUX") != nil || type.hasPrefix("screen") || type.hasPrefix("tmux")
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

    /// The protocol of the terminal that is standard output.
    static var ofOutput: PictureProtocol? {
        guard CommandOutput.isTerminal else { return nil }
        return PictureProtocol(SystemEnvironment.current.variable) {
            TerminalQuestion.answer(to: SixelSupport.question, within: .seconds(1), isWhole: SixelSupport.isWhole)
        }
    }

    /// What the terminal is sent for a picture, which is made smaller where it would not fit.
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
            return Sixel.sequence(for: try Bitmap(decoding: bytes, toFit: room), colours: support.colours)
        }
    }

    /// Kitty takes at most 4,096 characters at a time.
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
    /// What a picture may cover of the terminal, so that a line stays above and below it.
    static var roomOnTerminal: PixelSize {
        let window = FileDescriptor.standardOutput.terminalWindow
        let (columns, rows) = (window?.columns ?? 80, window?.rows ?? 24)
        // A terminal that does not say how large its cells are has small ones, as far as is known.
        let width = window?.width ?? columns * 8
        let height = window?.height ?? rows * 16
        return PixelSize(width: width, height: max(1, height / rows) * max(1, rows - 2))
    }
}
