import ArgumentParser
import JSONRPC

/// `--framing`: how messages are told apart on the wire.
enum FramingOption: String, ExpressibleByArgument, CaseIterable {
    case auto, line, header

    /// `nil` takes it from the first bytes.
    var framing: RPCFraming? {
        switch self {
        case .auto: nil
        case .line: .line
        case .header: .header
        }
    }
}
