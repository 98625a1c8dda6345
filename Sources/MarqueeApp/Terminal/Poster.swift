import Platform

/// How a terminal shows a picture that stands in the output, if it can.
///
/// It is told by its environment. Nothing is asked over the line: what a terminal answers would be read by the shell if it
/// came late. A terminal that shows Sixel alone gets the path of the file, because Marquee does not decode pictures.
enum PictureProtocol: Hashable {
    /// Any format, as the file is: iTerm2, WezTerm.
    case inlineFile
    /// PNG only: Kitty, Ghostty.
    case kitty

    /// The protocol of the terminal that variables name; `nil` for one that shows no pictures, as far as is known.
    init?(_ variable: (String) -> String?) {
        let program = variable("TERM_PROGRAM") ?? ""
        let type = variable("TERM") ?? ""
        // What lies between takes such sequences for text.
        guard variable("TMUX") == nil, !type.hasPrefix("screen"), !type.hasPrefix("tmux") else { return nil }
        if ["iTerm.app", "WezTerm"].contains(program) || variable("LC_TERMINAL") == "iTerm2" {
            self = .inlineFile
        } else if variable("KITTY_WINDOW_ID") != nil || ["xterm-kitty", "xterm-ghostty"].contains(type) {
            self = .kitty
        } else {
            return nil
        }
    }

    func shows(_ mimeType: String) -> Bool {
        switch self {
        case .inlineFile: true
        case .kitty: mimeType == "image/png"
        }
    }

    /// What the terminal is sent for a picture in base64.
    func sequence(base64 data: String) -> String {
        switch self {
        case .inlineFile: "\u{1B}]1337;File=inline=1;preserveAspectRatio=1:\(data)\u{7}"
        case .kitty: Self.chunks(of: data)
        }
    }

    /// Kitty takes at most 4,096 characters at a time.
    private static func chunks(of data: String) -> String {
        var rest = Array(data.utf8)[...]
        var text = ""
        var head = "a=T,f=100,"
        repeat {
            let chunk = rest.prefix(4_096)
            rest = rest.dropFirst(4_096)
            text += "\u{1B}_G\(head)m=\(rest.isEmpty ? 0 : 1);\(String(decoding: chunk, as: UTF8.self))\u{1B}\\"
            head = ""
        } while !rest.isEmpty
        return text
    }
}
